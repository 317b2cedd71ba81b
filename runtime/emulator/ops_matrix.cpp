// Matrices that a warp holds together: ldmatrix, stmatrix, mma.sync.
//
// With g = lane / 4, t = lane % 4 and E elements in a register of 32 bits, a fragment of mma.m16n8kK holds
//
//   A  register r, element e: row g + 8 * (r % 2), column E * t + e + 4 * E * (r / 2)
//   B  register r, element e: row E * t + e + 4 * E * r, column g
//   C  register i (f32, s32): row g + 8 * (i / 2), column 2 * t + i % 2
#include <algorithm>
#include <cmath>
#include <cstring>

#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/memory_modifiers.h"

namespace tritonc::emulator {
namespace {

constexpr unsigned kRows = 16, kColumns = 8, kMaxDepth = 32;

bool isWholeWarp(Warp &warp, LaneMask lanes) {
  if (lanes == kAllLanes) return true;
  warp.fault(Check::Divergent, "a matrix instruction is executed by part of the warp: {}", warp.describe());
  return false;
}

// ---- ldmatrix and stmatrix ----

/// Where the two halves of a lane's register lie in a matrix of 8 rows of 16 bytes.
struct Place {
  unsigned row, byte;
};
Place placeOf(unsigned lane, unsigned half, bool isTransposed) {
  unsigned major = lane / 4, minor = lane % 4 * 2 + half;
  return isTransposed ? Place{minor, 2 * major} : Place{major, 2 * minor};
}

/// count: matrices; the rows of matrix i are addressed by lanes 8i to 8i+7. order: 1 if transposed.
template <bool kStores> void moveMatrix(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!isWholeWarp(warp, lanes)) return;
  Access access;
  access.space = static_cast<Space>(inst.kind);
  access.lanes = inst.count == 4 ? kAllLanes : (LaneMask{1} << (8 * inst.count)) - 1;
  access.bytes = 16;
  access.kind = {.isRead = !kStores, .isWrite = kStores};
  computeAddresses(warp, inst, access);
  std::array<std::byte, 16 * kWarpSize> rows = {};
  const Slot *slots = &warp.frame->function->slots[inst.index];
  auto forEachHalf = [&](auto &&move) {
    for (unsigned matrix = 0; matrix < inst.count; ++matrix)
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        for (unsigned half = 0; half < 2; ++half) {
          Place place = placeOf(lane, half, inst.order != 0);
          auto *part = reinterpret_cast<std::byte *>(warp.at<uint32_t>(slots[matrix]) + lane) + size_t{2} * half;
          move(part, 8 * matrix + place.row, place.byte);
        }
  };
  if (kStores) {
    forEachHalf([&](std::byte *part, unsigned row, unsigned byte) { std::memcpy(&rows[16 * row + byte], part, 2); });
    access.values = rows.data();
    locate(warp, access);
  } else if (locate(warp, access)) {
    forEachHalf([&](std::byte *part, unsigned row, unsigned byte) { std::memcpy(part, access.host[row] + byte, 2); });
  }
}

Success buildMoveMatrix(Builder &b, bool isStore) {
  if (b.types != std::vector{Type::B16} || b.numOperands() != 2 || !b.has("m8n8")) return b.failType();
  b.inst.count = b.has("x4") ? 4 : b.has("x2") ? 2 : 1;
  TC_TRY(std::vector<Slot> slots, b.slots(b.operand(isStore ? 1 : 0), Type::B32, !isStore));
  if (slots.size() != b.inst.count) return b.fail("one register for each matrix");
  b.inst.index = b.keep(slots);
  std::optional<Space> space = Space::Shared;
  TC_TRY_VOID(b.address(b.operand(isStore ? 0 : 1), space));
  b.inst.kind = static_cast<uint8_t>(Space::Shared);
  b.inst.order = b.has("trans");
  return b.use(isStore ? moveMatrix<true> : moveMatrix<false>);
}

// ---- mma ----

/// index: slots of D, A, B and C one behind the other. mode: the type of A, kind: that of B, order: that of D and C;
/// count: the depth; scope: 1 saturates.
struct Shape {
  Type a, b, result;
  unsigned depth, perRegister, numA, numB, numC;
};

Shape shapeOf(const Inst &inst) {
  Shape shape{static_cast<Type>(inst.mode),
              static_cast<Type>(inst.kind),
              static_cast<Type>(inst.order),
              inst.count,
              0,
              0,
              0,
              0};
  shape.perRegister = 32 / bitsOf(shape.a);
  shape.numB = shape.depth / (4 * shape.perRegister);
  shape.numA = 2 * shape.numB;
  shape.numC = shape.result == Type::F16 ? 2 : 4;
  return shape;
}

uint32_t elementBits(Warp &warp, Slot slot, unsigned lane, unsigned element, unsigned bits) {
  uint32_t word = warp.at<uint32_t>(slot)[lane];
  return bits == 32 ? word : word >> (bits * element) & ((1u << bits) - 1);
}

/// The value of an element; the tensor core ignores the lower bits of tf32.
double valueOf(uint32_t bits, Type type) {
  if (type == Type::S8) return static_cast<int8_t>(bits);
  if (type == Type::U8) return bits;
  if (type == Type::TF32) return std::bit_cast<float>(bits & 0xffffe000);
  if (type == Type::BF16) return bfloatToFloat(static_cast<uint16_t>(bits));
  if (type == Type::F16) return halfToFloat(static_cast<uint16_t>(bits));
  return halfToFloat(
      static_cast<uint16_t>(pack(unpack(bits, type), Type::F16, Round::NearestEven, Overflow::ToInfinity)));
}

template <class Visit> void forEachElement(const Shape &shape, unsigned numRegisters, bool isA, Visit &&visit) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned r = 0; r < numRegisters; ++r)
      for (unsigned e = 0; e < shape.perRegister; ++e) {
        unsigned along = shape.perRegister * (lane % 4) + e + 4 * shape.perRegister * (isA ? r / 2 : r);
        unsigned across = lane / 4 + (isA ? 8 * (r % 2) : 0);
        visit(lane, r, e, across, along);
      }
}

