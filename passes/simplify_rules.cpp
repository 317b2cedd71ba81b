// Rewrite rules of `simplify` on values.
//
// A rule returns the value that takes the place of the operation's result, or null when it does not match. The table at
// the end says which operations it is tried on. Operands are written a, b, c; constants have been moved to the right
// of commutative operations before a rule runs. Each rule says why every executor gives the same bits.
#include "passes/simplify_rules.h"

#include <array>
#include <bit>
#include <initializer_list>

#include "ir/evaluate.h"
#include "ir/float_format.h"

namespace tritonc::passes {
namespace {

using ir::Op;
using ir::Opcode;
using ir::ScalarKind;
using ir::Type;
using ir::Value;

using Rule = Value *(*)(Rewriter &rewriter, Op *op);

// ---- What rules look at. ----

Value *a(const Op *op) { return op->operand(0); }
Value *b(const Op *op) { return op->operand(1); }

uint64_t allOnes(const Value *value) {
  unsigned bits = value->type().elemBits();
  return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
}

bool isFloatConstant(const Value *value, double number) {
  if (!value->isConstant() || !value->type().isFloatLike()) return false;
  return value->bits() == ir::encodeFloat(value->type().scalar(), number);
}

/// The definition if it is an operation of that kind.
Op *defBy(const Value *value, Opcode opcode) {
  Op *def = value->def();
  return def && def->opcode() == opcode ? def : nullptr;
}

Value *constantOf(Rewriter &rewriter, const Value *like, uint64_t bits) {
  return rewriter.function().constant(like->type().elem(), bits);
}
Value *boolean(Rewriter &rewriter, bool value) { return rewriter.function().constant(rewriter.context().i1(), value); }

// ---- Constants. ----

/// Sound: `evaluate` answers only where all executors agree.
Value *foldConstants(Rewriter &rewriter, Op *op) {
  std::array<uint64_t, 3> bits{};
  if (op->numOperands() > bits.size()) return nullptr;
  for (unsigned i = 0; i < op->numOperands(); ++i) {
    if (!op->operand(i)->isConstant()) return nullptr;
    bits[i] = op->operand(i)->bits();
  }
  auto folded = ir::evaluate(*op, std::span(bits).first(op->numOperands()));
  return folded ? constantOf(rewriter, op->result(), *folded) : nullptr;
}

// ---- Integer identities: two's complement arithmetic modulo 2^width is a ring, bits form a Boolean algebra. ----

Value *rightZeroIsNeutral(Rewriter &, Op *op) { return isConstant(b(op), 0) ? a(op) : nullptr; }
Value *rightOneIsNeutral(Rewriter &, Op *op) { return isConstant(b(op), 1) ? a(op) : nullptr; }
Value *rightOnesAreNeutral(Rewriter &, Op *op) { return isConstant(b(op), allOnes(b(op))) ? a(op) : nullptr; }
Value *rightZeroAbsorbs(Rewriter &, Op *op) { return isConstant(b(op), 0) ? b(op) : nullptr; }
Value *rightOnesAbsorb(Rewriter &, Op *op) { return isConstant(b(op), allOnes(b(op))) ? b(op) : nullptr; }
Value *sameIsItself(Rewriter &, Op *op) { return a(op) == b(op) ? a(op) : nullptr; }
Value *sameCancels(Rewriter &rewriter, Op *op) {
  return a(op) == b(op) ? constantOf(rewriter, op->result(), 0) : nullptr;
}
/// Sound: every integer is a multiple of 1.
Value *remainderByOne(Rewriter &rewriter, Op *op) {
  return isConstant(b(op), 1) ? constantOf(rewriter, op->result(), 0) : nullptr;
}

/// (a op c1) op c2 = a op (c1 op c2). Sound: + * & | ^ are associative on bits.
Value *reassociate(Rewriter &rewriter, Op *op) {
  Op *inner = defBy(a(op), op->opcode());
  if (!inner || !b(op)->isConstant() || !b(inner)->isConstant()) return nullptr;
  const uint64_t bits[] = {b(inner)->bits(), b(op)->bits()};
  auto combined = ir::evaluate(*op, bits);
  return combined ? rewriter.elementwise(op, op->opcode(), {a(inner), constantOf(rewriter, b(op), *combined)})
                  : nullptr;
}

/// (a & b) & b = a & b, and the same for |. Sound: both are idempotent.
Value *absorbRepeated(Rewriter &, Op *op) {
  for (unsigned side : {0u, 1u}) {
    Op *inner = defBy(op->operand(side), op->opcode());
    const Value *other = op->operand(1 - side);
    if (inner && (a(inner) == other || b(inner) == other)) return op->operand(side);
  }
  return nullptr;
}

/// a / 2^k = a >> k and a % 2^k = a & (2^k - 1). Sound: the operations are unsigned.
Value *unsignedByPowerOfTwo(Rewriter &rewriter, Op *op) {
  if (!b(op)->isConstant() || !std::has_single_bit(b(op)->bits())) return nullptr;
  bool divides = op->opcode() == Opcode::DivUI;
  uint64_t bits = divides ? static_cast<uint64_t>(std::countr_zero(b(op)->bits())) : b(op)->bits() - 1;
  return rewriter.elementwise(op, divides ? Opcode::ShrUI : Opcode::AndI, {a(op), constantOf(rewriter, b(op), bits)});
}

// ---- Comparisons of a value with itself. Sound for integers only: NaN differs from itself. ----

Value *sameIsTrue(Rewriter &rewriter, Op *op) { return a(op) == b(op) ? boolean(rewriter, true) : nullptr; }
Value *sameIsFalse(Rewriter &rewriter, Op *op) { return a(op) == b(op) ? boolean(rewriter, false) : nullptr; }

// ---- Floats: only identities that keep every bit of every number, -0 included. A NaN may change into another. ----

/// a + -0 = a; a + +0 would turn -0 into +0.
Value *addNegativeZero(Rewriter &, Op *op) { return isFloatConstant(b(op), -0.0) ? a(op) : nullptr; }
/// a - +0 = a.
Value *subPositiveZero(Rewriter &, Op *op) { return isFloatConstant(b(op), 0.0) ? a(op) : nullptr; }
/// a * 1 = a and a / 1 = a, correctly rounded.
Value *byOne(Rewriter &, Op *op) { return isFloatConstant(b(op), 1.0) ? a(op) : nullptr; }
/// Two flips of the sign.
Value *doubleNegation(Rewriter &, Op *op) {
  Op *inner = defBy(a(op), Opcode::NegF);
  return inner ? a(inner) : nullptr;
}
/// The sign is cleared in any case.
Value *absOfSignChange(Rewriter &rewriter, Op *op) {
  for (Opcode opcode : {Opcode::NegF, Opcode::AbsF})
    if (Op *inner = defBy(a(op), opcode)) return rewriter.elementwise(op, Opcode::AbsF, {a(inner)});
  return nullptr;
}

// ---- Choices. ----

Value *selectKnown(Rewriter &, Op *op) {
  if (op->operand(1) == op->operand(2)) return op->operand(1);
  if (!a(op)->isConstant()) return nullptr;
  return op->operand(a(op)->bits() ? 1 : 2);
}
/// select(c, true, false) = c.
Value *selectOfBooleans(Rewriter &rewriter, Op *op) {
  bool matches = op->operand(1)->type().elem() == rewriter.context().i1() && isConstant(op->operand(1), 1) &&
                 isConstant(op->operand(2), 0);
  return matches ? a(op) : nullptr;
}

// ---- Conversions. ----

Value *convertTo(Rewriter &rewriter, Op *op, Opcode opcode, Value *source) {
  if (source->type() == op->result()->type()) return source;
  return rewriter.create(op, opcode, {source}, op->result()->type())->result();
}
/// ext(ext a): the inner extension fixes the bits that the outer one repeats; a sign-extended non-negative is
/// zero-extended.
Value *extOfExt(Rewriter &rewriter, Op *op) {
  if (Op *inner = defBy(a(op), Opcode::ExtUI)) return convertTo(rewriter, op, Opcode::ExtUI, a(inner));
  if (op->opcode() != Opcode::ExtSI) return nullptr;
  Op *inner = defBy(a(op), Opcode::ExtSI);
  return inner ? convertTo(rewriter, op, Opcode::ExtSI, a(inner)) : nullptr;
}
/// trunc(ext a) and trunc(trunc a): only the low bits of `a` count, and perhaps some of the extension's.
Value *truncOfConversion(Rewriter &rewriter, Op *op) {
  if (Op *inner = defBy(a(op), Opcode::TruncI)) return convertTo(rewriter, op, Opcode::TruncI, a(inner));
  for (Opcode opcode : {Opcode::ExtSI, Opcode::ExtUI}) {
    Op *inner = defBy(a(op), opcode);
    if (!inner) continue;
    bool narrows = a(inner)->type().elemBits() > op->result()->type().elemBits();
    return convertTo(rewriter, op, narrows ? Opcode::TruncI : opcode, a(inner));
  }
  return nullptr;
}
/// Bits pass through unchanged.
Value *bitcastOfBitcast(Rewriter &rewriter, Op *op) {
  if (a(op)->type() == op->result()->type()) return a(op);
  Op *inner = defBy(a(op), Opcode::Bitcast);
  return inner ? convertTo(rewriter, op, Opcode::Bitcast, a(inner)) : nullptr;
}

// ---- Shapes. No element changes its value, so an element-wise operation may come before or after. ----

/// broadcast(broadcast a) = broadcast a; a broadcast to the same shape repeats nothing.
Value *mergeBroadcasts(Rewriter &rewriter, Op *op) {
  if (a(op)->type() == op->result()->type()) return a(op);
  Op *inner = defBy(a(op), Opcode::Broadcast);
  return inner ? rewriter.create(op, Opcode::Broadcast, {a(inner)}, op->result()->type())->result() : nullptr;
}
/// A broadcast of a scalar in another shape is another broadcast of it.
Value *shapeOfUniform(Rewriter &, Op *op) { return broadcastScalar(a(op)); }

/// Row-major order is kept by each step, so the last shape decides. Dimensions of size 1 count for nothing in it.
Value *mergeReshapes(Rewriter &rewriter, Op *op) {
  if (a(op)->type() == op->result()->type()) return a(op);
  for (Opcode opcode : {Opcode::Reshape, Opcode::ExpandDims})
    if (Op *inner = defBy(a(op), opcode)) return convertTo(rewriter, op, Opcode::Reshape, a(inner));
  return nullptr;
}

/// Permutations compose; the one that moves nothing goes.
Value *mergeTransposes(Rewriter &rewriter, Op *op) {
  const ir::DimVector &order = op->attrs<ir::OrderAttrs>().order;
  bool isIdentity = true;
  for (unsigned d = 0; d < order.size(); ++d) isIdentity &= order[d] == d;
  if (isIdentity) return a(op);
  Op *inner = defBy(a(op), Opcode::Trans);
  if (!inner) return nullptr;
  ir::OrderAttrs merged{order};
  for (int64_t &d : merged.order) d = inner->attrs<ir::OrderAttrs>().order[static_cast<unsigned>(d)];
  return rewriter.create(op, Opcode::Trans, {a(inner)}, op->result()->type(), merged)->result();
}

/// A hint that promises nothing is its operand.
Value *dropEmptyHint(Rewriter &, Op *op) {
  const auto &hint = op->attrs<ir::HintAttrs>();
  for (const ir::DimVector &list : {hint.divisible, hint.contiguous, hint.constant})
    for (int64_t number : list)
      if (number != 1) return nullptr;
  return a(op);
}

/// An element-wise operation on repeated data computes before the repetition: on fewer elements.
Value *computeBeforeBroadcast(Rewriter &rewriter, Op *op) {
  // A hint speaks about the dimensions of this very tile.
  if (!op->result()->type().isTile() || op->opcode() == Opcode::Hint) return nullptr;
  Type source;
  std::array<Value *, 3> operands{};
  if (op->numOperands() > operands.size()) return nullptr;
  for (unsigned i = 0; i < op->numOperands(); ++i) {
    operands[i] = op->operand(i);
    if (!operands[i]->type().isTile()) continue;
    Op *broadcast = defBy(operands[i], Opcode::Broadcast);
    if (!broadcast) return nullptr;
    operands[i] = a(broadcast);
    Type type = operands[i]->type();
    if (!type.isTile()) continue;
    if (source && !std::ranges::equal(source.shape(), type.shape())) return nullptr;
    source = type;
  }
  Type elem = op->result()->type().elem();
  Type result = source ? rewriter.context().withElem(source, elem) : elem;
  Value *small = rewriter.copyOf(op, std::span(operands).first(op->numOperands()), result);
  return rewriter.create(op, Opcode::Broadcast, {small}, op->result()->type())->result();
}

// ---- Products of matrices. ----

/// a + (0 + x * y) = a + x * y, in one operation. Sound: in which order the terms are added up is open.
Value *addProduct(Rewriter &rewriter, Op *op) {
  for (unsigned side = 0; side < 2; ++side) {
    Op *dot = defBy(op->operand(side), Opcode::Dot);
    Value *other = op->operand(1 - side);
    if (!dot || !dot->result()->hasOneUse() || !other->type().isTile()) continue;
    Value *start = broadcastScalar(dot->operand(2));
    bool isZero = start && start->isConstant() && (start->bits() == 0 || isFloatConstant(start, -0.0));
    if (isZero)
      return rewriter
          .create(op, Opcode::Dot, {a(dot), b(dot), other}, op->result()->type(), dot->attrs<ir::DotAttrs>())
          ->result();
  }
  return nullptr;
}

// ---- The tables. ----

constexpr Rule kElementwiseRules[] = {foldConstants, computeBeforeBroadcast};

struct RuleRow {
  Opcode opcode;
  std::initializer_list<Rule> rules;
};

const RuleRow kRules[] = {
    {Opcode::AddI, {rightZeroIsNeutral, addProduct, reassociate}},
    {Opcode::SubI, {rightZeroIsNeutral, sameCancels}},
    {Opcode::MulI, {rightOneIsNeutral, rightZeroAbsorbs, reassociate}},
    {Opcode::DivSI, {rightOneIsNeutral}},
    {Opcode::DivUI, {rightOneIsNeutral, unsignedByPowerOfTwo}},
    {Opcode::RemSI, {remainderByOne}},
    {Opcode::RemUI, {remainderByOne, unsignedByPowerOfTwo}},
    {Opcode::AndI, {rightZeroAbsorbs, rightOnesAreNeutral, sameIsItself, absorbRepeated, reassociate}},
    {Opcode::OrI, {rightZeroIsNeutral, rightOnesAbsorb, sameIsItself, absorbRepeated, reassociate}},
    {Opcode::XorI, {rightZeroIsNeutral, sameCancels, reassociate}},
    {Opcode::ShlI, {rightZeroIsNeutral}},
    {Opcode::ShrSI, {rightZeroIsNeutral}},
    {Opcode::ShrUI, {rightZeroIsNeutral}},
    {Opcode::MinSI, {sameIsItself}},
    {Opcode::MaxSI, {sameIsItself}},
    {Opcode::MinUI, {sameIsItself}},
    {Opcode::MaxUI, {sameIsItself}},
    {Opcode::CmpEq, {sameIsTrue}},
    {Opcode::CmpSle, {sameIsTrue}},
    {Opcode::CmpUle, {sameIsTrue}},
    {Opcode::CmpNe, {sameIsFalse}},
    {Opcode::CmpSlt, {sameIsFalse}},
    {Opcode::CmpUlt, {sameIsFalse}},
    {Opcode::AddF, {addNegativeZero, addProduct}},
    {Opcode::SubF, {subPositiveZero}},
    {Opcode::MulF, {byOne}},
    {Opcode::DivRnF, {byOne}},
    {Opcode::NegF, {doubleNegation}},
    {Opcode::AbsF, {absOfSignChange}},
    {Opcode::Select, {selectKnown, selectOfBooleans}},
    {Opcode::ExtSI, {extOfExt}},
    {Opcode::ExtUI, {extOfExt}},
    {Opcode::TruncI, {truncOfConversion}},
    {Opcode::Bitcast, {bitcastOfBitcast}},
    {Opcode::AddPtr, {rightZeroIsNeutral}},
    {Opcode::Broadcast, {mergeBroadcasts}},
    {Opcode::ExpandDims, {shapeOfUniform}},
    {Opcode::Reshape, {shapeOfUniform, mergeReshapes}},
    {Opcode::Trans, {shapeOfUniform, mergeTransposes}},
    {Opcode::Hint, {dropEmptyHint}},
};

std::span<const Rule> rulesOf(Opcode opcode) {
  static const auto kByOpcode = [] {
    std::array<std::span<const Rule>, ir::kNumOpcodes> table;
    for (const RuleRow &row : kRules) table[static_cast<size_t>(row.opcode)] = std::span(row.rules);
    return table;
  }();
  return kByOpcode[static_cast<size_t>(opcode)];
}

bool tryRules(Rewriter &rewriter, Op *op, std::span<const Rule> rules) {
  for (Rule rule : rules) {
    Value *value = rule(rewriter, op);
    if (!value) continue;
    rewriter.replace(op, value);
    return true;
  }
  return false;
}

// ---- Rules that change operands. ----

/// Constants go to the right of commutative operations, so that the other rules look in one place.
bool moveConstantRight(Rewriter &rewriter, Op *op) {
  if (op->info().traits != ir::Traits::Commutative || !a(op)->isConstant() || b(op)->isConstant()) return false;
  Value *constant = a(op);
  op->setOperand(0, b(op));
  op->setOperand(1, constant);
  rewriter.push(op);
  return true;
}

/// A uniform operand stays a scalar where the shape of the operation follows from another one (`shapeFrom` is its
/// index, or the number of operands when any tile will do).
bool dropUniformOperand(Rewriter &rewriter, Op *op, unsigned shapeFrom) {
  unsigned tiles = 0;
  for (const ir::Use &use : op->operands()) tiles += use.value()->type().isTile();
  for (unsigned i = 0; i < op->numOperands(); ++i) {
    Value *scalar = broadcastScalar(op->operand(i));
    bool keepsShape = shapeFrom < op->numOperands() ? i != shapeFrom : tiles > 1;
    if (!scalar || !keepsShape) continue;
    rewriter.setOperand(op, i, scalar);
    return true;
  }
  return false;
}

/// Sound: where the mask is false there is no access, so a mask that is true everywhere says nothing and one that is
/// false everywhere leaves `other`.
bool simplifyLoad(Rewriter &rewriter, Op *op) {
  Value *mask = op->operandOrNull(1);
  if (!mask || !mask->isConstant()) return dropUniformOperand(rewriter, op, /*shapeFrom=*/0);
  if (mask->bits()) {
    rewriter.setOperands(op, std::array{a(op)});
    return true;
  }
  Value *other = op->operandOrNull(2);
  rewriter.replace(op, other ? other : constantOf(rewriter, op->result(), 0));
  return true;
}

bool simplifyStore(Rewriter &rewriter, Op *op) {
  Value *mask = op->operandOrNull(2);
  if (!mask || !mask->isConstant()) return dropUniformOperand(rewriter, op, /*shapeFrom=*/0);
  if (mask->bits())
    rewriter.setOperands(op, std::array{a(op), b(op)});
  else
    rewriter.erase(op);
  return true;
}

}  // namespace

bool applyRules(Rewriter &rewriter, Op *op) {
  if (op->opcode() == Opcode::Load) return simplifyLoad(rewriter, op);
  if (op->opcode() == Opcode::Store) return simplifyStore(rewriter, op);
  if (op->opcode() == Opcode::Asm) return false;
  if (op->isElementwise()) {
    if (moveConstantRight(rewriter, op)) return true;
    if (dropUniformOperand(rewriter, op, /*shapeFrom=*/op->numOperands())) return true;
    if (tryRules(rewriter, op, kElementwiseRules)) return true;
  }
  return tryRules(rewriter, op, rulesOf(op->opcode()));
}

}  // namespace tritonc::passes
