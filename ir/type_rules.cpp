// The type rules of the tile IR (T2): what each operation asks of its operands, results and blocks.
//
// A rule returns what is wrong in words that follow the mnemonic, or null. `for`, `if` and `while` agree value by
// value: inits, block arguments, yields and results.

#include "ir/type_rules.h"

#include <algorithm>
#include <limits>

#include "ir/builder.h"
#include "ir/inline_asm.h"
#include "ir/layout_rules.h"
#include "ir/layout_shape.h"
#include "ir/libdevice.h"
#include "ir/mma_layout.h"
#include "ir/wgmma_layout.h"

namespace tritonc::ir {
namespace {

/// What one call of printf takes on a GPU.
constexpr unsigned kMaxPrintOperands = 32;

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

bool isOfCode(Type type, char code) { return type.elem().isScalar(libdeviceKind(code)); }

const char *brokenExtern(const Op &op) {
  const LibdeviceFunction *function = findLibdeviceSymbol(op.attrs<ExternAttrs>().function);
  if (!function) return "names no function of libdevice";
  bool good = op.numOperands() == function->arguments.size() && isOfCode(op.result()->type(), function->result);
  for (unsigned i = 0; good && i < op.numOperands(); ++i)
    good = isOfCode(op.operand(i)->type(), function->arguments[i]);
  return ensure(good, "operands and result have the types of the function");
}

const char *brokenAsm(const Op &op) {
  const auto &attrs = op.attrs<AsmAttrs>();
  if (attrs.pack < 1 || attrs.pack > kMaxAsmPack) return "takes 1 to 64 elements at once";
  std::string problem;
  std::optional<AsmRegisters> registers = parseAsmConstraints(attrs.constraints.text, problem);
  if (registers && !asmTextProblem(attrs.text.text, registers->outputs.size() + registers->inputs.size()).empty())
    return "has a text that names no registers but its own";
  bool good = registers && asmMismatch(registers->outputs, asmResultBits(op), "output").empty() &&
              asmMismatch(registers->inputs, asmOperandBits(op), "input").empty();
  return ensure(good, "has constraints that name the registers of its operands and results");
}

const char *brokenHint(const Op &op) {
  Type type = op.operand(0)->type();
  if (type != op.result()->type()) return "gives its operand";
  const auto &hint = op.attrs<HintAttrs>();
  bool good = true;
  for (const DimVector &list : {hint.divisible, hint.contiguous, hint.constant})
    good = good && (list.isEmpty() || list.size() == std::max(type.rank(), 1u)) &&
           std::ranges::all_of(list, [](int64_t number) { return number > 0; });
  return ensure(good, "promises one positive number for each dimension");
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

const char *brokenFor(const Op &op) {
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

const char *brokenWhile(const Op &op) {
  const Block &before = *op.block(0), &after = *op.block(1);
  const Op *condition = before.terminator(), *yield = after.terminator();
  unsigned carried = op.numOperands(), passed = op.numResults();
  if (before.numArgs() != carried || (yield && yield->numOperands() != carried))
    return "its first block takes the inits and what the second one yields";
  if (after.numArgs() != passed || (condition && condition->numOperands() != passed + 1))
    return "its second block and its results take what `condition` passes on";
  for (unsigned i = 0; i < carried; ++i)
    if (op.operand(i)->type() != before.arg(i)->type() || (yield && yield->operand(i)->type() != before.arg(i)->type()))
      return "a carried value keeps its type";
  for (unsigned i = 0; i < passed; ++i)
    if (op.result(i)->type() != after.arg(i)->type() ||
        (condition && condition->operand(i + 1)->type() != after.arg(i)->type()))
      return "a value that `condition` passes on keeps its type";
  return nullptr;
}

const char *brokenIf(const Op &op, Context &context) {
  if (op.operand(0)->type() != context.i1()) return "the condition is an i1 scalar";
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

const char *brokenCall(const Op &op, const Module &module) {
  const Function *callee = module.find(op.attrs<CallAttrs>().callee);
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

const char *brokenReturn(const Op &op, const Function &function) {
  bool good =
      std::ranges::equal(op.operands(), function.resultTypes(), {}, [](const Use &use) { return use.value()->type(); });
  return ensure(good, "returns the types that the function declares");
}

/// Whether two tiles, or two scalars, differ in their element types only.
bool sameShape(Type a, Type b) {
  return a.isTile() == b.isTile() && std::ranges::equal(a.shape(), b.shape()) && a.layout() == b.layout();
}

/// Layouts that the rule of a shape operation relates; before `laid_out` there are none to compare.
bool sameLayout(Type type, const LinearLayout &layout) { return *type.layout() == layout; }

bool isAtomicKindFor(AtomicKind kind, Type elem) {
  if (!elem.isScalar()) return kind == AtomicKind::Xchg;
  if (kind == AtomicKind::AddF) return isFloat(elem.scalar());
  return kind == AtomicKind::Xchg || isInt(elem.scalar());
}

const char *brokenAtomicRmw(const Op &op, Context &context) {
  Type pointer = op.operand(0)->type();
  if (!pointer.isPtrLike()) return "works through a pointer";
  bool good = op.result()->type() == context.withElem(pointer, pointer.pointee()) &&
              fitsPointer(pointer, op.operand(1), pointer.pointee()) &&
              fitsPointer(pointer, op.operandOrNull(2), context.i1());
  if (!good) return "value and mask fit the pointer, and the result is its pointee";
  return ensure(isAtomicKindFor(op.attrs<AtomicRmwAttrs>().kind, pointer.pointee()), "the kind fits the pointee");
}

const char *brokenAtomicCas(const Op &op, Context &context) {
  Type pointer = op.operand(0)->type();
  if (!pointer.isPtrLike()) return "works through a pointer";
  bool good = op.result()->type() == context.withElem(pointer, pointer.pointee()) &&
              fitsPointer(pointer, op.operand(1), pointer.pointee()) &&
              fitsPointer(pointer, op.operand(2), pointer.pointee());
  return ensure(good, "both values fit the pointer, and the result is its pointee");
}

const char *brokenReshape(const Op &op) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  bool good = from.isTile() && to.isTile() && from.elem() == to.elem() && from.numElements() == to.numElements() &&
              (!to.layout() || sameLayout(to, reshape(*from.layout(), DimVector(to.shape()))));
  return ensure(good, "gives as many elements of the same type, in a layout that moves nothing");
}

const char *brokenTrans(const Op &op) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  const DimVector &order = op.attrs<OrderAttrs>().order;
  bool good = from.isTile() && to.isTile() && from.elem() == to.elem() && order.size() == from.rank() &&
              to.rank() == from.rank() && isPermutation(order);
  for (unsigned i = 0; good && i < to.rank(); ++i) good = to.shape()[i] == from.shape()[static_cast<size_t>(order[i])];
  good = good && (!to.layout() || sameLayout(to, permuteDims(*from.layout(), order)));
  return ensure(good, "gives the dimensions in the order of a permutation, in a layout that moves nothing");
}

/// `pair` has one more dimension than `part`, the last one, of size 2.
bool isPairOf(Type pair, Type part) {
  if (!pair.isTile() || pair.elem() != part.elem() || pair.shape().back() != 2) return false;
  return std::ranges::equal(pair.shape().first(pair.rank() - 1), part.shape());
}

const char *brokenJoin(const Op &op) {
  Type part = op.operand(0)->type(), pair = op.result()->type();
  bool good = isPairOf(pair, part) && op.operand(1)->type() == part &&
              (!part.layout() || sameLayout(pair, join(*part.layout())));
  return ensure(good, "gives a last dimension of size 2, in a layout that moves nothing");
}

const char *brokenSplit(const Op &op) {
  Type pair = op.operand(0)->type(), part = op.result(0)->type();
  bool good = isPairOf(pair, part) && op.result(1)->type() == part;
  if (good && part.layout()) {
    auto half = split(*pair.layout());
    good = half && sameLayout(part, *half);
  }
  return ensure(good, "gives the halves of a last dimension of size 2 that lies in registers");
}

/// The block takes two scalars of each operand's element type and yields one of each.
bool combinesElements(const Op &op) {
  const Block &block = *op.block();
  unsigned count = op.numOperands();
  const Op *yield = block.terminator();
  bool good = block.numArgs() == 2 * count && (!yield || yield->numOperands() == count);
  for (unsigned i = 0; good && i < count; ++i) {
    Type elem = op.operand(i)->type().elem();
    good = block.arg(i)->type() == elem && block.arg(count + i)->type() == elem &&
           (!yield || yield->operand(i)->type() == elem);
  }
  for (const Op &inner : block) good = good && (inner.isPure() || inner.isTerminator());
  return good;
}

/// Operands are tiles of one shape and layout that has the axis.
bool sharesAxis(const Op &op, int64_t axis) {
  Type first = op.operand(0)->type();
  if (!first.isTile() || axis < 0 || axis >= first.rank() || op.numResults() != op.numOperands()) return false;
  return std::ranges::all_of(op.operands(), [&](const Use &use) { return sameShape(use.value()->type(), first); });
}

/// Element types that can be multiplied, and the type of their sums.
bool multiplies(Type a, Type b, Type sum) {
  if (!a.isScalar() || !b.isScalar() || !sum.isScalar()) return false;
  auto isFloat8 = [](Type type) { return type.isFloatLike() && type.elemBits() == 8; };
  if (isFloat8(a) && isFloat8(b)) return sum.scalar() == ScalarKind::F32;
  if (a != b) return false;
  switch (a.scalar()) {
  case ScalarKind::F16:
  case ScalarKind::BF16:
  case ScalarKind::F32: return sum.scalar() == ScalarKind::F32;
  case ScalarKind::F64: return sum.scalar() == ScalarKind::F64;
  case ScalarKind::I8: return sum.scalar() == ScalarKind::I32;
  default: return false;
  }
}

const char *brokenWgmma(Type a, Type b, Type acc) {
  if (!acc.layout()) return nullptr;
  if (!wgmmaWarps(*acc.layout())) return "accumulates in the layout of warpgroups";
  auto isReadable = [](Type operand, DotSide side) {
    return operand.isTile() || wgmmaOrder(*operand.layout(), side, operand.elemBits());
  };
  return ensure(isReadable(a, DotSide::A) && isReadable(b, DotSide::B), "takes buffers that warpgroups can read");
}

/// M x K, K x N and M x N, or stacks of as many of each.
bool haveShapesOfProduct(std::span<const int64_t> a, std::span<const int64_t> b, std::span<const int64_t> acc) {
  size_t stack = acc.size() - 2;
  if (acc.size() < 2 || acc.size() > 3 || a.size() != acc.size() || b.size() != acc.size()) return false;
  return std::ranges::equal(a.first(stack + 1), acc.first(stack + 1)) && b[stack + 1] == acc[stack + 1] &&
         std::ranges::equal(b.first(stack), acc.first(stack)) && a[stack + 1] == b[stack];
}

const char *brokenFma(const DotAttrs &attrs, Type factor, Type sum) {
  bool isFloat = factor == sum && factor.isFloatLike();
  return ensure(isFloat && !attrs.isWgmma && !attrs.isAsync,
                "multiplies f32 or f64 by `fma`, and in no other way then");
}

const char *brokenDot(const Op &op) {
  Type a = op.operand(0)->type(), b = op.operand(1)->type(), acc = op.operand(2)->type();
  const auto &attrs = op.attrs<DotAttrs>();
  for (Type type : {a, b, acc})
    if (!(type.isTile() || ((attrs.isWgmma || attrs.isFma) && type.isShared() && type != acc)))
      return "takes three matrices";
  if (!haveShapesOfProduct(a.shape(), b.shape(), acc.shape()) || op.result()->type() != acc)
    return "adds the product of an M x K and a K x N matrix to an M x N one";
  if (!multiplies(a.elem(), b.elem(), acc.elem())) return "cannot multiply elements of these types";
  if (attrs.isFma) return brokenFma(attrs, a.elem(), acc.elem());
  if (acc.scalar() == ScalarKind::F64) return "multiplies f64 by `fma` only";
  int64_t depth = a.shape().back();
  if (depth < mmaDepth(a.elemBits())) return "needs matrices that are deeper along K";
  if (attrs.isWgmma) return brokenWgmma(a, b, acc);
  if (attrs.isAsync) return "is async only as an instruction of warpgroups";
  if (!acc.layout()) return nullptr;
  bool isLaidOut = mmaInstructionAccumulator(*acc.layout()) &&
                   sameLayout(a, mmaOperand(*acc.layout(), DotSide::A, depth, a.elemBits())) &&
                   sameLayout(b, mmaOperand(*acc.layout(), DotSide::B, depth, b.elemBits()));
  return ensure(isLaidOut, "takes the fragments of matrix instructions");
}

const char *brokenExchange(const Op &op) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  const auto &attrs = op.attrs<ExchangeAttrs>();
  bool good = to.isTile() && from.elem() == to.elem() && std::ranges::equal(from.shape(), to.shape()) &&
              (from.isShared() || from == to);
  good = good && attrs.axis >= 0 && attrs.axis < to.rank();
  good = good && attrs.mask >= 0 && attrs.mask < to.shape()[static_cast<size_t>(attrs.axis)];
  return ensure(good, "gives a tile like its operand, with a mask below the size of the axis");
}

const char *brokenGather(const Op &op, Context &context) {
  Type source = op.operand(0)->type(), index = op.operand(1)->type();
  int64_t axis = op.attrs<AxisAttrs>().axis;
  bool good = (source.isTile() || source.isShared()) && index.isTile() && index.elem() == context.i32() &&
              op.result()->type() == context.withElem(index, source.elem()) && source.rank() == index.rank() &&
              axis >= 0 && axis < source.rank();
  for (unsigned dim = 0; good && dim < source.rank(); ++dim)
    good = dim == axis || source.shape()[dim] == index.shape()[dim];
  return ensure(good, "takes a tile and an i32 one that differ along the axis only, and gives one like the latter");
}

/// Numbers to count, and perhaps a mask.
bool isCountable(const Value *numbers, const Value *mask, Context &context) {
  Type type = numbers->type();
  bool good = type.isTile() && type.rank() == 1 && type.isIntLike() && type.elemBits() >= 32;
  return good && (!mask || mask->type() == context.i1() || mask->type() == context.withElem(type, context.i1()));
}

const char *brokenHistogram(const Op &op, Context &context) {
  Type result = op.result()->type();
  bool good = isCountable(op.operand(0), op.operandOrNull(1), context) && result.isTile() && result.rank() == 1 &&
              result.elem() == context.i32();
  return ensure(good, "counts one-dimensional i32 or i64 numbers in i32");
}

const char *brokenLocalCount(const Op &op, Context &context) {
  Type buffer = op.operand(1)->type();
  bool good = isCountable(op.operand(0), op.operandOrNull(2), context) && buffer.isShared() && buffer.rank() == 1 &&
              buffer.elem() == context.i32();
  return ensure(good, "counts one-dimensional i32 or i64 numbers in a buffer of i32");
}

const char *brokenDotWait(const Op &op) {
  bool good = op.numOperands() == op.numResults();
  for (unsigned i = 0; good && i < op.numOperands(); ++i)
    good = op.operand(i)->type().isTile() && op.operand(i)->type() == op.result(i)->type();
  return ensure(good, "hands on accumulators");
}

const char *brokenReduce(const Op &op, int64_t axis) {
  if (!sharesAxis(op, axis)) return "takes tiles of one shape that has the axis and gives as many values";
  if (!combinesElements(op)) return "its block combines two elements of each operand and does nothing else";
  Type from = op.operand(0)->type();
  std::vector<int64_t> shape(from.shape().begin(), from.shape().end());
  shape.erase(shape.begin() + axis);
  for (unsigned i = 0; i < op.numResults(); ++i) {
    Type to = op.result(i)->type();
    bool good = std::ranges::equal(to.shape(), shape) && to.elem() == op.operand(i)->type().elem() && !to.isShared() &&
                (!to.layout() || sameLayout(to, reduceResult(*from.layout(), static_cast<unsigned>(axis))));
    if (!good) return "a result lacks the axis and is in the layout that is left of the operand's";
  }
  return nullptr;
}

const char *brokenScan(const Op &op) {
  if (!sharesAxis(op, op.attrs<ScanAttrs>().axis)) return "takes tiles of one shape that has the axis";
  if (!combinesElements(op)) return "its block combines two elements of each operand and does nothing else";
  for (unsigned i = 0; i < op.numResults(); ++i)
    if (op.result(i)->type() != op.operand(i)->type()) return "gives tiles of the types of its operands";
  return nullptr;
}

const char *brokenConvertLayout(const Op &op, const Module &module) {
  Type from = op.operand(0)->type(), to = op.result()->type();
  bool good = module.stage() != Stage::Tile && from.isTile() && to.isTile() && from.elem() == to.elem() &&
              std::ranges::equal(from.shape(), to.shape());
  return ensure(good, "gives the same tile in another layout");
}

bool holdsTile(Type buffer, Type tile) {
  return buffer.isShared() && tile.isTile() && buffer.elem() == tile.elem() &&
         std::ranges::equal(buffer.shape(), tile.shape());
}

const char *brokenCopyAsync(const Op &op, Context &context) {
  Type pointer = op.operand(0)->type(), buffer = op.operand(1)->type();
  bool good = pointer.isTile() && pointer.isPtrLike() && buffer.isShared() && pointer.pointee() == buffer.elem() &&
              std::ranges::equal(pointer.shape(), buffer.shape()) &&
              fitsPointer(pointer, op.operandOrNull(2), context.i1());
  return ensure(good, "copies what a tile of pointers leads to, under a mask of its shape, to a buffer of its shape");
}

const char *brokenAssert(const Op &op, Context &context) {
  Type condition = op.operand(0)->type();
  const Value *mask = op.operandOrNull(1);
  bool good = condition.elem() == context.i1() &&
              (!mask || (mask->type().elem() == context.i1() &&
                         (!mask->type().isTile() || !condition.isTile() || sameShape(mask->type(), condition))));
  return ensure(good, "condition and mask are i1 of one shape");
}

}  // namespace

const char *brokenTypeRule(const Module &module, const Function &function, const Op &op) {
  Context &context = function.context();
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
  case TypeRule::Extern: return brokenExtern(op);
  case TypeRule::Asm: return brokenAsm(op);
  case TypeRule::Hint: return brokenHint(op);
  case TypeRule::AtomicRmw: return brokenAtomicRmw(op, context);
  case TypeRule::AtomicCas: return brokenAtomicCas(op, context);
  case TypeRule::ExpandDims: return brokenExpandDims(op);
  case TypeRule::Broadcast: return brokenBroadcast(op);
  case TypeRule::Reshape: return brokenReshape(op);
  case TypeRule::Trans: return brokenTrans(op);
  case TypeRule::Join: return brokenJoin(op);
  case TypeRule::Split: return brokenSplit(op);
  case TypeRule::Dot: return brokenDot(op);
  case TypeRule::Exchange: return brokenExchange(op);
  case TypeRule::Gather: return brokenGather(op, context);
  case TypeRule::Histogram: return brokenHistogram(op, context);
  case TypeRule::Reduce: return brokenReduce(op, op.attrs<AxisAttrs>().axis);
  case TypeRule::Scan: return brokenScan(op);
  case TypeRule::ConvertLayout: return brokenConvertLayout(op, module);
  case TypeRule::LocalAlloc: return ensure(op.result()->type().isShared(), "gives a buffer");
  case TypeRule::LocalStore:
    return ensure(holdsTile(op.operand(1)->type(), op.operand(0)->type()), "writes a tile to a buffer of its shape");
  case TypeRule::LocalCount: return brokenLocalCount(op, context);
  case TypeRule::LocalLoad:
    return ensure(holdsTile(op.operand(0)->type(), op.result()->type()), "reads a tile from a buffer of its shape");
  case TypeRule::LocalSlot:
    return ensure(op.operand(0)->type().isShared() && op.operand(0)->type() == op.result()->type() &&
                      op.operand(0)->def()->opcode() == Opcode::LocalAlloc && op.operand(1)->type() == context.i32() &&
                      op.attrs<SlotAttrs>().ahead >= 0,
                  "gives a buffer of a ring, by an i32 counter");
  case TypeRule::CopyAsync: return brokenCopyAsync(op, context);
  case TypeRule::DotWait: return brokenDotWait(op);
  case TypeRule::Assume: return ensure(op.operand(0)->type() == context.i1(), "takes an i1 scalar");
  case TypeRule::Assert: return brokenAssert(op, context);
  case TypeRule::Print: return ensure(op.numOperands() <= kMaxPrintOperands, "prints at most 32 values");
  case TypeRule::For: return brokenFor(op);
  case TypeRule::While: return brokenWhile(op);
  case TypeRule::If: return brokenIf(op, context);
  case TypeRule::Call: return brokenCall(op, module);
  case TypeRule::Condition: return ensure(op.operand(0)->type() == context.i1(), "decides by an i1 scalar");
  case TypeRule::Yield:  // checked with the operation around it
  case TypeRule::None: return nullptr;
  case TypeRule::Return: return brokenReturn(op, function);
  }
  TC_UNREACHABLE("every rule has a case");
}

}  // namespace tritonc::ir
