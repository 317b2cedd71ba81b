// Banks of shared memory and the search for a buffer without conflicts: see bank_model.h.
//
// A buffer orders the bits of a tile's coordinates into vector | bank | segment, lowest first: what one lane accesses
// at once, which banks that takes, and which 128-byte row. Lanes that work in the same phase conflict exactly when the
// span of their columns meets the span of the segment (plus the vector). Lane bits of the source that are not lane bits
// of the destination are therefore paired with those of the destination that are not of the source: a segment bit that
// moves along both at once lies in neither span. That exclusive-or is the swizzle.
#include "passes/bank_model.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "ir/f2_span.h"
#include "ir/layout_algebra.h"
#include "ir/layout_builders.h"

namespace tritonc::passes {
namespace {

using ir::InDim;
using ir::LinearLayout;

constexpr int64_t kBankBytes = 4;
constexpr int64_t kRowBytes = 128;
constexpr int64_t kMaxVectorBytes = 16;

unsigned log2Of(int64_t size) { return ir::log2Exact(size); }

/// Lane bits that work in the same phase of an instruction of so many bytes a lane.
unsigned phaseLaneBits(const LinearLayout &registers, int64_t bytes) {
  unsigned lanes = registers.inBits(InDim::Lane);
  return lanes - std::min(lanes, log2Of(std::max(bytes, kBankBytes) / kBankBytes));
}

uint64_t maskOf(std::span<const uint64_t> columns) {
  uint64_t mask = 0;
  for (uint64_t column : columns) mask |= column;
  return mask;
}

/// Log2 of the longest aligned run of offsets that a thread holds, up to `limit`.
unsigned vectorBits(const LinearLayout &offsets, unsigned limit) {
  uint64_t touched = 0;
  for (InDim dim : {InDim::Lane, InDim::Warp, InDim::Block}) touched |= maskOf(offsets.columns(dim));
  ir::F2Span registers;
  for (uint64_t column : offsets.columns(InDim::Register)) registers.insert(column, /*tag=*/0);
  unsigned bits = 0;
  while (bits < limit && !(touched >> bits & 1) && registers.contains(uint64_t{1} << bits)) ++bits;
  return bits;
}

/// The sets of coordinate bits that one side of a conversion moves along, and its lanes in a phase.
struct Side {
  Side(const LinearLayout &layout, int64_t vectorBytes)
      : registers(maskOf(layout.columns(InDim::Register))), warps(maskOf(layout.columns(InDim::Warp))),
        phase(maskOf(layout.columns(InDim::Lane).first(phaseLaneBits(layout, vectorBytes)))) {}

  uint64_t registers, warps, phase;
};

/// A list of coordinate bits, each taken once.
class BitList {
public:
  BitList(unsigned total) : free_(ir::lowMask(total)) {}

