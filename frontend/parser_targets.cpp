// What may be assigned to or deleted. Targets are read as expressions and checked afterwards, so that a message can
// say what stands in their place.
#include "frontend/parser_internal.h"

namespace tritonc::frontend {

// star_targets: star_target (',' star_target)* [',']
const ast::Expr *Parser::starTargets() { return checkTarget(maybeTuple(&Parser::starTarget), TargetUse::Assign); }

// star_target: ['*'] target_with_star_atom
/// Reads operators, too, but not `in`, which follows the target of a `for`.
const ast::Expr *Parser::starTarget() {
  uint32_t begin = here();
  if (!accept(TokenKind::Star)) return bitwiseOr();
  Expr value = bitwiseOr();
  return make<ast::Starred>(rangeFrom(begin), value);
}

/// The target behind `as`.
const ast::Expr *Parser::asTarget() { return checkTarget(starTarget(), TargetUse::Assign); }

// target: NAME | primary '.' NAME | primary '[' slices ']' | '(' targets ')' | '[' targets ']' | '*' target
const ast::Expr *Parser::checkTarget(Expr target, TargetUse use) {
  switch (target->kind) {
  case ast::Kind::Name:
  case ast::Kind::Attribute:
  case ast::Kind::Subscript: return target;
  case ast::Kind::Tuple:
    for (Expr element : target->as<ast::Tuple>().elts) checkTarget(element, use);
    return target;
  case ast::Kind::List:
    for (Expr element : target->as<ast::List>().elts) checkTarget(element, use);
    return target;
  case ast::Kind::Starred:
    if (use == TargetUse::Delete) break;
    checkTarget(target->as<ast::Starred>().value, use);
    return target;
  default: break;
  }
  fault(target->range, DiagId::BadTarget, "cannot {} {}", use == TargetUse::Assign ? "assign to" : "delete",
        noun(target->kind));
  return target;
}

// single_target: NAME | primary '.' NAME | primary '[' slices ']' | '(' single_target ')'
const ast::Expr *Parser::checkSingleTarget(Expr target, std::string_view use) {
  bool isSingle = target->is<ast::Name>() || target->is<ast::Attribute>() || target->is<ast::Subscript>();
  if (!isSingle) fault(target->range, DiagId::BadTarget, "{} {}", use, noun(target->kind));
  return target;
}

}  // namespace tritonc::frontend
