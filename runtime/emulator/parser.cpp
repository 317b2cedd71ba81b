// A recursive-descent parser. Directives that only tune the assembler are skipped; what it does not know is an error.
#include "runtime/emulator/parser.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "ir/support/result.h"
#include "runtime/emulator/cursor.h"

namespace tritonc::emulator {
namespace {

using namespace syntax;

/// More registers or bytes than this are a mistake of the text, not a program.
constexpr uint64_t kMaxRegisters = 1 << 22;
constexpr uint64_t kMaxVariableBytes = uint64_t{1} << 32;
constexpr unsigned kMaxDepth = 64;

class Parser {
public:
  explicit Parser(std::string_view text) : in_(text) {}

  StatusOr<Module> run() {
    while (!in_.atEnd() && parseTopLevel().ok()) {
    }
    if (!status_.ok()) return status_;
    return std::move(module_);
  }

private:
  // ---- Helpers ----

  template <class... Args> Failed failAt(uint32_t line, fmt::format_string<Args...> format, Args &&...args) {
    if (status_.ok())
      status_ = Status(StatusCode::ParseError,
                       fmt::format("line {}: {}", line, fmt::format(format, std::forward<Args>(args)...)));
    return {};
  }
  template <class... Args> Failed fail(fmt::format_string<Args...> format, Args &&...args) {
    return failAt(in_.line(), format, std::forward<Args>(args)...);
  }
  Failed failHere(std::string_view wanted) { return fail("expected {}, found `{}`", wanted, in_.rest()); }
  Success expect(char c) {
    if (in_.accept(c)) return {};
    return failHere(fmt::format("`{}`", c));
  }
  Result<std::string_view> expectName() {
    std::string_view name = in_.name();
    if (name.empty()) return failHere("a name");
    return name;
  }
  Result<uint64_t> expectInteger() {
    bool isNegative = in_.accept('-');
    auto literal = in_.number();
    if (!literal || literal->kind != Literal::Kind::Integer) return failHere("an integer");
    return isNegative ? 0 - literal->bits : literal->bits;
  }
  Success skipTo(char end) {
    while (!in_.atEnd() && in_.peek() != end) {
      if (in_.peek() == '"') {
        if (!in_.string()) return failHere("a string");
      } else {
        in_.accept(in_.peek());
      }
    }
    return {};
  }

  // ---- Modules ----

  Success parseTopLevel() {
    if (in_.accept(';')) return {};
    if (!in_.accept('.')) return failHere("a directive");
    uint32_t line = in_.line();
    std::string_view word = in_.modifier();
    if (word == "version") {
      auto version = in_.number();
      if (!version) return failHere("a version");
      return {};
    }
    if (word == "target") {
      TC_TRY(module_.target, expectName());
      while (in_.accept(',')) TC_TRY_VOID(expectName());
      return {};
    }
    if (word == "address_size") {
      TC_TRY(uint64_t size, expectInteger());
      if (size != 64) return failAt(line, "addresses have 64 bits");
      return {};
    }
    if (word == "file") return parseFile();
    if (word == "section") {
      TC_TRY_VOID(skipTo('{'));
      in_.accept('{');
      in_.skipBlock();
      return {};
    }
    if (word == "pragma") {
      TC_TRY_VOID(skipTo(';'));
      return expect(';');
    }
    if (word == "visible" || word == "extern" || word == "weak" || word == "common" || word == "alias") {
      if (word == "extern") isExternal_ = true;
      return {};
    }
    bool isExternal = std::exchange(isExternal_, false);
    if (word == "entry" || word == "func") return parseFunction(word == "entry");
    auto space = findSpace(word);
    if (!space) return failAt(line, "unknown directive `.{}`", word);
    return parseVariables(*space, isExternal, module_.variables);
  }

  Success parseFile() {
    TC_TRY(uint64_t number, expectInteger());
    auto name = in_.string();
    if (!name) return failHere("the name of a file");
    module_.files[static_cast<uint32_t>(number)] = *std::move(name);
    while (in_.accept(',')) TC_TRY_VOID(expectInteger());
    return {};
  }

  // ---- Variables ----

