// The invariants of the tile IR.
//
// Structure
//   S1  every block ends in a terminator and holds no other one; `yield` in `for` and `if`, `return` in functions
//   S2  an operation has as many operands, results and blocks as its format says
//   S3  every operation has a location
//   S4  an operand is defined before its use, in the same block or in one around it
//   S5  kernels return nothing; functions take and return scalars; no function calls itself, directly or not, and calls
//       nest at most kMaxCallDepth deep
//   S6  fields are in range: axes of the grid 0 to 2, elements of `range` i32, `divisible` and `warps` powers of two
// Types
//   T1  element-wise: every operand tile has the shape and layout of the result
//   T2  each operation obeys its type rule (ops.def)
//   T3  `for`: bounds and step have the integer type of the induction variable; inits, block arguments, yields and
//   results
//       agree one by one; `if`: condition i1 scalar, yields of both blocks and results agree
// Stages
//   L1  before `laid_out` no type has a layout; from then on every tile has one
//   L2  a layout is surjective onto the tile, has 32 lanes and the module's warps, and no register repeats another

#include "ir/verify.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/layout_rules.h"

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
    auto isScalar = [](Type type) { return !type.isTile(); };
    auto params = function_.body()->args();
    if (!std::ranges::all_of(params, [&](const Value *p) { return isScalar(p->type()); }) ||
        !std::ranges::all_of(function_.resultTypes(), isScalar))
      return failSignature("takes or returns a tile");
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
    if (op.isElementwise()) TC_TRY_VOID(checkElementwise(op));
    if (const char *broken = brokenRule(op)) return fail(op, "{}", broken);
    for (const Block *block : op.blocks()) TC_TRY_VOID(checkBlock(*block, Opcode::Yield));
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

  // L1, L2
  Success checkLayout(const Op &op, Type type) {
    if (!type.isTile()) return {};
    bool isLaidOut = module_.stage() != Stage::Tile;
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

  // T1
  Success checkElementwise(const Op &op) {
    Type result = op.result()->type();
    for (const Use &use : op.operands()) {
      Type type = use.value()->type();
      bool matches = !type.isTile() || (result.isTile() && std::ranges::equal(type.shape(), result.shape()) &&
                                        type.layout() == result.layout());
      if (!matches) return fail(op, "an operand {} in a {} operation", print(type), print(result));
    }
    return {};
  }

  /// What is wrong with the types, or null.
  const char *brokenRule(const Op &op);
  const char *brokenFor(const Op &op);
  const char *brokenIf(const Op &op);
  const char *brokenCall(const Op &op);
  const char *brokenReturn(const Op &op);

  const Module &module_;
  const Function &function_;
  std::vector<bool> visible_;
};

// ---- Type rules (T2). Each returns what is wrong, or null. ----

const char *ensure(bool good, const char *message) { return good ? nullptr : message; }

Type operandElem(const Op &op, unsigned i) { return op.operand(i)->type().elem(); }
Type resultElem(const Op &op) { return op.result()->type().elem(); }

bool operandsAre(const Op &op, Type elem) {
  return std::ranges::all_of(op.operands(), [&](const Use &use) { return use.value()->type().elem() == elem; });
}

const char *brokenRange(const Op &op, Context &context) {
  using Limits = std::numeric_limits<int32_t>;
  const auto &range = op.attrs<RangeAttrs>();
  Type type = op.result()->type();
  bool good = range.start >= Limits::min() && range.start < range.end && range.end - 1 <= Limits::max() &&
              type.rank() == 1 && type.elem() == context.i32() && type.shape()[0] == range.end - range.start;
  return ensure(good, "gives a one-dimensional i32 tile of end - start elements");
}

const char *brokenCompare(const Op &op, bool wantsInt) {
  Type elem = operandElem(op, 0);
  bool good = elem.isScalar() && isInt(elem.scalar()) == wantsInt && operandsAre(op, elem);
  return ensure(good && resultElem(op).isScalar(ScalarKind::I1), "compares two values of one type and gives i1");
}

const char *brokenWidth(const Op &op, bool widens) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  bool good = from.isIntLike() && to.isIntLike() &&
              (widens ? from.elemBits() < to.elemBits() : from.elemBits() > to.elemBits());
  return ensure(good, widens ? "gives a wider integer" : "gives a narrower integer");
}

