// How a tile gets from one register layout to another: the one answer for the solver's costs, lowering, allocation,
// synchronisation and emission.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "ir/attrs.h"
#include "ir/layout_conversion.h"

namespace tritonc::passes {

/// The weight of a shuffle, in issue slots of a warp.
constexpr int64_t kShuffleCost = 2;

/// Exchanges inside a warp. Registers, lanes and warps are bit vectors; `thread` puts the bits of the warp above those
/// of the lane; a map is given by its columns, one for each bit of its argument, and applied by XOR-ing those of the
/// set bits. Destination register d of each lane gets its value in three steps:
///
///   chosen[r]  = source[r ^ choose(thread)]                           selects, none if `choose` is zero
///   arrived[k] = chosen[sourceRegister(k)] of lane sourceLane(thread) ^ laneOfRound(k)     shuffles
///   result[d]  = arrived[d ^ place(thread)]                           selects, none if `place` is zero
struct ShufflePlan {
  std::vector<uint64_t> choose;
  std::vector<uint64_t> sourceRegister;
  std::vector<uint64_t> sourceLane;
  std::vector<uint64_t> laneOfRound;
  std::vector<uint64_t> place;

  static uint64_t apply(const std::vector<uint64_t> &columns, uint64_t argument);
  /// Each lane is its own source in the rounds k with laneOfRound(k) = 0: nothing is shuffled then.
  bool keepsLanes() const;
  uint64_t numRounds() const { return uint64_t{1} << sourceRegister.size(); }
  int64_t numShuffles() const;
  /// Selects of one element each.
  int64_t numSelects(unsigned sourceRegisterBits) const;
};

/// What moves the data. Registers: nothing but names. Shuffle: `ShufflePlan`. Shared: a buffer, `shared`.
enum class PlanKind : uint8_t { None, Registers, Shuffle, Shared };

struct ConversionPlan {
  PlanKind kind = PlanKind::None;
  /// With kind Shuffle.
  ShufflePlan shuffle;
  /// With kind Shared: the layout of the buffer, its size, and who has to wait between store and load.
  ir::LinearLayout shared;
  int64_t bytes = 0;
  ir::BarrierScope scope = ir::BarrierScope::Cta;
  /// Issue slots of each warp.
  int64_t cost = 0;
};

/// What a conversion may use.
enum class Route : uint8_t {
  Any,
  /// Shared memory, even if there is a cheaper way: for data that is copied there before it is needed.
  Shared,
};

/// Both layouts describe the same tile on the threads of one kernel; elements have `elemBits` bits, pointers 64.
ConversionPlan planConversion(const ir::LinearLayout &source, const ir::LinearLayout &destination, unsigned elemBits,
                              int64_t target, Route route = Route::Any);

/// Costs of conversions between interned layouts, each planned once.
class ConversionCosts {
public:
  explicit ConversionCosts(int64_t target) : target_(target) {}

  int64_t operator()(const ir::LinearLayout *source, const ir::LinearLayout *destination, unsigned elemBits,
                     Route route = Route::Any);

private:
  int64_t target_;
  // For look-up only, so that the order of addresses has no influence.
  std::map<std::tuple<const ir::LinearLayout *, const ir::LinearLayout *, unsigned, Route>, int64_t> known_;
};

/// Which threads meet at an element: the nearest group that holds all threads of both layouts that touch it.
enum class Meeting : uint8_t { Thread, Warp, Cta };

/// For every element of a tile that threads touch in the one layout and in the other.
Meeting meetingOf(const ir::LinearLayout &a, const ir::LinearLayout &b);

}  // namespace tritonc::passes
