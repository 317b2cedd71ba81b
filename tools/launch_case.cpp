#include "tools/launch_case.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "tools/number.h"

namespace tritonc::tools {
namespace {

using Json = nlohmann::json;

template <class T> std::optional<T> parseAll(std::string_view text) {
  T value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class T> bool fits(WideInt value) {
  return value >= WideInt{std::numeric_limits<T>::min()} && value <= WideInt{std::numeric_limits<T>::max()};
}

/// A run-time argument and the type it gets in the signature.
struct TypedScalar {
  Scalar value;
  std::string type;
};

/// The hints of a signature: 1, or a multiple of 16.
std::string_view hintOf(WideInt value) { return value == 1 ? ":1" : value % 16 == 0 ? ":16" : ""; }

std::optional<TypedScalar> parseScalar(std::string_view text) {
  text = trim(text);
  if (text == "True" || text == "False") return TypedScalar{int64_t{text == "True"}, "i1"};
  if (auto value = parseInteger(text)) {
    if (fits<int32_t>(*value)) return TypedScalar{static_cast<int64_t>(*value), fmt::format("i32{}", hintOf(*value))};
    if (fits<int64_t>(*value)) return TypedScalar{static_cast<int64_t>(*value), fmt::format("i64{}", hintOf(*value))};
    return TypedScalar{static_cast<uint64_t>(*value), fmt::format("u64{}", hintOf(*value))};
  }
  if (auto value = parseReal(text)) return TypedScalar{*value, "fp32"};
  return std::nullopt;
}

void addToSignature(compiler::Options &options, std::string_view name, std::string_view type) {
  if (!options.signature.empty()) options.signature += ", ";
  options.signature += fmt::format("{}={}", name, type);
}

/// An array seen through a tensor descriptor: `@x.npy[64, 128]`, the shape of its blocks in brackets.
struct DescriptorSpec {
  std::string_view array, block;
};

std::optional<DescriptorSpec> parseDescriptor(std::string_view spec) {
  size_t open = spec.rfind('[');
  if (open == std::string_view::npos || !spec.ends_with(']')) return std::nullopt;
  std::string_view block = spec.substr(open + 1, spec.size() - open - 2);
  if (block.find_first_not_of("0123456789, ") != std::string_view::npos) return std::nullopt;
  return DescriptorSpec{spec.substr(0, open), block};
}

/// The array and, as numbers of their own, its shape and strides: the parameters that a descriptor is (docs/abi.md).
Success addDescriptor(LaunchCase &launch, const std::string &name, const DescriptorSpec &spec, Diagnostics &diags) {
  constexpr int64_t kAlignment = 16;
  TC_TRY(Array array, makeArray(spec.array, name, diags));
  size_t rank = array.shape.size();
  if (static_cast<size_t>(std::ranges::count(spec.block, ',')) + 1 != rank)
    return diags.error({}, DiagId::BadArgument, "`{}`: blocks of [{}] of an array of {} dimensions", name, spec.block,
                       rank);
  int64_t elementBytes = std::max<int64_t>(ir::bitWidth(array.type->kind) / 8, 1), stride = 1;
  addToSignature(launch.options, name, fmt::format("tensordesc<{}[{}]>", array.type->name, spec.block));
  for (size_t d = rank; d-- > 0;) {
    if (d + 1 < rank && stride * elementBytes % kAlignment != 0)
      return diags.error({}, DiagId::BadArgument, "`{}`: the stride of dimension {} is {} bytes, no multiple of {}",
                         name, d, stride * elementBytes, kAlignment);
    launch.arguments.push_back({fmt::format("{}.shape[{}]", name, d), Scalar(array.shape[d])});
    launch.arguments.push_back({fmt::format("{}.strides[{}]", name, d), Scalar(stride)});
    stride *= array.shape[d];
  }
  launch.arguments.push_back({name, std::move(array)});
  return {};
}

/// The text of a JSON value as an argument: strings as they are, numbers as JSON spells them.
std::string specText(const Json &value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  if (value.is_null()) return "None";
  return value.dump();
}

Failed failBatch(Diagnostics &diags, std::string_view why) {
  return diags.error({}, DiagId::BadArgument, "cannot use a line of the batch: {}", why);
}

/// Calls `use(key, value)` for each entry of an object.
template <class F> Success forEachEntry(const Json &line, const char *field, Diagnostics &diags, F &&use) {
  auto found = line.find(field);
  if (found == line.end()) return {};
  if (!found->is_object()) return failBatch(diags, fmt::format("`{}` is not an object", field));
  for (auto &[key, value] : found->items()) TC_TRY_VOID(use(key, value));
  return {};
}

Success readInt(const Json &line, const char *field, int &value, Diagnostics &diags) {
  auto found = line.find(field);
  if (found == line.end()) return {};
  bool isInt = found->is_number_integer() && std::in_range<int>(found->get<int64_t>());
  if (!isInt) return failBatch(diags, fmt::format("`{}` is not an integer of 32 bits", field));
  value = found->get<int>();
  return {};
}

Success readString(const Json &line, const char *field, std::string &value, Diagnostics &diags) {
  auto found = line.find(field);
  if (found == line.end()) return {};
  if (!found->is_string()) return failBatch(diags, fmt::format("`{}` is not a string", field));
  value = found->get<std::string>();
  return {};
}

Success readGrid(const Json &line, LaunchCase &launch, Diagnostics &diags) {
  auto found = line.find("grid");
  if (found == line.end()) return {};
  bool good = found->is_array() && found->size() >= 1 && found->size() <= 3;
  for (size_t i = 0; good && i < found->size(); ++i) {
    const Json &size = (*found)[i];
    good = size.is_number_integer() && size.get<int64_t>() >= 0;
    if (good) launch.grid[i] = size.get<int64_t>();
  }
  if (!good) return failBatch(diags, "`grid` is not a list of one to three sizes");
  return {};
}

Success readSabotage(const Json &line, codegen::SabotageRequest &request, Diagnostics &diags) {
  std::string text = request.toString();
  TC_TRY_VOID(readString(line, "sabotage", text, diags));
  if (text.empty()) return {};
  auto parsed = codegen::SabotageRequest::parse(text);
  if (!parsed)
    return failBatch(diags, fmt::format("`sabotage` is `{}`, not {}", text, codegen::SabotageRequest::usage()));
  request = *parsed;
  return {};
}

constexpr int kMaxNesting = 100;

/// How deep the brackets of a JSON text are nested.
int nestingOf(std::string_view text) {
  int depth = 0, deepest = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isInString && c == '\\') ++i;
    if (c == '"') isInString = !isInString;
    if (isInString) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if (c == ']' || c == '}') --depth;
  }
  return deepest;
}

/// Discarded if the text is no JSON. `repeated` gets a key that an object has twice.
Json parseJson(std::string_view text, std::optional<std::string> &repeated) {
  std::vector<std::set<std::string>> keys;
  auto onEvent = [&](int, Json::parse_event_t event, const Json &parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      repeated = parsed.get<std::string>();
    return true;
  };
  return Json::parse(text, onEvent, /*allow_exceptions=*/false);
}

/// A misspelled field would else be a launch with the default.
Success checkFields(const Json &line, Diagnostics &diags) {
  constexpr auto kFields =
      std::to_array<std::string_view>({"file", "kernel", "grid", "args", "constants", "warps", "stages", "save"});
  // Of our own tests; not in the list that a user sees.
  constexpr auto kHidden = std::to_array<std::string_view>({"ptx", "sabotage", "record_uses", "allow_uses"});
  for (const auto &entry : line.items())
    if (std::ranges::find(kFields, entry.key()) == kFields.end() &&
        std::ranges::find(kHidden, entry.key()) == kHidden.end())
      return failBatch(diags,
                       fmt::format("there is no field `{}`; there are {}", entry.key(), fmt::join(kFields, ", ")));
  return {};
}

}  // namespace

