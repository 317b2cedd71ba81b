// Functions of the host: host_functions.def. What they cannot compute is an error, which makes the value unknown.
#include <algorithm>
#include <cmath>

#include "frontend/lowering.h"
#include "frontend/param_type.h"
#include "frontend/python_ops.h"
#include "frontend/python_text.h"

namespace tritonc::frontend {
namespace {

DiagnosticBuilder badArgument(Lowering &l, const BuiltinCall &call, std::string_view name, std::string_view takes) {
  return l.error(call.rangeOf(call[name]), DiagId::BadArgument, "`{}` of `{}` is {}; it takes {}", name,
                 call.builtin.name, describe(call[name].value), takes);
}

Result<std::vector<Value>> sequence(Lowering &l, const BuiltinCall &call, std::string_view name) {
  std::optional<std::vector<Value>> values = iterationOf(call[name].value);
  if (!values) return badArgument(l, call, name, "a sequence");
  return std::move(*values);
}

Result<Value> sumOf(Lowering &l, const BuiltinCall &call, ast::BinaryOperator op) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  Value total = call["start"].value;
  for (const Value &value : values) {
    TC_TRY(total, l.binary(op, {total, call.range}, {value, call.range}, call.range));
  }
  return total;
}

Result<double> number(Lowering &l, const BuiltinCall &call, std::string_view name) {
  const Value &value = call[name].value;
  if (value.isNumber())
    if (std::optional<double> result = numberAsDouble(value)) return *result;
  return badArgument(l, call, name, "a number");
}

Value text(std::string value) { return Value::string(std::move(value)); }

}  // namespace

std::optional<std::vector<Value>> iterationOf(const Value &value) {
  constexpr size_t kMaxElements = 1 << 20;
  std::vector<Value> values;
  if (value.is<TupleValue>()) return value.elements();
  if (value.is<StringValue>()) {
    for (std::string_view character : charactersOf(value.text())) values.push_back(text(std::string(character)));
    return values;
  }
  if (const auto *dict = value.dynAs<DictValue>()) {
    for (const DictValue::Item &item : *dict->items) values.push_back(item.key);
    return values;
  }
  const auto *range = value.dynAs<RangeValue>();
  if (!range) return std::nullopt;
  const std::vector<Value> &bounds = range->spec->bounds;
  if (!std::ranges::all_of(bounds, &Value::isInteger) || bounds[2].integer().isZero()) return std::nullopt;
  BigInt step = bounds[2].integer(), end = bounds[1].integer();
  for (BigInt i = bounds[0].integer(); step.isNegative() ? i > end : i < end; i = i + step) {
    if (values.size() == kMaxElements) return std::nullopt;
    values.emplace_back(i);
  }
  return values;
}

const Value *dictItem(const DictValue &dict, const Value &key) {
  for (const DictValue::Item &item : *dict.items)
    if (isEqual(item.key, key)) return &item.value;
  return nullptr;
}

std::vector<DictValue::Item> withItem(std::vector<DictValue::Item> items, const Value &key, const Value &value) {
  for (DictValue::Item &item : items)
    if (isEqual(item.key, key)) {
      item.value = value;
      return items;
    }
  items.push_back({key, value});
  return items;
}

// ---- Python's own ----

Result<Value> hostAbs(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["value"].value;
  if (value.is<double>()) return Value(std::abs(value.as<double>()));
  if (!value.isInteger()) return badArgument(l, call, "value", "a number");
  BigInt integer = value.integer();
  return Value(integer.isNegative() ? -integer : integer);
}

Result<Value> hostAll(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  return Value(std::ranges::all_of(values, isTruthy));
}

Result<Value> hostAny(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  return Value(std::ranges::any_of(values, isTruthy));
}

