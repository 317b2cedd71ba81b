// One `mma.sync` for each accumulator block and each step along K.
//
//   mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3};
//
// The layouts (ir/mma_layout.h) order the registers so that the words of one instruction lie side by side: bits of a
// register's number are, from the lowest, elements of a word, words of an instruction, and then blocks and steps along
// K in some order.
#include "codegen/emit_dot.h"

#include <array>

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include "ir/mma_layout.h"

namespace tritonc::codegen {
namespace {

using ir::ScalarKind;

constexpr unsigned kWordsA = 4, kWordsB = 2, kAccumulators = 4;

/// The register of the tile that holds what a register of the instructions does, of which some are copies.
unsigned withoutCopy(uint64_t copies, unsigned index) {
  unsigned result = 0, bit = 0;
  for (; index != 0; index >>= 1, copies >>= 1)
    if (!(copies & 1)) result |= (index & 1) << bit++;
  return result;
}

/// The registers of a tile as the instructions have them.
Regs withCopies(const Regs &values, const ir::LinearLayout &instruction) {
  uint64_t copies = instruction.zeroColumnMask(ir::InDim::Register);
  Regs result;
  for (unsigned i = 0; i < instruction.inSize(ir::InDim::Register); ++i)
    result.push_back(values[withoutCopy(copies, i)]);
  return result;
}

/// The instruction for operands of these types, as PTX text and constraints.
struct Instruction {
  Instruction(FunctionEmitter &e, const ir::Op &op) {
    ScalarKind a = op.operand(0)->type().scalar(), b = op.operand(1)->type().scalar();
    bool isInt = a == ScalarKind::I8;
    std::string_view sum = isInt ? "s32" : "f32";
    text = fmt::format("mma.sync.aligned.m16n8k{}.row.col.{}.{}.{}.{} {{$0, $1, $2, $3}}, {{$4, $5, $6, $7}}, "
                       "{{$8, $9}}, {{$10, $11, $12, $13}};",
                       ir::mmaDepth(op.operand(0)->type().elemBits()), sum, ir::matrixType(a), ir::matrixType(b), sum);
    char accumulator = isInt ? 'r' : 'f';
    constraints = fmt::format("={0},={0},={0},={0},r,r,r,r,r,r,{0},{0},{0},{0}", accumulator);
    llvm::Type *type = e.type(op.result()->type());
    result = llvm::StructType::get(type, type, type, type);
  }

  std::string text;
  std::string constraints;
  llvm::StructType *result;
};

/// Which block of rows and columns each group of four accumulators is, as positions among the blocks of A and of B.
struct Block {
  unsigned row = 0;
  unsigned col = 0;
};

Block blockOf(const ir::LinearLayout &accumulator, unsigned index) {
  Block block;
  unsigned rows = 0, cols = 0;
  // Bits that move along M choose a block of A, those along N one of B, in the order in which an operand lists them.
  for (unsigned bit = 0; bit + 2 < accumulator.inBits(ir::InDim::Register); ++bit) {
    uint64_t column = accumulator.column(ir::InDim::Register, bit + 2);
    unsigned value = index >> bit & 1;
    if (accumulator.coordinate(column, 0) != 0)
      block.row |= value << rows++;
    else
      block.col |= value << cols++;
  }
  return block;
}

/// The product of two matrices, the words of both as the instructions have them.
void emitMatrix(FunctionEmitter &e, const Instruction &instruction, const ir::LinearLayout &accumulator, unsigned steps,
                llvm::ArrayRef<llvm::Value *> a, llvm::ArrayRef<llvm::Value *> other,
                llvm::MutableArrayRef<llvm::Value *> sums) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::SmallVector<Block> blocks;
  for (unsigned index = 0; index < sums.size() / kAccumulators; ++index) blocks.push_back(blockOf(accumulator, index));
  for (unsigned step = 0; step < steps; ++step)
    for (auto [index, block] : llvm::enumerate(blocks)) {
      llvm::SmallVector<llvm::Value *, 10> args;
      auto addWords = [&](llvm::ArrayRef<llvm::Value *> words, unsigned number, unsigned count) {
        llvm::append_range(args, words.slice(words.size() / steps * step).slice(number * count, count));
      };
      addWords(a, block.row, kWordsA);
      addWords(other, block.col, kWordsB);
      llvm::Value **sum = &sums[index * kAccumulators];
      args.append(sum, sum + kAccumulators);
      for (unsigned first : {0u, kWordsA, kWordsA + kWordsB})
        if (e.isSabotaged(SabotageKind::Fragment)) std::swap(args[first], args[first + 1]);
      llvm::Value *result = e.pureAsm(instruction.result, instruction.text, instruction.constraints, args);
      llvm::cast<llvm::CallInst>(result)->setConvergent();  // all lanes of the warp together
      for (unsigned i = 0; i < kAccumulators; ++i) sum[i] = b.CreateExtractValue(result, i);
    }
}

/// The position of the words of instruction `number` by matrix of a stack, step along K, and block.
unsigned positionOf(const ir::LinearLayout &instruction, ir::DotSide side, unsigned firstBit, unsigned number) {
  enum Kind : uint8_t { kBlock, kStep, kStack };
  std::array<unsigned, 3> value{}, bits{};
  unsigned depthDim = instruction.rank() - (side == ir::DotSide::A ? 1 : 2);
  for (unsigned bit = firstBit; bit < instruction.inBits(ir::InDim::Register); ++bit, number >>= 1) {
    uint64_t column = instruction.column(ir::InDim::Register, bit);
    Kind kind = instruction.coordinate(column, depthDim) != 0 ? kStep : kBlock;
    if (instruction.rank() == 3 && instruction.coordinate(column, 0) != 0) kind = kStack;
    value[kind] |= (number & 1) << bits[kind]++;
  }
  return (value[kStack] << bits[kStep] | value[kStep]) << bits[kBlock] | value[kBlock];
}

}  // namespace