  /// What stands between the space and the name.
  struct VariableHead {
    uint32_t line = 0;
    uint32_t align = 0;
    Type type = Type::B8;
    uint32_t width = 1;
  };

  Result<VariableHead> parseVariableHead() {
    VariableHead head{in_.line()};
    bool hasType = false;
    while (in_.accept('.')) {
      std::string_view word = in_.modifier();
      if (word == "align") {
        TC_TRY(uint64_t align, expectInteger());
        if (!std::has_single_bit(align) || align > 4096) return failAt(head.line, "an alignment is a power of two");
        head.align = static_cast<uint32_t>(align);
      } else if (word == "v2" || word == "v4") {
        head.width = word == "v2" ? 2 : 4;
      } else if (word == "attribute") {
        TC_TRY_VOID(skipTo(')'));
        TC_TRY_VOID(expect(')'));
      } else if (auto type = findType(word)) {
        head.type = *type;
        hasType = true;
      } else if (word != "ptr" && !findSpace(word)) {
        return fail("unknown directive `.{}` of a variable", word);
      }
    }
    if (!hasType) return failHere("a type");
    if (head.align == 0) head.align = bytesOf(head.type) * head.width;
    return head;
  }

  Result<Variable> parseVariable(Space space, const VariableHead &head) {
    Variable variable{.space = space, .line = head.line, .align = head.align};
    TC_TRY(variable.name, expectName());
    uint64_t count = head.width;
    while (in_.accept('[')) {
      if (in_.accept(']')) {
        variable.isUnsized = true;
        continue;
      }
      TC_TRY(uint64_t size, expectInteger());
      TC_TRY_VOID(expect(']'));
      if (size > kMaxVariableBytes || count * size > kMaxVariableBytes)
        return failAt(head.line, "too large a variable");
      count *= size;
    }
    variable.bytes = variable.isUnsized ? 0 : count * bytesOf(head.type);
    if (in_.accept('=')) {
      variable.hasInitial = true;
      TC_TRY_VOID(parseInitial(variable, head.type, 0));
      if (variable.isUnsized) variable.bytes = variable.initial.size();
      if (variable.initial.size() > variable.bytes) return failAt(head.line, "more initial values than elements");
    }
    return variable;
  }

  Success parseInitial(Variable &variable, Type type, unsigned depth) {
    if (depth > kMaxDepth) return fail("too deeply nested a list");
    if (in_.accept('{')) {
      do {
        if (in_.peek() == '}') break;
        TC_TRY_VOID(parseInitial(variable, type, depth + 1));
      } while (in_.accept(','));
      return expect('}');
    }
    uint64_t bits = 0;
    if (in_.atName()) {
      std::string_view name = in_.name();
      if (name == "generic" && in_.accept('(')) {
        TC_TRY(name, expectName());
        TC_TRY_VOID(expect(')'));
      }
      variable.addresses.emplace_back(static_cast<uint32_t>(variable.initial.size()), name);
      if (in_.accept('+')) {
        TC_TRY(bits, expectInteger());
      }
    } else {
      bool isNegative = in_.accept('-');
      auto literal = in_.number();
      if (!literal) return failHere("a value");
      bits = literalBits(*literal, type, isNegative);
    }
    size_t at = variable.initial.size();
    variable.initial.resize(at + bytesOf(type));
    std::memcpy(variable.initial.data() + at, &bits, std::min<size_t>(bytesOf(type), sizeof(bits)));
    return {};
  }

  static uint64_t literalBits(const Literal &literal, Type type, bool isNegative) {
    if (literal.kind == Literal::Kind::Double) {
      double value = std::bit_cast<double>(literal.bits);
      if (isNegative) value = -value;
      return type == Type::F32 ? std::bit_cast<uint32_t>(static_cast<float>(value)) : std::bit_cast<uint64_t>(value);
    }
    return isNegative ? 0 - literal.bits : literal.bits;
  }

  Success parseVariables(Space space, bool isExternal, std::vector<Variable> &into) {
    TC_TRY(VariableHead head, parseVariableHead());
    do {
      TC_TRY(Variable variable, parseVariable(space, head));
      if (variable.isUnsized && !variable.hasInitial && !isExternal)
        return failAt(head.line, "`{}` has no size", variable.name);
      into.push_back(std::move(variable));
    } while (in_.accept(','));
    return expect(';');
  }

