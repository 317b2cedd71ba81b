#include "ir/print.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>

#include "ir/attrs_visit.h"
#include "ir/float_format.h"
#include "ir/layout_text.h"

namespace tritonc::ir {
namespace {

/// Numbers the layouts of a module in the order in which the text meets them.
class LayoutNames {
public:
  std::string name(Layout layout) {
    auto [entry, isNew] = numbers_.emplace(layout, layouts_.size());
    if (isNew) layouts_.push_back(layout);
    return fmt::format("#l{}", entry->second);
  }

  std::string definitions() const {
    std::string text;
    for (size_t i = 0; i < layouts_.size(); ++i) text += fmt::format("#l{} = {}\n", i, print(*layouts_[i]));
    return text;
  }

private:
  std::unordered_map<Layout, size_t> numbers_;
  std::vector<Layout> layouts_;
};

/// Source names where there are any, made unique; numbers fill the gaps.
class ValueNames {
public:
  explicit ValueNames(const Function &function) : names_(function.numValueIds()) {}

  void define(const Value *value) {
    std::string name(value->name());
    if (name.empty()) {
      names_[value->id()] = fmt::format("%{}", nextNumber_++);
      return;
    }
    for (unsigned suffix = 1; !taken_.insert(name).second; ++suffix) name = fmt::format("{}_{}", value->name(), suffix);
    names_[value->id()] = "%" + name;
  }

  std::string_view operator[](const Value *value) const {
    const std::string &name = names_[value->id()];
    return name.empty() ? "%<undefined>" : std::string_view(name);
  }

private:
  std::vector<std::string> names_;
  std::unordered_set<std::string> taken_;
  unsigned nextNumber_ = 0;
};

/// In double quotes, with `\xx` (hexadecimal) for quotes, backslashes and what is not printable ASCII.
std::string quote(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    bool isPlain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
    if (isPlain)
      quoted += c;
    else
      quoted += fmt::format("\\{:02x}", static_cast<unsigned char>(c));
  }
  return quoted + "\"";
}

/// Writes attribute fields: required ones before the operands, optional ones in braces.
struct AttrText {
  std::vector<std::string> required_;
  std::vector<std::string> optional_;

  void required(std::string_view, const auto &field) { required_.push_back(text(field)); }
  template <class T> void optional(std::string_view name, const T &field, const T &defaultValue) {
    if (field == defaultValue) return;
    if constexpr (std::is_same_v<T, bool>)
      optional_.emplace_back(name);
    else
      optional_.push_back(fmt::format("{} = {}", name, text(field)));
  }

  static std::string text(int64_t field) { return fmt::format("{}", field); }
  static std::string text(std::string_view field) { return fmt::format("@{}", field); }
  static std::string text(const DimVector &field) { return fmt::format("[{}]", fmt::join(field, ", ")); }
  static std::string text(const QuotedText &field) { return quote(field.text); }
  template <class Enum>
    requires std::is_enum_v<Enum>
  static std::string text(Enum field) {
    return std::string(EnumNames<Enum>::kNames[static_cast<size_t>(field)]);
  }

  /// ` {a = 1, b}`, or nothing.
  std::string braces() const { return optional_.empty() ? "" : fmt::format(" {{{}}}", fmt::join(optional_, ", ")); }
};

template <class A> AttrText attrText(const A &attrs) {
  AttrText text;
  attrs.fields(attrs, text);
  return text;
}

class FunctionPrinter {
public:
  FunctionPrinter(const Function &function, LayoutNames &layouts)
      : function_(function), layouts_(layouts), names_(function) {}

  std::string run() {
    std::vector<std::string> params;
    Block *body = function_.body();
    for (unsigned i = 0; i < body->numArgs(); ++i) {
      names_.define(body->arg(i));
      params.push_back(argument(body->arg(i)) + attrText(function_.paramAttrs(i)).braces());
    }
    std::string results;
    if (!function_.resultTypes().empty()) results = " -> " + types(function_.resultTypes());
    out_ = fmt::format("{} @{}({}){} {{\n", function_.isKernel() ? "kernel" : "func", function_.name(),
                       fmt::join(params, ", "), results);
    printOps(*body, 1);
    out_ += "}\n";
    return std::move(out_);
  }

private:
  void printOps(const Block &block, unsigned depth) {
    for (Op &op : block) printOp(op, depth);
  }

