// Internal errors: a broken promise inside the compiler, never the user's fault.
#pragma once

#include <stdexcept>
#include <string>

namespace tritonc {

/// The one exception that project code throws. Caught by a tool's main and at the edge of the JIT.
class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

/// Throws an `InternalError` that names the failed condition, the reason it had to hold, and the place.
[[noreturn]] void internalError(const char *file, int line, const char *condition, const std::string &why);

}  // namespace tritonc

/// Checked in every build type. `why` says why the condition cannot be false.
#define TC_CHECK(condition, why)                                                                                       \
  do {                                                                                                                 \
    if (!(condition)) [[unlikely]]                                                                                     \
      ::tritonc::internalError(__FILE__, __LINE__, #condition, (why));                                                 \
  } while (false)

/// Marks a place that no input can reach.
#define TC_UNREACHABLE(why) ::tritonc::internalError(__FILE__, __LINE__, "unreachable", (why))