  // ---- Functions ----

  Success parseParams(std::vector<Variable> &into) {
    if (!in_.accept('(')) return {};
    while (!in_.accept(')')) {
      TC_TRY_VOID(expect('.'));
      std::string_view space = in_.modifier();
      if (space != "param") return fail("a parameter in a register: only `.param` is supported");
      TC_TRY(VariableHead head, parseVariableHead());
      TC_TRY(Variable param, parseVariable(Space::Param, head));
      into.push_back(std::move(param));
      if (in_.peek() != ')') TC_TRY_VOID(expect(','));
    }
    return {};
  }

  Success parseFunction(bool isEntry) {
    Function fn{.line = in_.line(), .isEntry = isEntry};
    if (!isEntry) TC_TRY_VOID(parseParams(fn.results));
    TC_TRY(fn.name, expectName());
    TC_TRY_VOID(parseParams(fn.params));
    // `.maxntid 128, 1, 1` and the like tune the assembler.
    while (in_.accept('.')) {
      in_.modifier();
      while (in_.atNumber() || in_.peek() == ',') {
        if (!in_.accept(',') && !in_.number()) return failHere("a number");
      }
      if (in_.peek() == '"') in_.string();
    }
    if (!in_.accept(';')) {
      fn.hasBody = true;
      fn.scopes.emplace_back();
      function_ = &fn;
      source_ = {};
      TC_TRY_VOID(declareParams(fn));
      TC_TRY_VOID(expect('{'));
      TC_TRY_VOID(parseBlock(/*scope=*/0, /*depth=*/0));
    }
    module_.functions.push_back(std::move(fn));
    return {};
  }

  /// Parameters are variables too, results first.
  Success declareParams(Function &fn) {
    for (const std::vector<Variable> *list : {&fn.results, &fn.params})
      for (const Variable &param : *list) {
        TC_TRY_VOID(declare(0, param.name, {Symbol::Kind::Variable, static_cast<uint32_t>(fn.variables.size())}));
        fn.variables.push_back(param);
      }
    return {};
  }

  Success declare(uint32_t scope, std::string_view name, Symbol symbol) {
    if (function_->scopes[scope].names.emplace(name, symbol).second) return {};
    return fail("`{}` is declared twice", name);
  }

  Success parseBlock(uint32_t scope, unsigned depth) {
    if (depth > kMaxDepth) return fail("too deeply nested a block");
    while (!in_.accept('}')) {
      if (in_.atEnd()) return failHere("`}`");
      TC_TRY_VOID(parseStatement(scope, depth));
    }
    return {};
  }

  Success parseStatement(uint32_t scope, unsigned depth) {
    if (in_.accept(';')) return {};
    if (in_.accept('{')) {
      auto inner = static_cast<uint32_t>(function_->scopes.size());
      function_->scopes.push_back({scope, {}});
      return parseBlock(inner, depth + 1);
    }
    if (in_.accept('.')) return parseDirective(scope);
    Instruction inst{.line = in_.line(), .source = source_, .scope = scope};
    if (in_.accept('@')) {
      inst.isGuardNegated = in_.accept('!');
      TC_TRY(inst.guard, expectName());
    }
    TC_TRY(std::string_view word, expectName());
    if (inst.guard.empty() && in_.accept(':')) return parseLabel(scope, word);
    inst.opcode = word;
    while (in_.accept('.')) inst.modifiers.push_back(in_.modifier());
    TC_TRY_VOID(parseOperands(inst));
    function_->body.push_back(std::move(inst));
    return expect(';');
  }

  Success parseLabel(uint32_t scope, std::string_view name) {
    if (in_.acceptWord(".branchtargets")) {
      BranchTargets targets{.name = name};
      do {
        TC_TRY(std::string_view label, expectName());
        targets.labels.push_back(label);
      } while (in_.accept(','));
      function_->branchTargets.push_back(std::move(targets));
      return expect(';');
    }
    if (in_.acceptWord(".callprototype")) {
      // It describes an indirect call.
      TC_TRY_VOID(skipTo(';'));
      return expect(';');
    }
    return declare(scope, name, {Symbol::Kind::Label, static_cast<uint32_t>(function_->body.size())});
  }

