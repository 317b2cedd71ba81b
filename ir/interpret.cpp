// How a program runs: a frame holds the elements of each value, blocks run operation by operation, and the operation
// around a block reads what its terminator names. Nothing is undone or scheduled; program order is execution order,
// except that a `copy_async` writes at the `copy_wait` which covers it.

#include "ir/interpret.h"

#include <array>

#include "ir/evaluate.h"
#include "ir/interpret_internal.h"

namespace tritonc::ir {
namespace {

/// Blocks and calls inside each other that the recursion here takes.
constexpr unsigned kMaxDepth = 1000;

/// No element-wise operation has more operands.
constexpr unsigned kMaxElementOperands = 4;

uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

}  // namespace

Success Interpreter::run(const Function &kernel, std::span<const uint64_t> args) {
  TC_CHECK(args.size() == kernel.body()->numArgs(), "the caller gives the bits of each parameter");
  for (program_[2] = 0; program_[2] < grid_[2]; ++program_[2])
    for (program_[1] = 0; program_[1] < grid_[1]; ++program_[1])
      for (program_[0] = 0; program_[0] < grid_[0]; ++program_[0]) {
        steps_ = 0;
        placed_.clear();
        copies_.clear();
        copyGroups_ = 0;
        enter(kernel);
        for (size_t i = 0; i < args.size(); ++i) {
          const Value *param = kernel.body()->args()[i];
          tileOf(param) = {args[i] & lowMask(param->type().elemBits())};
        }
        TC_TRY_VOID(runBlock(*kernel.body()));
      }
  return {};
}

// ---- Values ----

void Interpreter::enter(const Function &function) {
  frame_ = &frames_[&function];
  frame_->resize(function.numValueIds());
}

Tile &Interpreter::tileOf(const Value *value) {
  Tile &tile = (*frame_)[value->id()];
  if (value->isConstant() && tile.empty()) tile = {value->bits()};
  return tile;
}

Tile &Interpreter::resultOf(const Op &op, unsigned i) {
  Tile &tile = tileOf(op.result(i));
  tile.resize(static_cast<size_t>(op.result(i)->type().numElements()));
  return tile;
}

uint64_t Interpreter::patternOf(const Op &op) const { return mix(options_.seed + mix(op.id() + 1)); }

std::vector<Tile> Interpreter::handedOver(const Block &block, unsigned first) {
  std::vector<Tile> tiles;
  for (const Use &use : block.terminator()->operands().subspan(first)) tiles.push_back(tileOf(use.value()));
  return tiles;
}

void Interpreter::setResults(const Op &op, std::vector<Tile> tiles) {
  for (unsigned i = 0; i < op.numResults(); ++i) tileOf(op.result(i)) = std::move(tiles[i]);
}

void Interpreter::setArgs(const Block &block, std::vector<Tile> tiles) {
  for (unsigned i = 0; i < block.numArgs(); ++i) tileOf(block.arg(i)) = std::move(tiles[i]);
}

// ---- Control ----

Success Interpreter::runBlock(const Block &block) {
  if (depth_ == kMaxDepth)
    return error(*block.front(), DiagId::NestedTooDeep, "blocks and calls nest more than {} deep", kMaxDepth);
  ++depth_;
  for (const Op &op : block) {
    if (++steps_ > options_.stepLimit)
      return error(op, DiagId::StepLimit, "the program is still running after {} operations", options_.stepLimit);
    TC_TRY_VOID(runOp(op));
  }
  --depth_;
  return {};
}

Success Interpreter::runOp(const Op &op) {
  switch (op.info().format) {
  case Format::Elementwise1:
  case Format::Elementwise2:
  case Format::Elementwise3:
  case Format::ElementwiseN: return runElementwise(op);
  case Format::Asm: return runAsm(op);
  case Format::Source: return runSource(op);
  case Format::Shape: return runShape(op);
  case Format::Join: return runJoin(op);
  case Format::Split: return runSplit(op);
  case Format::Exchange: return runExchange(op);
  case Format::Gather: return runGather(op);
  case Format::Histogram: return runHistogram(op);
  case Format::Dot: return runDot(op);
  case Format::Reduce: return runFold(op);
  case Format::Load: return runLoad(op);
  case Format::Store: return runStore(op);
  case Format::AtomicRmw: return runAtomicRmw(op);
  case Format::AtomicCas: return runAtomicCas(op);
  case Format::Alloc: return runLocalAlloc(op);
  case Format::LocalStore: return runLocalStore(op);
  case Format::LocalCount: return runLocalCount(op);
  case Format::DotWait: return runDotWait(op);
  case Format::LocalSlot: return runLocalSlot(op);
  case Format::CopyAsync: return runCopyAsync(op);
  case Format::Barrier: runBarrier(op); return {};
  case Format::Assume: return checkAssume(op);
  case Format::Assert: return runAssert(op);
  case Format::Print: return runPrint(op);
  case Format::For: return runFor(op);
  case Format::While: return runWhile(op);
  case Format::If: return runIf(op);
  case Format::Call: return runCall(op);
  case Format::Yield:
  case Format::Condition:
  case Format::Return: return {};  // read by the operation around the block
  }
  TC_UNREACHABLE("every format has a case");
}

Success Interpreter::runFor(const Op &op) {
  const Block &body = *op.block();
  const auto &attrs = op.attrs<ForAttrs>();
  unsigned width = body.arg(0)->type().elemBits();
  uint64_t iv = scalarOf(op.operand(0)), upper = scalarOf(op.operand(1)), step = scalarOf(op.operand(2));
  auto less = [&](uint64_t a, uint64_t b) {
    return attrs.isUnsigned ? a < b : signExtend(a, width) < signExtend(b, width);
  };

  for (unsigned i = 1; i < body.numArgs(); ++i) tileOf(body.arg(i)) = tileOf(op.operand(i + 2));
  for (; attrs.isDescending ? less(upper, iv) : less(iv, upper); iv = (iv + step) & lowMask(width)) {
    tileOf(body.arg(0)) = {iv};
    TC_TRY_VOID(runBlock(body));
    std::vector<Tile> carried = handedOver(body);
    for (unsigned i = 1; i < body.numArgs(); ++i) tileOf(body.arg(i)) = std::move(carried[i - 1]);
  }
  for (unsigned i = 1; i < body.numArgs(); ++i) tileOf(op.result(i - 1)) = tileOf(body.arg(i));
  return {};
}

Success Interpreter::runWhile(const Op &op) {
  const Block &before = *op.block(0), &after = *op.block(1);
  std::vector<Tile> carried;
  for (const Use &use : op.operands()) carried.push_back(tileOf(use.value()));
  while (true) {
    setArgs(before, std::move(carried));
    TC_TRY_VOID(runBlock(before));
    bool goesOn = scalarOf(before.terminator()->operand(0));
    std::vector<Tile> passed = handedOver(before, /*first=*/1);
    if (!goesOn) {
      setResults(op, std::move(passed));
      return {};
    }
    setArgs(after, std::move(passed));
    TC_TRY_VOID(runBlock(after));
    carried = handedOver(after);
  }
}

Success Interpreter::runIf(const Op &op) {
  const Block &taken = *op.block(scalarOf(op.operand(0)) ? 0 : 1);
  TC_TRY_VOID(runBlock(taken));
  setResults(op, handedOver(taken));
  return {};
}

Success Interpreter::runCall(const Op &op) {
  const Function &callee = *module_.find(op.attrs<CallAttrs>().callee);
  std::vector<Tile> args;
  for (const Use &use : op.operands()) args.push_back(tileOf(use.value()));

  Frame *caller = frame_;
  enter(callee);
  setArgs(*callee.body(), std::move(args));
  TC_TRY_VOID(runBlock(*callee.body()));
  std::vector<Tile> results = handedOver(*callee.body());
  frame_ = caller;
  setResults(op, std::move(results));
  return {};
}

Success Interpreter::runElementwise(const Op &op) {
  if (op.opcode() == Opcode::Hint) TC_TRY_VOID(checkHint(op));
  if (op.opcode() == Opcode::Extern && !libdeviceHostFunction(op.attrs<ExternAttrs>().function))
    return error(op, DiagId::Unsupported, "`{}` of libdevice cannot run on the CPU", op.attrs<ExternAttrs>().function);
  ElementOp element(op, patternOf(op));
  Tile &result = resultOf(op);
  unsigned count = op.numOperands();
  TC_CHECK(count >= 1 && count <= kMaxElementOperands, "no element-wise operation has more operands");
  // Missing operands repeat the first one, so that the loop need not ask.
  auto operand = [&](unsigned i) { return elementsOf(op.operand(i < count ? i : 0)); };
  Elements a = operand(0), b = operand(1), c = operand(2), d = operand(3);
  for (size_t i = 0; i < result.size(); ++i) {
    const std::array<uint64_t, kMaxElementOperands> operands = {a[i], b[i], c[i], d[i]};
    result[i] = element(operands.data()).bits;
  }
  return {};
}

Success interpret(const Module &module, const Function &kernel, Grid grid, std::span<const uint64_t> args,
                  const AddressSpace &memory, const InterpretOptions &options) {
  return Interpreter(module, grid, memory, options).run(kernel, args);
}

}  // namespace tritonc::ir
