// Compile-time fields of operations.
//
// Each struct lists its fields once, in `fields`; printing, parsing, equality and hashing all walk that list.
// A `required` field is printed before the operands, an `optional` one in braces unless it has its default:
//
//   %r = range 0, 1024 : tile<1024xi32>
//   %x = load %p, %m {cache = cg} : tile<1024xf32>
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ir/dim_vector.h"

namespace tritonc::ir {

enum class CacheModifier : uint8_t { None, Ca, Cg, Cs, Cv, Wb, Wt };
enum class EvictionPolicy : uint8_t { Normal, First, Last };
enum class Rounding : uint8_t { NearestEven, TowardZero };
enum class AtomicKind : uint8_t { AddI, AddF, And, Or, Xor, Xchg, MinS, MaxS, MinU, MaxU };
enum class MemoryOrder : uint8_t { Relaxed, Acquire, Release, AcqRel };
constexpr bool releases(MemoryOrder order) { return order == MemoryOrder::Release || order == MemoryOrder::AcqRel; }
constexpr bool acquires(MemoryOrder order) { return order == MemoryOrder::Acquire || order == MemoryOrder::AcqRel; }
/// Who sees an atomic operation as one: threads of the program, of the GPU, of the whole system.
enum class MemoryScope : uint8_t { Cta, Gpu, Sys };
/// Which threads a barrier waits for: those of each warp, or all of the program.
enum class BarrierScope : uint8_t { Warp, Cta };

/// A text in double quotes, unlike the name of a function.
struct QuotedText {
  std::string_view text;
  friend bool operator==(const QuotedText &, const QuotedText &) = default;
};

/// Spellings of an enumerator, in order of declaration.
template <class Enum> struct EnumNames;
template <> struct EnumNames<CacheModifier> {
  static constexpr auto kNames = std::to_array<std::string_view>({"none", "ca", "cg", "cs", "cv", "wb", "wt"});
};
template <> struct EnumNames<EvictionPolicy> {
  static constexpr auto kNames = std::to_array<std::string_view>({"normal", "first", "last"});
};
template <> struct EnumNames<Rounding> {
  static constexpr auto kNames = std::to_array<std::string_view>({"rne", "rtz"});
};
template <> struct EnumNames<AtomicKind> {
  static constexpr auto kNames =
      std::to_array<std::string_view>({"addi", "addf", "and", "or", "xor", "xchg", "mins", "maxs", "minu", "maxu"});
};
template <> struct EnumNames<MemoryOrder> {
  static constexpr auto kNames = std::to_array<std::string_view>({"relaxed", "acquire", "release", "acq_rel"});
};
template <> struct EnumNames<MemoryScope> {
  static constexpr auto kNames = std::to_array<std::string_view>({"cta", "gpu", "sys"});
};
template <> struct EnumNames<BarrierScope> {
  static constexpr auto kNames = std::to_array<std::string_view>({"warp", "cta"});
};

/// `fields(self, visit)` calls `visit.required(name, field)` or `visit.optional(name, field, default)` for each field.
/// Field types: bool, int64_t, DimVector, enums with `EnumNames`, QuotedText, and std::string_view for the name of a
/// function.
struct NoAttrs {
  static void fields(auto &, auto &&) {}
};

struct AxisAttrs {
  int64_t axis = 0;
  static void fields(auto &self, auto &&visit) { visit.required("axis", self.axis); }
};

struct RangeAttrs {
  int64_t start = 0;
  int64_t end = 0;
  static void fields(auto &self, auto &&visit) {
    visit.required("start", self.start);
    visit.required("end", self.end);
  }
};

struct RoundAttrs {
  Rounding round = Rounding::NearestEven;
  static void fields(auto &self, auto &&visit) { visit.optional("round", self.round, Rounding::NearestEven); }
};

struct LoadAttrs {
  CacheModifier cache = CacheModifier::None;
  EvictionPolicy evict = EvictionPolicy::Normal;
  bool isVolatile = false;
  static void fields(auto &self, auto &&visit) {
    visit.optional("cache", self.cache, CacheModifier::None);
    visit.optional("evict", self.evict, EvictionPolicy::Normal);
    visit.optional("volatile", self.isVolatile, false);
  }
};

struct StoreAttrs {
  CacheModifier cache = CacheModifier::None;
  EvictionPolicy evict = EvictionPolicy::Normal;
  static void fields(auto &self, auto &&visit) {
    visit.optional("cache", self.cache, CacheModifier::None);
    visit.optional("evict", self.evict, EvictionPolicy::Normal);
  }
};

/// What the source says about a loop; nothing here changes results. -1 stages: the kernel's own number counts.
struct ForAttrs {
  int64_t numStages = -1;
  int64_t unroll = 1;
  bool flatten = false;
  bool warpSpecialize = false;
  /// The bounds are compared as unsigned integers.
  bool isUnsigned = false;
  /// The step leads down: the loop runs while the induction variable is above the upper bound.
  bool isDescending = false;
  static void fields(auto &self, auto &&visit) {
    visit.optional("stages", self.numStages, int64_t{-1});
    visit.optional("unroll", self.unroll, int64_t{1});
    visit.optional("flatten", self.flatten, false);
    visit.optional("warp_specialize", self.warpSpecialize, false);
    visit.optional("unsigned", self.isUnsigned, false);
    visit.optional("descending", self.isDescending, false);
  }
};

struct CallAttrs {
  std::string_view callee;
  static void fields(auto &self, auto &&visit) { visit.required("callee", self.callee); }
};

/// A permutation: dimension i of the result is dimension order[i] of the operand.
struct OrderAttrs {
  DimVector order;
  static void fields(auto &self, auto &&visit) { visit.required("order", self.order); }
};

struct ScanAttrs {
  int64_t axis = 0;
  /// From the last element to the first.
  bool reverse = false;
  static void fields(auto &self, auto &&visit) {
    visit.required("axis", self.axis);
    visit.optional("reverse", self.reverse, false);
  }
};

struct ExchangeAttrs {
  int64_t axis = 0;
  int64_t mask = 0;
  static void fields(auto &self, auto &&visit) {
    visit.required("axis", self.axis);
    visit.required("mask", self.mask);
  }
};

struct AtomicRmwAttrs {
  AtomicKind kind = AtomicKind::AddI;
  MemoryOrder order = MemoryOrder::AcqRel;
  MemoryScope scope = MemoryScope::Gpu;
  /// Where the thread that performs it leaves the result for the others, in bytes of shared memory; -1: nowhere.
  int64_t scratch = -1;
  static void fields(auto &self, auto &&visit) {
    visit.required("kind", self.kind);
    visit.optional("order", self.order, MemoryOrder::AcqRel);
    visit.optional("scope", self.scope, MemoryScope::Gpu);
    visit.optional("scratch", self.scratch, int64_t{-1});
  }
};

struct AtomicCasAttrs {
  MemoryOrder order = MemoryOrder::AcqRel;
  MemoryScope scope = MemoryScope::Gpu;
  /// As in AtomicRmwAttrs.
  int64_t scratch = -1;
  static void fields(auto &self, auto &&visit) {
    visit.optional("order", self.order, MemoryOrder::AcqRel);
    visit.optional("scope", self.scope, MemoryScope::Gpu);
    visit.optional("scratch", self.scratch, int64_t{-1});
  }
};

struct BarrierAttrs {
  BarrierScope scope = BarrierScope::Cta;
  /// What the threads wrote to shared memory before becomes visible to matrix instructions that read it there.
  bool fencesProxy = false;
  static void fields(auto &self, auto &&visit) {
    visit.optional("scope", self.scope, BarrierScope::Cta);
    visit.optional("proxy_fence", self.fencesProxy, false);
  }
};

struct DotAttrs {
  /// An instruction of warpgroups, which reads its operands in shared memory, and a first one that is a fragment in
  /// registers.
  bool isWgmma = false;
  /// Started, but not complete before a `dot_wait`.
  bool isAsync = false;
  /// By multiplications and additions of single numbers, with all bits of f32: each thread those of its accumulators.
  /// It reads its operands in shared memory.
  bool isFma = false;
  static void fields(auto &self, auto &&visit) {
    visit.optional("wgmma", self.isWgmma, false);
    visit.optional("async", self.isAsync, false);
    visit.optional("fma", self.isFma, false);
  }
};

/// Of groups of asynchronous work, how many of the latest may still be on their way after a wait.
struct PendingAttrs {
  int64_t pending = 0;
  static void fields(auto &self, auto &&visit) { visit.required("pending", self.pending); }
};

/// How far a slot of a ring is ahead of the one that the counter names.
struct SlotAttrs {
  int64_t ahead = 0;
  static void fields(auto &self, auto &&visit) { visit.optional("ahead", self.ahead, int64_t{0}); }
};

/// A function of libdevice, without the `__nv_` of its symbol.
struct ExternAttrs {
  std::string_view function;
  static void fields(auto &self, auto &&visit) { visit.required("function", self.function); }
};

/// Text of the target's assembler: ir/inline_asm.h says how it meets its operands and results.
struct AsmAttrs {
  QuotedText text;
  QuotedText constraints;
  int64_t pack = 1;
  /// The results depend on the operands alone, and there is no other effect.
  bool isPure = false;
  static void fields(auto &self, auto &&visit) {
    visit.required("text", self.text);
    visit.required("constraints", self.constraints);
    visit.optional("pack", self.pack, int64_t{1});
    visit.optional("pure", self.isPure, false);
  }
};

/// What the source promises about a value, one number for each dimension (one for a scalar); 1 promises nothing.
struct HintAttrs {
  DimVector divisible;
  DimVector contiguous;
  DimVector constant;
  static void fields(auto &self, auto &&visit) {
    visit.optional("divisible", self.divisible, DimVector());
    visit.optional("contiguous", self.contiguous, DimVector());
    visit.optional("constant", self.constant, DimVector());
  }
};

struct AssertAttrs {
  QuotedText message;
  static void fields(auto &self, auto &&visit) { visit.required("message", self.message); }
};

struct PrintAttrs {
  /// Stands as it is between the place and the value; the front end has added blanks and the colon.
  QuotedText prefix;
  bool hex = false;
  /// Bit i: operand i is an unsigned integer.
  int64_t isUnsigned = 0;
  static void fields(auto &self, auto &&visit) {
    visit.required("prefix", self.prefix);
    visit.optional("hex", self.hex, false);
    visit.optional("unsigned", self.isUnsigned, int64_t{0});
  }
};

/// A ring of buffers of one size, and where it lies in the shared memory of the program, in bytes; -1 before it has
/// been placed.
struct AllocAttrs {
  int64_t offset = -1;
  int64_t slots = 1;
  static void fields(auto &self, auto &&visit) {
    visit.optional("offset", self.offset, int64_t{-1});
    visit.optional("slots", self.slots, int64_t{1});
  }
};

/// Every struct that an operation can carry.
#define TC_ATTR_STRUCTS(X)                                                                                             \
  X(NoAttrs)                                                                                                           \
  X(AxisAttrs)                                                                                                         \
  X(RangeAttrs)                                                                                                        \
  X(RoundAttrs)                                                                                                        \
  X(LoadAttrs)                                                                                                         \
  X(StoreAttrs)                                                                                                        \
  X(ForAttrs)                                                                                                          \
  X(CallAttrs)                                                                                                         \
  X(OrderAttrs)                                                                                                        \
  X(ScanAttrs)                                                                                                         \
  X(ExchangeAttrs)                                                                                                     \
  X(AtomicRmwAttrs)                                                                                                    \
  X(AtomicCasAttrs)                                                                                                    \
  X(BarrierAttrs)                                                                                                      \
  X(DotAttrs)                                                                                                          \
  X(PendingAttrs)                                                                                                      \
  X(SlotAttrs)                                                                                                         \
  X(ExternAttrs)                                                                                                       \
  X(AsmAttrs)                                                                                                          \
  X(HintAttrs)                                                                                                         \
  X(AssertAttrs)                                                                                                       \
  X(PrintAttrs)                                                                                                        \
  X(AllocAttrs)

/// Fields of a function's parameter, in braces after its type.
struct ParamAttrs {
  /// The pointer's address, or the integer, is known to be a multiple of this power of two (bytes for a pointer).
  int64_t divisible = 1;
  static void fields(auto &self, auto &&visit) { visit.optional("divisible", self.divisible, int64_t{1}); }
};

/// Fields of a module, in braces after the word `module`.
enum class Stage : uint8_t { Tile, LaidOut, Scheduled };
template <> struct EnumNames<Stage> {
  static constexpr auto kNames = std::to_array<std::string_view>({"tile", "laid_out", "scheduled"});
};
struct ModuleAttrs {
  Stage stage = Stage::Tile;
  int64_t warps = 4;
  /// The kernel's `num_stages`: an upper bound for the depth of pipelines.
  int64_t numStages = 3;
  /// Compute capability, 10 * major + minor.
  int64_t target = 90;
  /// Bytes of shared memory that the kernel needs; set with stage `scheduled`.
  int64_t shared = 0;
  static void fields(auto &self, auto &&visit) {
    visit.optional("stage", self.stage, Stage::Tile);
    visit.optional("warps", self.warps, int64_t{4});
    visit.optional("stages", self.numStages, int64_t{3});
    visit.optional("target", self.target, int64_t{90});
    visit.optional("shared", self.shared, int64_t{0});
  }
};

}  // namespace tritonc::ir
