#include "codegen/packed_math.h"

#include <algorithm>
#include <array>

namespace tritonc::codegen {

bool isPackable(ir::Opcode opcode, ir::ScalarKind kind, Target target) {
  using enum ir::Opcode;
  constexpr auto kEverywhere = std::to_array({Fma, MinNumF, MaxNumF, MinF, MaxF});
  constexpr auto kOfF16AndHopper = std::to_array({AddF, SubF, MulF});
  bool isF16 = kind == ir::ScalarKind::F16, isBF16 = kind == ir::ScalarKind::BF16;
  bool isIn = std::ranges::find(kEverywhere, opcode) != kEverywhere.end();
  if (std::ranges::find(kOfF16AndHopper, opcode) != kOfF16AndHopper.end()) isIn = isF16 || target.capability >= 90;
  return isIn && (isF16 || isBF16);
}

llvm::Value *makePair(llvm::IRBuilder<> &b, llvm::Value *low, llvm::Value *high) {
  llvm::Value *pair = llvm::PoisonValue::get(llvm::FixedVectorType::get(low->getType(), 2));
  pair = b.CreateInsertElement(pair, low, uint64_t{0});
  return b.CreateInsertElement(pair, high, uint64_t{1});
}

Regs splitPair(llvm::IRBuilder<> &b, llvm::Value *pair) {
  return {b.CreateExtractElement(pair, uint64_t{0}), b.CreateExtractElement(pair, uint64_t{1})};
}

}  // namespace tritonc::codegen