Result<Value> hostDict(Lowering &l, const BuiltinCall &call) {
  std::vector<DictValue::Item> items;
  if (const auto *from = call["items"].value.dynAs<DictValue>()) {
    items = *from->items;
  } else {
    TC_TRY(std::vector<Value> pairs, sequence(l, call, "items"));
    for (const Value &pair : pairs) {
      if (!pair.is<TupleValue>() || pair.elements().size() != 2) return badArgument(l, call, "items", "pairs");
      items = withItem(std::move(items), pair.elements()[0], pair.elements()[1]);
    }
  }
  for (const DictValue::Item &item : *call["named"].value.as<DictValue>().items)
    items = withItem(std::move(items), item.key, item.value);
  return Value::dict(std::move(items));
}

Result<Value> hostDivmod(Lowering &l, const BuiltinCall &call) {
  TC_TRY(Value quotient, l.binary(ast::BinaryOperator::FloorDiv, call["a"], call["b"], call.range));
  TC_TRY(Value rest, l.binary(ast::BinaryOperator::Mod, call["a"], call["b"], call.range));
  if (quotient.is<OpaqueValue>()) return quotient;
  return Value::tuple({std::move(quotient), std::move(rest)});
}

Result<Value> hostEnumerate(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  TC_TRY(BigInt index, l.requireInt(call["start"], call, "start"));
  for (Value &value : values) {
    value = Value::tuple({Value(index), value});
    index = index + 1;
  }
  return Value::tuple(std::move(values));
}

Result<Value> hostPow(Lowering &l, const BuiltinCall &call) {
  return l.binary(ast::BinaryOperator::Pow, call["base"], call["exponent"], call.range);
}

Result<Value> hostReversed(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  std::ranges::reverse(values);
  return Value::tuple(std::move(values));
}

namespace {

/// A number that is not negative, to a multiple of 10^zeros; ties go to even. `isAbove`: it is a little larger than
/// `whole`.
BigInt roundedToZeros(const BigInt &whole, uint64_t zeros, bool isAbove) {
  // Then the power of ten is more than twice as large.
  if (zeros > whole.bitLength() + 1) return 0;
  BigInt unit = power(BigInt(10), static_cast<uint32_t>(zeros));
  BigInt quotient = floorDivide(whole, unit), twice = floorModulo(whole, unit) * 2;
  bool isUp = twice > unit || (twice == unit && (isAbove || quotient.lowBits() % 2 == 1));
  return (isUp ? quotient + 1 : quotient) * unit;
}

/// `round(value, digits)`; nothing where the result is too large for a float.
std::optional<Value> roundedToDigits(const Value &value, int64_t digits) {
  uint64_t zeros = digits < 0 ? 0 - static_cast<uint64_t>(digits) : 0;
  if (value.isInteger()) {
    BigInt integer = value.integer();
    if (zeros == 0) return Value(integer);
    return Value(integer.isNegative() ? -roundedToZeros(-integer, zeros, false)
                                      : roundedToZeros(integer, zeros, false));
  }
  double x = value.as<double>(), size = std::abs(x);
  // The last digit of the smallest number has the place 1074.
  if (!std::isfinite(x) || digits > 1074) return value;
  std::optional<double> rounded;
  if (zeros > 0) {
    rounded = roundedToZeros(BigInt::fromDouble(size), zeros, size != std::trunc(size)).toDouble();
  } else {
    rounded = parseFloatText(fmt::format("{:.{}f}", size, digits));
  }
  return rounded ? std::optional(Value(std::copysign(*rounded, x))) : std::nullopt;
}

}  // namespace

Result<Value> hostRound(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["value"].value;
  if (const Argument &digits = call["ndigits"]; !digits.value.isNone()) {
    TC_TRY(int64_t places, l.requireInt64(digits, call, "ndigits"));
    std::optional<Value> rounded = value.isNumber() ? roundedToDigits(value, places) : std::nullopt;
    return rounded ? Result<Value>(*rounded) : badArgument(l, call, "value", "a number that can be rounded so");
  }
  if (value.isInteger()) return Value(value.integer());
  if (!value.is<double>() || !std::isfinite(value.as<double>()))
    return badArgument(l, call, "value", "a finite number");
  // In the default rounding mode ties go to even, as in Python.
  return Value(BigInt::fromDouble(std::nearbyint(value.as<double>())));
}

