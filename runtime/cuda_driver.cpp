// Finds the driver. The library is never closed: CUDA does not support that.
#include "runtime/cuda_driver.h"

#include <dlfcn.h>

#include <string>

namespace tritonc::cuda {
namespace {

StatusOr<Driver> loadAndInitialise() {
  StatusOr<Driver> driver = loadDriver("libcuda.so.1");
  if (!driver.ok()) return driver;
  Result result = driver->init(0);
  if (result == Result::Success) return driver;
  return Status(StatusCode::Unavailable, driver->failure(result, "no CUDA device is usable").text());
}

}  // namespace

Status Driver::failure(Result result, const std::string &call) const {
  const char *name = nullptr;
  const char *description = nullptr;
  errorName(result, &name);
  errorString(result, &description);
  std::string text = call + ": ";
  text += name ? name : "CUDA error " + std::to_string(static_cast<int>(result));
  if (description) text.append(" (").append(description).append(")");
  return {StatusCode::DriverError, std::move(text)};
}

StatusOr<Driver> loadDriver(const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return Status(StatusCode::Unavailable, std::string("no CUDA driver: ") + (reason ? reason : library));
  }
  Driver driver;
  const char *missing = nullptr;
  auto find = [&]<class F>(F *&function, const char *symbol) {
    function = reinterpret_cast<F *>(dlsym(handle, symbol));
    if (!function && !missing) missing = symbol;
  };
#define CUDA_FUNCTION(member, symbol, parameters) find(driver.member, symbol);
#include "runtime/cuda_driver.def"
  if (!missing) return driver;
  return Status(StatusCode::Unavailable, std::string("the CUDA driver ") + library + " is too old: it has no `" +
                                             missing + "` (CUDA 11.8 or newer is needed)");
}

StatusOr<const Driver *> systemDriver() {
  static const StatusOr<Driver> driver = loadAndInitialise();
  if (!driver.ok()) return driver.status();
  return &*driver;
}

}  // namespace tritonc::cuda
