// Status: how every call of the runtime reports failure. Nothing in the runtime throws or aborts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tritonc {

enum class StatusCode : uint8_t {
  Ok,
  /// The caller passed something that this call cannot accept.
  InvalidArgument,
  /// A file, section, symbol or device does not exist.
  NotFound,
  /// There is no usable driver or no GPU.
  Unavailable,
  /// The driver refused; the text carries CUDA's name and description of the error.
  DriverError,
  /// Bytes that are not what they claim to be.
  ParseError,
  /// Well-formed, but beyond what this version of the library or this device can do.
  Unsupported,
  /// A fault of the library; please report it.
  Internal,
};

/// The code in words: "invalid argument".
std::string_view name(StatusCode code);

/// Success, or a code and a text for a person.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(StatusCode code, std::string text) : code_(code), text_(std::move(text)) {}

  bool ok() const { return code_ == StatusCode::Ok; }
  explicit operator bool() const { return ok(); }

  StatusCode code() const { return code_; }
  /// Empty on success.
  const std::string &text() const { return text_; }
  /// "ok", or the code in words, a colon and the text.
  std::string toString() const;

private:
  StatusCode code_ = StatusCode::Ok;
  std::string text_;
};

/// A `T`, or the status that says why there is none. As with `std::optional`, only an `ok()` one may be dereferenced.
template <class T> class [[nodiscard]] StatusOr {
public:
  StatusOr(T value) : value_(std::move(value)) {}
  StatusOr(Status status) : status_(std::move(status)) {
    if (status_.ok()) status_ = Status(StatusCode::Internal, "a success was returned without its value");
  }

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Status &status() const { return status_; }

  T &operator*() & { return *value_; }
  const T &operator*() const & { return *value_; }
  T &&operator*() && { return *std::move(value_); }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }

private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace tritonc