const char *brokenBitcast(const Op &op) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  return ensure(from.isPtrLike() == to.isPtrLike() && from.elemBits() == to.elemBits(),
                "gives another type of the same width, or another pointer");
}

/// The mask is i1 and, like the value, a scalar or a tile of the shape and layout of the pointer.
bool fitsPointer(Type pointer, const Value *value, Type elem) {
  if (!value) return true;
  Type type = value->type();
  bool sameTile =
      pointer.isTile() && std::ranges::equal(type.shape(), pointer.shape()) && type.layout() == pointer.layout();
  return type.elem() == elem && (!type.isTile() || sameTile);
}

const char *brokenLoad(const Op &op, Context &context) {
  Type pointer = op.operand(0)->type();
  if (!pointer.isPtrLike()) return "loads through a pointer";
  bool good = op.result()->type() == context.withElem(pointer, pointer.pointee()) &&
              fitsPointer(pointer, op.operandOrNull(1), context.i1()) &&
              fitsPointer(pointer, op.operandOrNull(2), pointer.pointee());
  return ensure(good, "mask and `other` fit the pointer, and the result is its pointee");
}

const char *brokenStore(const Op &op, Context &context) {
  Type pointer = op.operand(0)->type();
  if (!pointer.isPtrLike()) return "stores through a pointer";
  bool good =
      fitsPointer(pointer, op.operand(1), pointer.pointee()) && fitsPointer(pointer, op.operandOrNull(2), context.i1());
  return ensure(good, "value and mask fit the pointer");
}

const char *brokenExpandDims(const Op &op) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  int64_t axis = op.attrs<AxisAttrs>().axis;
  std::vector<int64_t> shape(to.shape().begin(), to.shape().end());
  if (from.isTile() && axis >= 0 && axis < static_cast<int64_t>(shape.size()) &&
      shape[static_cast<size_t>(axis)] == 1) {
    shape.erase(shape.begin() + axis);
    bool good = std::ranges::equal(shape, from.shape()) && from.elem() == to.elem() &&
                (!to.layout() || *from.layout() == expandDimsOperand(*to.layout(), static_cast<unsigned>(axis)));
    if (good) return nullptr;
  }
  return "the result has one more dimension of size 1 at the axis, in a layout that moves nothing";
}

const char *brokenBroadcast(const Op &op) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  if (!to.isTile() || from.elem() != to.elem()) return "gives a tile of the same elements";
  if (!from.isTile()) return nullptr;
  bool good = from.rank() == to.rank();
  for (unsigned i = 0; good && i < to.rank(); ++i) good = from.shape()[i] == to.shape()[i] || from.shape()[i] == 1;
  if (!good) return "repeats dimensions of size 1 only";
  if (!to.layout()) return nullptr;
  return ensure(*from.layout() == broadcastOperand(*to.layout(), DimVector(from.shape())),
                "the operand is in the layout that moves nothing");
}

