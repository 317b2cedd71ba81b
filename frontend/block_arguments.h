// The arguments that block pointers and tensor descriptors have in common.
#pragma once

#include "frontend/block_access.h"
#include "frontend/lowering.h"

namespace tritonc::frontend {

/// `tl.load` and `tl.store` of a block pointer.
Result<Value> loadBlock(Lowering &l, const BuiltinCall &call);
Result<Value> storeBlock(Lowering &l, const BuiltinCall &call);

/// A scalar pointer to the array.
Result<RuntimeValue> requireBase(Lowering &l, const BuiltinCall &call);
/// The shape of a block, of at most `maxRank` dimensions.
Result<ir::DimVector> requireBlockShape(Lowering &l, const BuiltinCall &call, unsigned maxRank);

/// What a list may hold: any integers, those that fit 32 bits, or also floats, which are cut to integers.
enum class ListOf : uint8_t { Integers, NarrowIntegers, Numbers };
/// A list of `count` scalars, converted to `type`; a scalar stands for a list of one.
Result<std::vector<RuntimeValue>> requireScalars(Lowering &l, const BuiltinCall &call, std::string_view name,
                                                 size_t count, ListOf kind, DType type);

/// What `padding_option` says.
Result<BlockValue::Padding> requirePadding(Lowering &l, const BuiltinCall &call, DType element);

RuntimeValue emitBlockLoad(Emitter &e, const BlockAccess &access, BlockValue::Padding padding,
                           const ir::LoadAttrs &attrs);
void emitBlockStore(Emitter &e, const BlockAccess &access, const RuntimeValue &value, const ir::StoreAttrs &attrs);

}  // namespace tritonc::frontend
