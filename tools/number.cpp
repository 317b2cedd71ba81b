#include "tools/number.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace tritonc::tools {
namespace {

int digitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

/// True for `-`, which is taken away, as is `+`.
bool takeSign(std::string_view &text) {
  bool isNegative = text.starts_with('-');
  if (isNegative || text.starts_with('+')) text.remove_prefix(1);
  return isNegative;
}

/// 16, 8 or 2 with the prefix taken away; 10 without one.
int takeBase(std::string_view &text) {
  if (text.size() < 3 || text[0] != '0') return 10;
  char letter = static_cast<char>(text[1] | 0x20);
  int base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
  if (base == 10) return base;
  text.remove_prefix(2);
  // `0x_10`
  if (text.starts_with('_')) text.remove_prefix(1);
  return base;
}

/// The digits without the single underscores between them; nothing if an underscore stands elsewhere.
std::optional<std::string> withoutUnderscores(std::string_view text) {
  if (text.empty() || text.front() == '_' || text.back() == '_' || text.find("__") != std::string_view::npos)
    return std::nullopt;
  std::string digits(text);
  std::erase(digits, '_');
  return digits;
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::optional<WideInt> parseInteger(std::string_view text) {
  constexpr WideInt kLargest = WideInt{1} << 100;
  text = trim(text);
  bool isNegative = takeSign(text);
  int base = takeBase(text);
  auto digits = withoutUnderscores(text);
  if (!digits) return std::nullopt;
  WideInt value = 0;
  for (char c : *digits) {
    if (digitOf(c) >= base) return std::nullopt;
    value = std::min(value * base + digitOf(c), kLargest);
  }
  return isNegative ? -value : value;
}

std::optional<double> parseReal(std::string_view text) {
  if (auto integer = parseInteger(text); integer && *integer < (WideInt{1} << 64) && *integer > -(WideInt{1} << 64))
    return static_cast<double>(*integer);
  text = trim(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  auto digits = withoutUnderscores(text);
  if (!digits) return std::nullopt;
  double value = 0;
  const char *end = digits->data() + digits->size();
  auto [stop, error] = std::from_chars(digits->data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace tritonc::tools
