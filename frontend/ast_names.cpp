// Names of kinds and spellings of operators, from ast.def.
#include "frontend/ast.h"

#include <array>

namespace tritonc::frontend::ast {

std::string_view pythonName(Kind kind) {
  static constexpr auto kNames = std::to_array<std::string_view>({
#define NODE(Name, python, noun, fields) python,
#include "frontend/ast.def"
  });
  return kNames[static_cast<size_t>(kind)];
}

std::string_view noun(Kind kind) {
  static constexpr auto kNouns = std::to_array<std::string_view>({
#define NODE(Name, python, noun, fields) noun,
#include "frontend/ast.def"
  });
  return kNouns[static_cast<size_t>(kind)];
}

std::string_view spelling(BoolOperator op) {
  static constexpr auto kSpellings = std::to_array<std::string_view>({
#define BOOL_OPERATOR(Name, spelling) spelling,
#include "frontend/ast.def"
  });
  return kSpellings[static_cast<size_t>(op)];
}

std::string_view spelling(BinaryOperator op) {
  static constexpr auto kSpellings = std::to_array<std::string_view>({
#define BINARY_OPERATOR(Name, spelling) spelling,
#include "frontend/ast.def"
  });
  return kSpellings[static_cast<size_t>(op)];
}

std::string_view spelling(UnaryOperator op) {
  static constexpr auto kSpellings = std::to_array<std::string_view>({
#define UNARY_OPERATOR(Name, spelling) spelling,
#include "frontend/ast.def"
  });
  return kSpellings[static_cast<size_t>(op)];
}

std::string_view spelling(CompareOperator op) {
  static constexpr auto kSpellings = std::to_array<std::string_view>({
#define COMPARE_OPERATOR(Name, spelling) spelling,
#include "frontend/ast.def"
  });
  return kSpellings[static_cast<size_t>(op)];
}

}  // namespace tritonc::frontend::ast