const char *Verifier::brokenRule(const Op &op) {
  Context &context = function_.context();
  switch (op.info().rule) {
  case TypeRule::I32: {
    int64_t axis = op.attrs<AxisAttrs>().axis;
    return ensure(op.result()->type() == context.i32() && axis >= 0 && axis <= 2, "gives an i32 for axis 0, 1 or 2");
  }
  case TypeRule::Range: return brokenRange(op, context);
  case TypeRule::SameInt:
    return ensure(op.result()->type().isIntLike() && operandsAre(op, resultElem(op)),
                  "takes and gives one integer type");
  case TypeRule::SameFloat:
    return ensure(op.result()->type().isFloatLike() && operandsAre(op, resultElem(op)),
                  "takes and gives one float type");
  case TypeRule::CompareInt: return brokenCompare(op, /*wantsInt=*/true);
  case TypeRule::CompareFloat: return brokenCompare(op, /*wantsInt=*/false);
  case TypeRule::Select:
    return ensure(operandElem(op, 0) == context.i1() && operandElem(op, 1) == resultElem(op) &&
                      operandElem(op, 2) == resultElem(op),
                  "chooses between two values of the result's type by an i1");
  case TypeRule::WidenInt: return brokenWidth(op, /*widens=*/true);
  case TypeRule::NarrowInt: return brokenWidth(op, /*widens=*/false);
  case TypeRule::IntToFloat:
    return ensure(op.operand(0)->type().isIntLike() && op.result()->type().isFloatLike(),
                  "turns an integer into a float");
  case TypeRule::FloatToInt:
    return ensure(op.operand(0)->type().isFloatLike() && op.result()->type().isIntLike(),
                  "turns a float into an integer");
  case TypeRule::ConvertFloat:
    return ensure(op.operand(0)->type().isFloatLike() && op.result()->type().isFloatLike() &&
                      operandElem(op, 0) != resultElem(op),
                  "gives another float type");
  case TypeRule::Bitcast: return brokenBitcast(op);
  case TypeRule::PtrToInt:
    return ensure(op.operand(0)->type().isPtrLike() && resultElem(op) == context.i64(), "turns a pointer into an i64");
  case TypeRule::IntToPtr:
    return ensure(operandElem(op, 0) == context.i64() && op.result()->type().isPtrLike(),
                  "turns an i64 into a pointer");
  case TypeRule::AddPtr:
    return ensure(op.result()->type().isPtrLike() && operandElem(op, 0) == resultElem(op) &&
                      op.operand(1)->type().isIntLike(),
                  "adds an integer to a pointer");
  case TypeRule::Load: return brokenLoad(op, context);
  case TypeRule::Store: return brokenStore(op, context);
  case TypeRule::ExpandDims: return brokenExpandDims(op);
  case TypeRule::Broadcast: return brokenBroadcast(op);
  case TypeRule::For: return brokenFor(op);
  case TypeRule::If: return brokenIf(op);
  case TypeRule::Call: return brokenCall(op);
  case TypeRule::Yield: return nullptr;  // checked with the operation around it
  case TypeRule::Return: return brokenReturn(op);
  }
  TC_UNREACHABLE("every rule has a case");
}

// T3
const char *Verifier::brokenFor(const Op &op) {
  const Block &body = *op.block();
  unsigned carried = op.numResults();
  if (op.numOperands() != carried + 3 || body.numArgs() != carried + 1) return "carries as many values as it gives";
  Type iv = body.arg(0)->type();
  bool good = iv.isIntLike() && !iv.isTile();
  for (unsigned i = 0; i < 3; ++i) good = good && op.operand(i)->type() == iv;
  if (!good) return "bounds and step are integers of the type of the induction variable";
  const Op *yield = body.terminator();
  if (yield && yield->numOperands() != carried) return "its block yields one value for each that it carries";
  for (unsigned i = 0; i < carried; ++i) {
    Type type = op.result(i)->type();
    if (op.operand(i + 3)->type() != type || body.arg(i + 1)->type() != type ||
        (yield && yield->operand(i)->type() != type))
      return "a carried value keeps its type";
  }
  return nullptr;
}

const char *Verifier::brokenIf(const Op &op) {
  if (op.operand(0)->type() != function_.context().i1()) return "the condition is an i1 scalar";
  for (const Block *block : op.blocks()) {
    const Op *yield = block->terminator();
    if (block->numArgs() != 0) return "its blocks take no arguments";
    if (!yield) continue;
    if (yield->numOperands() != op.numResults()) return "each block yields one value for each result";
    for (unsigned i = 0; i < op.numResults(); ++i)
      if (yield->operand(i)->type() != op.result(i)->type()) return "a block yields the type of the result";
  }
  return nullptr;
}

const char *Verifier::brokenCall(const Op &op) {
  const Function *callee = module_.find(op.attrs<CallAttrs>().callee);
  if (!callee || callee->isKernel()) return "calls a device function of this module";
  auto typeOf = [](const auto &value) {
    if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>)
      return value->type();
    else
      return value.type();
  };
  auto operandType = [](const Use &use) { return use.value()->type(); };
  bool good = std::ranges::equal(op.operands(), callee->body()->args(), {}, operandType, typeOf) &&
              std::ranges::equal(op.results(), callee->resultTypes(), {}, typeOf);
  return ensure(good, "operands and results have the types of the function's");
}

const char *Verifier::brokenReturn(const Op &op) {
  bool good = std::ranges::equal(op.operands(), function_.resultTypes(), {},
                                 [](const Use &use) { return use.value()->type(); });
  return ensure(good, "returns the types that the function declares");
}

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
