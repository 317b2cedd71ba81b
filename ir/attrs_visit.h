// Dispatch from an operation to its attribute struct, for code that treats all structs alike.
#pragma once

#include <type_traits>

#include "ir/op.h"

namespace tritonc::ir {

/// Calls `visit(std::type_identity<A>())` for the attribute struct A of that kind.
template <class Visit> decltype(auto) withAttrsType(AttrsKind kind, Visit &&visit) {
  switch (kind) {
#define X(Struct)                                                                                                      \
  case AttrsKind::Struct: return visit(std::type_identity<Struct>());
    TC_ATTR_STRUCTS(X)
#undef X
  }
  TC_UNREACHABLE("every kind has a case");
}

/// Calls `visit(const A &)` with the attributes as the struct that ops.def names.
template <class Visit> decltype(auto) visitAttrs(const Op &op, Visit &&visit) {
  return withAttrsType(op.info().attrs, [&](auto type) -> decltype(auto) {
    return visit(*static_cast<const typename decltype(type)::type *>(op.rawAttrs()));
  });
}

/// Whether two operations of one opcode carry the same fields.
bool equalAttrs(const Op &a, const Op &b);
/// Depends on the fields only.
size_t hashAttrs(const Op &op);

}  // namespace tritonc::ir
