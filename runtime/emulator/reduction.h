// What bulk copies do to global memory when they reduce.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/emulator/types.h"

namespace tritonc::emulator {

enum class ReduceOp : uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor };

/// By the spelling without its dot.
std::optional<ReduceOp> findReduceOp(std::string_view spelling);
/// Whether the hardware has the operation for the type.
bool canReduce(ReduceOp op, Type type);
/// Combines one element in memory with a value, atomically among the threads of the host.
void reduceAt(std::byte *at, const std::byte *value, ReduceOp op, Type type);

}  // namespace tritonc::emulator
