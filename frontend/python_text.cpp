#include "frontend/python_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "frontend/builtins.h"
#include "frontend/encoding.h"
#include "frontend/scope.h"

namespace tritonc::frontend {
namespace {

std::string lowerWithoutUnderscores(std::string_view text) {
  std::string result;
  for (char c : text)
    if (c != '_') result += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return result;
}

std::string_view trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(kPythonSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kPythonSpace) - begin + 1);
}

/// Reads a decimal float that covers the whole text.
std::optional<double> readFloat(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too small or too large: the exponent's sign tells, or, without one, the length of the digits.
    size_t exponent = text.find('e');
    bool isTiny = exponent != std::string_view::npos ? text[exponent + 1] == '-'
                                                     : text.find_first_of("123456789") > text.find('.');
    value = isTiny ? 0 : std::numeric_limits<double>::infinity();
  }
  return value;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Underscores stand between digits, one at a time.
bool hasWellPlacedUnderscores(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '_' && (i == 0 || i + 1 == text.size() || !isDigit(text[i - 1]) || !isDigit(text[i + 1])))
      return false;
  return true;
}

bool isDigits(std::string_view text) {
  return !text.empty() && hasWellPlacedUnderscores(text) &&
         std::ranges::all_of(text, [](char c) { return isDigit(c) || c == '_'; });
}

}  // namespace

BigInt parseIntLiteral(std::string_view text) {
  if (text.size() > 2 && text[0] == '0') {
    switch (text[1] | 0x20) {
    case 'x': return BigInt::fromDigits(text.substr(2), 16);
    case 'o': return BigInt::fromDigits(text.substr(2), 8);
    case 'b': return BigInt::fromDigits(text.substr(2), 2);
    default: break;
    }
  }
  return BigInt::fromDigits(text, 10);
}

double parseFloatLiteral(std::string_view text) {
  std::optional<double> value = readFloat(lowerWithoutUnderscores(text));
  TC_CHECK(value.has_value(), "the lexer accepts well-formed numbers only");
  return *value;
}

std::optional<BigInt> parseIntText(std::string_view text) {
  text = trimmed(text);
  bool isNegative = text.starts_with('-');
  if (isNegative || text.starts_with('+')) text.remove_prefix(1);
  if (!isDigits(text)) return std::nullopt;
  BigInt value = BigInt::fromDigits(text, 10);
  return isNegative ? -value : value;
}

std::optional<double> parseFloatText(std::string_view text) {
  text = trimmed(text);
  if (!hasWellPlacedUnderscores(text)) return std::nullopt;
  std::string lower = lowerWithoutUnderscores(text);
  std::string_view rest = lower;
  bool isNegative = rest.starts_with('-');
  if (isNegative || rest.starts_with('+')) rest.remove_prefix(1);
  std::optional<double> value;
  if (rest == "inf" || rest == "infinity")
    value = std::numeric_limits<double>::infinity();
  else if (rest == "nan")
    value = std::numeric_limits<double>::quiet_NaN();
  else if (!rest.empty() && (isDigit(rest.front()) || rest.front() == '.'))
    value = readFloat(rest);
  if (value && isNegative) value = -*value;
  return value;
}

std::string floatRepr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, std::abs(value), std::chars_format::scientific);
  TC_CHECK(error == std::errc(), "the shortest form of a double has at most 24 characters");
  std::string_view text(buffer, static_cast<size_t>(end - buffer));
  size_t mark = text.find('e');
  int exponent = 0;
  std::string_view exponentText = text.substr(mark + 1);
  if (exponentText.starts_with('+')) exponentText.remove_prefix(1);
  std::from_chars(exponentText.data(), exponentText.data() + exponentText.size(), exponent);
  std::string digits(text.substr(0, mark));
  std::erase(digits, '.');

  std::string result = std::signbit(value) ? "-" : "";
  auto count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    result += digits[0];
    if (count > 1) result += "." + digits.substr(1);
    return result + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
  }
  if (exponent < 0) return result + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  if (count <= exponent + 1)
    return result + digits + std::string(static_cast<size_t>(exponent + 1 - count), '0') + ".0";
  auto whole = static_cast<size_t>(exponent + 1);
  return result + digits.substr(0, whole) + "." + digits.substr(whole);
}

