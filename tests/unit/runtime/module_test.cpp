// Loading and launching against the fake driver.
#include "tritonc/module.h"

#include <gtest/gtest.h>

#include "tests/unit/runtime/fake_driver.h"
#include "tests/unit/runtime/tiny_elf.h"

namespace tritonc {
namespace {

using test::bytesOf;
using test::FakeDriver;
using U = std::vector<unsigned>;

KernelInfo addInfo() {
  KernelInfo info;
  info.name = "add_kernel";
  info.arch = "sm_90a";
  info.warps = 8;
  info.sharedBytes = 1024;
  info.params = {{"x", "*fp32", 16}, {"scale", "fp16", 1}, {"n", "i32", 1}};
  return info;
}

StatusOr<Module> load(const FakeDriver &driver, const KernelInfo &info) {
  return Module::load(driver.open(), bytesOf(test::tinyElf(kInfoSection, info.toJson())));
}

std::string loadError(const FakeDriver &driver, const KernelInfo &info) {
  StatusOr<Module> module = load(driver, info);
  return module.ok() ? "ok" : module.status().toString();
}

TEST(Module, LoadsFromTheCubinAlone) {
  FakeDriver driver;
  {
    StatusOr<Module> module = load(driver, addInfo());
    ASSERT_TRUE(module.ok()) << module.status().toString();
    EXPECT_EQ(module->info(), addInfo());
    EXPECT_EQ(driver.modules, 1);
    EXPECT_TRUE(driver.attributes.empty());
  }
  EXPECT_EQ(driver.modules, 0);
  EXPECT_EQ(driver.retained, 0);
}

TEST(Module, LoadsPtxForAnOlderArchitecture) {
  FakeDriver driver;
  KernelInfo info = addInfo();
  info.arch = "sm_80";
  const std::string ptx = std::string(kInfoComment) + info.toJson() + "\n.version 8.5\n";
  EXPECT_TRUE(Module::load(driver.open(), bytesOf(ptx)).ok());
  EXPECT_EQ(driver.image, ptx);
}

TEST(Module, TheArchitectureIsCheckedBeforeTheDriver) {
  FakeDriver driver;
  driver.capability = {8, 0};
  EXPECT_EQ(loadError(driver, addInfo()),
            "unsupported: the kernel was compiled for sm_90a; the device is sm_80 (Fake GPU)");
  EXPECT_EQ(driver.image, "");
}

TEST(Module, LargeSharedMemoryIsRequestedOnce) {
  FakeDriver driver;
  KernelInfo info = addInfo();
  info.sharedBytes = 48 * 1024 + 1;
  EXPECT_EQ(loadError(driver, info), "ok");
  EXPECT_EQ(driver.attributes[cuda::FunctionAttribute::MaxDynamicSharedBytes], 48 * 1024 + 1);
  info.sharedBytes = 232449;
  EXPECT_EQ(loadError(driver, info),
            "unsupported: kernel `add_kernel` needs 232449 bytes of shared memory; the device has 232448");
}

TEST(Module, LargeClustersAreAllowed) {
  FakeDriver driver;
  KernelInfo info = addInfo();
  info.cluster = {16, 1, 1};
  EXPECT_EQ(loadError(driver, info), "ok");
  EXPECT_EQ(driver.attributes[cuda::FunctionAttribute::NonPortableClusterSizeAllowed], 1);
}

TEST(Module, TheDriversRefusalCarriesTheAssemblersLog) {
  FakeDriver driver;
  driver.moduleLoadResult = cuda::Result{218};
  driver.jitLog = "ptxas error: unknown opcode";
  EXPECT_EQ(loadError(driver, addInfo()),
            "driver error: the driver cannot load the kernel: CUDA error 218\nptxas error: unknown opcode");
}

TEST(Module, AMissingEntryPointIsReportedAndUnloaded) {
  FakeDriver driver;
  driver.symbol = "other";
  EXPECT_EQ(loadError(driver, addInfo()), "driver error: the code has no entry point of the kernel's name: "
                                          "CUDA_ERROR_NOT_FOUND (named symbol not found)");
  EXPECT_EQ(driver.modules, 0);
}

TEST(Module, AFileThatIsMissingOrWrongIsNamed) {
  FakeDriver driver;
  EXPECT_EQ(Module::loadFile(driver.open(), "/no/such.cubin").status().toString(),
            "not found: cannot open `/no/such.cubin`");
  EXPECT_EQ(Module::loadFile(driver.open(), "/dev/null").status().toString(),
            "parse error: `/dev/null`: neither a cubin nor PTX with a `// tritonc.info: ` line");
}

/// A loaded kernel and what it was launched with.
class Launch : public testing::Test {
protected:
  Launch() : kernel(load(driver, addInfo())->kernel()), stream(driver.open().wrapStream(&driver)) {
    driver.argumentCount = 3;
  }

