// The cursor of the parser, its faults, and its entry points.
#include "frontend/parser.h"

#include "frontend/lexer.h"
#include "frontend/parser_internal.h"

namespace tritonc::frontend {
namespace {

/// The encoding to read the file in; reports text that is not UTF-8 without saying so.
Encoding checkedEncoding(const SourceFile &file, Diagnostics &diags) {
  Encoding encoding = detectEncoding(file.text());
  if (encoding != Encoding::Utf8) return encoding;
  std::optional<uint32_t> invalid = findInvalidUtf8(file.text());
  if (!invalid) return encoding;
  diags
      .error(file.range(*invalid, *invalid + 1), DiagId::BadEncoding,
             "file is not UTF-8, found byte 0x{:02x}; other encodings are declared by `# coding: NAME` in line 1 or 2",
             static_cast<unsigned char>(file.text()[*invalid]))
      .proceed();
  return Encoding::Latin1;
}

}  // namespace

Result<ast::Module> parseModule(const SourceFile &file, Diagnostics &diags) {
  size_t errorsBefore = diags.errorCount();
  Parser parser(file, 0, diags);
  ast::Seq<ast::Stmt> body = parser.file();
  if (diags.errorCount() != errorsBefore) return Failed{};
  return ast::Module{parser.takeArena(), body};
}

Result<ast::Expression> parseExpression(const SourceFile &file, Diagnostics &diags) {
  return parseExpression(file, 0, diags);
}

Result<ast::Expression> parseExpression(const SourceFile &file, uint32_t begin, Diagnostics &diags) {
  size_t errorsBefore = diags.errorCount();
  Parser parser(file, begin, diags);
  const ast::Expr *body = parser.eval();
  if (diags.errorCount() != errorsBefore) return Failed{};
  return ast::Expression{parser.takeArena(), body};
}

Parser::Parser(const SourceFile &file, uint32_t begin, Diagnostics &diags)
    : file_(file), diags_(diags), text_(file.text()), encoding_(checkedEncoding(file, diags)),
      decoder_(file, encoding_, diags), tokens_(lex(file, begin, encoding_, diags)) {}

// file: [statements] ENDMARKER
ast::Seq<ast::Stmt> Parser::file() {
  ListBuilder<ast::Stmt> list(*this);
  statements(list);
  return list.take();
}

// eval: star_expressions NEWLINE* ENDMARKER
const ast::Expr *Parser::eval() {
  accept(TokenKind::Indent);
  Expr body = starExpressions();
  if (!at(TokenKind::Newline)) expected("end of text");
  endLine();
  accept(TokenKind::Dedent);
  if (!at(TokenKind::EndOfFile)) expected("end of text");
  return body;
}

// ---- Cursor ----

void Parser::advance() {
  const Token &token = tokens_[next_];
  if (token.kind > TokenKind::Error) lastEnd_ = token.end;
  if (token.kind != TokenKind::EndOfFile) ++next_;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

bool Parser::expect(TokenKind kind, std::string_view where) {
  if (accept(kind)) return true;
  if (!isRecovering_) expected(fmt::format("`{}`", spelling(kind)), where);
  return false;
}

bool Parser::expectClose(TokenKind kind) {
  if (accept(kind)) return true;
  if (!isRecovering_) expected(fmt::format("`,` or `{}`", spelling(kind)));
  return false;
}

void Parser::endLine() {
  accept(TokenKind::Newline);
  isAfterFaultyLine_ = std::exchange(isRecovering_, false);
}

// NAME
ast::Identifier Parser::identifier(std::string_view what) {
  if (!at(TokenKind::Name)) {
    expected(what);
    return {{}, nextRange()};
  }
  ast::Identifier name{identifierText(tokens_[next_]), nextRange()};
  advance();
  return name;
}

/// The name in UTF-8.
std::string_view Parser::identifierText(const Token &token) {
  std::string_view name = text(token);
  if (encoding_ == Encoding::Utf8) return name;
  std::string utf8;
  for (size_t pos = 0; pos < name.size();) appendUtf8(utf8, decode(encoding_, name, pos));
  return utf8 == name ? name : arena_.copy(std::string_view(utf8));
}

// ---- Faults ----

/// Skips to the end of the logical line. False if the line has been reported, here or by the lexer.
bool Parser::startFault() {
  bool isFirst = !std::exchange(isRecovering_, true);
  for (; !at(TokenKind::Newline) && !at(TokenKind::EndOfFile); ++next_)
    if (at(TokenKind::Error)) isFirst = false;
  return isFirst;
}

void Parser::expected(std::string_view what, std::string_view where) {
  if (isRecovering_) return;
  std::string found = describeNext();
  fault(nextRange(), DiagId::Syntax, "expected {}{}{}, found {}", what, where.empty() ? "" : " ", where, found);
}

std::string Parser::describeNext() const {
  const Token &token = tokens_[next_];
  bool isShown = token.kind == TokenKind::Name || token.kind == TokenKind::Number || isKeyword(token.kind) ||
                 isPunctuation(token.kind);
  return isShown ? fmt::format("`{}`", text(token)) : std::string(spelling(token.kind));
}

std::string Parser::afterPrevious() const {
  if (next_ == 0) return {};
  TokenKind previous = tokens_[next_ - 1].kind;
  bool isShown = isKeyword(previous) || isPunctuation(previous);
  return isShown ? fmt::format("after `{}`", spelling(previous)) : std::string();
}

/// Stands for an expression that could not be read.
const ast::Expr *Parser::placeholder() { return make<ast::Name>(nextRange(), std::string_view()); }

void Parser::tooDeep(SourceRange range) {
  // A range of many lines says nothing: mark where it begins.
  fault(file_.range(range.begin, range.begin + 1), DiagId::NestedTooDeep, "expression is nested too deeply");
}

}  // namespace tritonc::frontend
