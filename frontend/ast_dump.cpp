#include "frontend/ast_dump.h"

#include <fmt/format.h>

namespace tritonc::frontend {
namespace {

std::string_view nameOf(ast::ConstantType type) {
  switch (type) {
  case ast::ConstantType::None: return "None";
  case ast::ConstantType::True: return "True";
  case ast::ConstantType::False: return "False";
  case ast::ConstantType::Ellipsis: return "Ellipsis";
  case ast::ConstantType::Int: return "Int";
  case ast::ConstantType::Float: return "Float";
  case ast::ConstantType::Imaginary: return "Imaginary";
  case ast::ConstantType::Str: return "Str";
  case ast::ConstantType::Bytes: return "Bytes";
  }
  TC_UNREACHABLE("all types are named");
}

std::string_view nameOf(ast::ParamForm form) {
  switch (form) {
  case ast::ParamForm::PositionalOnly: return "PositionalOnly";
  case ast::ParamForm::Normal: return "Normal";
  case ast::ParamForm::VarPositional: return "VarPositional";
  case ast::ParamForm::KeywordOnly: return "KeywordOnly";
  case ast::ParamForm::VarKeyword: return "VarKeyword";
  }
  TC_UNREACHABLE("all forms are named");
}

/// The text in single quotes; what is not printable ASCII as an escape for its byte.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (unsigned char c : text) {
    if (c == '\\' || c == '\'')
      out += fmt::format("\\{}", static_cast<char>(c));
    else if (c == '\n')
      out += "\\n";
    else if (c >= 0x20 && c < 0x7F)
      out += static_cast<char>(c);
    else
      out += fmt::format("\\x{:02x}", c);
  }
  return out + "'";
}

/// Writes one node in two walks over its fields: values go to the node's line, children to the lines below.
class Dumper {
public:
  explicit Dumper(const SourceFile &file) : file_(file) {}

  void node(std::string_view field, const ast::Node &node);
  std::string take() { return std::move(out_); }

private:
  enum class Walk : bool { Values, Children };

  void fields(const ast::Node &node, Walk walk);

  // Fields that hold children.
  template <class T>
    requires std::is_base_of_v<ast::Node, T>
  void field(Walk walk, std::string_view name, const T *child) {
    if (walk == Walk::Children && child) node(name, *child);
  }
  template <class T> void field(Walk walk, std::string_view name, ast::Seq<T> children) {
    if (walk != Walk::Children) return;
    for (const T *child : children) {
      // Only a dict has null children: the keys of its `**value`s.
      if (child)
        node(name, *child);
      else
        out_ += fmt::format("{:{}}{}: **\n", "", 2 * indent_, name);
    }
  }

  // Fields that hold values.
  void value(Walk walk, std::string_view name, std::string_view text) {
    if (walk == Walk::Values) out_ += fmt::format(" {}={}", name, text);
  }
  void field(Walk walk, std::string_view name, std::string_view text) {
    if (!text.empty()) value(walk, name, name == "text" ? quoted(text) : text);
  }
  void field(Walk walk, std::string_view name, const ast::Identifier &identifier) {
    if (!identifier.isEmpty()) value(walk, name, identifier.text);
  }
  void field(Walk walk, std::string_view name, std::span<const ast::Identifier> identifiers) {
    for (const ast::Identifier &identifier : identifiers) value(walk, name, identifier.text);
  }
  template <class Operator>
    requires requires(Operator op) { ast::spelling(op); }
  void field(Walk walk, std::string_view name, Operator op) {
    value(walk, name, quoted(ast::spelling(op)));
  }
  void field(Walk walk, std::string_view name, std::span<const ast::CompareOperator> ops) {
    for (ast::CompareOperator op : ops) field(walk, name, op);
  }
  void field(Walk walk, std::string_view name, ast::ConstantType type) { value(walk, name, nameOf(type)); }
  void field(Walk walk, std::string_view name, ast::ParamForm form) {
    if (form != ast::ParamForm::Normal) value(walk, name, nameOf(form));
  }
  void field(Walk walk, std::string_view name, char conversion) {
    if (conversion) value(walk, name, std::string_view(&conversion, 1));
  }
  void field(Walk walk, std::string_view name, bool flag) {
    if (flag) value(walk, name, "true");
  }
  void field(Walk walk, std::string_view name, uint32_t number) {
    if (number) value(walk, name, std::to_string(number));
  }

  const SourceFile &file_;
  std::string out_;
  int indent_ = 0;
};

void Dumper::node(std::string_view field, const ast::Node &node) {
  auto [line, column] = file_.position(node.range.begin);
  auto [endLine, endColumn] = file_.position(node.range.end);
  std::string end = endLine == line ? std::to_string(endColumn) : fmt::format("{}:{}", endLine, endColumn);
  out_ += fmt::format("{:{}}{}: {} {}:{}-{}", "", 2 * indent_, field, ast::pythonName(node.kind), line, column, end);
  fields(node, Walk::Values);
  out_ += '\n';
  ++indent_;
  fields(node, Walk::Children);
  --indent_;
}

void Dumper::fields(const ast::Node &node, Walk walk) {
  switch (node.kind) {
#define FIELD(name) field(walk, #name, it.name);
#define NODE(Name, python, noun, fields)                                                                               \
  case ast::Kind::Name: {                                                                                              \
    [[maybe_unused]] const auto &it = node.as<ast::Name>();                                                            \
    fields                                                                                                             \
  } break;
#include "frontend/ast.def"
#undef FIELD
  }
}

}  // namespace

std::string dump(const ast::Module &module, const SourceFile &file) {
  Dumper dumper(file);
  for (const ast::Stmt *stmt : module.body) dumper.node("body", *stmt);
  return dumper.take();
}

std::string dump(const ast::Expression &expression, const SourceFile &file) {
  Dumper dumper(file);
  dumper.node("body", *expression.body);
  return dumper.take();
}

}  // namespace tritonc::frontend
