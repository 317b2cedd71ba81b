// Contiguous runs against a search over thread contents.
#include "ir/contiguous_run.h"

#include "tests/unit/ir/random_layout.h"

namespace tritonc::ir {

using layout_testing::kCases;
using layout_testing::placeCount;
using layout_testing::RandomLayouts;

namespace {

// Position of an element in memory whose fastest dimension is order[0].
uint64_t addressOf(const DimVector &coords, const DimVector &shape, const DimVector &order) {
  uint64_t address = 0;
  for (unsigned i = order.size(); i-- > 0;) address = address * shape[order[i]] + coords[order[i]];
  return address;
}

// The addresses of one thread's registers.
std::vector<uint64_t> threadAddresses(const LinearLayout &layout, uint64_t thread, const DimVector &order) {
  std::vector<uint64_t> result;
  unsigned registerBits = layout.inBits(InDim::Register);
  for (uint64_t reg = 0; reg < layout.inSize(InDim::Register); ++reg)
    result.push_back(addressOf(layout.apply(layout.unpack(thread << registerBits | reg)), layout.shape(), order));
  return result;
}

// Whether one assignment of registers to positions in aligned runs of `length` is right in every thread: register r
// sits at the same position in its run whatever the thread, and the run of each register is complete.
bool hasRuns(const LinearLayout &layout, uint64_t length, const DimVector &order) {
  std::vector<uint64_t> first = threadAddresses(layout, 0, order);
  std::map<uint64_t, std::map<uint64_t, unsigned>> runs;
  for (uint64_t address : first) ++runs[address / length][address % length];
  for (auto &[start, positions] : runs)
    if (positions.size() != length) return false;
  uint64_t threads = placeCount(layout) >> layout.inBits(InDim::Register);
  for (uint64_t thread = 1; thread < threads; ++thread) {
    std::vector<uint64_t> addresses = threadAddresses(layout, thread, order);
    for (size_t reg = 0; reg < addresses.size(); ++reg)
      if (addresses[reg] % length != first[reg] % length) return false;
  }
  return true;
}

}  // namespace

TEST(ContiguousRun, LengthAndOrderAgreeWithSearch) {
  RandomLayouts random(60);
  std::map<unsigned, unsigned> seen;
  for (int round = 0; round < 4 * kCases; ++round) {
    DimVector shape = random.shape(1 + random.below(3), random.below(7));
    LinearLayout layout = round % 4 == 0   ? random.any(shape, random.below(7))
                          : round % 4 == 1 ? random.distributed(shape, random.below(3))
                                           : random.distributedOn(shape, random.below(3), 0, 0, random.below(2));
    DimVector order = random.order(shape.size());
    ContiguousRun run = contiguousRun(layout, order);
    ++seen[run.bits];
    ASSERT_TRUE(hasRuns(layout, uint64_t{1} << run.bits, order)) << print(layout);
    ASSERT_FALSE(run.bits < layout.totalOutBits() && hasRuns(layout, uint64_t{2} << run.bits, order)) << print(layout);

    // The new order is a renaming of registers ...
    std::set<uint64_t> registers;
    for (uint64_t index = 0; index < layout.inSize(InDim::Register); ++index) registers.insert(run.oldRegister(index));
    EXPECT_EQ(registers.size(), layout.inSize(InDim::Register));
    EXPECT_EQ(*registers.rbegin() + 1, layout.inSize(InDim::Register));
    // ... that puts runs into consecutive registers, from aligned starts.
    uint64_t length = uint64_t{1} << run.bits;
    for (uint64_t thread = 0; thread < placeCount(layout) >> layout.inBits(InDim::Register); ++thread) {
      std::vector<uint64_t> old = threadAddresses(layout, thread, order);
      std::vector<uint64_t> addresses;
      for (uint64_t reg = 0; reg < old.size(); ++reg) addresses.push_back(old[run.oldRegister(reg)]);
      for (uint64_t reg = 0; reg < addresses.size(); ++reg) {
        EXPECT_EQ(addresses[reg] % length, reg % length);
        EXPECT_EQ(addresses[reg] / length, addresses[reg / length * length] / length);
      }
    }
  }
  for (unsigned bits = 0; bits < 4; ++bits) EXPECT_GT(seen[bits], 30u);
}

TEST(ContiguousRun, GoesOnIntoTheNextDimension) {
  // A thread holds two whole rows of four.
  LinearLayout layout = blocked({{2, 4}, {32, 1}, {1, 1}, {1, 0}}, {64, 4});
  EXPECT_EQ(contiguousRun(layout, {1, 0}).bits, 3u);
  EXPECT_EQ(contiguousRun(layout, {0, 1}).bits, 1u);
}

TEST(ContiguousRun, FindsRunsBehindOtherRegisters) {
  LinearLayout layout = *parseLayout("linear<register=[(1, 0), (0, 1), (0, 2)], lane=[(0, 4)], shape=[2, 8]>");
  ContiguousRun run = contiguousRun(layout, {1, 0});
  EXPECT_EQ(run.bits, 2u);
  EXPECT_EQ(run.registerBasis, (std::vector<uint64_t>{0b010, 0b100, 0b001}));
}

}  // namespace tritonc::ir
