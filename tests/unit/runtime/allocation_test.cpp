// A launch allocates nothing. This file replaces the program's operator new by one that counts.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/unit/runtime/fake_driver.h"
#include "tests/unit/runtime/tiny_elf.h"
#include "tritonc/module.h"

namespace {

std::atomic<size_t> allocationCount = 0;

}  // namespace

void *operator new(size_t size) {
  ++allocationCount;
  if (void *memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

namespace tritonc {
namespace {

TEST(Allocation, ALaunchAllocatesNothing) {
  test::FakeDriver driver;
  KernelInfo info;
  info.name = "add_kernel";
  info.arch = "sm_90a";
  info.params = {{"x", "*fp32", 16}, {"alpha", "bf16", 1}, {"n", "i32", 1}};
  const Device device = driver.open();
  StatusOr<Module> module = Module::load(device, test::bytesOf(test::tinyElf(kInfoSection, info.toJson())));
  ASSERT_TRUE(module.ok());
  const Stream stream = device.defaultStream();
  driver.recordsLaunches = false;
  driver.contexts = {test::FakeDriver::primary(0)};

  const size_t before = allocationCount;
  const Status status = module->kernel().launch(stream, Grid(97), nullptr, 0.5f, 98432);
  EXPECT_EQ(allocationCount, before);
  EXPECT_TRUE(status.ok());
}

}  // namespace
}  // namespace tritonc
