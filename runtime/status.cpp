// Texts of status codes.
#include "tritonc/status.h"

namespace tritonc {

std::string_view name(StatusCode code) {
  switch (code) {
  case StatusCode::Ok: return "ok";
  case StatusCode::InvalidArgument: return "invalid argument";
  case StatusCode::NotFound: return "not found";
  case StatusCode::Unavailable: return "unavailable";
  case StatusCode::DriverError: return "driver error";
  case StatusCode::ParseError: return "parse error";
  case StatusCode::Unsupported: return "unsupported";
  case StatusCode::Internal: return "internal error";
  }
  return "unknown status code";
}

std::string Status::toString() const {
  std::string result(name(code_));
  if (!text_.empty()) result.append(": ").append(text_);
  return result;
}

}  // namespace tritonc