Result<Value> hostSorted(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  TC_TRY(bool isReversed, l.requireBool(call["reverse"], call, "reverse"));
  bool areNumbers = std::ranges::all_of(values, &Value::isNumber);
  bool areTexts = std::ranges::all_of(values, [](const Value &value) { return value.is<StringValue>(); });
  auto isNan = [](const Value &value) { return value.is<double>() && std::isnan(value.as<double>()); };
  if ((!areNumbers && !areTexts) || std::ranges::any_of(values, isNan))
    return badArgument(l, call, "values", "numbers or strings");
  std::ranges::stable_sort(values, [&](const Value &a, const Value &b) {
    Folded isLess = foldCompare(isReversed ? ast::CompareOperator::Gt : ast::CompareOperator::Lt, a, b);
    return std::get<Value>(isLess).as<bool>();
  });
  return Value::tuple(std::move(values));
}

Result<Value> hostSum(Lowering &l, const BuiltinCall &call) {
  if (call["start"].value.is<StringValue>()) return badArgument(l, call, "start", "no string");
  return sumOf(l, call, ast::BinaryOperator::Add);
}

Result<Value> hostMap(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  for (Value &value : values) {
    TC_TRY(value, l.call(call["function"].value,
                         {.positional = {{value, call.range}}, .named = {}, .range = call.range}, call.range));
  }
  return Value::tuple(std::move(values));
}

Result<Value> hostFilter(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  std::vector<Value> kept;
  for (const Value &value : values) {
    TC_TRY(Value test, l.call(call["function"].value,
                              {.positional = {{value, call.range}}, .named = {}, .range = call.range}, call.range));
    if (test.is<OpaqueValue>()) return test;
    if (isTruthy(test)) kept.push_back(value);
  }
  return Value::tuple(std::move(kept));
}

Result<Value> hostZip(Lowering &l, const BuiltinCall &call) {
  std::vector<std::vector<Value>> columns;
  for (const Value &column : call["sequences"].value.elements()) {
    std::optional<std::vector<Value>> values = iterationOf(column);
    if (!values) return badArgument(l, call, "sequences", "sequences");
    columns.push_back(std::move(*values));
  }
  std::vector<Value> rows;
  for (size_t i = 0; std::ranges::all_of(columns, [&](const auto &column) { return i < column.size(); }); ++i) {
    if (columns.empty()) break;
    std::vector<Value> row;
    for (const std::vector<Value> &column : columns) row.push_back(column[i]);
    rows.push_back(Value::tuple(std::move(row)));
  }
  return Value::tuple(std::move(rows));
}

// ---- math ----

Result<Value> hostMathRounded(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["x"].value;
  if (value.isInteger()) return Value(value.integer());
  TC_TRY(double x, number(l, call, "x"));
  if (!std::isfinite(x)) return badArgument(l, call, "x", "a finite number");
  double rounded = call.builtin.name == "math.ceil"    ? std::ceil(x)
                   : call.builtin.name == "math.floor" ? std::floor(x)
                                                       : std::trunc(x);
  return Value(BigInt::fromDouble(rounded));
}

Result<Value> hostMathFloat(Lowering &l, const BuiltinCall &call) {
  TC_TRY(double x, number(l, call, "x"));
  std::string_view name = call.builtin.name;
  bool isLogarithm = name.starts_with("math.log");
  if ((name == "math.sqrt" && x < 0) || (isLogarithm && x <= 0)) return badArgument(l, call, "x", "a positive number");
  double result = name == "math.sqrt"    ? std::sqrt(x)
                  : name == "math.exp"   ? std::exp(x)
                  : name == "math.log"   ? std::log(x)
                  : name == "math.log2"  ? std::log2(x)
                  : name == "math.log10" ? std::log10(x)
                                         : std::abs(x);
  if (std::isinf(result) && std::isfinite(x)) return badArgument(l, call, "x", "a smaller number");
  return Value(result);
}

