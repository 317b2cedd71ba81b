// Parameters of functions and lambdas, and type parameters.
#include "frontend/parser_internal.h"

namespace tritonc::frontend {

// params: [param (',' param)* [',' '/']] [[','] '*' [param] (',' param)*] [[','] '**' param] [',']
// lambda_params: the same without annotations
ast::Seq<ast::Param> Parser::parameters(TokenKind close, Annotations annotations) {
  ListBuilder<ast::Param> params(*this);
  auto form = ast::ParamForm::Normal;
  while (!at(close)) {
    if (at(TokenKind::Slash)) {
      if (form != ast::ParamForm::Normal) fault(nextRange(), DiagId::Syntax, "`/` follows `*` in a list of parameters");
      slash(params);
    } else if (at(TokenKind::Star)) {
      if (form != ast::ParamForm::Normal) fault(nextRange(), DiagId::Syntax, "second `*` in a list of parameters");
      form = ast::ParamForm::KeywordOnly;
      accept(TokenKind::Star);
      if (!at(TokenKind::Comma))
        params.add(parameter(ast::ParamForm::VarPositional, annotations));
      else if (kindAhead(1) != TokenKind::Name)
        expected("a parameter after `*`");
    } else if (accept(TokenKind::StarStar)) {
      params.add(parameter(ast::ParamForm::VarKeyword, annotations));
      accept(TokenKind::Comma);
      break;
    } else {
      const ast::Param *param = parameter(form, annotations);
      bool followsDefault = !params.isEmpty() && params[params.size() - 1]->defaultValue;
      if (form == ast::ParamForm::Normal && followsDefault && !param->defaultValue)
        fault(param->range, DiagId::Syntax, "parameter without a default follows one with a default");
      params.add(param);
    }
    if (!accept(TokenKind::Comma)) break;
  }
  for (size_t i = 0; i < params.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (!params[i]->name.isEmpty() && params[i]->name.text == params[j]->name.text)
        fault(params[i]->name.range, DiagId::Syntax, "second parameter `{}`", params[i]->name.text);
  return params.take();
}

// slash_no_default, slash_with_default: param+ '/'
/// Makes the parameters before the slash positional-only.
void Parser::slash(ListBuilder<ast::Param> &params) {
  bool isFirst = !params.isEmpty() && params[0]->form == ast::ParamForm::Normal;
  if (!isFirst)
    fault(nextRange(), DiagId::Syntax, "{}",
          params.isEmpty() ? "no parameter before `/`" : "second `/` in a list of parameters");
  accept(TokenKind::Slash);
  for (size_t i = 0; i < params.size(); ++i) {
    const ast::Param &param = *params[i];
    params.replace(i, make<ast::Param>(param.range, param.name, ast::ParamForm::PositionalOnly, param.annotation,
                                       param.defaultValue));
  }
}

// param: NAME [':' expression] ['=' expression]      behind '*': NAME [':' star_expression]
const ast::Param *Parser::parameter(ast::ParamForm form, Annotations annotations) {
  uint32_t begin = here();
  bool isVariadic = form == ast::ParamForm::VarPositional || form == ast::ParamForm::VarKeyword;
  ast::Identifier name = identifier("the name of a parameter");
  Expr annotation = nullptr;
  if (annotations == Annotations::Allowed && accept(TokenKind::Colon))
    annotation = form == ast::ParamForm::VarPositional ? starExpression() : expression();
  SourceRange range = rangeFrom(begin);
  Expr defaultValue = nullptr;
  if (isVariadic && at(TokenKind::Equal))
    fault(nextRange(), DiagId::Syntax, "variadic parameter `{}` has a default", name.text);
  else if (accept(TokenKind::Equal))
    defaultValue = expression();
  return make<ast::Param>(range, name, form, annotation, defaultValue);
}

// type_params: ['[' type_param (',' type_param)* [','] ']']
ast::Seq<ast::TypeParam> Parser::typeParams() {
  if (!accept(TokenKind::LeftBracket)) return {};
  ListBuilder<ast::TypeParam> params(*this);
  do params.add(typeParam());
  while (accept(TokenKind::Comma) && !at(TokenKind::RightBracket));
  expectClose(TokenKind::RightBracket);
  return params.take();
}

// type_param: NAME [':' expression] ['=' expression] | '*' NAME ['=' star_expression] | '**' NAME ['=' expression]
const ast::TypeParam *Parser::typeParam() {
  uint32_t begin = here();
  constexpr std::string_view kWhat = "the name of a type parameter";
  if (accept(TokenKind::Star)) {
    ast::Identifier name = identifier(kWhat);
    Expr defaultValue = accept(TokenKind::Equal) ? starExpression() : nullptr;
    return make<ast::TypeVarTuple>(rangeFrom(begin), name, defaultValue);
  }
  if (accept(TokenKind::StarStar)) {
    ast::Identifier name = identifier(kWhat);
    Expr defaultValue = accept(TokenKind::Equal) ? expression() : nullptr;
    return make<ast::ParamSpec>(rangeFrom(begin), name, defaultValue);
  }
  ast::Identifier name = identifier(kWhat);
  Expr bound = accept(TokenKind::Colon) ? expression() : nullptr;
  Expr defaultValue = accept(TokenKind::Equal) ? expression() : nullptr;
  return make<ast::TypeVar>(rangeFrom(begin), name, bound, defaultValue);
}

}  // namespace tritonc::frontend
