// Follows threads to bytes: see sync_checker.h.
#include "sync_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::InDim;
using ir::Op;
using ir::Opcode;
using ir::Place;

/// An access of one thread since the last barrier of all, and whether its warp had a barrier since.
struct Access {
  uint32_t thread;
  bool isWrite;
  /// Threads may write copies of one element: the same value from the same operation.
  const Op *op;
  bool isPastWarpBarrier;

  friend auto operator<=>(const Access &, const Access &) = default;
};

using Bytes = std::map<int64_t, std::set<Access>>;

class Checker {
public:
  explicit Checker(const ir::Module &module) : numThreads_(module.numThreads()) {}

  std::string run(const ir::Function &function) {
    Bytes bytes;
    visit(*function.body(), bytes);
    return race_;
  }

private:
  void visit(const Block &block, Bytes &bytes) {
    for (const Op &op : block) {
      if (op.opcode() == Opcode::If) {
        Bytes other = bytes;
        visit(*op.block(0), bytes);
        visit(*op.block(1), other);
        merge(bytes, other);
      } else if (op.opcode() == Opcode::For || op.opcode() == Opcode::While) {
        for (int round = 0; round < 2; ++round) {
          Bytes skipped = bytes;
          for (const Block *inner : op.blocks()) visit(*inner, bytes);
          merge(bytes, skipped);
        }
        if (op.opcode() == Opcode::While) visit(*op.block(0), bytes);
      } else {
        visitOp(op, bytes);
      }
    }
  }

  static void merge(Bytes &into, const Bytes &from) {
    for (const auto &[at, accesses] : from) into[at].insert(accesses.begin(), accesses.end());
  }

  void visitOp(const Op &op, Bytes &bytes) {
    switch (op.opcode()) {
    case Opcode::Barrier: barrier(op.attrs<ir::BarrierAttrs>().scope, bytes); break;
    case Opcode::LocalStore:
      accessTile(op, op.operand(0)->type(), *op.operand(1)->def(), /*isWrite=*/true, bytes);
      break;
    case Opcode::LocalLoad: accessTile(op, op.result()->type(), *op.operand(0)->def(), /*isWrite=*/false, bytes); break;
    case Opcode::AtomicRmw: accessScratch(op, op.attrs<ir::AtomicRmwAttrs>().scratch, bytes); break;
    case Opcode::AtomicCas: accessScratch(op, op.attrs<ir::AtomicCasAttrs>().scratch, bytes); break;
    default: break;
    }
  }

  void barrier(ir::BarrierScope scope, Bytes &bytes) const {
    if (scope == ir::BarrierScope::Cta || numThreads_ == 32) return bytes.clear();
    for (auto &[at, accesses] : bytes) {
      std::set<Access> synced;
      for (Access access : accesses) {
        access.isPastWarpBarrier = true;
        synced.insert(access);
      }
      accesses = std::move(synced);
    }
  }

  void accessTile(const Op &op, ir::Type tile, const Op &alloc, bool isWrite, Bytes &bytes) {
    const ir::LinearLayout &layout = *tile.layout(), &buffer = *alloc.result()->type().layout();
    std::map<uint64_t, int64_t> offsets;
    for (uint64_t offset = 0; offset < buffer.inSize(InDim::Offset); ++offset)
      offsets[buffer.applyPacked(offset)] = static_cast<int64_t>(offset);
    int64_t size = tile.elemBytes(), base = alloc.attrs<ir::AllocAttrs>().offset;
    for (uint64_t packed = 0; packed < uint64_t{1} << layout.totalInBits(); ++packed) {
      Place place = layout.unpack(packed);
      auto thread = static_cast<uint32_t>(place[InDim::Warp] * 32 + place[InDim::Lane]);
      int64_t start = base + offsets.at(layout.applyPacked(packed)) * size;
      for (int64_t at = start; at < start + size; ++at) access(at, {thread, isWrite, &op, false}, bytes);
    }
  }

  /// Any thread may leave the result; then all wait; then all read.
  void accessScratch(const Op &op, int64_t scratch, Bytes &bytes) {
    if (scratch < 0) return;
    ir::Type type = op.result()->type();
    int64_t end = scratch + (type.isTile() ? type.numElements() : 1) * type.elemBytes();
    for (bool isWrite : {true, false}) {
      for (int64_t at = scratch; at < end; ++at)
        for (uint32_t thread = 0; thread < numThreads_; ++thread) access(at, {thread, isWrite, &op, false}, bytes);
      if (isWrite) barrier(ir::BarrierScope::Cta, bytes);
    }
  }

  void access(int64_t at, const Access &now, Bytes &bytes) {
    std::set<Access> &accesses = bytes[at];
    bool wasRead = std::ranges::any_of(accesses, [](const Access &before) { return !before.isWrite; });
    for (const Access &before : accesses) {
      // Copies of one element are written together. In the next iteration of a loop the same operation writes another
      // value, which must not meet readers of the first.
      bool isCopy = before.op == now.op && before.isWrite && now.isWrite && !wasRead;
      bool isInOrder =
          before.thread == now.thread || (before.thread / 32 == now.thread / 32 && before.isPastWarpBarrier);
      if (isCopy || isInOrder || !(before.isWrite || now.isWrite) || !race_.empty()) continue;
      race_ = fmt::format("byte {}: `{}` by thread {}, then `{}` by thread {}", at, before.op->mnemonic(),
                          before.thread, now.op->mnemonic(), now.thread);
    }
    accesses.insert(now);
  }

  uint32_t numThreads_;
  std::string race_;
};

}  // namespace

std::string findRace(const ir::Module &module) {
  for (const auto &function : module.functions())
    if (std::string race = Checker(module).run(*function); !race.empty()) return race;
  return "";
}

}  // namespace tritonc::passes