Result<Value> hostMathGcd(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BigInt a, l.requireInt(call["a"], call, "a"));
  TC_TRY(BigInt b, l.requireInt(call["b"], call, "b"));
  while (!b.isZero()) a = std::exchange(b, floorModulo(a, b));
  return Value(a.isNegative() ? -a : a);
}

Result<Value> hostMathProd(Lowering &l, const BuiltinCall &call) { return sumOf(l, call, ast::BinaryOperator::Mult); }

Result<Value> hostMathIsqrt(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BigInt n, l.requireInt(call["n"], call, "n"));
  if (n.isNegative()) return badArgument(l, call, "n", "no negative number");
  if (n.isZero()) return Value(n);
  // Newton's method from above.
  BigInt root = shiftLeft(1, static_cast<uint32_t>((n.bitLength() + 1) / 2));
  for (;;) {
    BigInt next = floorDivide(root + floorDivide(n, root), BigInt(2));
    if (next >= root) return Value(root);
    root = next;
  }
}

// ---- Other modules ----

/// A compile does not depend on the environment of whoever runs it: every variable is unset.
Result<Value> hostEnvironment(Lowering &, const BuiltinCall &call) { return call["default"].value; }

Result<Value> hostProduct(Lowering &l, const BuiltinCall &call) {
  constexpr size_t kMaxRows = 1 << 16;
  constexpr int64_t kMaxRepeat = 64;
  TC_TRY(int64_t repeat, l.requireInt64(call["repeat"], call, "repeat"));
  if (repeat < 0 || repeat > kMaxRepeat) return badArgument(l, call, "repeat", "a number from 0 to 64");
  std::vector<std::vector<Value>> rows = {{}};
  for (int64_t round = 0; round < repeat; ++round)
    for (const Value &column : call["sequences"].value.elements()) {
      std::optional<std::vector<Value>> values = iterationOf(column);
      if (!values || rows.size() * values->size() > kMaxRows)
        return badArgument(l, call, "sequences", "sequences with fewer combinations");
      std::vector<std::vector<Value>> longer;
      for (const std::vector<Value> &row : rows)
        for (const Value &value : *values) longer.emplace_back(row).push_back(value);
      rows = std::move(longer);
    }
  std::vector<Value> tuples;
  for (std::vector<Value> &row : rows) tuples.push_back(Value::tuple(std::move(row)));
  return Value::tuple(std::move(tuples));
}

Result<Value> hostNamedtuple(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::string name, l.requireString(call["typename"], call, "typename"));
  const Value &names = call["field_names"].value;
  std::vector<std::string> fields;
  if (names.is<StringValue>()) {
    std::string spaced = names.text();
    std::ranges::replace(spaced, ',', ' ');
    for (size_t begin = spaced.find_first_not_of(' '); begin != std::string::npos;) {
      size_t end = std::min(spaced.find(' ', begin), spaced.size());
      fields.push_back(spaced.substr(begin, end - begin));
      begin = spaced.find_first_not_of(' ', end);
    }
    return l.namedTupleClass(std::move(name), fields);
  }
  TC_TRY(std::vector<Value> list, sequence(l, call, "field_names"));
  for (const Value &field : list) {
    if (!field.is<StringValue>()) return badArgument(l, call, "field_names", "names");
    fields.push_back(field.text());
  }
  return l.namedTupleClass(std::move(name), fields);
}

/// The numbers of a version, which compare as versions do. What follows them (`rc1`, `+cu128`) is left out.
Result<Value> hostVersion(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::string version, l.requireString(call["version"], call, "version"));
  std::vector<Value> numbers;
  for (size_t begin = 0; begin < version.size();) {
    size_t end = begin;
    while (end < version.size() && version[end] >= '0' && version[end] <= '9') ++end;
    if (end == begin) break;
    numbers.emplace_back(BigInt::fromDigits(std::string_view(version).substr(begin, end - begin), 10));
    if (end == version.size() || version[end] != '.') break;
    begin = end + 1;
  }
  if (numbers.empty()) return badArgument(l, call, "version", "a version");
  // `3.4` is `3.4.0`.
  while (numbers.size() < 4) numbers.emplace_back(BigInt(0));
  return Value::tuple(std::move(numbers));
}

