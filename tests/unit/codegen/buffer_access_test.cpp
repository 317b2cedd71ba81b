#include "codegen/buffer_access.h"

#include <gtest/gtest.h>

#include <bit>

#include "codegen/thread_bits.h"

namespace tritonc::codegen {
namespace {

using ir::InDim;
using ir::LinearLayout;

LinearLayout layoutOf(const ir::DimVector &shape, std::initializer_list<std::pair<InDim, uint64_t>> columns) {
  LinearLayout layout(shape);
  for (auto [dim, column] : columns) layout.appendColumn(dim, column);
  return layout;
}

TEST(BufferAccess, VectorsAreBoundByBytesAndByTheBuffer) {
  LinearLayout rows = layoutOf(
      {32}, {{InDim::Register, 1}, {InDim::Register, 2}, {InDim::Register, 4}, {InDim::Lane, 8}, {InDim::Lane, 16}});
  LinearLayout plain = layoutOf(
      {32}, {{InDim::Offset, 1}, {InDim::Offset, 2}, {InDim::Offset, 4}, {InDim::Offset, 8}, {InDim::Offset, 16}});
  EXPECT_EQ(planBufferAccess(rows, plain, 4).width, 4u);
  EXPECT_EQ(planBufferAccess(rows, plain, 2).width, 8u);
  EXPECT_EQ(planBufferAccess(rows, plain, 1).width, 8u);
  // Neighbouring offsets hold elements of different lanes.
  LinearLayout turned = layoutOf(
      {32}, {{InDim::Offset, 8}, {InDim::Offset, 1}, {InDim::Offset, 2}, {InDim::Offset, 4}, {InDim::Offset, 16}});
  EXPECT_EQ(planBufferAccess(rows, turned, 4).width, 1u);
}

TEST(BufferAccess, OffsetsLeadToTheElements) {
  LinearLayout registers = layoutOf({4, 8}, {{InDim::Register, 1},
                                             {InDim::Register, 8},
                                             {InDim::Lane, 2},
                                             {InDim::Lane, 4},
                                             {InDim::Lane, 0},
                                             {InDim::Lane, 16}});
  LinearLayout buffer = layoutOf(
      {4, 8},
      {{InDim::Offset, 1}, {InDim::Offset, 2}, {InDim::Offset, 4}, {InDim::Offset, 8 | 2}, {InDim::Offset, 16 | 4}});
  BufferAccess access = planBufferAccess(registers, buffer, 4);
  for (uint64_t place = 0; place < 64; ++place)
    EXPECT_EQ(buffer.applyPacked(access.offsets.applyPacked(place)), registers.applyPacked(place));
  EXPECT_EQ(access.width, 2u);
  EXPECT_EQ(access.run.oldRegister(1), 1u);
}

TEST(ThreadTerms, SumUpToTheMap) {
  const std::vector<uint64_t> columns = {1, 3, 2, 0, 5, 7};
  std::vector<ThreadTerm> terms = threadTerms(columns);
  EXPECT_EQ(terms.size(), 3u);
  for (uint64_t thread = 0; thread < 64; ++thread) {
    uint64_t expected = 0, found = 0;
    for (size_t bit = 0; bit < columns.size(); ++bit)
      if (thread >> bit & 1) expected ^= columns[bit];
    for (ThreadTerm term : terms)
      if (std::popcount(thread & term.mask) % 2) found ^= term.vector;
    EXPECT_EQ(found, expected) << thread;
  }
}

}  // namespace
}  // namespace tritonc::codegen
