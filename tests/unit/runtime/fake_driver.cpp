// The functions of the fake driver, in the order of cuda_driver.def.
#include "tests/unit/runtime/fake_driver.h"

#include <cstdlib>
#include <cstring>
#include <iterator>

namespace tritonc::test {
namespace {

using namespace cuda;

FakeDriver *fake = nullptr;

constexpr Result kOk = Result::Success;
constexpr Result kInvalidValue{1};
constexpr Result kOutOfMemory{2};
constexpr Result kInvalidContext{201};
constexpr Result kNotFound{500};

template <class Handle> Handle handle(uintptr_t value) { return reinterpret_cast<Handle>(value); }

void installBasics(Driver &table) {
  table.init = [](unsigned) { return kOk; };
  table.errorName = [](Result error, const char **text) {
    *text = error == kNotFound         ? "CUDA_ERROR_NOT_FOUND"
            : error == kInvalidContext ? "CUDA_ERROR_INVALID_CONTEXT"
                                       : nullptr;
    return *text ? kOk : kInvalidValue;
  };
  table.errorString = [](Result error, const char **text) {
    *text = error == kNotFound ? "named symbol not found" : nullptr;
    return *text ? kOk : kInvalidValue;
  };
  table.deviceCount = [](int *count) { return *count = fake->devices, kOk; };
  table.deviceGet = [](DeviceId *device, int ordinal) { return *device = ordinal, kOk; };
  table.deviceName = [](char *text, int, DeviceId) { return std::strcpy(text, "Fake GPU"), kOk; };
  table.deviceAttribute = [](int *value, DeviceAttribute attribute, DeviceId) {
    switch (attribute) {
    case DeviceAttribute::MultiprocessorCount: *value = 132; break;
    case DeviceAttribute::ComputeCapabilityMajor: *value = fake->capability.major; break;
    case DeviceAttribute::ComputeCapabilityMinor: *value = fake->capability.minor; break;
    case DeviceAttribute::MaxSharedBytesOptIn: *value = 232448; break;
    }
    return kOk;
  };
}

void installContexts(Driver &table) {
  table.primaryRetain = [](Context *context, DeviceId device) {
    ++fake->retained;
    return *context = FakeDriver::primary(device), kOk;
  };
  table.primaryRelease = [](DeviceId) { return --fake->retained, kOk; };
  table.contextCurrent = [](Context *context) {
    *context = fake->contexts.empty() ? nullptr : fake->contexts.back();
    return kOk;
  };
  table.contextPush = [](Context context) {
    ++fake->pushes;
    fake->contexts.push_back(context);
    return kOk;
  };
  table.contextPop = [](Context *context) {
    if (fake->contexts.empty()) return kInvalidContext;
    *context = fake->contexts.back();
    fake->contexts.pop_back();
    return kOk;
  };
  table.contextSynchronize = [] { return fake->needContext(); };
}

void installMemory(Driver &table) {
  table.memoryInfo = [](size_t *free, size_t *total) {
    *free = 1000, *total = 2000;
    return fake->needContext();
  };
  table.memoryAllocate = [](Address *address, size_t bytes) {
    if (bytes > 1u << 20) return kOutOfMemory;
    *address = reinterpret_cast<Address>(std::calloc(bytes, 1));
    fake->allocations.insert(*address);
    return fake->needContext();
  };
  table.memoryFree = [](Address address) {
    if (fake->allocations.erase(address) == 0) return kInvalidValue;
    std::free(handle<void *>(address));
    return fake->needContext();
  };
  table.copyToDevice = [](Address to, const void *from, size_t bytes, cuda::Stream) {
    std::memcpy(handle<void *>(to), from, bytes);
    return fake->needContext();
  };
  table.copyToHost = [](void *to, Address from, size_t bytes, cuda::Stream) {
    std::memcpy(to, handle<void *>(from), bytes);
    return fake->needContext();
  };
  table.copyOnDevice = [](Address to, Address from, size_t bytes, cuda::Stream) {
    std::memcpy(handle<void *>(to), handle<void *>(from), bytes);
    return fake->needContext();
  };
  table.fillBytes = [](Address to, unsigned char value, size_t bytes, cuda::Stream) {
    std::memset(handle<void *>(to), value, bytes);
    return fake->needContext();
  };
}

void installStreams(Driver &table) {
  table.streamCreate = [](cuda::Stream *stream, unsigned) {
    *stream = handle<cuda::Stream>(0x5000 + static_cast<unsigned>(++fake->streams));
    return fake->needContext();
  };
  table.streamDestroy = [](cuda::Stream) { return --fake->streams, fake->needContext(); };
  table.streamSynchronize = [](cuda::Stream) { return fake->needContext(); };
  table.streamWait = [](cuda::Stream, cuda::Event, unsigned) { return fake->needContext(); };
  table.eventCreate = [](cuda::Event *event, unsigned) {
    *event = handle<cuda::Event>(0xe000 + static_cast<unsigned>(++fake->events));
    return fake->needContext();
  };
  table.eventDestroy = [](cuda::Event) { return --fake->events, fake->needContext(); };
  table.eventRecord = [](cuda::Event, cuda::Stream) { return fake->needContext(); };
  table.eventSynchronize = [](cuda::Event) { return fake->needContext(); };
  table.eventElapsed = [](float *milliseconds, cuda::Event, cuda::Event) {
    *milliseconds = 1.5f;
    return fake->needContext();
  };
}

Result record(FakeDriver::Launch launch, void **arguments) {
  for (size_t i = 0; i < fake->argumentCount; ++i) launch.args.push_back(*static_cast<const uint64_t *>(arguments[i]));
  fake->launches.push_back(std::move(launch));
  const Result context = fake->needContext();
  return context == kOk ? fake->launchResult : context;
}

void installCode(Driver &table) {
  table.moduleLoad = [](cuda::Module *module, const void *image, unsigned, JitOption *, void **values) {
    fake->image = static_cast<const char *>(image);
    if (fake->moduleLoadResult != kOk) {
      std::strcpy(static_cast<char *>(values[0]), fake->jitLog.c_str());
      return fake->moduleLoadResult;
    }
    ++fake->modules;
    *module = handle<cuda::Module>(0x3000);
    return fake->needContext();
  };
  table.moduleUnload = [](cuda::Module) { return --fake->modules, fake->needContext(); };
  table.moduleFunction = [](Function *function, cuda::Module, const char *symbol) {
    if (fake->symbol != symbol) return kNotFound;
    *function = handle<Function>(0x4000);
    return fake->needContext();
  };
  table.functionSetAttribute = [](Function, FunctionAttribute attribute, int value) {
    fake->attributes[attribute] = value;
    return fake->needContext();
  };
  table.launch = [](Function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                    unsigned blockZ, unsigned sharedBytes, cuda::Stream stream, void **arguments, void **) {
    if (!fake->recordsLaunches) return kOk;
    return record({{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, {}, sharedBytes, stream, {}}, arguments);
  };
  table.launchEx = [](const LaunchConfig *config, Function, void **arguments, void **) {
    FakeDriver::Launch launch;
    launch.grid.assign(std::begin(config->grid), std::end(config->grid));
    launch.block.assign(std::begin(config->block), std::end(config->block));
    const LaunchAttribute &attribute = config->attributes[0];
    if (config->attributeCount != 1 || attribute.id != LaunchAttribute::kClusterDimension) return kInvalidValue;
    launch.cluster.assign(std::begin(attribute.cluster), std::end(attribute.cluster));
    launch.sharedBytes = config->sharedBytes;
    launch.stream = config->stream;
    return record(std::move(launch), arguments);
  };
}

}  // namespace

FakeDriver::FakeDriver() {
  fake = this;
  installBasics(table_);
  installContexts(table_);
  installMemory(table_);
  installStreams(table_);
  installCode(table_);
}

FakeDriver::~FakeDriver() { fake = nullptr; }

Device FakeDriver::open() const { return detail::Access::makeDevice(*detail::openDevice(table_, 0)); }

Context FakeDriver::primary(int ordinal) { return handle<Context>(0x1000 + static_cast<unsigned>(ordinal)); }
Context FakeDriver::foreign() { return handle<Context>(0xf000); }

Result FakeDriver::needContext() { return !contexts.empty() && contexts.back() == primary(0) ? kOk : kInvalidContext; }

}  // namespace tritonc::test