Regs fragmentWords(FunctionEmitter &e, const ir::Value *value, ir::DotSide side, const ir::LinearLayout &instruction) {
  llvm::IRBuilder<> &b = e.builder();
  Regs elements = withCopies(e.regs(value), instruction);
  unsigned perWord = 32 / value->type().elemBits();
  llvm::Type *word = b.getInt32Ty();
  Regs words;
  for (size_t first = 0; first < elements.size(); first += perWord) {
    if (perWord == 1) {
      words.push_back(b.CreateBitCast(elements[first], word));
      continue;
    }
    llvm::Value *vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(elements[first]->getType(), perWord));
    for (unsigned i = 0; i < perWord; ++i)
      vector = b.CreateInsertElement(vector, elements[first + i], static_cast<uint64_t>(i));
    words.push_back(b.CreateBitCast(vector, word));
  }
  unsigned count = side == ir::DotSide::A ? kWordsA : kWordsB;
  unsigned firstBit = ir::log2Exact(perWord * count);
  Regs ordered(words.size());
  for (unsigned number = 0; number < words.size() / count; ++number)
    llvm::copy(llvm::ArrayRef(words).slice(size_t{number} * count, count),
               &ordered[size_t{positionOf(instruction, side, firstBit, number)} * count]);
  return ordered;
}

void emitDot(FunctionEmitter &e, const ir::Op &op) {
  Instruction instruction(e, op);
  ir::Type type = op.operand(0)->type();
  int64_t depth = type.shape().back();
  auto steps = static_cast<unsigned>(depth / ir::mmaDepth(type.elemBits()));
  const ir::LinearLayout accumulator = *ir::mmaInstructionAccumulator(*op.result()->type().layout());
  auto words = [&](ir::DotSide side, const ir::Value *value) {
    return fragmentWords(e, value, side, ir::mmaInstructionOperand(accumulator, side, depth, value->type().elemBits()));
  };
  Regs a = words(ir::DotSide::A, op.operand(0)), other = words(ir::DotSide::B, op.operand(1));
  Regs sums = withCopies(e.regs(op.operand(2)), accumulator);
  const ir::LinearLayout matrix = ir::oneOfStack(accumulator);
  size_t matrices = sums.size() / matrix.inSize(ir::InDim::Register);
  for (size_t number = 0; number < matrices; ++number) {
    auto part = [&](Regs &registers) {
      size_t size = registers.size() / matrices;
      return llvm::MutableArrayRef<llvm::Value *>(registers).slice(number * size, size);
    };
    emitMatrix(e, instruction, matrix, steps, part(a), part(other), part(sums));
  }
  uint64_t copies = accumulator.zeroColumnMask(ir::InDim::Register);
  Regs results(e.regs(op.operand(2)).size());
  for (unsigned i = 0; i < sums.size(); ++i) results[withoutCopy(copies, i)] = sums[i];
  e.set(op.result(), std::move(results));
}

}  // namespace tritonc::codegen
