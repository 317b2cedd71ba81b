// Matrices that a warp holds together: ldmatrix, stmatrix, mma.sync.
//
// With g = lane / 4, t = lane % 4 and E elements in a register of 32 bits, a fragment of mma.m16n8kK holds
//
//   A  register r, element e: row g + 8 * (r % 2), column E * t + e + 4 * E * (r / 2)
//   B  register r, element e: row E * t + e + 4 * E * r, column g
//   C  element i: row g + 8 * (i / 2), column 2 * t + i % 2
//
// (f64: E is 1). With 8 rows in all, A is dealt as B.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/memory_modifiers.h"

namespace tritonc::emulator {
namespace {

constexpr unsigned kRows = 16, kColumns = 8, kMaxDepth = 32;

/// Lanes that come later make up the warp too.
bool isWholeWarp(Warp &warp, LaneMask lanes) {
  if (!checkAligned(warp, lanes) || lanes == kAllLanes) return lanes == kAllLanes;
  warp.fault(Check::Divergent, "a matrix instruction, where part of the warp has exited");
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

// ---- movmatrix ----

void transpose(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!isWholeWarp(warp, lanes)) return;
  const auto *a = warp.at<uint32_t>(inst.a);
  uint16_t elements[8][8];
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned half = 0; half < 2; ++half)
      elements[lane / 4][lane % 4 * 2 + half] = static_cast<uint16_t>(a[lane] >> (16 * half));
  auto *d = warp.at<uint32_t>(inst.dst);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    unsigned row = lane / 4, column = lane % 4 * 2;
    d[lane] = elements[column][row] | uint32_t{elements[column + 1][row]} << 16;
  }
}

// ---- mma ----

/// index: slots of D, A, B and C one behind the other. mode: the type of A, kind: that of B, order: that of D and C;
/// count: the depth; scope: kSaturates, kEightRows.
enum MmaFlag : uint8_t { kSaturates = 1, kEightRows = 2 };

struct Shape {
  Type a, b, result;
  unsigned depth, rows;

  explicit Shape(const Inst &inst)
      : a(static_cast<Type>(inst.mode)), b(static_cast<Type>(inst.kind)), result(static_cast<Type>(inst.order)),
        depth(inst.count), rows(inst.scope & kEightRows ? 8 : 16) {}

  unsigned perRegister() const { return a == Type::F64 ? 1 : 32 / bitsOf(a); }
  unsigned numB() const { return depth / (4 * perRegister()); }
  unsigned numA() const { return rows / 8 * numB(); }
  /// Elements of C in a lane, and registers.
  unsigned numElements() const { return rows / 4; }
  unsigned numC() const { return numElements() / (result == Type::F16 ? 2 : 1); }
};

uint32_t elementBits(Warp &warp, Slot slot, unsigned lane, unsigned element, unsigned bits) {
  uint32_t word = warp.at<uint32_t>(slot)[lane];
  return bits == 32 ? word : word >> (bits * element) & ((1u << bits) - 1);
}

/// The value of an element; the tensor core ignores the lower bits of tf32.
double valueOf(Warp &warp, Slot slot, unsigned lane, unsigned element, Type type) {
  if (type == Type::F64) return warp.at<double>(slot)[lane];
  uint32_t bits = elementBits(warp, slot, lane, element, bitsOf(type));
  if (type == Type::S8) return static_cast<int8_t>(bits);
  if (type == Type::U8) return bits;
  if (type == Type::TF32) return std::bit_cast<float>(bits & 0xffffe000);
  if (type == Type::BF16) return bfloatToFloat(static_cast<uint16_t>(bits));
  if (type == Type::F16) return halfToFloat(static_cast<uint16_t>(bits));
  return halfToFloat(
      static_cast<uint16_t>(pack(unpack(bits, type), Type::F16, Round::NearestEven, Overflow::ToInfinity)));
}

template <class Visit> void forEachElement(const Shape &shape, bool isA, Visit &&visit) {
  bool isTall = isA && shape.rows == 16;
  unsigned each = shape.perRegister();
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned r = 0; r < (isA ? shape.numA() : shape.numB()); ++r)
      for (unsigned e = 0; e < each; ++e) {
        unsigned along = each * (lane % 4) + e + 4 * each * (isTall ? r / 2 : r);
        unsigned across = lane / 4 + (isTall ? 8 * (r % 2) : 0);
        visit(lane, r, e, across, along);
      }
}

/// Of each lane, the registers of D.
using Result64 = std::array<std::array<uint64_t, 4>, kWarpSize>;

/// One element of D from the sum of products and its C.
void finishElement(Warp &warp, const Inst &inst, const Slot *c, double sum, unsigned lane, unsigned i,
                   Result64 &result) {
  auto type = static_cast<Type>(inst.order);
  if (type == Type::S32) {
    int64_t total = static_cast<int64_t>(sum) + warp.at<int32_t>(c[i])[lane];
    if (inst.scope & kSaturates) total = std::clamp<int64_t>(total, INT32_MIN, INT32_MAX);
    result[lane][i] = static_cast<uint32_t>(total);
  } else if (type == Type::F16) {
    sum += halfToFloat(static_cast<uint16_t>(elementBits(warp, c[i / 2], lane, i % 2, 16)));
    result[lane][i / 2] |= uint64_t{floatToHalf(static_cast<float>(sum))} << (16 * (i % 2));
  } else {
    sum += warp.at<float>(c[i])[lane];
    result[lane][i] = std::bit_cast<uint32_t>(canonical(static_cast<float>(sum)));
  }
}

