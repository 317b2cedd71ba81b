#include "ir/support/check.h"

#include <fmt/format.h>

namespace tritonc {

void internalError(const char *file, int line, const char *condition, const std::string &why) {
  throw InternalError(fmt::format("{}:{}: `{}` does not hold: {}", file, line, condition, why));
}

}  // namespace tritonc
