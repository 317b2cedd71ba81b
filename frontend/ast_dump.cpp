#include "frontend/ast_dump.h"

#include <fmt/format.h>

#include <vector>

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

/// Writes a tree with a list of what is still to be written instead of a recursion: trees may be as deep as kMaxHeight.
class Dumper {
public:
  explicit Dumper(const SourceFile &file) : file_(file) {}

  /// The lines of the node and of all below it.
  std::string dump(const ast::Node &root);

private:
  enum class Walk : bool { Values, Children };

  /// A line to write; a null node is the absent key of a `**value` in a dict.
  struct Line {
    std::string_view field;
    const ast::Node *node;
    int indent;
  };

  void write(const Line &line);
  /// Visits the fields: their values go to the line of the node, their children to `children_`.
  void fields(const ast::Node &node, Walk walk);

  // Fields that hold children.
  template <class T>
    requires std::is_base_of_v<ast::Node, T>
  void field(Walk walk, std::string_view name, const T *child) {
    if (walk == Walk::Children && child) children_.push_back({name, child, indent_});
  }
  template <class T> void field(Walk walk, std::string_view name, ast::Seq<T> children) {
    if (walk != Walk::Children) return;
    for (const T *child : children) children_.push_back({name, child, indent_});
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
  /// Still to be written, the next line last.
  std::vector<Line> pending_;
  /// The children of the node just written, in order, and their indentation.
  std::vector<Line> children_;
  int indent_ = 0;
};

std::string Dumper::dump(const ast::Node &root) {
  pending_.push_back({"body", &root, 0});
  while (!pending_.empty()) {
    Line line = pending_.back();
    pending_.pop_back();
    write(line);
    if (!line.node) continue;
    indent_ = line.indent + 1;
    fields(*line.node, Walk::Children);
    pending_.insert(pending_.end(), children_.rbegin(), children_.rend());
    children_.clear();
  }
  return std::move(out_);
}

void Dumper::write(const Line &line) {
  out_.append(2 * line.indent, ' ');
  if (!line.node) {
    out_ += fmt::format("{}: **\n", line.field);
    return;
  }
  auto [beginLine, beginColumn] = file_.position(line.node->range.begin);
  auto [endLine, endColumn] = file_.position(line.node->range.end);
  std::string end = endLine == beginLine ? std::to_string(endColumn) : fmt::format("{}:{}", endLine, endColumn);
  out_ += fmt::format("{}: {} {}:{}-{}", line.field, ast::pythonName(line.node->kind), beginLine, beginColumn, end);
  fields(*line.node, Walk::Values);
  out_ += '\n';
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
  std::string out;
  for (const ast::Stmt *stmt : module.body) out += Dumper(file).dump(*stmt);
  return out;
}

std::string dump(const ast::Expression &expression, const SourceFile &file) {
  return Dumper(file).dump(*expression.body);
}

}  // namespace tritonc::frontend
