// How a warp reduces and scans, on any machine of 32 lanes.
//
// The emitter gives a machine that writes LLVM IR; the unit tests give one that computes. A machine has
//
//   Value                                  what each lane holds of one element (of several operands together)
//   Value combine(earlier, later)
//   vector<Value> exchange(values, mask)   from the lane whose index differs by `mask`
//   vector<Value> fetch(values, source)    from the lane that a `LaneSource` says
//   Value select(mask, except, a, b)       a in lanes whose index, masked with `mask`, is not `except`; else b
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "codegen/fold_plan.h"
#include "ir/support/check.h"

namespace tritonc::codegen {

/// The lane that a value comes from, as a function of the lane that gets it.
struct LaneSource {
  enum class Kind : uint8_t {
    /// That lane with the bits in `clear` 0 and those in `set` 1.
    Fixed,
    /// The one whose number, made of the bits `run` with the lowest first, is one less or one more.
    Before,
    After,
  };
  Kind kind;
  uint32_t clear = 0;
  uint32_t set = 0;
  std::span<const unsigned> run = {};
};

/// Combines all values, which must be a power of two, as a tree.
template <class Machine>
typename Machine::Value reduceInThread(Machine &machine, std::vector<typename Machine::Value> values) {
  for (size_t half = values.size() / 2; half > 0; half /= 2)
    for (size_t i = 0; i < half; ++i) values[i] = machine.combine(values[i], values[half + i]);
  return values[0];
}

/// Each value becomes the combination over the lanes that differ in the bits `lanes`, the same in all of them.
/// `isSymmetric`: combining two values in either order gives the same bits.
template <class Machine>
void reduceAcrossLanes(Machine &machine, std::vector<typename Machine::Value> &values, uint32_t lanes,
                       bool isSymmetric) {
  for (uint32_t rest = lanes; rest; rest ^= std::bit_floor(rest)) {
    std::vector<typename Machine::Value> others = machine.exchange(values, std::bit_floor(rest));
    for (size_t i = 0; i < values.size(); ++i) values[i] = machine.combine(values[i], others[i]);
  }
  // Otherwise ties and roundings may have gone either way.
  if (lanes && !isSymmetric)
    values = machine.fetch(values, LaneSource{LaneSource::Kind::Fixed, /*clear=*/lanes, /*set=*/0, {}});
}

/// One scan: sequential over runs of registers, doubling over runs of lanes.
///
/// A run turns into totals, which the runs above it scan; what lies before each total is then combined into the
/// elements of the run.
template <class Machine> class Scan {
public:
  using Value = typename Machine::Value;

  enum class Direction : bool { Forward, Reverse };
  Scan(Machine &machine, Direction direction) : machine_(machine), isReverse_(direction == Direction::Reverse) {}

  /// `values` in the order of the register bits of `runs`.
  std::vector<Value> run(std::span<const AxisRun> runs, std::vector<Value> values) {
    if (isReverse_) std::ranges::reverse(values);
    values = scan(runs, std::move(values), /*needsBefore=*/false).inclusive;
    if (isReverse_) std::ranges::reverse(values);
    return values;
  }

private:
  /// What lies before an element of a run in the whole scan.
  struct Before {
    enum class Kind : uint8_t { Nothing, SomeLanes, Everywhere };
    Kind kind = Kind::Nothing;
    Value value{};
    /// With SomeLanes: nothing in the first lane along these bits.
    uint32_t lanes = 0;
  };
  struct Scanned {
    std::vector<Value> inclusive;
    std::vector<Before> before;
  };

  Scanned scan(std::span<const AxisRun> runs, std::vector<Value> values, bool needsBefore) {
    if (runs.empty()) return {std::move(values), {Before{}}};
    return runs[0].dim == ir::InDim::Register ? scanRegisters(runs, std::move(values))
                                              : scanLanes(runs, std::move(values), needsBefore);
  }

  Scanned scanRegisters(std::span<const AxisRun> runs, std::vector<Value> values) {
    size_t length = size_t{1} << runs[0].bits.size();
    std::vector<Value> totals;
    for (size_t first = 0; first < values.size(); first += length) {
      for (size_t i = first + 1; i < first + length; ++i) values[i] = machine_.combine(values[i - 1], values[i]);
      totals.push_back(values[first + length - 1]);
    }
    Scanned above = scan(runs.subspan(1), std::move(totals), /*needsBefore=*/true);
    Scanned result;
    for (size_t i = 0; i < values.size(); ++i) {
      size_t block = i / length, place = i % length;
      const Before &before = above.before[block];
      result.inclusive.push_back(place == length - 1 ? above.inclusive[block] : combined(before, values[i]));
      result.before.push_back(place == 0 ? before
                                         : Before{Before::Kind::Everywhere, result.inclusive[i - 1], /*lanes=*/0});
    }
    return result;
  }

  Scanned scanLanes(std::span<const AxisRun> runs, std::vector<Value> values, bool needsBefore) {
    uint32_t below = 0, all = runs[0].mask();
    for (unsigned bit : runs[0].bits) {
      std::vector<Value> halves = fetch(values, /*clear=*/1u << bit, /*set=*/below);
      for (size_t i = 0; i < values.size(); ++i)
        values[i] = select(1u << bit, machine_.combine(halves[i], values[i]), values[i]);
      below |= 1u << bit;
    }
    std::vector<Before> blocks(1);
    if (runs.size() > 1) {
      // Nobody asks for what comes before the block after the last one.
      std::vector<Value> totals = values;
      if (runs.size() == 2) totals.pop_back();
      totals = fetch(totals, /*clear=*/0, /*set=*/all);
      if (runs.size() == 2) totals.push_back(values.back());
      blocks = scan(runs.subspan(1), std::move(totals), /*needsBefore=*/true).before;
    }
    for (size_t i = 0; i < values.size(); ++i) values[i] = combined(blocks[i], values[i]);
    if (!needsBefore) return {std::move(values), {}};
    std::vector<Value> neighbours = machine_.fetch(values, before(runs[0]));
    Scanned result{std::move(values), {}};
    for (size_t i = 0; i < neighbours.size(); ++i) result.before.push_back(beforeLane(all, neighbours[i], blocks[i]));
    return result;
  }

  /// The element before in the run of lanes, and for its first lane what lies before the run.
  Before beforeLane(uint32_t lanes, const Value &neighbour, const Before &block) {
    switch (block.kind) {
    case Before::Kind::Nothing: return {Before::Kind::SomeLanes, neighbour, lanes};
    case Before::Kind::SomeLanes:
      return {Before::Kind::SomeLanes, select(lanes, neighbour, block.value), lanes | block.lanes};
    case Before::Kind::Everywhere: return {Before::Kind::Everywhere, select(lanes, neighbour, block.value), 0};
    }
    TC_UNREACHABLE("every kind has a case");
  }

  Value combined(const Before &before, const Value &value) {
    if (before.kind == Before::Kind::Nothing) return value;
    Value both = machine_.combine(before.value, value);
    return before.kind == Before::Kind::Everywhere ? both : select(before.lanes, both, value);
  }

  // A reverse scan is one over mirrored numbers: each bit is complemented.

  std::vector<Value> fetch(const std::vector<Value> &values, uint32_t clear, uint32_t set) {
    if (isReverse_) std::swap(clear, set);
    return machine_.fetch(values, LaneSource{LaneSource::Kind::Fixed, clear, set, {}});
  }
  LaneSource before(const AxisRun &run) {
    return LaneSource{isReverse_ ? LaneSource::Kind::After : LaneSource::Kind::Before, 0, 0, run.bits};
  }
  /// a in all lanes but the first ones along the bits of `mask`.
  Value select(uint32_t mask, const Value &a, const Value &b) {
    return machine_.select(mask, /*except=*/isReverse_ ? mask : 0, a, b);
  }

  Machine &machine_;
  bool isReverse_;
};

}  // namespace tritonc::codegen