  FakeDriver driver;
  Kernel kernel;
  Stream stream;
};

TEST_F(Launch, PassesGridBlockSharedMemoryAndArguments) {
  EXPECT_TRUE(kernel.launch(stream, Grid{3, 2}, Arg::address(0x1000), 0.5f, 781).ok());
  ASSERT_EQ(driver.launches.size(), 1u);
  const FakeDriver::Launch &launch = driver.launches[0];
  EXPECT_EQ(launch.grid, (U{3, 2, 1}));
  EXPECT_EQ(launch.block, (U{256, 1, 1}));
  EXPECT_EQ(launch.sharedBytes, 1024u);
  EXPECT_EQ(launch.stream, &driver);
  EXPECT_EQ(launch.args, (std::vector<uint64_t>{0x1000, 0x3800, 781}));
}

TEST_F(Launch, TakesBuffers) {
  StatusOr<DeviceBuffer> buffer = driver.open().allocate(64);
  EXPECT_TRUE(kernel.launch(stream, Grid(1), *buffer, 1.0, 16).ok());
  EXPECT_EQ(driver.launches[0].args[0], buffer->address());
}

TEST_F(Launch, AnEmptyGridLaunchesNothing) {
  EXPECT_TRUE(kernel.launch(stream, Grid(1, 0), nullptr, 1.0, 16).ok());
  EXPECT_TRUE(driver.launches.empty());
}

TEST_F(Launch, WrongArgumentsAndGridsLaunchNothing) {
  EXPECT_EQ(kernel.launch(stream, Grid(1), nullptr, 1.0).code(), StatusCode::InvalidArgument);
  EXPECT_EQ(kernel.launch(stream, Grid(1), nullptr, 1, 16).code(), StatusCode::InvalidArgument);
  EXPECT_EQ(kernel.launch(stream, Grid(1), Arg::address(8), 1.0, 16).code(), StatusCode::InvalidArgument);
  EXPECT_EQ(kernel.launch(stream, Grid(-1), nullptr, 1.0, 16).code(), StatusCode::InvalidArgument);
  EXPECT_TRUE(driver.launches.empty());
}

TEST_F(Launch, TheCallersContextStaysCurrent) {
  driver.contexts = {FakeDriver::foreign()};
  EXPECT_TRUE(kernel.launch(stream, Grid(1), nullptr, 1.0, 16).ok());
  EXPECT_EQ(driver.contexts, std::vector{FakeDriver::foreign()});
}

TEST_F(Launch, TheDriversRefusalNamesTheKernel) {
  driver.launchResult = cuda::Result{201};
  EXPECT_EQ(kernel.launch(stream, Grid(1), nullptr, 1.0, 16).toString(),
            "driver error: cannot launch kernel `add_kernel`: CUDA_ERROR_INVALID_CONTEXT");
}

TEST_F(Launch, RefusesTheStreamOfAnotherDevice) {
  driver.devices = 2;
  const Device other = detail::Access::makeDevice(*detail::openDevice(driver.table(), 1));
  EXPECT_EQ(kernel.launch(other.defaultStream(), Grid(1), nullptr, 1.0, 16).toString(),
            "invalid argument: the stream and the kernel belong to different devices");
}

TEST_F(Launch, ClustersMultiplyTheGridAndAreAnAttribute) {
  KernelInfo info = addInfo();
  info.cluster = {2, 1, 1};
  const Kernel kernel = load(driver, info)->kernel();
  EXPECT_TRUE(kernel.launch(stream, Grid(3), nullptr, 1.0, 16).ok());
  const FakeDriver::Launch &launch = driver.launches[0];
  EXPECT_EQ(launch.grid, (U{6, 1, 1}));
  EXPECT_EQ(launch.block, (U{256, 1, 1}));
  EXPECT_EQ(launch.cluster, (U{2, 1, 1}));
  EXPECT_EQ(launch.sharedBytes, 1024u);
  EXPECT_EQ(launch.args[2], 16u);
}

}  // namespace
}  // namespace tritonc