  Success parseDirective(uint32_t scope) {
    uint32_t line = in_.line();
    std::string_view word = in_.modifier();
    if (word == "reg") return parseRegisters(scope);
    if (word == "loc") return parseLoc();
    if (word == "pragma") {
      TC_TRY_VOID(skipTo(';'));
      return expect(';');
    }
    bool isExternal = word == "extern";
    if (isExternal) {
      TC_TRY_VOID(expect('.'));
      word = in_.modifier();
    }
    auto space = findSpace(word);
    if (!space) return failAt(line, "unknown directive `.{}`", word);
    size_t first = function_->variables.size();
    TC_TRY_VOID(parseVariables(*space, isExternal, function_->variables));
    for (size_t i = first; i < function_->variables.size(); ++i)
      TC_TRY_VOID(declare(scope, function_->variables[i].name, {Symbol::Kind::Variable, static_cast<uint32_t>(i)}));
    return {};
  }

  Success parseLoc() {
    TC_TRY(uint64_t file, expectInteger());
    TC_TRY(uint64_t line, expectInteger());
    TC_TRY_VOID(expectInteger());
    source_ = {static_cast<uint32_t>(file), static_cast<uint32_t>(line)};
    // `, function_name $L__info_string0, inlined_at 1 23 4`: where code was inlined; the line above is its own.
    while (in_.accept(',')) {
      std::string_view word = in_.name();
      if (word == "function_name") {
        TC_TRY_VOID(expectName());
        if (in_.accept('+')) TC_TRY_VOID(expectInteger());
      } else if (word == "inlined_at") {
        for (int i = 0; i < 3; ++i) TC_TRY_VOID(expectInteger());
      } else {
        return failHere("`function_name` or `inlined_at`");
      }
    }
    return {};
  }

  Success parseRegisters(uint32_t scope) {
    std::optional<Type> type;
    while (in_.accept('.')) {
      std::string_view word = in_.modifier();
      if (word == "v2" || word == "v4")
        return fail("registers that are vectors are not supported");
      else if (!(type = findType(word)))
        return fail("unknown type `.{}` of registers", word);
    }
    if (!type) return failHere("a type");
    do {
      auto first = static_cast<uint32_t>(function_->registers.size());
      uint64_t count = 1;
      Symbol symbol{Symbol::Kind::Register, first};
      TC_TRY(std::string_view name, expectName());
      if (in_.accept('<')) {
        TC_TRY(count, expectInteger());
        TC_TRY_VOID(expect('>'));
        if (count > kMaxRegisters) return fail("too many registers");
        symbol = {Symbol::Kind::Registers, static_cast<uint32_t>(function_->ranges.size())};
        function_->ranges.push_back({static_cast<uint32_t>(count), first});
      }
      if (first + count > kMaxRegisters) return fail("too many registers");
      function_->registers.resize(first + count, *type);
      TC_TRY_VOID(declare(scope, name, symbol));
    } while (in_.accept(','));
    return expect(';');
  }

  // ---- Operands ----

  Success parseOperands(Instruction &inst) {
    if (in_.peek() == ';') return {};
    do {
      TC_TRY(Operand operand, parseOperand(/*depth=*/0));
      inst.operands.push_back(std::move(operand));
    } while (in_.accept(','));
    return {};
  }

  Result<Operand> parseList(char close, unsigned depth) {
    Operand operand{.kind = Operand::Kind::Vector};
    if (depth > kMaxDepth) return fail("too deeply nested an operand");
    if (in_.accept(close)) return operand;
    do {
      TC_TRY(Operand element, parseOperand(depth + 1));
      operand.elements.push_back(std::move(element));
    } while (in_.accept(','));
    TC_TRY_VOID(expect(close));
    return operand;
  }

