// The invariants of the tile IR.
//
// Structure
//   S1  every block ends in a terminator and holds no other one: `return` in functions, `condition` in the first
//       block of `while`, `yield` in all others
//   S2  an operation has as many operands, results and blocks as its format says
//   S3  every operation has a location
//   S4  an operand is defined before its use, in the same block or in one around it
//   S5  kernels return nothing; functions take and return scalars; no function calls itself, directly or not, and calls
//       nest at most kMaxCallDepth deep
//   S6  fields are in range: axes of the grid 0 to 2, elements of `range` i32, `divisible` and `warps` powers of two
// Types
//   T1  element-wise: every operand tile has the shape and layout of the result; if the result is a tile, an operand
//       is one
//   T2  each operation obeys its type rule (ir/type_rules.cpp)
//   T3  a buffer comes from `local_alloc`; `local_store` writes it, `local_load` reads it, and nothing else uses it
// Stages
//   L1  before `laid_out` no type has a layout; from then on every tile has one
//   L2  a layout of a tile is surjective onto the tile, has 32 lanes and the module's warps, and no register repeats
//       another
//   L3  before `laid_out` there are no buffers; the layout of one is surjective and maps offsets only

#include "ir/verify.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/type_rules.h"

namespace tritonc::ir {
namespace {

/// Calls inside each other that the recursive walks of the project take.
constexpr unsigned kMaxCallDepth = 200;

bool isPowerOfTwo(int64_t value) { return value > 0 && std::has_single_bit(static_cast<uint64_t>(value)); }

class Verifier {
public:
  Verifier(const Module &module, const Function &function)
      : module_(module), function_(function), visible_(function.numValueIds()) {}

  Success run() {
    TC_TRY_VOID(checkSignature());
    return checkBlock(*function_.body(), Opcode::Return);
  }

private:
  template <class... Args> Failed fail(const Op &op, fmt::format_string<Args...> format, Args &&...args) {
    return function_.context().error(op.loc(), DiagId::IrInvalid, "`{}`: {}", op.mnemonic(),
                                     fmt::format(format, std::forward<Args>(args)...));
  }

  template <class... Args> Failed failSignature(fmt::format_string<Args...> format, Args &&...args) {
    return function_.context().error(function_.loc(), DiagId::IrInvalid, "function `@{}` {}", function_.name(),
                                     fmt::format(format, std::forward<Args>(args)...));
  }

  // S5, S6
  Success checkSignature() {
    auto isScalar = [](Type type) { return !type.isTile() && !type.isShared(); };
    auto params = function_.body()->args();
    if (!std::ranges::all_of(params, [&](const Value *p) { return isScalar(p->type()); }) ||
        !std::ranges::all_of(function_.resultTypes(), isScalar))
      return failSignature("takes or returns a tile or a buffer");
    if (function_.isKernel() && !function_.resultTypes().empty())
      return failSignature("is a kernel and returns values");
    for (unsigned i = 0; i < params.size(); ++i)
      if (!isPowerOfTwo(function_.paramAttrs(i).divisible))
        return failSignature("has a parameter divisible by {}", function_.paramAttrs(i).divisible);
    return {};
  }

  // S1, S4
  Success checkBlock(const Block &block, Opcode terminator) {
    std::vector<const Value *> defined;
    auto define = [&](const Value *value) {
      visible_[value->id()] = true;
      defined.push_back(value);
    };
    for (const Value *arg : block.args()) {
      // Only blocks in operations have tiles as arguments (S5).
      if (block.parentOp()) TC_TRY_VOID(checkLayout(*block.parentOp(), arg->type()));
      define(arg);
    }
    for (const Op &op : block) {
      TC_TRY_VOID(checkOp(op));
      if (op.isTerminator() && &op != block.back()) return fail(op, "a terminator is the last operation of its block");
      if (op.isTerminator() && op.opcode() != terminator) return fail(op, "wrong terminator for this block");
      for (const Value &result : op.results()) define(&result);
    }
    if (!block.terminator()) {
      Loc loc = block.back() ? block.back()->loc() : block.parentOp() ? block.parentOp()->loc() : function_.loc();
      return function_.context().error(loc, DiagId::IrInvalid, "block does not end in `{}`", info(terminator).mnemonic);
    }
    for (const Value *value : defined) visible_[value->id()] = false;
    return {};
  }

