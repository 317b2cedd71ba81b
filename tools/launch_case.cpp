#include "tools/launch_case.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace tritonc::tools {
namespace {

using Json = nlohmann::json;

template <class T> std::optional<T> parseAll(std::string_view text) {
  T value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A decimal integer with more digits than any parameter holds, or as many as some.
bool isLongInteger(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return text.size() >= 19 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A run-time argument and the type it gets in the signature.
struct TypedScalar {
  Scalar value;
  std::string type;
};

std::optional<TypedScalar> parseScalar(std::string_view text) {
  if (text == "True" || text == "False") return TypedScalar{int64_t{text == "True"}, "i1"};
  if (auto value = parseAll<int64_t>(text)) {
    bool is32 = *value >= std::numeric_limits<int32_t>::min() && *value <= std::numeric_limits<int32_t>::max();
    return TypedScalar{*value, fmt::format("{}{}", is32 ? "i32" : "i64", *value % 16 == 0 ? ":16" : "")};
  }
  if (auto value = parseAll<uint64_t>(text)) return TypedScalar{*value, *value % 16 == 0 ? "u64:16" : "u64"};
  if (auto value = parseAll<double>(text)) return TypedScalar{*value, "fp32"};
  return std::nullopt;
}

void addToSignature(compiler::Options &options, std::string_view name, std::string_view type) {
  if (!options.signature.empty()) options.signature += ", ";
  options.signature += fmt::format("{}={}", name, type);
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
    TC_TRY(Array array, makeArray(spec, name, diags));
    addToSignature(launch.options, name, fmt::format("*{}:16", array.type->name));
    launch.arguments.push_back({name, std::move(array)});
    return {};
  }
  auto scalar = parseScalar(spec);
  if (isLongInteger(spec) && std::holds_alternative<double>(scalar->value))
    return diags.error({}, DiagId::BadArgument, "`{}`: {} does not fit 64 bits", name, spec);
  bool isConstant = !scalar || spec == "1";
  if (isConstant) {
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
  Json line = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!line.is_object()) return failBatch(diags, "it is not a JSON object");
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
  return launch;
}

}  // namespace tritonc::tools