namespace {

std::string stringRepr(std::string_view text) {
  bool hasSingle = text.find('\'') != std::string_view::npos;
  char quote = hasSingle && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string result(1, quote);
  for (char c : text) {
    if (c == quote || c == '\\')
      result += {'\\', c};
    else if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (c == '\r')
      result += "\\r";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else
      result += c;
  }
  return result + quote;
}

std::string typeRepr(const TypeValue &type) {
  if (type.shape.isEmpty()) return type.dtype.pythonName();
  std::string dims;
  for (int64_t dim : type.shape) dims += fmt::format("{}constexpr[{}]", dims.empty() ? "" : ", ", dim);
  return fmt::format("{}[{}]", type.dtype.pythonName(), dims);
}

struct ReprVisitor {
  std::string operator()(NoneValue) const { return "None"; }
  std::string operator()(EllipsisValue) const { return "Ellipsis"; }
  std::string operator()(bool v) const { return v ? "True" : "False"; }
  std::string operator()(const BigInt &v) const { return v.toString(); }
  std::string operator()(double v) const { return floatRepr(v); }
  std::string operator()(const StringValue &v) const { return stringRepr(*v.text); }
  std::string operator()(const TupleValue &v) const {
    std::string text;
    if (v.cls) {
      for (size_t i = 0; i < v.elements->size(); ++i)
        text += fmt::format("{}{}={}", i == 0 ? "" : ", ", v.cls->fields[i].name, pythonRepr((*v.elements)[i]));
      return fmt::format("{}({})", v.cls->name, text);
    }
    for (const Value &element : *v.elements) text += (text.empty() ? "" : ", ") + pythonRepr(element);
    return fmt::format("({}{})", text, v.elements->size() == 1 ? "," : "");
  }
  std::string operator()(const DictValue &v) const {
    std::string text;
    for (const DictValue::Item &item : *v.items)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", pythonRepr(item.key), pythonRepr(item.value));
    return fmt::format("{{{}}}", text);
  }
  std::string operator()(const LambdaValue &) const { return "<lambda>"; }
  std::string operator()(const RecordClassValue &v) const { return fmt::format("<class {}>", v.cls->name); }
  std::string operator()(const AggregateValue &v) const { return fmt::format("<{}>", v.cls->name); }
  std::string operator()(const SliceValue &v) const {
    return fmt::format("slice({}, {}, {})", pythonRepr((*v.parts)[0]), pythonRepr((*v.parts)[1]),
                       pythonRepr((*v.parts)[2]));
  }
  std::string operator()(const TypeValue &v) const { return typeRepr(v); }
  std::string operator()(const RuntimeValue &v) const { return typeRepr({v.dtype, v.shape}); }
  std::string operator()(const BlockValue &v) const { return fmt::format("<{}>", typeRepr({v.element(), v.shape})); }
  std::string operator()(const FunctionValue &v) const { return fmt::format("<function {}>", v.info->def->name.text); }
  std::string operator()(const BuiltinValue &v) const { return fmt::format("<function {}>", v.builtin->name); }
  std::string operator()(const LibdeviceValue &v) const { return fmt::format("<function {}>", v.name); }
  std::string operator()(const TypePredicate &) const { return "<method of dtype>"; }
  std::string operator()(const ModuleValue &) const { return "<module>"; }
  std::string operator()(const ClassValue &) const { return "<class>"; }
  std::string operator()(PropagateNan v) const {
    return v == PropagateNan::All ? "PropagateNan.ALL" : "PropagateNan.NONE";
  }
  std::string operator()(const OpaqueValue &v) const { return fmt::format("<{}>", *v.name); }
  std::string operator()(const UnsupportedValue &v) const { return fmt::format("<{}>", *v.name); }
  std::string operator()(const RangeValue &) const { return "<range>"; }
  std::string operator()(const UndefinedValue &) const { return "<undefined>"; }
  std::string operator()(const PoisonValue &) const { return "<error>"; }
};

}  // namespace

std::string pythonRepr(const Value &value) { return std::visit(ReprVisitor{}, value.data()); }

std::string pythonStr(const Value &value) { return value.is<StringValue>() ? value.text() : pythonRepr(value); }

std::string pythonAscii(const Value &value) {
  std::string repr = pythonRepr(value), result;
  for (size_t pos = 0; pos < repr.size();) {
    char32_t c = decode(Encoding::Utf8, repr, pos);
    if (c < 0x80)
      result += static_cast<char>(c);
    else if (c < 0x100)
      result += fmt::format("\\x{:02x}", static_cast<uint32_t>(c));
    else if (c < 0x10000)
      result += fmt::format("\\u{:04x}", static_cast<uint32_t>(c));
    else
      result += fmt::format("\\U{:08x}", static_cast<uint32_t>(c));
  }
  return result;
}

std::vector<std::string_view> charactersOf(std::string_view text) {
  std::vector<std::string_view> characters;
  for (size_t pos = 0; pos < text.size();) {
    size_t begin = pos;
    decode(Encoding::Utf8, text, pos);
    characters.push_back(text.substr(begin, pos - begin));
  }
  return characters;
}

}  // namespace tritonc::frontend
