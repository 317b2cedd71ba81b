#include "tools/array.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <numbers>
#include <optional>
#include <random>

#include "ir/float_format.h"
#include "ir/linear_layout.h"
#include "tools/number.h"

namespace tritonc::tools {
namespace {

using ir::ScalarKind;

constexpr auto kElementTypes = std::to_array<ElementType>({
    {"i1", ScalarKind::I1, true, "|b1"},
    {"i8", ScalarKind::I8, false, "|i1"},
    {"u8", ScalarKind::I8, true, "|u1"},
    {"i16", ScalarKind::I16, false, "<i2"},
    {"u16", ScalarKind::I16, true, "<u2"},
    {"i32", ScalarKind::I32, false, "<i4"},
    {"u32", ScalarKind::I32, true, "<u4"},
    {"i64", ScalarKind::I64, false, "<i8"},
    {"u64", ScalarKind::I64, true, "<u8"},
    {"fp8e4nv", ScalarKind::F8E4M3, false, ""},
    {"fp8e5", ScalarKind::F8E5M2, false, ""},
    {"fp16", ScalarKind::F16, false, "<f2"},
    {"bf16", ScalarKind::BF16, false, ""},
    {"fp32", ScalarKind::F32, false, "<f4"},
    {"fp64", ScalarKind::F64, false, "<f8"},
});

/// No description makes a larger array (elements).
constexpr int64_t kMaxElements = int64_t{1} << 32;

/// A number of a description: exact as far as it is an integer.
struct Number {
  double real = 0;
  std::optional<WideInt> integer;