Argument *LaunchCase::find(std::string_view name) {
  for (Argument &argument : arguments)
    if (argument.name == name) return &argument;
  return nullptr;
}

Success LaunchCase::checkSaves(Diagnostics &diags) const {
  std::map<std::string, std::string> namesOf;
  for (const auto &[name, path] : saves) {
    if (path.empty()) return diags.error({}, DiagId::BadArgument, "array `{}` is saved to a file without a name", name);
    if (path == "-") continue;
    auto [other, isNew] = namesOf.emplace(std::filesystem::path(path).lexically_normal().string(), name);
    if (!isNew)
      return diags.error({}, DiagId::BadArgument, "arrays `{}` and `{}` are saved to one file, `{}`", other->second,
                         name, path);
  }
  return {};
}

Success LaunchCase::checkScalars(std::span<const KernelParam> params, Diagnostics &diags) {
  for (const KernelParam &param : params) {
    const auto *scalar = std::get_if<Scalar>(&find(param.name)->value);
    const ElementType *type = findElementType(param.type);
    if (!scalar || !type || !ir::isInt(type->kind)) continue;
    if (std::holds_alternative<double>(*scalar))
      return diags.error({}, DiagId::BadArgument, "`{}` is declared {}; it gets a number that is no integer",
                         param.name, param.type);
    WideInt value = std::visit([](auto number) { return static_cast<WideInt>(number); }, *scalar);
    auto [least, most] = integerRange(*type);
    if (value < least || value > most)
      return diags.error({}, DiagId::BadArgument, "`{}` is declared {}; {} does not fit it", param.name, param.type,
                         std::visit([](auto number) { return fmt::format("{}", number); }, *scalar));
  }
  return {};
}

