#include "ir/parse.h"

#include <bit>
#include <charconv>
#include <cstdlib>
#include <unordered_map>

#include "ir/attrs_visit.h"
#include "ir/builder.h"
#include "ir/float_format.h"
#include "ir/ir_lexer.h"
#include "ir/layout_text.h"

namespace tritonc::ir {
namespace {

/// Nesting of blocks and of pointer types that the recursive parser takes.
constexpr unsigned kMaxDepth = 200;

std::optional<int64_t> toInt(std::string_view text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<uint64_t> toHexBits(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> toDouble(std::string_view text) {
  if (text == "inf") return HUGE_VAL;
  if (text == "-inf") return -HUGE_VAL;
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Whether an integer has these bits as a signed or an unsigned value.
bool fits(int64_t value, unsigned width) {
  return width == 64 || (value >= -(int64_t{1} << (width - 1)) && value < (int64_t{1} << width));
}

/// The bits that a literal gives for a type.
std::optional<uint64_t> literalBits(Type type, std::string_view text) {
  unsigned width = type.elemBits();
  if (auto bits = toHexBits(text)) return width == 64 || *bits >> width == 0 ? bits : std::nullopt;
  if (type.isPtr()) return std::nullopt;
  if (type.isScalar(ScalarKind::I1) && (text == "true" || text == "false")) return text == "true";
  if (isFloat(type.scalar())) {
    auto value = toDouble(text);
    return value ? std::optional(encodeFloat(type.scalar(), *value)) : std::nullopt;
  }
  auto value = toInt(text);
  return value && fits(*value, width) ? std::optional(static_cast<uint64_t>(*value)) : std::nullopt;
}

class Parser {
public:
  Parser(Context &context, const SourceFile &file)
      : context_(context), lexer_(file), module_(std::make_unique<Module>(context)) {
    advance();
  }

  // module := `module` attrs? layout* function*
  Result<std::unique_ptr<Module>> run() {
    TC_TRY_VOID(expectWord("module"));
    TC_TRY_VOID(parseOptionalAttrs(module_->attrs));
    while (token_.kind == TokenKind::Layout) TC_TRY_VOID(parseLayoutDefinition());
    while (token_.kind != TokenKind::End) TC_TRY_VOID(parseFunction());
    return std::move(module_);
  }

private:
  // An operand as written; the type of a bare literal is known only after the result types.
  struct Operand {
    Token token;
    Value *value = nullptr;
    Type literalType;
  };

  void advance() { token_ = lexer_.next(); }

  template <class... Args> Failed fail(fmt::format_string<Args...> format, Args &&...args) {
    return context_.diags().error(token_.range, DiagId::IrSyntax, format, std::forward<Args>(args)...);
  }
  Failed failExpected(std::string_view what) {
    if (token_.kind == TokenKind::End) return fail("expected {}, found the end of the file", what);
    return fail("expected {}, found `{}`", what, token_.text);
  }

  bool consumePunct(std::string_view text) {
    if (!token_.isPunct(text)) return false;
    advance();
    return true;
  }
  Success expectPunct(std::string_view text) {
    if (!consumePunct(text)) return failExpected(fmt::format("`{}`", text));
    return {};
  }
  Success expectWord(std::string_view text) {
    if (!token_.isWord(text)) return failExpected(fmt::format("`{}`", text));
    advance();
    return {};
  }
  Result<Token> expect(TokenKind kind, std::string_view what) {
    if (token_.kind != kind) return failExpected(what);
    Token token = token_;
    advance();
    return token;
  }

  // layout := `#`name `=` text of ir/layout_text.h up to the end of the line
  Success parseLayoutDefinition() {
    Token name = token_;
    advance();
    if (!token_.isPunct("=")) return failExpected("`=`");
    token_ = lexer_.restOfLine();
    auto layout = parseLayout(token_.text);
    if (!layout) return fail("`{}` is not a layout", token_.text);
    if (!layouts_.emplace(name.text, context_.layout(*layout)).second) {
      token_ = name;
      return fail("layout `#{}` is defined twice", name.text);
    }
    advance();
    return {};
  }

  // type := scalar | `ptr` `<` type `>` | (`tile` | `shared`) `<` dim`x`...elem (`,` `#`name)? `>`
  Result<Type> parseType(unsigned depth = 0) {
    if (depth > kMaxDepth) return fail("type is nested too deeply");
    TC_TRY(Token word, expect(TokenKind::Word, "a type"));
    if (word.text == "tile" || word.text == "shared") return parseTile(word, depth);
    return parseElemType(word, word.text, depth);
  }

  Result<Type> parseElemType(const Token &at, std::string_view spelled, unsigned depth) {
    if (spelled == "ptr") {
      TC_TRY_VOID(expectPunct("<"));
      TC_TRY(Type pointee, parseType(depth + 1));
      TC_TRY_VOID(expectPunct(">"));
      if (!pointee.shape().empty()) return failAt(at, "a pointer cannot point at a tile");
      return context_.ptr(pointee);
    }
    auto kind = scalarFromSpelling(spelled);
    if (!kind) return failAt(at, fmt::format("`{}` is not a type", spelled));
    return context_.scalar(*kind);
  }

  Failed failAt(const Token &at, const std::string &message) {
    token_ = at;
    return fail("{}", message);
  }

  Result<Type> parseTile(const Token &kind, unsigned depth) {
    TC_TRY_VOID(expectPunct("<"));
    TC_TRY(Token word, expect(TokenKind::Word, "a tile's shape"));
    std::string_view rest = word.text;
    std::vector<int64_t> shape;
    int64_t elements = 1;
    for (size_t x; !rest.empty() && std::isdigit(static_cast<unsigned char>(rest[0])); rest.remove_prefix(x + 1)) {
      x = rest.find('x');
      auto dim = toInt(rest.substr(0, x));
      if (x == std::string_view::npos || !dim || *dim < 1 || *dim > kMaxTileElements ||
          !std::has_single_bit(static_cast<uint64_t>(*dim)) || (elements *= *dim) > kMaxTileElements)
        return failAt(word, fmt::format("`{}` is not a shape of powers of two with at most {} elements", word.text,
                                        kMaxTileElements));
      shape.push_back(*dim);
    }
    if (shape.empty() || shape.size() > kMaxRank)
      return failAt(word, fmt::format("a tile has 1 to {} dimensions", kMaxRank));
    TC_TRY(Type elem, parseElemType(word, rest, depth));
    Layout layout = nullptr;
    if (consumePunct(",")) {
      TC_TRY(Token name, expect(TokenKind::Layout, "a layout"));
      auto found = layouts_.find(name.text);
      if (found == layouts_.end()) return failAt(name, fmt::format("layout `#{}` is not defined", name.text));
      layout = found->second;
      if (!std::ranges::equal(layout->shape(), shape))
        return failAt(name, fmt::format("layout `#{}` has another shape than the tile", name.text));
    }
    TC_TRY_VOID(expectPunct(">"));
    if (kind.text == "tile") return context_.tile(shape, elem, layout);
    if (!layout) return failAt(kind, "a buffer has a layout");
    return context_.shared(shape, elem, layout);
  }

  // types := type (`,` type)*
  Result<std::vector<Type>> parseTypes() {
    std::vector<Type> types;
    do {
      TC_TRY(Type type, parseType());
      types.push_back(type);
    } while (consumePunct(","));
    return types;
  }

  // attrs := `{` name (`=` value)? (`,` name (`=` value)?)* `}`
  template <class A> Success parseOptionalAttrs(A &attrs) {
    if (!consumePunct("{")) return {};
    do {
      TC_TRY(Token name, expect(TokenKind::Word, "the name of an attribute"));
      bool known = false;
      bool good = true;
      auto onOptional = [&](std::string_view field, auto &value) {
        if (field != name.text) return;
        known = true;
        good = parseOptionalField(value).ok();
      };
      OptionalFields visitor{onOptional};
      A::fields(attrs, visitor);
      if (!known) return failAt(name, fmt::format("there is no attribute `{}` here", name.text));
      if (!good) return Failed{};
    } while (consumePunct(","));
    return expectPunct("}");
  }

  template <class F> struct OptionalFields {
    F &visit;
    void required(std::string_view, auto &) {}
    void optional(std::string_view name, auto &field, const auto &) { visit(name, field); }
  };

  template <class A> static bool hasOptionalFields(A &attrs) {
    bool found = false;
    auto onOptional = [&](std::string_view, auto &) { found = true; };
    OptionalFields visitor{onOptional};
    A::fields(attrs, visitor);
    return found;
  }

  Success parseOptionalField(bool &field) {
    field = true;
    return {};
  }
  template <class T> Success parseOptionalField(T &field) {
    TC_TRY_VOID(expectPunct("="));
    return parseField(field);
  }

  Success parseField(int64_t &field) {
    auto value = token_.kind == TokenKind::Word ? toInt(token_.text) : std::nullopt;
    if (!value) return failExpected("an integer");
    field = *value;
    advance();
    return {};
  }
  Success parseField(std::string_view &field) {
    TC_TRY(Token name, expect(TokenKind::Symbol, "the name of a function"));
    field = context_.intern(name.text);
    return {};
  }
  // list := `[` (integer (`,` integer)*)? `]`
  Success parseField(DimVector &field) {
    TC_TRY_VOID(expectPunct("["));
    field = {};
    while (!token_.isPunct("]")) {
      if (field.size() == kMaxRank) return fail("a list has at most {} numbers", kMaxRank);
      int64_t number = 0;
      TC_TRY_VOID(parseField(number));
      field.push(number);
      if (!consumePunct(",")) break;
    }
    return expectPunct("]");
  }
  // text := `"` characters or `\` and two hexadecimal digits `"`
  Success parseField(QuotedText &field) {
    TC_TRY(Token token, expect(TokenKind::Text, "a text in double quotes"));
    std::string text;
    for (size_t i = 0; i < token.text.size(); ++i) {
      if (token.text[i] != '\\') {
        text += token.text[i];
        continue;
      }
      auto code = toHexBits(fmt::format("0x{}", token.text.substr(i + 1, 2)));
      if (!code || i + 2 >= token.text.size()) return failAt(token, "a backslash is not followed by two digits");
      text += static_cast<char>(*code);
      i += 2;
    }
    field.text = context_.intern(text);
    return {};
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  Success parseField(Enum &field) {
    constexpr auto &kNames = EnumNames<Enum>::kNames;
    auto found = std::ranges::find(kNames, token_.text);
    if (token_.kind != TokenKind::Word || found == kNames.end())
      return failExpected(fmt::format("one of {}", fmt::join(kNames, ", ")));
    field = static_cast<Enum>(found - kNames.begin());
    advance();
    return {};
  }

  // function := (`kernel` | `func`) `@`name `(` param,* `)` (`->` types)? `{` op* `}`
  Success parseFunction() {
    bool isKernel = token_.isWord("kernel");
    if (!isKernel && !token_.isWord("func")) return failExpected("`kernel` or `func`");
    advance();
    TC_TRY(Token name, expect(TokenKind::Symbol, "the name of a function"));
    if (module_->find(name.text)) return failAt(name, fmt::format("function `@{}` is defined twice", name.text));
    function_ = module_->addFunction(name.text, isKernel ? FunctionKind::Kernel : FunctionKind::Device,
                                     context_.loc(name.range));
    values_.clear();
    TC_TRY_VOID(expectPunct("("));
    while (!token_.isPunct(")")) {
      TC_TRY(Token param, expect(TokenKind::Value, "a parameter"));
      TC_TRY_VOID(expectPunct(":"));
      TC_TRY(Type type, parseType());
      ParamAttrs attrs;
      TC_TRY_VOID(parseOptionalAttrs(attrs));
      TC_TRY_VOID(define(param, function_->addParam(type, sourceName(param), attrs)));
      if (!consumePunct(",")) break;
    }
    TC_TRY_VOID(expectPunct(")"));
    if (consumePunct("->")) {
      TC_TRY(std::vector<Type> results, parseTypes());
      function_->setResultTypes(results);
    }
    return parseOps(function_->body(), 0);
  }

  /// Numbers stand for values without a name.
  std::string_view sourceName(const Token &token) {
    return toInt(token.text) ? std::string_view() : context_.intern(token.text);
  }

  Success define(const Token &name, Value *value) {
    value->setName(sourceName(name));
    if (!values_.emplace(name.text, value).second)
      return failAt(name, fmt::format("`%{}` is defined twice", name.text));
    return {};
  }

  // block := `{` op* `}`
  Success parseOps(Block *block, unsigned depth) {
    if (depth > kMaxDepth) return fail("block is nested too deeply");
    TC_TRY_VOID(expectPunct("{"));
    while (!consumePunct("}")) {
      if (token_.kind == TokenKind::End) return failExpected("`}`");
      TC_TRY_VOID(parseOp(block, depth));
    }
    return {};
  }

  // op := (value,* `=`)? mnemonic (required attributes and operands),* attrs? (`:` types)? (args? block)*
  Success parseOp(Block *block, unsigned depth) {
    std::vector<Token> results;
    while (token_.kind == TokenKind::Value) {
      results.push_back(token_);
      advance();
      if (!consumePunct(",")) break;
    }
    if (!results.empty()) TC_TRY_VOID(expectPunct("="));
    Token mnemonic = token_;
    auto opcode = mnemonic.kind == TokenKind::Word ? opcodeFromMnemonic(mnemonic.text) : std::nullopt;
    if (!opcode) return failExpected("an operation");
    advance();
    return withAttrsType(info(*opcode).attrs, [&](auto type) {
      return parseOpWith(typename decltype(type)::type{}, *opcode, mnemonic, results, block, depth);
    });
  }

  // Not inlined: with the locals of all structs in it, the frame of `parseOp` would be too large for deep nests.
  template <class A>
  [[gnu::noinline]] Success parseOpWith(A attrs, Opcode opcode, const Token &mnemonic,
                                        const std::vector<Token> &results, Block *block, unsigned depth) {
    bool isFirst = true;
    TC_TRY_VOID(parseRequiredFields(attrs, isFirst));
    std::vector<Operand> operands;
    TC_TRY_VOID(parseOperands(operands, isFirst));
    // After an operation without optional fields a brace opens a block, if there is one.
    if (hasOptionalFields(attrs) || info(info(opcode).format).blocks == 0) TC_TRY_VOID(parseOptionalAttrs(attrs));
    std::vector<Type> types;
    if (consumePunct(":")) {
      TC_TRY(types, parseTypes());
    }
    if (types.size() != results.size())
      return failAt(mnemonic, fmt::format("`{}` has {} results but {} result types", mnemonic.text, results.size(),
                                          types.size()));
    TC_TRY(std::vector<Value *> values, resolve(operands, types));
    Op *op = function_->create(opcode, context_.loc(mnemonic.range), values, types, attrs);
    op->moveToEnd(block);
    for (Block *inner : op->blocks()) TC_TRY_VOID(parseBlock(inner, depth));
    for (size_t i = 0; i < results.size(); ++i) TC_TRY_VOID(define(results[i], op->result(static_cast<unsigned>(i))));
    return {};
  }

  template <class A> Success parseRequiredFields(A &attrs, bool &isFirst) {
    bool good = true;
    auto onRequired = [&](auto &field) {
      if (good && !isFirst) good = expectPunct(",").ok();
      if (good) good = parseField(field).ok();
      isFirst = false;
    };
    RequiredFields visitor{onRequired};
    A::fields(attrs, visitor);
    if (!good) return Failed{};
    return {};
  }

  template <class F> struct RequiredFields {
    F &visit;
    void required(std::string_view, auto &field) { visit(field); }
    void optional(std::string_view, auto &, const auto &) {}
  };

  // operand := value | literal (`:` type)?
  // A literal without a type is followed by a `,`, a `{` or the `:` of the result types; one with a type has no blank
  // before its `:`, which is how the two are told apart.
  Success parseOperands(std::vector<Operand> &operands, bool isFirst) {
    auto startsOperand = [&] {
      bool isMnemonic = token_.kind == TokenKind::Word && opcodeFromMnemonic(token_.text);
      return token_.kind == TokenKind::Value || (token_.kind == TokenKind::Word && !isMnemonic);
    };
    if (isFirst ? !startsOperandOnThisOp() || !startsOperand() : !consumePunct(",")) return {};
    do {
      TC_TRY(Operand operand, parseOperand());
      operands.push_back(operand);
    } while (consumePunct(","));
    return {};
  }

  /// An operation without operands may be followed by the next one, which can start with a value: `%x = ...`.
  bool startsOperandOnThisOp() {
    if (token_.kind != TokenKind::Value) return true;
    IrLexer ahead = lexer_;
    Token after = ahead.next();
    while (after.isPunct(",")) {
      if (ahead.next().kind != TokenKind::Value) return true;
      after = ahead.next();
    }
    return !after.isPunct("=");
  }

  Result<Operand> parseOperand() {
    Operand operand{token_, nullptr, {}};
    if (token_.kind == TokenKind::Value) {
      auto found = values_.find(token_.text);
      if (found == values_.end()) return fail("`%{}` is not defined", token_.text);
      operand.value = found->second;
      advance();
      return operand;
    }
    TC_TRY_VOID(expect(TokenKind::Word, "an operand"));
    if (token_.isPunct(":") && token_.range.begin == operand.token.range.end) {
      advance();
      TC_TRY(operand.literalType, parseType());
    }
    return operand;
  }

  Result<std::vector<Value *>> resolve(const std::vector<Operand> &operands, const std::vector<Type> &results) {
    std::vector<Value *> values;
    for (const Operand &operand : operands) {
      if (operand.value) {
        values.push_back(operand.value);
        continue;
      }
      Type type = operand.literalType;
      if (!type && !results.empty()) type = results[0].elem();
      if (!type) return failAt(operand.token, fmt::format("literal `{}` needs a type", operand.token.text));
      if (type.isTile()) return failAt(operand.token, "a literal is not a tile");
      auto bits = literalBits(type, operand.token.text);
      if (!bits)
        return failAt(operand.token, fmt::format("`{}` is not a value of type {}", operand.token.text, print(type)));
      values.push_back(function_->constant(type, *bits));
    }
    return values;
  }

  // args := `(` value `:` type (`,` value `:` type)* `)`
  Success parseBlock(Block *block, unsigned depth) {
    if (consumePunct("(")) {
      do {
        TC_TRY(Token name, expect(TokenKind::Value, "a block argument"));
        TC_TRY_VOID(expectPunct(":"));
        TC_TRY(Type type, parseType());
        TC_TRY_VOID(define(name, function_->addArg(block, type)));
      } while (consumePunct(","));
      TC_TRY_VOID(expectPunct(")"));
    }
    return parseOps(block, depth + 1);
  }

  Context &context_;
  IrLexer lexer_;
  std::unique_ptr<Module> module_;
  Token token_;
  Function *function_ = nullptr;
  std::unordered_map<std::string_view, Layout> layouts_;
  std::unordered_map<std::string_view, Value *> values_;
};

}  // namespace

Result<std::unique_ptr<Module>> parseModule(Context &context, const SourceFile &file) {
  return Parser(context, file).run();
}

}  // namespace tritonc::ir
