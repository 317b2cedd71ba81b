#include "runtime/emulator/reduction.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "runtime/emulator/numbers.h"

namespace tritonc::emulator {
namespace {

constexpr auto kSpellings = std::to_array<std::string_view>({"add", "min", "max", "inc", "dec", "and", "or", "xor"});

float toFloat(uint64_t bits, Type type) {
  auto half = static_cast<uint16_t>(bits);
  return type == Type::F16 ? halfToFloat(half) : bfloatToFloat(half);
}

uint64_t addFloat(Type type, uint64_t a, uint64_t b) {
  if (type == Type::F64) return std::bit_cast<uint64_t>(canonical(std::bit_cast<double>(a) + std::bit_cast<double>(b)));
  if (type == Type::F16) return floatToHalf(toFloat(a, type) + toFloat(b, type));
  if (type == Type::BF16) return floatToBfloat(toFloat(a, type) + toFloat(b, type));
  // Global memory flushes denormals, as `red` does.
  auto number = [](uint64_t bits) { return flush(std::bit_cast<float>(static_cast<uint32_t>(bits))); };
  return std::bit_cast<uint32_t>(canonical(flush(number(a) + number(b))));
}

bool isLess(Type type, uint64_t a, uint64_t b) {
  switch (type) {
  case Type::F16:
  case Type::BF16: return toFloat(a, type) < toFloat(b, type);
  case Type::S32: return static_cast<int32_t>(a) < static_cast<int32_t>(b);
  case Type::S64: return static_cast<int64_t>(a) < static_cast<int64_t>(b);
  default: return a < b;
  }
}

uint64_t combine(ReduceOp op, Type type, uint64_t old, uint64_t value) {
  switch (op) {
  case ReduceOp::Add: return isFloat(type) ? addFloat(type, old, value) : old + value;
  case ReduceOp::Min: return isLess(type, value, old) ? value : old;
  case ReduceOp::Max: return isLess(type, old, value) ? value : old;
  case ReduceOp::Inc: return old >= value ? 0 : old + 1;
  case ReduceOp::Dec: return old == 0 || old > value ? value : old - 1;
  case ReduceOp::And: return old & value;
  case ReduceOp::Or: return old | value;
  case ReduceOp::Xor: return old ^ value;
  }
  return old;
}

template <class T> void reduceAs(std::byte *at, const std::byte *value, ReduceOp op, Type type) {
  T mine;
  std::memcpy(&mine, value, sizeof(T));
  T *place = reinterpret_cast<T *>(at);
  T old = __atomic_load_n(place, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(place, &old, static_cast<T>(combine(op, type, old, mine)), /*weak=*/true,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
  }
}

}  // namespace

std::optional<ReduceOp> findReduceOp(std::string_view spelling) {
  auto found = std::ranges::find(kSpellings, spelling);
  if (found == kSpellings.end()) return std::nullopt;
  return static_cast<ReduceOp>(found - kSpellings.begin());
}

bool canReduce(ReduceOp op, Type type) {
  bool isHalf = type == Type::F16 || type == Type::BF16, isWord = type == Type::U32 || type == Type::U64;
  switch (op) {
  case ReduceOp::Add: return isWord || isHalf || type == Type::S32 || type == Type::F32 || type == Type::F64;
  case ReduceOp::Min:
  case ReduceOp::Max: return isWord || isHalf || type == Type::S32 || type == Type::S64;
  case ReduceOp::Inc:
  case ReduceOp::Dec: return type == Type::U32;
  case ReduceOp::And:
  case ReduceOp::Or:
  case ReduceOp::Xor: return isInteger(type) && bitsOf(type) >= 32 && bitsOf(type) <= 64;
  }
  return false;
}

void reduceAt(std::byte *at, const std::byte *value, ReduceOp op, Type type) {
  switch (bitsOf(type)) {
  case 16: return reduceAs<uint16_t>(at, value, op, type);
  case 32: return reduceAs<uint32_t>(at, value, op, type);
  default: return reduceAs<uint64_t>(at, value, op, type);
  }
}

}  // namespace tritonc::emulator
