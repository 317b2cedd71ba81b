// Plans of layout conversions: see conversion_plan.h.
//
// Inside a warp, destination (register d, thread t) takes its element from register A d + B t of lane C d + D t, sums
// being XOR. A round k of shuffles fetches, for each thread, the destination register k + E t, with E chosen so that
// the lanes asked, (D + C E) t + C k, are all different: then each source lane knows who asks it and can choose the
// register beforehand. E is chosen to make them each lane itself if that is possible: round 0 shuffles nothing then.
#include "passes/conversion_plan.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "ir/f2_span.h"
#include "ir/layout_algebra.h"
#include "passes/bank_model.h"

namespace tritonc::passes {
namespace {

using ir::InDim;
using ir::LinearLayout;
using Columns = std::vector<uint64_t>;

// Weights in issue slots of a warp, as in layout_cost.cpp. A multiprocessor serves one wavefront or shuffle in the time
// of four issue slots, but other warps issue meanwhile.
constexpr unsigned kLaneBits = 5;
constexpr int64_t kShuffleLatency = 20;
constexpr int64_t kSharedLatency = 30;
constexpr int64_t kCtaBarrier = 30;
constexpr int64_t kWarpBarrier = 2;

Columns compose(const Columns &outer, const Columns &inner) {
  Columns result;
  for (uint64_t column : inner) result.push_back(ShufflePlan::apply(outer, column));
  return result;
}

Columns add(Columns a, const Columns &b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] ^= b[i];
  return a;
}

bool isZero(const Columns &columns) {
  return std::ranges::all_of(columns, [](uint64_t column) { return column == 0; });
}

unsigned rankOf(const Columns &columns) {
  ir::F2Span span;
  for (uint64_t column : columns) span.insert(column, /*tag=*/0);
  return span.dimension();
}

ir::F2Span spanOf(const Columns &columns) {
  ir::F2Span span;
  for (size_t i = 0; i < columns.size(); ++i) span.insert(columns[i], uint64_t{1} << i);
  return span;
}

/// Where each destination place of a conversion within warps takes its data from.
struct Sources {
  Columns registerOfRegister;  // A
  Columns registerOfThread;    // B
  Columns laneOfRegister;      // C
  Columns laneOfThread;        // D
};

Sources sourcesOf(const LinearLayout &source, const LinearLayout &destination) {
  LinearLayout map = ir::conversionSources(source, destination);
  Sources sources;
  for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
    for (uint64_t column : map.columns(dim)) {
      ir::Place place = source.unpack(column);
      bool isRegister = dim == InDim::Register;
      (isRegister ? sources.registerOfRegister : sources.registerOfThread).push_back(place[InDim::Register]);
      (isRegister ? sources.laneOfRegister : sources.laneOfThread).push_back(place[InDim::Lane]);
    }
  return sources;
}

/// E for which each lane asks itself in round 0.
std::optional<Columns> placeForOwnLanes(const Sources &sources, unsigned lanes) {
  ir::F2Span span = spanOf(sources.laneOfRegister);
  Columns place(sources.laneOfThread.size());
  for (unsigned bit = 0; bit < place.size(); ++bit) {
    uint64_t own = bit < lanes ? uint64_t{1} << bit : 0;
    std::optional<uint64_t> registers = span.solve(sources.laneOfThread[bit] ^ own);
    if (!registers) return std::nullopt;
    place[bit] = *registers;
  }
  return place;
}

/// E for which no two lanes ask the same one.
std::optional<Columns> placeForDistinctLanes(const Sources &sources, unsigned lanes) {
  Columns place(sources.laneOfThread.size());
  ir::F2Span asked;
  for (unsigned bit = 0; bit < lanes; ++bit) {
    if (asked.insert(sources.laneOfThread[bit], /*tag=*/0)) continue;
    bool found = false;
    for (unsigned other = 0; other < sources.laneOfRegister.size() && !found; ++other) {
      found = asked.insert(sources.laneOfThread[bit] ^ sources.laneOfRegister[other], /*tag=*/0);
      if (found) place[bit] = uint64_t{1} << other;
    }
    if (!found) return std::nullopt;
  }
  return place;
}

std::optional<ShufflePlan> planShuffle(const LinearLayout &source, const LinearLayout &destination) {
  Sources sources = sourcesOf(source, destination);
  unsigned lanes = source.inBits(InDim::Lane);
  size_t threads = sources.laneOfThread.size();
  ShufflePlan plan;
  plan.laneOfRound = sources.laneOfRegister;
  std::optional<Columns> place = placeForOwnLanes(sources, lanes);
  if (!place) place = placeForDistinctLanes(sources, lanes);
  if (!place) {
    // Several lanes ask one: it can serve them only if they ask for the same register.
    if (!isZero(sources.registerOfThread)) return std::nullopt;
    plan.choose = plan.place = Columns(threads);
    plan.sourceRegister = sources.registerOfRegister;
    plan.sourceLane = sources.laneOfThread;
    return plan;
  }
  plan.place = *place;
  plan.sourceLane = add(sources.laneOfThread, compose(sources.laneOfRegister, *place));
  Columns wanted = add(sources.registerOfThread, compose(sources.registerOfRegister, *place));
  // The register that the lane asked has to choose, as a function of that lane: `wanted` after the inverse.
  ir::F2Span askers = spanOf(Columns(plan.sourceLane.begin(), plan.sourceLane.begin() + lanes));
  for (unsigned bit = 0; bit < lanes; ++bit)
    plan.choose.push_back(ShufflePlan::apply(wanted, *askers.solve(uint64_t{1} << bit)));
  for (size_t bit = lanes; bit < threads; ++bit)
    plan.choose.push_back(wanted[bit] ^ ShufflePlan::apply(plan.choose, plan.sourceLane[bit]));
  plan.sourceRegister = add(sources.registerOfRegister, compose(plan.choose, sources.laneOfRegister));
  return plan;
}

int64_t costOf(const ShufflePlan &plan, const LinearLayout &source, unsigned elemBits) {
  int64_t words = elemBits > 32 ? 2 : 1;
  int64_t shuffles = plan.numShuffles();
  int64_t selects = plan.numSelects(source.inBits(InDim::Register));
  return words * (kShuffleCost * shuffles + selects) + (shuffles > 0 ? kShuffleLatency : 0);
}

ConversionPlan planShared(const LinearLayout &source, const LinearLayout &destination, unsigned elemBits,
                          int64_t target) {
  ConversionPlan plan;
  plan.kind = PlanKind::Shared;
  plan.shared = conversionBuffer(source, destination, elemBits, target);
  plan.bytes = sharedElementBytes(elemBits) << source.totalOutBits();
  bool staysInWarp = meetingOf(source, destination) != Meeting::Cta;
  plan.scope = staysInWarp ? ir::BarrierScope::Warp : ir::BarrierScope::Cta;
  SharedAccess store = sharedStore(source, plan.shared, elemBits, target).access;
  SharedAccess load = sharedLoad(destination, plan.shared, elemBits).access;
  plan.cost = accessCost(store) + accessCost(load) + kSharedLatency + (staysInWarp ? kWarpBarrier : kCtaBarrier);
  return plan;
}

}  // namespace

