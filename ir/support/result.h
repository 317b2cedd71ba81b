// Success or failure of work that reports its own faults.
//
// A failed `Result` carries no message: the diagnostic was emitted where the fault was found.
#pragma once

#include <optional>
#include <utility>

#include "ir/support/check.h"

namespace tritonc {

/// The value to return after a diagnostic was emitted.
struct Failed {};

/// A `T`, or the fact that a diagnostic was emitted instead.
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failed) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T &operator*() & { return get(); }
  const T &operator*() const & { return const_cast<Result *>(this)->get(); }
  T &&operator*() && { return std::move(get()); }
  T *operator->() { return &get(); }
  const T *operator->() const { return &const_cast<Result *>(this)->get(); }

private:
  T &get() {
    TC_CHECK(ok(), "the caller tests a result before it uses the value");
    return *value_;
  }

  std::optional<T> value_;
};

/// Success without a value.
template <> class [[nodiscard]] Result<void> {
public:
  Result() = default;
  Result(Failed) : ok_(false) {}

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }

private:
  bool ok_ = true;
};

using Success = Result<void>;

}  // namespace tritonc

#define TC_CONCAT_IMPL(a, b) a##b
#define TC_CONCAT(a, b) TC_CONCAT_IMPL(a, b)

/// `TC_TRY(int x, parse())`: declares `x` from a successful result, or returns `Failed{}` from this function.
#define TC_TRY(declaration, expression)                                                                                \
  auto TC_CONCAT(tcTry, __LINE__) = (expression);                                                                      \
  if (!TC_CONCAT(tcTry, __LINE__).ok()) return ::tritonc::Failed{};                                                    \
  declaration = *std::move(TC_CONCAT(tcTry, __LINE__))

/// `TC_TRY_VOID(check())`: returns `Failed{}` from this function unless the result is a success.
#define TC_TRY_VOID(expression)                                                                                        \
  if (!(expression).ok()) return ::tritonc::Failed {                                                                   \
    }
