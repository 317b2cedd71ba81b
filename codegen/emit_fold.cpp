// The algorithms are in fold_algorithm.h; this file is the machine that they run on: values of LLVM IR, and the block
// of the operation to combine them.
//
//   reduce   tree over the registers of a thread, then shfl.bfly or redux.sync over lanes
//   scan     sequential over registers, doubling with shfl.idx over lanes
#include "codegen/emit_fold.h"

#include <ranges>

#include "codegen/combine_block.h"
#include "codegen/fold_algorithm.h"
#include "codegen/packed_math.h"
#include "codegen/redux.h"
#include "codegen/shuffle.h"

namespace tritonc::codegen {
namespace {

/// One register of each operand.
using Tuple = Regs;

class LlvmMachine {
public:
  using Value = Tuple;

  LlvmMachine(FunctionEmitter &emitter, const ir::Op &op) : e_(emitter), block_(emitter, *op.block()) {}

  Tuple combine(const Tuple &earlier, const Tuple &later) { return block_.combine(earlier, later); }

  std::vector<Tuple> exchange(const std::vector<Tuple> &values, uint32_t mask) {
    return move(values, [&](const Regs &regs) { return exchangeLanes(e_, regs, mask); });
  }

  std::vector<Tuple> fetch(const std::vector<Tuple> &values, LaneSource source) {
    if (values.empty()) return {};
    llvm::Value *lane = sourceLane(source);
    return move(values, [&](const Regs &regs) { return fetchLanes(e_, regs, lane); });
  }

  Tuple select(uint32_t mask, uint32_t except, const Tuple &a, const Tuple &b) {
    llvm::IRBuilder<> &builder = e_.builder();
    llvm::Value *bits = builder.CreateAnd(e_.threadIndex(), mask);
    llvm::Value *takesA = builder.CreateICmpNE(bits, builder.getInt32(except));
    if (e_.isSabotaged(SabotageKind::Select)) takesA = builder.CreateNot(takesA);
    Tuple result;
    for (unsigned i = 0; i < a.size(); ++i) result.push_back(builder.CreateSelect(takesA, a[i], b[i]));
    return result;
  }

private:
  /// Applies `moveRegs` to all values of an operand together: narrow ones then share words.
  template <class Move> std::vector<Tuple> move(const std::vector<Tuple> &values, Move &&moveRegs) {
    std::vector<Tuple> result(values.size());
    for (unsigned i = 0; i < values[0].size(); ++i) {
      Regs regs;
      for (const Tuple &value : values) regs.push_back(value[i]);
      regs = moveRegs(regs);
      for (size_t k = 0; k < values.size(); ++k) result[k].push_back(regs[k]);
    }
    return result;
  }

  llvm::Value *sourceLane(LaneSource source) {
    llvm::IRBuilder<> &b = e_.builder();
    llvm::Value *thread = e_.threadIndex();
    if (source.kind == LaneSource::Kind::Fixed) return b.CreateOr(b.CreateAnd(thread, ~source.clear), source.set);
    // One less flips the bits up to the lowest 1, one more those up to the lowest 0.
    uint32_t all = 0;
    for (unsigned bit : source.run) all |= 1u << bit;
    llvm::Value *flipped = b.getInt32(all);
    for (uint32_t above = all; unsigned bit : std::views::reverse(source.run)) {
      llvm::Value *isClear = b.CreateIsNull(b.CreateAnd(thread, 1u << bit));
      llvm::Value *here = b.getInt32(above);
      flipped = source.kind == LaneSource::Kind::Before ? b.CreateSelect(isClear, flipped, here)
                                                        : b.CreateSelect(isClear, here, flipped);
      above &= ~(1u << bit);
    }
    return b.CreateXor(thread, flipped);
  }