  uint64_t free() const { return free_; }
  /// Takes the lowest free bits of `wanted` as long as the list is shorter than `size`.
  void take(uint64_t wanted, size_t size) {
    for (uint64_t rest = wanted & free_; rest != 0 && list_.size() < size; rest &= rest - 1) add(rest & -rest);
  }
  const std::vector<uint64_t> &list() const { return list_; }

private:
  void add(uint64_t bit) {
    list_.push_back(bit);
    free_ &= ~bit;
  }
  uint64_t free_;
  std::vector<uint64_t> list_;
};

/// Coordinate bits for what one lane accesses at once, at least a word if the tile has as much.
std::vector<uint64_t> chooseVector(const LinearLayout &source, const LinearLayout &destination, int64_t bytes) {
  Side from(source, kMaxVectorBytes), to(destination, kMaxVectorBytes);
  BitList vector(source.totalOutBits());
  vector.take(from.registers & to.registers, log2Of(kMaxVectorBytes / bytes));
  size_t word = bytes < kBankBytes ? log2Of(kBankBytes / bytes) : 0;
  // Lanes that share a word share its bank, so whatever fills it is free of conflicts.
  for (uint64_t wanted :
       {(from.registers & to.warps) | (from.warps & to.registers), from.warps & to.warps, ~uint64_t{0}})
    vector.take(wanted, word);
  return vector.list();
}

/// The bits that choose the row: `count` combinations of the bits in `free`.
std::vector<uint64_t> chooseSegment(const Side &from, const Side &to, uint64_t free, size_t count) {
  std::vector<uint64_t> segment;
  auto takeEach = [&](uint64_t bits) {
    for (; bits != 0 && segment.size() < count; bits &= bits - 1) segment.push_back(bits & -bits);
  };
  uint64_t neither = free & ~from.phase & ~to.phase;
  // Registers are left for the banks, where they may widen the accesses of one side.
  takeEach(neither & ~from.registers & ~to.registers);
  takeEach(neither & (from.registers ^ to.registers) & ~(from.registers & to.registers));
  takeEach(neither & from.registers & to.registers);
  uint64_t a = free & from.phase & ~to.phase, b = free & to.phase & ~from.phase;
  uint64_t pairedA = 0, pairedB = 0;
  while (segment.size() < count && a != pairedA && b != pairedB) {
    uint64_t nextA = a & ~pairedA, nextB = b & ~pairedB;
    nextA &= -nextA, nextB &= -nextB;
    segment.push_back(nextA | nextB);
    pairedA |= nextA, pairedB |= nextB;
  }
  // From here on one side conflicts.
  takeEach(a);
  takeEach(b);
  takeEach(free & from.phase & to.phase);
  return segment;
}

/// Single bits that complete the span of `segment` to all of `free`, those of `preferred` first.
std::vector<uint64_t> completeBasis(const std::vector<uint64_t> &segment, uint64_t free, uint64_t preferred) {
  ir::F2Span span;
  for (uint64_t vector : segment) span.insert(vector, /*tag=*/0);
  std::vector<uint64_t> rest;
  for (uint64_t set : {free & preferred, free & ~preferred})
    for (uint64_t bits = set; bits != 0; bits &= bits - 1)
      if (span.insert(bits & -bits, /*tag=*/0)) rest.push_back(bits & -bits);
  return rest;
}

/// Elements smaller than a word lie in neighbouring registers of a thread if they were loaded so, or an instruction
/// wants them so: other words are put together, and moved. Whole words are mostly computed, in whatever register is
/// wanted.
int64_t packingOf(std::span<const uint64_t> registers, unsigned widthBits, int64_t elementBytes) {
  if (elementBytes >= kBankBytes) return 0;
  unsigned wordBits = log2Of(kBankBytes / elementBytes);
  for (unsigned bit = 0; bit < widthBits; ++bit)
    if (registers[bit] != uint64_t{1} << bit && widthBits >= wordBits)
      return int64_t{1} << (registers.size() - wordBits);
  return 0;
}

}  // namespace

int64_t sharedElementBytes(unsigned elemBits) { return std::max(elemBits / 8, 1u); }

SharedAccess sharedAccess(const LinearLayout &registers, const LinearLayout &buffer, unsigned elemBits) {
  int64_t elementBytes = sharedElementBytes(elemBits);
  auto offsets = ir::invertAndComposeKeeping(registers, buffer, {});
  TC_CHECK(offsets.has_value(), "a buffer holds the whole tile");
  unsigned width = vectorBits(*offsets, log2Of(kMaxVectorBytes / elementBytes));
  int64_t bytes = elementBytes << width;

  ir::F2Span words, banks;
  for (uint64_t column : offsets->columns(InDim::Lane).first(phaseLaneBits(registers, bytes))) {
    uint64_t word = column * static_cast<uint64_t>(elementBytes) / kBankBytes;
    words.insert(word, /*tag=*/0);
    banks.insert(word % (kRowBytes / kBankBytes), /*tag=*/0);
  }
  SharedAccess access;
  access.width = int64_t{1} << width;
  access.instructions = int64_t{1} << (registers.inBits(InDim::Register) - width);
  access.ways = int64_t{1} << (words.dimension() - banks.dimension());
  access.wavefronts = access.instructions * access.ways * std::max<int64_t>(bytes / kBankBytes, 1);
  access.packing = packingOf(offsets->columns(InDim::Register), width, elementBytes);
  return access;
}

namespace {

constexpr ir::MatrixOrder kMatrixOrders[] = {ir::MatrixOrder::Rows, ir::MatrixOrder::Columns};

/// A buffer that `source` stores to and `destination` loads from, both by plain accesses.
LinearLayout plainBuffer(const LinearLayout &source, const LinearLayout &destination, unsigned elemBits) {
  // Sets of bits describe distributed layouts only. Others are rare and get no swizzle.
  if (!source.isDistributed() || !destination.isDistributed()) return ir::rowMajorBuffer(source.shape());
  int64_t bytes = sharedElementBytes(elemBits);
  std::vector<uint64_t> vector = chooseVector(source, destination, bytes);
  int64_t vectorBytes = bytes << vector.size();
  Side from(source, vectorBytes), to(destination, vectorBytes);
  uint64_t free = ir::lowMask(source.totalOutBits()) & ~maskOf(vector);
  size_t freeBits = static_cast<size_t>(std::popcount(free));
  size_t bankBits = std::min<size_t>(log2Of(kRowBytes / vectorBytes), freeBits);
  std::vector<uint64_t> segment = chooseSegment(from, to, free, freeBits - bankBits);

  LinearLayout best;
  int64_t bestCost = INT64_MAX;
  for (uint64_t preferred : {uint64_t{0}, from.registers, to.registers}) {
    LinearLayout buffer(source.shape());
    for (const auto &part : {vector, completeBasis(segment, free, preferred), segment})
      for (uint64_t column : part) buffer.appendColumn(InDim::Offset, column);
    SharedAccess store = sharedAccess(source, buffer, elemBits), load = sharedAccess(destination, buffer, elemBits);
    int64_t cost = accessCost(store) + accessCost(load);
    if (cost >= bestCost) continue;
    best = buffer;
    bestCost = cost;
  }
  return best;
}

/// Whether the 16 bytes at each address that lanes give lie in a row of the buffer.
bool holdsRows(const ir::MatrixView &view, const LinearLayout &buffer, unsigned elemBits) {
  unsigned rowBits = log2Of(kMaxVectorBytes / sharedElementBytes(elemBits));
  auto offsets = ir::invertAndComposeKeeping(view.rows, buffer, {});
  std::span<const uint64_t> columns = offsets->columns();
  for (unsigned bit = 0; bit < columns.size(); ++bit)
    if ((columns[bit] & ir::lowMask(rowBits)) != (bit < rowBits ? uint64_t{1} << bit : 0)) return false;
  return view.rows.inBits(InDim::Register) >= rowBits;
}

SharedPath bestPath(const LinearLayout &registers, const LinearLayout &buffer, unsigned elemBits, bool mayUseMatrices) {
  SharedPath best{sharedAccess(registers, buffer, elemBits), std::nullopt};
  if (!mayUseMatrices) return best;
  for (ir::MatrixOrder order : kMatrixOrders) {
    std::optional<ir::MatrixView> view = ir::matrixView(registers, elemBits, order);
    if (!view || !holdsRows(*view, buffer, elemBits)) continue;
    SharedAccess rows = sharedAccess(view->rows, buffer, elemBits);
    // One row is 16 bytes of one lane; an instruction of fewer matrices serves fewer rows.
    rows.wavefronts = rows.instructions * rows.ways << view->matrixBits;
    rows.packing = 0;
    if (accessCost(rows) < accessCost(best.access)) best = {rows, order};
  }
  return best;
}

bool storesMatrices(const LinearLayout &registers, int64_t target) {
  constexpr int64_t kFirstWithStmatrix = 90;
  return target >= kFirstWithStmatrix && registers.zeroColumnMask(InDim::Lane) == 0 &&
         registers.zeroColumnMask(InDim::Warp) == 0;
}

/// The layouts in which one side may access a buffer: its own, and those of the rows of its matrices.
std::vector<LinearLayout> accessLayouts(const LinearLayout &registers, unsigned elemBits, bool mayUseMatrices) {
  std::vector<LinearLayout> layouts{registers};
  if (!mayUseMatrices) return layouts;
  for (ir::MatrixOrder order : kMatrixOrders)
    if (std::optional<ir::MatrixView> view = ir::matrixView(registers, elemBits, order)) layouts.push_back(view->rows);
  return layouts;
}

}  // namespace

SharedPath sharedLoad(const LinearLayout &registers, const LinearLayout &buffer, unsigned elemBits) {
  return bestPath(registers, buffer, elemBits, /*mayUseMatrices=*/true);
}

SharedPath sharedStore(const LinearLayout &registers, const LinearLayout &buffer, unsigned elemBits, int64_t target) {
  return bestPath(registers, buffer, elemBits, storesMatrices(registers, target));
}

LinearLayout conversionBuffer(const LinearLayout &source, const LinearLayout &destination, unsigned elemBits,
                              int64_t target) {
  LinearLayout plain = plainBuffer(source, destination, elemBits);
  auto isBest = [&](const LinearLayout &registers) {
    SharedAccess access = sharedAccess(registers, plain, elemBits);
    return access.width * elemBits == 8 * kMaxVectorBytes && access.ways == 1 && access.packing == 0;
  };
  std::vector<LinearLayout> froms = accessLayouts(source, elemBits, storesMatrices(source, target)),
                            tos = accessLayouts(destination, elemBits, /*mayUseMatrices=*/true);
  if (froms.size() * tos.size() == 1 || (isBest(source) && isBest(destination))) return plain;
  std::vector<LinearLayout> buffers{plain};
  for (size_t from = 0; from < froms.size(); ++from)
    for (size_t to = 0; to < tos.size(); ++to)
      if (from + to > 0) buffers.push_back(plainBuffer(froms[from], tos[to], elemBits));
  return *std::ranges::min_element(buffers, {}, [&](const LinearLayout &buffer) {
    return accessCost(sharedStore(source, buffer, elemBits, target).access) +
           accessCost(sharedLoad(destination, buffer, elemBits).access);
  });
}

}  // namespace tritonc::passes
