// Tokens: what the lexer makes of a file and the parser reads.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tritonc::frontend {

enum class TokenKind : uint8_t {
#define TOKEN(Name, description) Name,
#define KEYWORD(Name, spelling) Name,
#define PUNCT(Name, spelling) Name,
#include "frontend/token.def"
};

/// A kind and the half-open byte range of its text in the file.
struct Token {
  TokenKind kind;
  uint32_t begin;
  uint32_t end;
};
static_assert(sizeof(Token) == 12);

/// The spelling of a keyword or operator; of the other kinds, what a diagnostic calls them.
constexpr std::string_view spelling(TokenKind kind) {
  constexpr auto kSpellings = std::to_array<std::string_view>({
#define TOKEN(Name, description) description,
#define KEYWORD(Name, spelling) spelling,
#define PUNCT(Name, spelling) spelling,
#include "frontend/token.def"
  });
  return kSpellings[static_cast<size_t>(kind)];
}

constexpr bool isKeyword(TokenKind kind) { return kind >= TokenKind::KwAnd && kind <= TokenKind::KwYield; }
constexpr bool isPunctuation(TokenKind kind) { return kind >= TokenKind::LeftParen; }

}  // namespace tritonc::frontend