  Success checkOp(const Op &op) {
    if (!op.loc().isValid())
      return function_.context().error(function_.loc(), DiagId::IrInvalid, "`{}` has no location", op.mnemonic());
    TC_TRY_VOID(checkCounts(op));
    for (const Use &use : op.operands()) {
      const Value *value = use.value();
      if (!value->isConstant() && !visible_[value->id()]) return fail(op, "an operand is not defined here");
    }
    for (const Value &result : op.results()) TC_TRY_VOID(checkLayout(op, result.type()));
    TC_TRY_VOID(checkBuffers(op));
    if (op.isElementwise()) TC_TRY_VOID(checkElementwise(op));
    if (const char *broken = brokenTypeRule(module_, function_, op)) return fail(op, "{}", broken);
    for (const Block *block : op.blocks()) {
      bool decides = op.opcode() == Opcode::While && block == op.block(0);
      TC_TRY_VOID(checkBlock(*block, decides ? Opcode::Condition : Opcode::Yield));
    }
    return {};
  }

  // S2
  Success checkCounts(const Op &op) {
    const FormatInfo &format = op.formatInfo();
    auto outside = [](size_t n, uint32_t low, uint32_t high) { return n < low || n > high; };
    if (outside(op.numOperands(), format.minOperands, format.maxOperands))
      return fail(op, "{} operands are not as many as it takes", op.numOperands());
    if (outside(op.numResults(), format.minResults, format.maxResults))
      return fail(op, "{} results are not as many as it gives", op.numResults());
    return {};
  }

  // L1, L2, L3
  Success checkLayout(const Op &op, Type type) {
    bool isLaidOut = module_.stage() != Stage::Tile;
    if (type.isShared()) return checkBufferLayout(op, *type.layout(), isLaidOut);
    if (!type.isTile()) return {};
    Layout layout = type.layout();
    if (isLaidOut != (layout != nullptr))
      return fail(op, "a {} in stage `{}`", layout ? "layout" : "tile without a layout",
                  EnumNames<Stage>::kNames[static_cast<size_t>(module_.stage())]);
    if (!layout) return {};
    bool fits = layout->isSurjective() && layout->inSize(InDim::Lane) == 32 &&
                layout->inSize(InDim::Warp) == static_cast<uint64_t>(module_.attrs.warps) &&
                layout->zeroColumnMask(InDim::Register) == 0;
    if (!fits) return fail(op, "the layout does not fit the tile, 32 lanes and {} warps", module_.attrs.warps);
    return {};
  }

  Success checkBufferLayout(const Op &op, const LinearLayout &layout, bool isLaidOut) {
    if (!isLaidOut) return fail(op, "a buffer in stage `tile`");
    bool fits = layout.isSurjective();
    for (InDim dim : kInDims) fits = fits && (dim == InDim::Offset || layout.inSize(dim) == 1);
    if (!fits) return fail(op, "the layout does not map offsets onto the buffer");
    return {};
  }

  static bool takesBuffer(Opcode opcode, unsigned operand) {
    switch (opcode) {
    case Opcode::Exchange:
    case Opcode::Gather:
    case Opcode::LocalLoad:
    case Opcode::LocalSlot: return operand == 0;
    case Opcode::LocalStore:
    case Opcode::LocalCount:
    case Opcode::CopyAsync: return operand == 1;
    case Opcode::Dot: return operand < 2;
    default: return false;
    }
  }

