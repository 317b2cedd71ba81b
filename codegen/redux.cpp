// `redux.sync` knows integers of 32 bits. The minimum and maximum of f32 go there through an order-preserving map: the
// bits of a negative number but the sign are flipped, so that integers compare as the floats do. A NaN is replaced by
// the end of that order where it wins or loses as the operation says, and comes back as a NaN:
//
//   0xffffffff -> 0x80000000, below -inf      0x7fffffff -> 0x7fffffff, above +inf
#include "codegen/redux.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

namespace tritonc::codegen {
namespace {

using ir::Opcode;
namespace Intrinsic = llvm::Intrinsic;

/// Whether more copies of an element change the result.
enum class Copies : bool { Matter, DoNotMatter };

struct Row {
  Opcode opcode;
  ir::ScalarKind kind;
  Intrinsic::ID id;
  Copies copies;
};

constexpr Row kRows[] = {
    {Opcode::AddI, ir::ScalarKind::I32, Intrinsic::nvvm_redux_sync_add, Copies::Matter},
    {Opcode::XorI, ir::ScalarKind::I32, Intrinsic::nvvm_redux_sync_xor, Copies::Matter},
    {Opcode::AndI, ir::ScalarKind::I32, Intrinsic::nvvm_redux_sync_and, Copies::DoNotMatter},
    {Opcode::OrI, ir::ScalarKind::I32, Intrinsic::nvvm_redux_sync_or, Copies::DoNotMatter},
    {Opcode::MinSI, ir::ScalarKind::I32, Intrinsic::nvvm_redux_sync_min, Copies::DoNotMatter},
    {Opcode::MaxSI, ir::ScalarKind::I32, Intrinsic::nvvm_redux_sync_max, Copies::DoNotMatter},
    {Opcode::MinUI, ir::ScalarKind::I32, Intrinsic::nvvm_redux_sync_umin, Copies::DoNotMatter},
    {Opcode::MaxUI, ir::ScalarKind::I32, Intrinsic::nvvm_redux_sync_umax, Copies::DoNotMatter},
    {Opcode::MinNumF, ir::ScalarKind::F32, Intrinsic::nvvm_redux_sync_min, Copies::DoNotMatter},
    {Opcode::MaxNumF, ir::ScalarKind::F32, Intrinsic::nvvm_redux_sync_max, Copies::DoNotMatter},
    {Opcode::MinF, ir::ScalarKind::F32, Intrinsic::nvvm_redux_sync_min, Copies::DoNotMatter},
    {Opcode::MaxF, ir::ScalarKind::F32, Intrinsic::nvvm_redux_sync_max, Copies::DoNotMatter},
};

constexpr uint32_t kWarp = 0xffffffff;
constexpr uint32_t kLaneBits = 31;

/// Its own inverse.
llvm::Value *reorder(llvm::IRBuilder<> &b, llvm::Value *bits) {
  return b.CreateXor(bits, b.CreateAnd(b.CreateAShr(bits, 31), 0x7fffffff));
}

}  // namespace

std::optional<Redux> findRedux(const CombineBlock &block, const ReducePlan &plan) {
  if (!block.single()) return std::nullopt;
  for (const Row &row : kRows) {
    if (row.opcode != *block.single() || row.kind != block.kind()) continue;
    uint32_t lanes = row.copies == Copies::Matter ? plan.lanes : plan.lanes | plan.copies;
    if (plan.lanes == 0 || lanes != kLaneBits) return std::nullopt;
    bool isFloat = row.kind == ir::ScalarKind::F32;
    bool nanIsHigh = row.opcode == Opcode::MinNumF || row.opcode == Opcode::MaxF;
    return Redux{row.id, isFloat, nanIsHigh ? 0x7fffffffu : 0xffffffffu};
  }
  return std::nullopt;
}

llvm::Value *emitRedux(FunctionEmitter &e, Redux redux, llvm::Value *value) {
  llvm::IRBuilder<> &b = e.builder();
  bool isLeftOut = e.isSabotaged(SabotageKind::Shuffle);
  auto reduce = [&](llvm::Value *bits) { return isLeftOut ? bits : e.intrinsic(redux.id, {bits, b.getInt32(kWarp)}); };
  if (!redux.isFloat) return reduce(value);
  llvm::Value *bits = b.CreateBitCast(value, b.getInt32Ty());
  bits = b.CreateSelect(b.CreateFCmpUNO(value, value), b.getInt32(redux.nan), bits);
  return b.CreateBitCast(reorder(b, reduce(reorder(b, bits))), b.getFloatTy());
}

}  // namespace tritonc::codegen