  Number(double value) : real(value) {}
  Number(WideInt value) : real(static_cast<double>(value)), integer(value) {}
};

uint64_t encode(const ElementType &type, const Number &value) {
  if (ir::isFloat(type.kind)) return ir::encodeFloat(type.kind, value.real);
  TC_CHECK(value.integer, "integers are made of integers");
  if (type.kind == ScalarKind::I1) return *value.integer != 0;
  return static_cast<uint64_t>(*value.integer);
}

uint64_t readElement(const Array &array, int64_t index) {
  size_t width = ir::byteWidth(array.type->kind);
  uint64_t bits = 0;
  std::memcpy(&bits, array.data.data() + static_cast<size_t>(index) * width, width);
  return bits;
}

/// The parsed `name(shape, type, numbers..., seed=n)`.
struct Description {
  std::string_view name;
  std::vector<int64_t> shape;
  const ElementType *type = nullptr;
  std::vector<Number> numbers;
  /// As they were written.
  std::vector<std::string_view> texts;
  uint64_t seed = 0;
};

template <class T> std::optional<T> parseNumber(std::string_view text) {
  T value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t at = text.find(separator);
    parts.push_back(trim(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::optional<std::vector<int64_t>> parseShape(std::string_view text) {
  std::vector<int64_t> shape;
  for (std::string_view part : split(text, 'x')) {
    auto dim = parseNumber<int64_t>(part);
    if (!dim || *dim < 0) return std::nullopt;
    shape.push_back(*dim);
  }
  return countElements(shape) ? std::optional(std::move(shape)) : std::nullopt;
}

/// Numbers in [0, 1), the same on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  /// In [low, high).
  WideInt between(WideInt low, WideInt high) {
    auto span = static_cast<unsigned __int128>(high - low);
    if (span < (1ull << 53)) return low + static_cast<WideInt>(uniform() * static_cast<double>(span));
    return low + static_cast<WideInt>((static_cast<unsigned __int128>(engine_()) * span) >> 64);
  }
  /// Box-Muller.
  double normal() {
    double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

private:
  std::mt19937_64 engine_;
};

/// The ways to fill an array. `element` gives the value of element i.
struct Filler {
  std::string_view name;
  size_t numbers;
  /// Makes fractions, which are no integers.
  bool isReal;
  Number (*element)(const Description &, Random &, int64_t i);
};

constexpr auto kFillers = std::to_array<Filler>({
    {"zeros", 0, false, [](const Description &, Random &, int64_t) { return Number(WideInt{0}); }},
    {"ones", 0, false, [](const Description &, Random &, int64_t) { return Number(WideInt{1}); }},
    {"full", 1, false, [](const Description &d, Random &, int64_t) { return d.numbers[0]; }},
    {"arange", 0, false, [](const Description &, Random &, int64_t i) { return Number(WideInt{i}); }},
    {"rand", 0, true, [](const Description &, Random &random, int64_t) { return Number(random.uniform()); }},
    {"randn", 0, true, [](const Description &, Random &random, int64_t) { return Number(random.normal()); }},
    {"randint", 2, false,
     [](const Description &d, Random &random, int64_t) {
       return Number(random.between(*d.numbers[0].integer, *d.numbers[1].integer));
     }},
});

const Filler *findFiller(std::string_view name) {
  for (const Filler &filler : kFillers)
    if (filler.name == name) return &filler;
  return nullptr;
}

/// Why the numbers do not fit what they describe.
std::optional<std::string> checkNumbers(const Description &description, const Filler &filler) {
  const std::vector<Number> &numbers = description.numbers;
  if (numbers.size() != filler.numbers)
    return fmt::format("`{}` takes {} numbers after shape and type, found {}", filler.name, filler.numbers,
                       numbers.size());
  bool isRandomInt = filler.name == "randint";
  for (const Number &number : numbers)
    if (isRandomInt && !number.integer) return fmt::format("{} is no integer", number.real);
  if (isRandomInt && *numbers[0].integer >= *numbers[1].integer)
    return std::string("no integer is at least the first number and less than the second");
  const ElementType &type = *description.type;
  if (!ir::isInt(type.kind)) return std::nullopt;
  if (filler.isReal)
    return fmt::format("`{}` makes fractions, and {} holds integers; `randint` makes those", filler.name, type.name);
  // Booleans are 0 or 1, whatever they are made of.
  auto [least, most] = type.kind == ScalarKind::I1 ? std::pair<WideInt, WideInt>{0, ~uint64_t{0}} : integerRange(type);
  for (size_t i = 0; i < numbers.size(); ++i) {
    // `randint` stays below its second number.
    WideInt past = isRandomInt && i == 1 ? 1 : 0;
    if (!numbers[i].integer) return fmt::format("{} is no {}", numbers[i].real, type.name);
    if (*numbers[i].integer < least || *numbers[i].integer > most + past)
      return fmt::format("{} does not fit {}", description.texts[i], type.name);
  }
  int64_t count = *countElements(description.shape);
  if (filler.name == "arange" && count - 1 > most)
    return fmt::format("its last element {} does not fit {}", count - 1, type.name);
  return std::nullopt;
}

/// A number as an element type takes it: exact if it is whole.
std::optional<Number> parseElement(std::string_view text) {
  if (auto integer = parseInteger(text)) return Number(*integer);
  auto real = parseReal(text);
  if (!real) return std::nullopt;
  bool isWhole = std::fabs(*real) < 0x1p53 && std::floor(*real) == *real;
  return isWhole && (*real != 0 || !std::signbit(*real)) ? Number(static_cast<WideInt>(*real)) : Number(*real);
}

/// Why the text is no description, or the description.
std::optional<std::string> parseDescription(std::string_view text, Description &result) {
  text = trim(text);
  size_t open = text.find('(');
  result.name = trim(text.substr(0, open));
  const Filler *filler = findFiller(result.name);
  if (!filler) return fmt::format("`{}` makes no array", result.name);
  if (text.back() != ')') return "the closing `)` is missing";
  auto parts = split(text.substr(open + 1, text.size() - open - 2), ',');
  auto shape = parseShape(parts[0]);
  if (!shape) return fmt::format("`{}` is not a shape such as `4096` or `64x64`", parts[0]);
  result.shape = std::move(*shape);
  result.type = parts.size() > 1 ? findElementType(parts[1]) : findElementType("fp32");
  if (!result.type) return fmt::format("`{}` is not an element type", parts[1]);
  for (size_t i = 2; i < parts.size(); ++i) {
    bool isSeed = parts[i].starts_with("seed=");
    auto seed = isSeed ? parseNumber<uint64_t>(trim(parts[i].substr(5))) : std::nullopt;
    auto number = isSeed ? std::nullopt : parseElement(parts[i]);
    if (seed) result.seed = *seed;
    if (number) result.numbers.push_back(*number), result.texts.push_back(parts[i]);
    if (!seed && !number) return fmt::format("`{}` is not a number", parts[i]);
  }
  return checkNumbers(result, *filler);
}

Array fill(const Description &description) {
  Array array{description.type, description.shape, {}};
  size_t width = ir::byteWidth(array.type->kind);
  int64_t count = array.numElements();
  array.data.resize(static_cast<size_t>(count) * width);
  const Filler &filler = *findFiller(description.name);
  Random random(description.seed);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits = encode(*array.type, filler.element(description, random, i));
    std::memcpy(array.data.data() + static_cast<size_t>(i) * width, &bits, width);
  }
  return array;
}

/// `file.npy` or `file.npy:type`.
Result<Array> readDescribed(std::string_view text, std::string_view what, Diagnostics &diags) {
  size_t colon = text.rfind(':');
  const ElementType *type = colon == std::string_view::npos ? nullptr : findElementType(text.substr(colon + 1));
  TC_TRY(Array array, readNpy(std::string(type ? text.substr(0, colon) : text), diags));
  if (!type) return array;
  if (ir::byteWidth(type->kind) != ir::byteWidth(array.type->kind))
    return diags.error({}, DiagId::BadArray, "`{}`: elements of type {} cannot be reinterpreted as {}", what,
                       array.type->name, type->name);
  array.type = type;
  return array;
}

std::string printElement(const Array &array, int64_t index) {
  uint64_t bits = readElement(array, index);
  if (ir::isFloat(array.type->kind)) return fmt::format("{:g}", ir::decodeFloat(array.type->kind, bits));
  if (array.type->isUnsigned) return fmt::format("{}", bits);
  return fmt::format("{}", ir::signExtend(bits, 8 * ir::byteWidth(array.type->kind)));
}

}  // namespace

const ElementType *findElementType(std::string_view name) {
  for (const ElementType &type : kElementTypes) {
    bool isShortName = !type.isUnsigned && ir::spelling(type.kind) == name;
    if (type.name == name || isShortName) return &type;
  }
  return nullptr;
}

std::pair<WideInt, WideInt> integerRange(const ElementType &type) {
  unsigned bits = ir::bitWidth(type.kind);
  if (type.isUnsigned) return {0, (WideInt{1} << bits) - 1};
  return {-(WideInt{1} << (bits - 1)), (WideInt{1} << (bits - 1)) - 1};
}

std::optional<int64_t> countElements(std::span<const int64_t> shape) {
  int64_t count = 1;
  for (int64_t dim : shape)
    if (__builtin_mul_overflow(count, dim, &count) || count > kMaxElements) return std::nullopt;
  return count;
}

int64_t Array::numElements() const {
  auto count = countElements(shape);
  TC_CHECK(count, "the shape was checked when the array was made");
  return *count;
}

bool describesArray(std::string_view text) {
  return text.starts_with('@') || findFiller(trim(text.substr(0, text.find('(')))) != nullptr;
}

Result<Array> makeArray(std::string_view description, std::string_view what, Diagnostics &diags) {
  if (description.starts_with('@')) return readDescribed(description.substr(1), what, diags);
  Description parsed;
  if (auto problem = parseDescription(description, parsed))
    return diags.error({}, DiagId::BadArray, "`{}`: cannot read `{}`: {}", what, description, *problem);
  return fill(parsed);
}

std::string summarize(const Array &array) {
  constexpr int64_t kShown = 6;
  int64_t count = array.numElements();
  std::vector<std::string> elements;
  for (int64_t i = 0; i < count; ++i) {
    bool isHidden = count > 2 * kShown && i >= kShown && i < count - kShown;
    if (isHidden && i == kShown) elements.emplace_back("...");
    if (!isHidden) elements.push_back(printElement(array, i));
  }
  return fmt::format("{}[{}] {}", array.type->name, fmt::join(array.shape, "x"), fmt::join(elements, " "));
}

}  // namespace tritonc::tools