  // T3
  Success checkBuffers(const Op &op) {
    auto isBuffer = [](const Value *value) { return value->type().isShared(); };
    for (unsigned i = 0; i < op.numOperands(); ++i) {
      if (isBuffer(op.operand(i)) && !takesBuffer(op.opcode(), i))
        return fail(op, "takes a buffer, which is for loads and stores only");
    }
    bool givesBuffer = op.opcode() == Opcode::LocalAlloc || op.opcode() == Opcode::LocalSlot;
    for (const Value &result : op.results())
      if (isBuffer(&result) && !givesBuffer) return fail(op, "gives a buffer");
    return {};
  }

  // T1
  Success checkElementwise(const Op &op) {
    Type result = op.result()->type();
    for (const Value &other : op.results())
      if (!std::ranges::equal(other.type().shape(), result.shape()) || other.type().layout() != result.layout())
        return fail(op, "gives a {} beside a {}", print(other.type()), print(result));
    for (const Use &use : op.operands()) {
      Type type = use.value()->type();
      bool matches = !type.isTile() || (result.isTile() && std::ranges::equal(type.shape(), result.shape()) &&
                                        type.layout() == result.layout());
      if (!matches) return fail(op, "an operand {} in a {} operation", print(type), print(result));
    }
    auto isTile = [](const Use &use) { return use.value()->type().isTile(); };
    if (result.isTile() && std::ranges::none_of(op.operands(), isTile))
      return fail(op, "scalars give a {}", print(result));
    return {};
  }

  const Module &module_;
  const Function &function_;
  std::vector<bool> visible_;
};

/// S5: a depth-first walk over the calls, until one is wrong.
class CallWalk {
public:
  explicit CallWalk(const Module &module) : module_(module) {}

  /// The wrong call and why it is; null if there is none.
  const Op *badOp = nullptr;
  const char *why = nullptr;

  /// The length of the longest chain of calls that starts in the function, which is `depth` calls deep itself.
  unsigned height(const Function &function, unsigned depth = 0) {
    if (auto found = heights_.find(function.name()); found != heights_.end()) return found->second;
    onPath_.insert(function.name());
    unsigned result = 0;
    walk(*function.body(), [&](const Op &op) {
      if (badOp || op.opcode() != Opcode::Call) return;
      const Function &callee = *module_.find(op.attrs<CallAttrs>().callee);
      if (onPath_.contains(callee.name())) return fail(op, "the functions call each other in a circle");
      // Both limits are needed: this one bounds the recursion here, the other one chains met bottom up.
      if (depth < kMaxCallDepth) result = std::max(result, height(callee, depth + 1) + 1);
      if (depth == kMaxCallDepth || result > kMaxCallDepth) fail(op, "the functions call each other too deeply");
    });
    onPath_.erase(function.name());
    return heights_[function.name()] = result;
  }

private:
  void fail(const Op &op, const char *reason) {
    if (!badOp) badOp = &op, why = reason;
  }

  const Module &module_;
  std::unordered_set<std::string_view> onPath_;
  std::unordered_map<std::string_view, unsigned> heights_;
};

}  // namespace

Success verify(const Module &module) {
  Context &context = module.context();
  Success result;
  // A module as such has no place in the text: its first function stands for it.
  if (!isPowerOfTwo(module.attrs.warps) && !module.functions().empty())
    result =
        context.error(module.functions().front()->loc(), DiagId::IrInvalid, "a module of {} warps", module.attrs.warps);
  for (const auto &function : module.functions())
    if (!Verifier(module, *function).run()) result = Failed{};
  if (!result) return result;
  CallWalk calls(module);
  for (const auto &function : module.functions()) {
    calls.height(*function);
    if (calls.badOp) return context.error(calls.badOp->loc(), DiagId::IrInvalid, "`call`: {}", calls.why);
  }
  return {};
}

}  // namespace tritonc::ir