Result<Value> hostTorchIinfo(Lowering &l, const BuiltinCall &call) {
  std::optional<DType> dtype = typeOfAnnotation(call["dtype"].value);
  if (!dtype || !dtype->isInt() || dtype->isBool()) return badArgument(l, call, "dtype", "an integer type");
  BigInt half = shiftLeft(1, dtype->bits() - 1);
  BigInt low = dtype->isSigned() ? -half : BigInt(0), high = dtype->isSigned() ? half - 1 : half + half - 1;
  Value cls = l.namedTupleClass("iinfo", {"bits", "min", "max"});
  return Value::tuple({Value(BigInt(static_cast<int64_t>(dtype->bits()))), Value(low), Value(high)},
                      cls.as<RecordClassValue>().cls);
}

Result<Value> hostTorchFinfo(Lowering &l, const BuiltinCall &call) {
  struct Limits {
    Scalar scalar;
    double max, eps, tiny;
  };
  constexpr auto kLimits = std::to_array<Limits>({
      {Scalar::Float16, 65504.0, 0x1p-10, 0x1p-14},
      {Scalar::BFloat16, 0x1.FEp127, 0x1p-7, 0x1p-126},
      {Scalar::Float32, 0x1.FFFFFEp127, 0x1p-23, 0x1p-126},
      {Scalar::Float64, 0x1.FFFFFFFFFFFFFp1023, 0x1p-52, 0x1p-1022},
      {Scalar::Float8E4NV, 448.0, 0x1p-3, 0x1p-6},
      {Scalar::Float8E5, 57344.0, 0x1p-2, 0x1p-14},
  });
  std::optional<DType> dtype = typeOfAnnotation(call["dtype"].value);
  const auto *limits = std::ranges::find_if(kLimits, [&](const Limits &row) { return dtype && dtype->is(row.scalar); });
  if (limits == kLimits.end()) return badArgument(l, call, "dtype", "a floating-point type");
  Value cls = l.namedTupleClass("finfo", {"bits", "eps", "max", "min", "tiny", "smallest_normal"});
  std::vector<Value> values = {Value(BigInt(static_cast<int64_t>(dtype->bits()))),
                               Value(limits->eps),
                               Value(limits->max),
                               Value(-limits->max),
                               Value(limits->tiny),
                               Value(limits->tiny)};
  return Value::tuple(std::move(values), cls.as<RecordClassValue>().cls);
}

Result<Value> hostTrue(Lowering &, const BuiltinCall &) { return Value(true); }
Result<Value> hostFalse(Lowering &, const BuiltinCall &) { return Value(false); }

Result<Value> hostDeviceCapability(Lowering &l, const BuiltinCall &) {
  int capability = l.request().capability;
  return Value::tuple({Value(BigInt(capability / 10)), Value(BigInt(capability % 10))});
}

/// What `triton.Config` and the decorators of kernels are given, by name.
Result<Value> hostTritonRecord(Lowering &l, const BuiltinCall &call) {
  std::string_view name = call.builtin.name;
  std::vector<Value> fields;
  for (const Argument &arg : call.args) fields.push_back(arg.value);
  Value cls = l.namedTupleClass(fmt::format("triton.{}", name.substr(name.rfind('.') + 1)),
                                std::vector<std::string>(call.names.begin(), call.names.end()));
  return Value::tuple(std::move(fields), cls.as<RecordClassValue>().cls);
}

Result<Value> hostCurrentTarget(Lowering &l, const BuiltinCall &) {
  Value cls = l.namedTupleClass("GPUTarget", {"backend", "arch", "warp_size", "is_cuda_backend", "is_hip_backend"});
  auto method = [](std::string_view name) {
    return Value(BuiltinValue{findBuiltin(BuiltinPlace::HostModule, name), nullptr});
  };
  return Value::tuple({text("cuda"), Value(BigInt(l.request().capability)), Value(BigInt(32)),
                       method("GPUTarget.is_cuda_backend"), method("GPUTarget.is_hip_backend")},
                      cls.as<RecordClassValue>().cls);
}

