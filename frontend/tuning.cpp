#include "frontend/tuning.h"

#include <algorithm>

#include "frontend/python_text.h"

namespace tritonc::frontend {
namespace {

const Value *findIn(const std::vector<std::pair<std::string, Value>> &values, std::string_view name) {
  auto found = std::ranges::find(values, name, [](const auto &entry) { return std::string_view(entry.first); });
  return found == values.end() ? nullptr : &found->second;
}

/// Whether a value was made by the function of Triton with this name.
bool isMadeBy(const Value &value, std::string_view name) {
  const RecordClass *cls = recordClassOf(value);
  return cls && cls->name == name;
}

const Value &field(const Value &record, std::string_view name) {
  return (*record.parts())[*recordClassOf(record)->fieldIndex(name)];
}

TuneConfig configOf(const Value &value) {
  TuneConfig config;
  config.whole = value;
  if (!isMadeBy(value, "triton.Config")) return config;
  const Value &metas = field(value, "kwargs");
  if (const auto *dict = metas.dynAs<DictValue>()) {
    for (const DictValue::Item &item : *dict->items)
      if (item.key.is<StringValue>()) config.metas.emplace_back(item.key.text(), item.value);
  } else if (!metas.isNone()) {
    config.whole = metas;
  }
  for (const char *name : {"num_warps", "num_ctas", "num_stages", "maxnreg"})
    config.options.emplace_back(name, field(value, name));
  return config;
}

/// The empty list stands for one config of defaults.
std::vector<TuneConfig> configsOf(const Value &list) {
  std::vector<TuneConfig> configs;
  if (!list.is<TupleValue>()) return configs;
  for (const Value &element : list.elements()) configs.push_back(configOf(element));
  if (!configs.empty()) return configs;
  TuneConfig &config = configs.emplace_back();
  config.options = {{"num_warps", Value(BigInt(4))},
                    {"num_ctas", Value(BigInt(1))},
                    {"num_stages", Value(BigInt(3))},
                    {"maxnreg", Value(NoneValue{})}};
  return configs;
}

std::string textOf(const Value &value) {
  const auto *opaque = value.dynAs<OpaqueValue>();
  return opaque ? *opaque->name : pythonRepr(value);
}

}  // namespace

const Value *TuneConfig::find(std::string_view name) const {
  const Value *meta = findIn(metas, name);
  // A launch passes options to parameters of their names, too.
  return meta ? meta : findIn(options, name);
}

std::string TuneConfig::text() const {
  if (options.empty() || whole.is<OpaqueValue>()) return textOf(whole);
  std::vector<std::string> parts;
  for (const auto *values : {&metas, &options})
    for (const auto &[name, value] : *values) parts.push_back(fmt::format("{}: {}", name, textOf(value)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

Result<Tuning> tuningOf(Lowering &lowering, const FunctionInfo &kernel) {
  Tuning tuning;
  for (const ast::Expr *decorator : kernel.def->decorators) {
    TC_TRY(bool isJit, lowering.isJitDecorator(*decorator, *kernel.scope));
    if (isJit) continue;
    TC_TRY(Value value, lowering.evaluateHost(*decorator, *kernel.scope));
    if (isMadeBy(value, "triton.autotune")) {
      tuning.autotune = decorator->range;
      tuning.list = field(value, "configs");
      tuning.configs = configsOf(tuning.list);
      if (const Value &key = field(value, "key"); key.is<TupleValue>())
        for (const Value &name : key.elements())
          if (name.is<StringValue>()) tuning.key.push_back(name.text());
    } else if (isMadeBy(value, "triton.heuristics")) {
      tuning.heuristicsRange = decorator->range;
      if (const auto *dict = field(value, "values").dynAs<DictValue>())
        for (const DictValue::Item &item : *dict->items)
          if (item.key.is<StringValue>()) tuning.heuristics.push_back({item.key.text(), item.value});
    }
  }
  return tuning;
}

}  // namespace tritonc::frontend
