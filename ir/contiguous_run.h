// How many neighbouring elements a thread holds: the layout's bound on the width of a memory access.
#pragma once

#include "ir/linear_layout.h"

#include <vector>

namespace tritonc::ir {

/// Registers of a layout renamed so that each group of 2^bits consecutive ones holds consecutive elements.
struct ContiguousRun {
  /// Log2 of the length of the runs.
  unsigned bits = 0;
  /// For each bit of the new register index the old index it stands for; old indices combine by XOR.
  std::vector<uint64_t> registerBasis;

  /// The old register that is number `index` in the new order.
  uint64_t oldRegister(uint64_t index) const;
};

/// The longest runs along `order`, fastest dimension first, that some renaming of registers exposes. Every run starts
/// at a multiple of its length. A run goes on into the next dimension when it covers the one before: `order` says how
/// memory is laid out. With register=[(1, 0), (0, 1), (0, 2)], lane=[(0, 4)] and order [1, 0] there are 2 bits,
/// register basis {0b010, 0b100, 0b001}.
ContiguousRun contiguousRun(const LinearLayout &layout, const DimVector &order);

}  // namespace tritonc::ir