  FunctionEmitter &e_;
  CombineBlock block_;
};

/// The registers `regs` of all operands.
std::vector<Tuple> tuplesOf(FunctionEmitter &e, const ir::Op &op, llvm::ArrayRef<unsigned> regs) {
  std::vector<Tuple> tuples(regs.size());
  for (const ir::Use &use : op.operands()) {
    const Regs &values = e.regs(use.value());
    for (size_t i = 0; i < regs.size(); ++i) tuples[i].push_back(regAt(values, regs[i]));
  }
  return tuples;
}

/// Rows 2 i and 2 i + 1 of one operand as rows of pairs.
std::vector<std::vector<Tuple>> pairUp(llvm::IRBuilder<> &b, const std::vector<std::vector<Tuple>> &rows) {
  std::vector<std::vector<Tuple>> pairs(rows.size() / 2, std::vector<Tuple>(rows[0].size()));
  for (size_t row = 0; row < pairs.size(); ++row)
    for (size_t i = 0; i < rows[0].size(); ++i)
      pairs[row][i] = {makePair(b, rows[2 * row][i][0], rows[2 * row + 1][i][0])};
  return pairs;
}

/// The elements of a row, neighbours together.
std::vector<Tuple> pairHalves(llvm::IRBuilder<> &b, const std::vector<Tuple> &row) {
  std::vector<Tuple> pairs;
  for (size_t i = 0; i < row.size(); i += 2) pairs.push_back({makePair(b, row[i][0], row[i + 1][0])});
  return pairs;
}

}  // namespace

void emitReduce(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const ir::LinearLayout &layout = *op.operand(0)->type().layout();
  ReducePlan plan = planReduce(layout, static_cast<unsigned>(op.attrs<ir::AxisAttrs>().axis));
  CombineBlock block(e, *op.block());
  LlvmMachine machine(e, op);
  std::vector<std::vector<Tuple>> rows;
  for (const std::vector<unsigned> &group : plan.groups) rows.push_back(tuplesOf(e, op, group));
  // Two rows at once, or the two halves of the one.
  bool hasPairs = block.takesPairs(), pairsRows = hasPairs && rows.size() > 1;
  if (pairsRows) rows = pairUp(b, rows);
  std::vector<Tuple> values;
  for (std::vector<Tuple> &row : rows) {
    bool pairsHalves = hasPairs && !pairsRows && row.size() > 2;
    values.push_back(reduceInThread(machine, pairsHalves ? pairHalves(b, row) : std::move(row)));
    if (!pairsHalves) continue;
    Regs halves = splitPair(b, values.back()[0]);
    values.back() = block.combine({halves[0]}, {halves[1]});
  }
  if (auto redux = findRedux(block, plan))
    for (Tuple &value : values) value = {emitRedux(e, *redux, value[0])};
  else
    reduceAcrossLanes(machine, values, plan.lanes, block.isSymmetric());
  for (unsigned i = 0; i < op.numResults(); ++i) {
    Regs regs;
    for (const Tuple &value : values)
      if (pairsRows)
        regs.append(splitPair(b, value[i]));
      else
        regs.push_back(value[i]);
    e.set(op.result(i), std::move(regs));
  }
}

void emitScan(FunctionEmitter &e, const ir::Op &op) {
  using Algorithm = Scan<LlvmMachine>;
  const auto &attrs = op.attrs<ir::ScanAttrs>();
  ScanPlan plan = planScan(*op.operand(0)->type().layout(), static_cast<unsigned>(attrs.axis));
  LlvmMachine machine(e, op);
  Algorithm algorithm(machine, attrs.reverse ? Algorithm::Direction::Reverse : Algorithm::Direction::Forward);
  std::vector<Regs> results(op.numResults(), Regs(numRegs(op.result()->type())));
  for (const std::vector<unsigned> &row : plan.rows) {
    std::vector<Tuple> scanned = algorithm.run(plan.runs, tuplesOf(e, op, row));
    for (size_t place = 0; place < row.size(); ++place)
      for (unsigned i = 0; i < op.numResults(); ++i) results[i][row[place]] = scanned[place][i];
  }
  for (unsigned i = 0; i < op.numResults(); ++i) e.set(op.result(i), std::move(results[i]));
}

}  // namespace tritonc::codegen
