// The transfer functions of the affine analysis: facts about a result from facts about operands.
#pragma once

#include "passes/affine_form.h"

namespace tritonc::passes {

/// Facts of a type of which nothing else is known.
Facts unknownFacts(ir::Type type);
/// Facts that hold for either of two values of one type. Without a form.
Facts joinFacts(const Facts &a, const Facts &b, int64_t unit);
/// The step of a run: bytes of the pointee, 1 for integers.
int64_t unitOf(ir::Type type);
/// Integers and pointers have facts.
bool hasFacts(ir::Type type);

/// Facts about the result of a pure operation or a load, which is an integer or a pointer.
Facts applyRule(const ir::Op &op, const std::function<const Facts &(const ir::Value *)> &factsOf);

}  // namespace tritonc::passes