  Result<Operand> parseOperand(unsigned depth) {
    if (in_.accept('{')) return parseList('}', depth);
    if (in_.accept('(')) return parseList(')', depth);
    if (in_.accept('[')) return parseAddress(depth);
    if (in_.acceptWord("_")) {
      Operand sink;
      if (in_.accept('|')) {
        TC_TRY(sink.second, expectName());
      }
      return sink;
    }
    if (in_.atNumber() || in_.peek() == '-') return parseNumber();
    Operand operand{.kind = Operand::Kind::Name};
    operand.isNegated = in_.accept('!');
    TC_TRY(operand.name, parseRegisterName());
    if (in_.accept('|')) {
      if (!in_.acceptWord("_")) {
        TC_TRY(operand.second, expectName());
      }
    } else if (in_.accept('+')) {
      TC_TRY(operand.bits, expectInteger());
    }
    return operand;
  }

  /// `%tid.x` is one name.
  Result<std::string_view> parseRegisterName() {
    TC_TRY(std::string_view name, expectName());
    if (in_.peek() != '.') return name;
    in_.accept('.');
    std::string_view part = in_.name();
    return std::string_view(name.data(), static_cast<size_t>(part.data() + part.size() - name.data()));
  }

  Result<Operand> parseNumber() {
    bool isNegative = in_.accept('-');
    auto literal = in_.number();
    if (!literal) return failHere("an operand");
    Operand operand{.kind = Operand::Kind::Integer, .bits = literal->bits};
    if (literal->kind == Literal::Kind::Single) operand.kind = Operand::Kind::Single;
    if (literal->kind == Literal::Kind::Double) operand.kind = Operand::Kind::Double;
    if (isNegative && operand.kind == Operand::Kind::Integer) operand.bits = 0 - operand.bits;
    if (isNegative && operand.kind == Operand::Kind::Double) operand.bits ^= uint64_t{1} << 63;
    if (isNegative && operand.kind == Operand::Kind::Single) operand.bits ^= uint64_t{1} << 31;
    return operand;
  }

  /// `[name + offset]`; a tensor's `[name, {coordinates}]` keeps the coordinates as an element.
  Result<Operand> parseAddress(unsigned depth) {
    Operand operand{.kind = Operand::Kind::Address};
    if (depth > kMaxDepth) return fail("too deeply nested an operand");
    if (in_.atName()) {
      TC_TRY(operand.name, expectName());
    } else {
      TC_TRY(operand.bits, expectInteger());
    }
    while (in_.peek() == '+' || in_.peek() == '-') {
      bool isNegative = !in_.accept('+') && in_.accept('-');
      TC_TRY(uint64_t offset, expectInteger());
      operand.bits += isNegative ? 0 - offset : offset;
    }
    while (in_.accept(',')) {
      TC_TRY(Operand element, parseOperand(depth + 1));
      operand.elements.push_back(std::move(element));
    }
    TC_TRY_VOID(expect(']'));
    return operand;
  }

  Cursor in_;
  Module module_;
  Status status_;
  Function *function_ = nullptr;
  SourceLine source_;
  bool isExternal_ = false;
};

}  // namespace

std::optional<Symbol> syntax::Function::find(uint32_t scope, std::string_view symbol) const {
  size_t prefix = symbol.find_last_not_of("0123456789") + 1;
  uint32_t number = 0;
  bool hasNumber = prefix > 0 && prefix < symbol.size() &&
                   std::from_chars(symbol.data() + prefix, symbol.data() + symbol.size(), number).ec == std::errc();
  for (;;) {
    const Scope &here = scopes[scope];
    if (auto found = here.names.find(symbol); found != here.names.end()) return found->second;
    auto found = hasNumber ? here.names.find(symbol.substr(0, prefix)) : here.names.end();
    if (found != here.names.end() && found->second.kind == Symbol::Kind::Registers) {
      const RegisterRange &range = ranges[found->second.index];
      if (number < range.count) return Symbol{Symbol::Kind::Register, range.first + number};
    }
    if (scope == 0) return std::nullopt;
    scope = here.parent;
  }
}

StatusOr<syntax::Module> parsePtx(std::string_view text) { return Parser(text).run(); }

}  // namespace tritonc::emulator