std::string LaunchCase::compileKey() const {
  std::string key = fmt::format("{}\n{}\n{}\n{} {} {}", file, options.kernel, options.signature, options.warps,
                                options.numStages, options.fpFusion);
  key += fmt::format(" {}", options.sabotage.toString());
  for (const auto &[name, value] : options.constants) key += fmt::format("\n{}={}", name, value);
  return key;
}

Success addArgument(LaunchCase &launch, const std::string &name, const std::string &spec, Diagnostics &diags) {
  if (launch.find(name)) return diags.error({}, DiagId::BadArgument, "argument `{}` is given twice", name);
  if (describesArray(spec)) {
    if (auto descriptor = parseDescriptor(spec)) return addDescriptor(launch, name, *descriptor, diags);
    TC_TRY(Array array, makeArray(spec, name, diags));
    addToSignature(launch.options, name, fmt::format("*{}:16", array.type->name));
    launch.arguments.push_back({name, std::move(array)});
    return {};
  }
  if (auto integer = parseInteger(spec); integer && !fits<int64_t>(*integer) && !fits<uint64_t>(*integer))
    return diags.error({}, DiagId::BadArgument, "`{}`: {} does not fit 64 bits", name, spec);
  auto scalar = parseScalar(spec);
  if (!scalar) {
    launch.options.constants.emplace_back(name, spec);
    return {};
  }
  addToSignature(launch.options, name, scalar->type);
  launch.arguments.push_back({name, scalar->value});
  return {};
}

Result<std::array<int64_t, 3>> parseGrid(std::string_view text, Diagnostics &diags) {
  std::array<int64_t, 3> grid = {1, 1, 1};
  std::string_view rest = text;
  for (int64_t &size : grid) {
    size_t comma = rest.find(',');
    auto value = parseAll<int64_t>(rest.substr(0, comma));
    if (!value || *value < 0) break;
    size = *value;
    if (comma == std::string_view::npos) return grid;
    rest.remove_prefix(comma + 1);
  }
  return diags.error({}, DiagId::BadArgument, "`{}` is not a grid of the form X, X,Y or X,Y,Z", text);
}

Result<LaunchCase> parseBatchLine(std::string_view text, const LaunchCase &defaults, Diagnostics &diags) {
  if (nestingOf(text) > kMaxNesting) return failBatch(diags, "it is nested too deeply");
  std::optional<std::string> repeated;
  Json line = parseJson(text, repeated);
  if (!line.is_object()) return failBatch(diags, "it is not a JSON object");
  if (repeated) return failBatch(diags, fmt::format("`{}` is given twice", *repeated));
  TC_TRY_VOID(checkFields(line, diags));
  LaunchCase launch = defaults;
  TC_TRY_VOID(readString(line, "file", launch.file, diags));
  TC_TRY_VOID(readString(line, "kernel", launch.options.kernel, diags));
  TC_TRY_VOID(readInt(line, "warps", launch.options.warps, diags));
  TC_TRY_VOID(readInt(line, "stages", launch.options.numStages, diags));
  TC_TRY_VOID(readString(line, "ptx", launch.ptxFile, diags));
  TC_TRY_VOID(readSabotage(line, launch.options.sabotage, diags));
  TC_TRY_VOID(readGrid(line, launch, diags));
  TC_TRY_VOID(forEachEntry(line, "args", diags, [&](const std::string &name, const Json &value) {
    return addArgument(launch, name, specText(value), diags);
  }));
  TC_TRY_VOID(forEachEntry(line, "constants", diags, [&](const std::string &name, const Json &value) {
    launch.options.constants.emplace_back(name, specText(value));
    return Success();
  }));
  auto readPaths = [&](const char *field, std::map<std::string, std::string> &paths) {
    return forEachEntry(line, field, diags, [&](const std::string &name, const Json &value) {
      paths[name] = specText(value);
      return Success();
    });
  };
  TC_TRY_VOID(readPaths("save", launch.saves));
  TC_TRY_VOID(readPaths("record_uses", launch.usesMade));
  TC_TRY_VOID(readPaths("allow_uses", launch.usesAllowed));
  TC_TRY_VOID(launch.checkSaves(diags));
  return launch;
}

}  // namespace tritonc::tools