/// D = A * B + C. The sum is made in f64 and rounded once; the hardware drops low bits of addends earlier.
void mma(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!isWholeWarp(warp, lanes)) return;
  Shape shape = shapeOf(inst);
  const Slot *d = &warp.frame->function->slots[inst.index], *a = d + shape.numC, *b = a + shape.numA,
             *c = b + shape.numB;
  double left[kRows][kMaxDepth], right[kMaxDepth][kColumns];
  forEachElement(shape, shape.numA, /*isA=*/true, [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned k) {
    left[row][k] = valueOf(elementBits(warp, a[r], lane, e, bitsOf(shape.a)), shape.a);
  });
  forEachElement(shape, shape.numB, /*isA=*/false,
                 [&](unsigned lane, unsigned r, unsigned e, unsigned column, unsigned k) {
                   right[k][column] = valueOf(elementBits(warp, b[r], lane, e, bitsOf(shape.b)), shape.b);
                 });
  uint32_t result[kWarpSize][4] = {};
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned i = 0; i < 4; ++i) {
      unsigned row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      double sum = 0;
      for (unsigned k = 0; k < shape.depth; ++k) sum += left[row][k] * right[k][column];
      if (shape.result == Type::S32) {
        int64_t total = static_cast<int64_t>(sum) + warp.at<int32_t>(c[i])[lane];
        if (inst.scope) total = std::clamp<int64_t>(total, INT32_MIN, INT32_MAX);
        result[lane][i] = static_cast<uint32_t>(total);
      } else if (shape.result == Type::F16) {
        sum += halfToFloat(static_cast<uint16_t>(elementBits(warp, c[i / 2], lane, i % 2, 16)));
        result[lane][i / 2] |= uint32_t{floatToHalf(static_cast<float>(sum))} << (16 * (i % 2));
      } else {
        sum += warp.at<float>(c[i])[lane];
        result[lane][i] = std::bit_cast<uint32_t>(canonical(static_cast<float>(sum)));
      }
    }
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned i = 0; i < shape.numC; ++i) warp.at<uint32_t>(d[i])[lane] = result[lane][i];
}

bool isInputOf(Type type, Type result, unsigned depth) {
  switch (type) {
  case Type::F16: return (result == Type::F32 || result == Type::F16) && (depth == 8 || depth == 16);
  case Type::BF16: return result == Type::F32 && (depth == 8 || depth == 16);
  case Type::TF32: return result == Type::F32 && (depth == 4 || depth == 8);
  case Type::E4M3:
  case Type::E5M2: return result == Type::F32 && depth == 32;
  case Type::S8:
  case Type::U8: return result == Type::S32 && (depth == 16 || depth == 32);
  default: return false;
  }
}

}  // namespace

Success buildLdmatrix(Builder &b) { return buildMoveMatrix(b, /*isStore=*/false); }
Success buildStmatrix(Builder &b) { return buildMoveMatrix(b, /*isStore=*/true); }

Success buildMma(Builder &b) {
  b.inst.count = b.has("m16n8k4") ? 4 : b.has("m16n8k8") ? 8 : b.has("m16n8k16") ? 16 : b.has("m16n8k32") ? 32 : 0;
  bool isGood = b.types.size() == 4 && b.numOperands() == 4 && b.inst.count && b.has("row") && b.has("col") &&
                b.has("aligned") && b.type(0) == b.type(3) && isInputOf(b.type(1), b.type(0), b.inst.count) &&
                isInputOf(b.type(2), b.type(0), b.inst.count) && bitsOf(b.type(1)) == bitsOf(b.type(2));
  if (!isGood) return b.failType();
  b.inst.mode = static_cast<uint8_t>(b.type(1));
  b.inst.kind = static_cast<uint8_t>(b.type(2));
  b.inst.order = static_cast<uint8_t>(b.type(0));
  b.inst.scope = b.has("satfinite");
  Shape shape = shapeOf(b.inst);
  std::vector<Slot> slots;
  const unsigned counts[] = {shape.numC, shape.numA, shape.numB, shape.numC};
  for (size_t i = 0; i < 4; ++i) {
    TC_TRY(std::vector<Slot> part, b.slots(b.operand(i), Type::B32, /*isDestination=*/i == 0));
    if (part.size() != counts[i]) return b.fail("operand {} has {} registers, not {}", i, part.size(), counts[i]);
    slots.insert(slots.end(), part.begin(), part.end());
  }
  b.inst.index = b.keep(slots);
  return b.use(mma);
}

}  // namespace tritonc::emulator