uint64_t ShufflePlan::apply(const Columns &columns, uint64_t argument) {
  uint64_t result = 0;
  for (size_t i = 0; i < columns.size(); ++i)
    if (argument >> i & 1) result ^= columns[i];
  return result;
}

bool ShufflePlan::keepsLanes() const {
  // The lane's own bits come back, and those of the warp add nothing.
  unsigned bit = 0;
  for (; bit < sourceLane.size() && sourceLane[bit] == uint64_t{1} << bit; ++bit) {
  }
  return std::all_of(sourceLane.begin() + bit, sourceLane.end(), [](uint64_t lane) { return lane == 0; }) &&
         bit >= kLaneBits;
}

int64_t ShufflePlan::numShuffles() const {
  if (!keepsLanes()) return static_cast<int64_t>(numRounds());
  return static_cast<int64_t>(numRounds() - (numRounds() >> rankOf(laneOfRound)));
}

int64_t ShufflePlan::numSelects(unsigned sourceRegisterBits) const {
  int64_t before = int64_t{rankOf(choose)} << sourceRegisterBits;
  int64_t after = static_cast<int64_t>(rankOf(place) * numRounds());
  return before + after;
}

ConversionPlan planConversion(const LinearLayout &source, const LinearLayout &destination, unsigned elemBits,
                              int64_t target, Route route) {
  if (route == Route::Shared) return planShared(source, destination, elemBits, target);
  ConversionPlan plan;
  switch (ir::classifyConversion(source, destination)) {
  case ir::ConversionKind::None: return plan;
  case ir::ConversionKind::Registers: plan.kind = PlanKind::Registers; return plan;
  case ir::ConversionKind::Warp: break;
  case ir::ConversionKind::Shared: return planShared(source, destination, elemBits, target);
  case ir::ConversionKind::ClusterShared: TC_UNREACHABLE("a kernel has one block in its cluster");
  }
  ConversionPlan shared = planShared(source, destination, elemBits, target);
  std::optional<ShufflePlan> shuffle = planShuffle(source, destination);
  if (!shuffle) return shared;
  plan.kind = PlanKind::Shuffle;
  plan.shuffle = *std::move(shuffle);
  plan.cost = costOf(plan.shuffle, source, elemBits);
  return plan.cost <= shared.cost ? plan : shared;
}

int64_t ConversionCosts::operator()(const LinearLayout *source, const LinearLayout *destination, unsigned elemBits,
                                    Route route) {
  if (source == destination && route == Route::Any) return 0;
  auto [entry, isNew] = known_.try_emplace({source, destination, elemBits, route}, 0);
  if (isNew) entry->second = planConversion(*source, *destination, elemBits, target_, route).cost;
  return entry->second;
}

Meeting meetingOf(const LinearLayout &a, const LinearLayout &b) {
  // Pairs of places at the same element are the null space of both maps side by side; a basis of it decides.
  ir::F2Span span;
  Meeting meeting = Meeting::Thread;
  unsigned split = a.totalInBits();
  TC_CHECK(split + b.totalInBits() <= 64, "tiles and kernels are small enough for one word of tags");
  auto look = [&](uint64_t pair) {
    ir::Place x = a.unpack(pair & ir::lowMask(split)), y = b.unpack(pair >> split);
    if (x[InDim::Warp] != y[InDim::Warp]) meeting = Meeting::Cta;
    if (x[InDim::Lane] != y[InDim::Lane]) meeting = std::max(meeting, Meeting::Warp);
  };
  auto enter = [&](uint64_t column, uint64_t tag) {
    if (std::optional<uint64_t> tags = span.solve(column)) return look(*tags ^ tag);
    span.insert(column, tag);
  };
  for (unsigned bit = 0; bit < split; ++bit) enter(a.columns()[bit], uint64_t{1} << bit);
  for (unsigned bit = 0; bit < b.totalInBits(); ++bit) enter(b.columns()[bit], uint64_t{1} << (split + bit));
  return meeting;
}

}  // namespace tritonc::passes