  void printOp(const Op &op, unsigned depth) {
    std::string indent(2 * depth, ' ');
    std::vector<std::string> results;
    std::vector<Type> resultTypes;
    for (Value &result : op.results()) {
      names_.define(&result);
      results.emplace_back(names_[&result]);
      resultTypes.push_back(result.type());
    }
    AttrText attrs = visitAttrs(op, [](const auto &a) { return attrText(a); });
    std::vector<std::string> items = std::move(attrs.required_);
    for (const Use &use : op.operands()) items.push_back(operand(op, use.value()));

    out_ += indent;
    if (!results.empty()) out_ += fmt::format("{} = ", fmt::join(results, ", "));
    out_ += op.mnemonic();
    if (!items.empty()) out_ += fmt::format(" {}", fmt::join(items, ", "));
    out_ += attrs.braces();
    if (!resultTypes.empty()) out_ += " : " + types(resultTypes);
    for (const Block *block : op.blocks()) printBlock(*block, depth, indent);
    out_ += "\n";
  }

  void printBlock(const Block &block, unsigned depth, const std::string &indent) {
    std::vector<std::string> args;
    for (const Value *arg : block.args()) {
      names_.define(arg);
      args.push_back(argument(arg));
    }
    if (!args.empty()) out_ += fmt::format(" ({})", fmt::join(args, ", "));
    out_ += " {\n";
    printOps(block, depth + 1);
    out_ += indent + "}";
  }

  std::string argument(const Value *arg) { return fmt::format("{}: {}", names_[arg], type(arg->type())); }

  std::string operand(const Op &op, const Value *value) {
    if (!value->isConstant()) return std::string(names_[value]);
    std::string literal = printLiteral(value->type(), value->bits());
    bool typeIsClear = op.numResults() > 0 && op.result()->type().elem() == value->type();
    return typeIsClear ? literal : literal + ":" + type(value->type());
  }

  std::string types(std::span<const Type> list) {
    std::vector<std::string> texts;
    for (Type t : list) texts.push_back(type(t));
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  std::string type(Type type) {
    std::string text = print(type);
    if (type.shape().empty() || !type.layout()) return text;
    text.pop_back();
    return fmt::format("{}, {}>", text, layouts_.name(type.layout()));
  }

  const Function &function_;
  LayoutNames &layouts_;
  ValueNames names_;
  std::string out_;
};

/// The shortest decimal of the value as f32 if that reads back as the same bits, else as f64.
std::string printFloat(ScalarKind kind, uint64_t bits) {
  double value = decodeFloat(kind, bits);
  // Bits that no number stands for: a NaN, or the infinity of a format that saturates instead.
  if (std::isnan(value) || encodeFloat(kind, value) != bits) return fmt::format("{:#x}", bits);
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{}", static_cast<float>(value));
  if (encodeFloat(kind, std::strtod(text.c_str(), nullptr)) != bits) text = fmt::format("{}", value);
  bool looksLikeInt = text.find_first_of(".e") == std::string::npos;
  return looksLikeInt ? text + ".0" : text;
}

}  // namespace

std::string printLiteral(Type type, uint64_t bits) {
  if (type.isPtr()) return fmt::format("{:#x}", bits);
  ScalarKind kind = type.scalar();
  if (kind == ScalarKind::I1) return bits ? "true" : "false";
  if (isFloat(kind)) return printFloat(kind, bits);
  return fmt::format("{}", signExtend(bits, bitWidth(kind)));
}

std::string print(const Function &function) {
  LayoutNames layouts;
  return FunctionPrinter(function, layouts).run();
}

std::string print(const Module &module) {
  LayoutNames layouts;
  std::string functions;
  for (const auto &function : module.functions()) {
    if (!functions.empty()) functions += "\n";
    functions += FunctionPrinter(*function, layouts).run();
  }
  return fmt::format("module{}\n{}\n{}", attrText(module.attrs).braces(), layouts.definitions(), functions);
}

}  // namespace tritonc::ir
