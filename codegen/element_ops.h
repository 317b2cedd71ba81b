// The arithmetic of the tile IR on single elements, as LLVM IR without undefined behaviour.
//
// One function for each operation; emit_op.cpp says which operation is which. The functions see LLVM values of the
// element type `kind` and know nothing of tiles.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// The operation at hand and where its code goes.
struct ElementContext {
  FunctionEmitter &emitter;
  /// Of the first operand and of the result.
  ir::ScalarKind from;
  ir::ScalarKind kind;

  llvm::IRBuilder<> &builder() const { return emitter.builder(); }
  ElementContext withKind(ir::ScalarKind other) const { return {emitter, other, other}; }
};

using ElementArgs = llvm::ArrayRef<llvm::Value *>;
using ElementFn = llvm::Value *(*)(const ElementContext &, ElementArgs);

#define TC_ELEMENT_FN(name) llvm::Value *name(const ElementContext &context, ElementArgs args);

// emit_integer.cpp
TC_ELEMENT_FN(addI)
TC_ELEMENT_FN(subI)
TC_ELEMENT_FN(mulI)
TC_ELEMENT_FN(mulHiU)
TC_ELEMENT_FN(divSI)
TC_ELEMENT_FN(divUI)
TC_ELEMENT_FN(remSI)
TC_ELEMENT_FN(remUI)
TC_ELEMENT_FN(andI)
TC_ELEMENT_FN(orI)
TC_ELEMENT_FN(xorI)
TC_ELEMENT_FN(shlI)
TC_ELEMENT_FN(shrSI)
TC_ELEMENT_FN(shrUI)
TC_ELEMENT_FN(minSI)
TC_ELEMENT_FN(maxSI)
TC_ELEMENT_FN(minUI)
TC_ELEMENT_FN(maxUI)
TC_ELEMENT_FN(absI)
TC_ELEMENT_FN(cmpEq)
TC_ELEMENT_FN(cmpNe)
TC_ELEMENT_FN(cmpSlt)
TC_ELEMENT_FN(cmpSle)
TC_ELEMENT_FN(cmpUlt)
TC_ELEMENT_FN(cmpUle)
TC_ELEMENT_FN(select)

// emit_float.cpp
TC_ELEMENT_FN(addF)
TC_ELEMENT_FN(subF)
TC_ELEMENT_FN(mulF)
TC_ELEMENT_FN(fma)
TC_ELEMENT_FN(divF)
TC_ELEMENT_FN(divRnF)
TC_ELEMENT_FN(remF)
TC_ELEMENT_FN(negF)
TC_ELEMENT_FN(absF)
TC_ELEMENT_FN(minNumF)
TC_ELEMENT_FN(maxNumF)
TC_ELEMENT_FN(minF)
TC_ELEMENT_FN(maxF)
TC_ELEMENT_FN(exp)
TC_ELEMENT_FN(exp2)
TC_ELEMENT_FN(sqrt)
TC_ELEMENT_FN(sqrtRn)
TC_ELEMENT_FN(rsqrt)
TC_ELEMENT_FN(floor)
TC_ELEMENT_FN(ceil)
TC_ELEMENT_FN(cmpOeq)
TC_ELEMENT_FN(cmpUne)
TC_ELEMENT_FN(cmpOlt)
TC_ELEMENT_FN(cmpOle)

// emit_convert.cpp
TC_ELEMENT_FN(extSI)
TC_ELEMENT_FN(extUI)
TC_ELEMENT_FN(truncI)
TC_ELEMENT_FN(sIToFP)
TC_ELEMENT_FN(uIToFP)
TC_ELEMENT_FN(fPToSI)
TC_ELEMENT_FN(fPToUI)

#undef TC_ELEMENT_FN

/// The value of float type `from` as `to`, rounded as asked (emit_convert.cpp).
llvm::Value *convertFloat(FunctionEmitter &emitter, llvm::Value *value, ir::ScalarKind from, ir::ScalarKind to,
                          ir::Rounding round = ir::Rounding::NearestEven);

inline bool isFloat8(ir::ScalarKind kind) { return kind == ir::ScalarKind::F8E4M3 || kind == ir::ScalarKind::F8E5M2; }

}  // namespace tritonc::codegen