/// D = A * B + C. The sum is made in f64 and rounded once; the hardware drops low bits of addends earlier. In f64 each
/// product is added by itself.
void mma(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!isWholeWarp(warp, lanes)) return;
  Shape shape(inst);
  const Slot *d = &warp.frame->function->slots[inst.index], *a = d + shape.numC(), *b = a + shape.numA(),
             *c = b + shape.numB();
  double left[kRows][kMaxDepth], right[kMaxDepth][kColumns];
  forEachElement(shape, /*isA=*/true, [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned k) {
    left[row][k] = valueOf(warp, a[r], lane, e, shape.a);
  });
  forEachElement(shape, /*isA=*/false, [&](unsigned lane, unsigned r, unsigned e, unsigned column, unsigned k) {
    right[k][column] = valueOf(warp, b[r], lane, e, shape.b);
  });
  Result64 result = {};
  bool isDouble = shape.result == Type::F64;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned i = 0; i < shape.numElements(); ++i) {
      unsigned row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      double sum = isDouble ? warp.at<double>(c[i])[lane] : 0;
      for (unsigned k = 0; k < shape.depth; ++k)
        sum = isDouble ? std::fma(left[row][k], right[k][column], sum) : sum + left[row][k] * right[k][column];
      if (isDouble)
        result[lane][i] = std::bit_cast<uint64_t>(canonical(sum));
      else
        finishElement(warp, inst, c, sum, lane, i, result);
    }
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned i = 0; i < shape.numC(); ++i)
      if (isDouble)
        warp.at<uint64_t>(d[i])[lane] = result[lane][i];
      else
        warp.at<uint32_t>(d[i])[lane] = static_cast<uint32_t>(result[lane][i]);
}

/// The forms that there are; several depths as bits.
struct MmaRow {
  Type input, result;
  unsigned rows, depths;
};
constexpr auto kMmaRows = std::to_array<MmaRow>({
    {Type::F16, Type::F32, 16, 8 | 16},
    {Type::F16, Type::F16, 16, 8 | 16},
    {Type::BF16, Type::F32, 16, 8 | 16},
    {Type::TF32, Type::F32, 16, 4 | 8},
    {Type::E4M3, Type::F32, 16, 16 | 32},
    {Type::E5M2, Type::F32, 16, 16 | 32},
    {Type::E4M3, Type::F16, 16, 16 | 32},
    {Type::E5M2, Type::F16, 16, 16 | 32},
    {Type::S8, Type::S32, 16, 16 | 32},
    {Type::U8, Type::S32, 16, 16 | 32},
    {Type::S8, Type::S32, 8, 16},
    {Type::U8, Type::S32, 8, 16},
    {Type::F64, Type::F64, 16, 4 | 8 | 16},
    {Type::F64, Type::F64, 8, 4},
});

bool isInputOf(Type type, const Inst &inst) {
  Shape shape(inst);
  return std::ranges::any_of(kMmaRows, [&](const MmaRow &row) {
    return row.input == type && row.result == shape.result && row.rows == shape.rows && (row.depths & shape.depth);
  });
}

/// The rows and the depth of a shape such as `m16n8k16`; 0 if there is none.
constexpr auto kShapes = std::to_array<std::tuple<std::string_view, uint8_t, uint8_t>>({
    {"m8n8k4", 8, 4},
    {"m8n8k16", 8, 16},
    {"m16n8k4", 16, 4},
    {"m16n8k8", 16, 8},
    {"m16n8k16", 16, 16},
    {"m16n8k32", 16, 32},
});

}  // namespace

Success buildLdmatrix(Builder &b) { return buildMoveMatrix(b, /*isStore=*/false); }
Success buildStmatrix(Builder &b) { return buildMoveMatrix(b, /*isStore=*/true); }

Success buildMovmatrix(Builder &b) {
  if (b.types != std::vector{Type::B16} || b.numOperands() != 2 || !b.has("trans") || !b.has("aligned"))
    return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 32));
  TC_TRY(b.inst.a, b.source(b.operand(1), Type::B32));
  return b.use(transpose);
}

Success buildMma(Builder &b) {
  b.inst.count = 0;
  for (auto [spelling, rows, depth] : kShapes) {
    if (!b.has(spelling)) continue;
    b.inst.count = depth;
    b.inst.scope = rows == 8 ? kEightRows : 0;
  }
  bool isGood = b.types.size() == 4 && b.numOperands() == 4 && b.inst.count && b.has("row") && b.has("col") &&
                b.has("aligned") && b.type(0) == b.type(3) && bitsOf(b.type(1)) == bitsOf(b.type(2));
  if (!isGood) return b.failType();
  b.inst.mode = static_cast<uint8_t>(b.type(1));
  b.inst.kind = static_cast<uint8_t>(b.type(2));
  b.inst.order = static_cast<uint8_t>(b.type(0));
  bool isMixed = b.type(1) != b.type(2);
  if (!isInputOf(b.type(1), b.inst) || !isInputOf(b.type(2), b.inst) || (isMixed && bitsOf(b.type(1)) != 8))
    return b.failType();
  if (b.has("satfinite")) b.inst.scope |= kSaturates;
  Shape shape(b.inst);
  Type registers = shape.result == Type::F64 ? Type::B64 : Type::B32;
  std::vector<Slot> slots;
  const unsigned counts[] = {shape.numC(), shape.numA(), shape.numB(), shape.numC()};
  for (size_t i = 0; i < 4; ++i) {
    TC_TRY(std::vector<Slot> part, b.slots(b.operand(i), registers, /*isDestination=*/i == 0));
    if (part.size() != counts[i]) return b.fail("operand {} has {} registers, not {}", i, part.size(), counts[i]);
    slots.insert(slots.end(), part.begin(), part.end());
  }
  b.inst.index = b.keep(slots);
  return b.use(mma);
}

}  // namespace tritonc::emulator