std::optional<Value> hostMember(std::string_view dotted) {
  if (const Builtin *function = findBuiltin(BuiltinPlace::HostModule, dotted))
    return Value(BuiltinValue{function, nullptr});
  if (dotted == "math.pi") return Value(3.141592653589793);
  if (dotted == "math.e") return Value(2.718281828459045);
  if (dotted == "math.inf") return Value(std::numeric_limits<double>::infinity());
  if (dotted == "math.nan") return Value(std::numeric_limits<double>::quiet_NaN());
  // The release whose language this is, for files that ask.
  if (dotted == "triton.__version__") return text("3.6.0");
  if (dotted == "torch.version.hip") return Value(NoneValue{});
  if (dotted == "torch.version.cuda") return text("12.8");
  return std::nullopt;
}

// ---- Methods ----

namespace {

Result<Value> hasAffix(Lowering &l, const BuiltinCall &call, std::string_view name,
                       bool (*test)(std::string_view, std::string_view)) {
  const Value &affixes = call[name].value;
  std::vector<Value> list = affixes.is<TupleValue>() ? affixes.elements() : std::vector{affixes};
  bool isFound = false;
  for (const Value &affix : list) {
    if (!affix.is<StringValue>()) return badArgument(l, call, name, "strings");
    isFound = isFound || test(call["self"].value.text(), affix.text());
  }
  return Value(isFound);
}

Result<Value> mapped(Lowering &l, const BuiltinCall &call, char first, char last) {
  std::string result = call["self"].value.text();
  for (char &c : result) {
    if (static_cast<signed char>(c) < 0) return badArgument(l, call, "self", "ASCII characters");
    if (c >= first && c <= last) c = static_cast<char>(c ^ 0x20);
  }
  return text(std::move(result));
}

}  // namespace

Result<Value> hostStartsWith(Lowering &l, const BuiltinCall &call) {
  return hasAffix(l, call, "prefix", [](std::string_view a, std::string_view b) { return a.starts_with(b); });
}

Result<Value> hostEndsWith(Lowering &l, const BuiltinCall &call) {
  return hasAffix(l, call, "suffix", [](std::string_view a, std::string_view b) { return a.ends_with(b); });
}

Result<Value> hostLower(Lowering &l, const BuiltinCall &call) { return mapped(l, call, 'A', 'Z'); }
Result<Value> hostUpper(Lowering &l, const BuiltinCall &call) { return mapped(l, call, 'a', 'z'); }

Result<Value> hostStrip(Lowering &, const BuiltinCall &call) {
  const std::string &self = call["self"].value.text();
  size_t begin = self.find_first_not_of(kPythonSpace);
  if (begin == std::string::npos) return text("");
  return text(self.substr(begin, self.find_last_not_of(kPythonSpace) - begin + 1));
}

Result<Value> hostReplace(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::string from, l.requireString(call["old"], call, "old"));
  TC_TRY(std::string to, l.requireString(call["new"], call, "new"));
  if (from.empty()) return badArgument(l, call, "old", "a string that is not empty");
  std::string self = call["self"].value.text(), result;
  size_t begin = 0;
  for (size_t at = self.find(from); at != std::string::npos; at = self.find(from, begin)) {
    result += self.substr(begin, at - begin) + to;
    begin = at + from.size();
  }
  return text(result + self.substr(begin));
}

Result<Value> hostSplit(Lowering &l, const BuiltinCall &call) {
  const std::string &self = call["self"].value.text();
  std::vector<Value> pieces;
  if (call["sep"].value.isNone()) {
    for (size_t begin = self.find_first_not_of(kPythonSpace); begin != std::string::npos;) {
      size_t end = std::min(self.find_first_of(kPythonSpace, begin), self.size());
      pieces.push_back(text(self.substr(begin, end - begin)));
      begin = self.find_first_not_of(kPythonSpace, end);
    }
    return Value::tuple(std::move(pieces));
  }
  TC_TRY(std::string separator, l.requireString(call["sep"], call, "sep"));
  if (separator.empty()) return badArgument(l, call, "sep", "a string that is not empty");
  size_t begin = 0;
  for (size_t at = self.find(separator); at != std::string::npos; at = self.find(separator, begin)) {
    pieces.push_back(text(self.substr(begin, at - begin)));
    begin = at + separator.size();
  }
  pieces.push_back(text(self.substr(begin)));
  return Value::tuple(std::move(pieces));
}

Result<Value> hostJoin(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<Value> values, sequence(l, call, "values"));
  std::string result;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is<StringValue>()) return badArgument(l, call, "values", "strings");
    result += (i == 0 ? "" : call["self"].value.text()) + values[i].text();
  }
  return text(std::move(result));
}

/// `{}`, `{0}` and `{name}`; without formats, attributes and the like.
Result<Value> hostFormat(Lowering &l, const BuiltinCall &call) {
  const std::string &self = call["self"].value.text();
  const std::vector<Value> &values = call["values"].value.elements();
  std::string result;
  size_t next = 0;
  for (size_t i = 0; i < self.size(); ++i) {
    bool isBrace = self[i] == '{' || self[i] == '}';
    if (!isBrace) {
      result += self[i];
      continue;
    }
    if (i + 1 < self.size() && self[i + 1] == self[i]) {
      result += self[i++];
      continue;
    }
    size_t close = self.find('}', i);
    if (self[i] == '}' || close == std::string::npos) return badArgument(l, call, "self", "braces in pairs");
    std::string field = self.substr(i + 1, close - i - 1);
    std::optional<BigInt> index =
        field.empty() ? std::optional(BigInt(static_cast<int64_t>(next++))) : parseIntText(field);
    const Value *value = index ? nullptr : dictItem(call["named"].value.as<DictValue>(), text(field));
    if (index && index->toInt64().value_or(-1) >= 0 && *index < BigInt(static_cast<int64_t>(values.size())))
      value = &values[static_cast<size_t>(*index->toInt64())];
    if (!value) return badArgument(l, call, "self", "fields that have values");
    result += pythonStr(*value);
    i = close;
  }
  return text(std::move(result));
}

Result<Value> hostDictGet(Lowering &, const BuiltinCall &call) {
  const Value *found = dictItem(call["self"].value.as<DictValue>(), call["key"].value);
  return found ? *found : call["default"].value;
}

Result<Value> hostDictItems(Lowering &, const BuiltinCall &call) {
  std::vector<Value> pairs;
  for (const DictValue::Item &item : *call["self"].value.as<DictValue>().items)
    pairs.push_back(Value::tuple({item.key, item.value}));
  return Value::tuple(std::move(pairs));
}

Result<Value> hostDictKeys(Lowering &, const BuiltinCall &call) {
  return Value::tuple(*iterationOf(call["self"].value));
}

Result<Value> hostDictValues(Lowering &, const BuiltinCall &call) {
  std::vector<Value> values;
  for (const DictValue::Item &item : *call["self"].value.as<DictValue>().items) values.push_back(item.value);
  return Value::tuple(std::move(values));
}

Result<Value> hostDictCopy(Lowering &, const BuiltinCall &call) { return call["self"].value; }

Result<Value> hostTupleIndex(Lowering &l, const BuiltinCall &call) {
  const std::vector<Value> &elements = call["self"].value.elements();
  for (size_t i = 0; i < elements.size(); ++i)
    if (isEqual(elements[i], call["value"].value)) return Value(BigInt(static_cast<int64_t>(i)));
  return badArgument(l, call, "value", "an element of the tuple");
}

Result<Value> hostTupleCount(Lowering &, const BuiltinCall &call) {
  const std::vector<Value> &elements = call["self"].value.elements();
  auto count = std::ranges::count_if(elements, [&](const Value &e) { return isEqual(e, call["value"].value); });
  return Value(BigInt(static_cast<int64_t>(count)));
}

}  // namespace tritonc::frontend
