// Accesses to global memory: see global_access.h.
#include "passes/global_access.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "passes/access_width.h"
#include "passes/nesting.h"

namespace tritonc::passes {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Value;

namespace {

/// The values that a result or a block argument may stand for, one level back; nothing for the start of a chain, which
/// is what every operation that is not listed counts as: its pointers lead anywhere.
std::vector<const Value *> origins(const Value &value) {
  auto last = [](const Block *block, unsigned index) { return block->terminator()->operand(index); };
  if (const Op *def = value.def()) {
    unsigned index = value.index();
    switch (def->opcode()) {
    case Opcode::AddPtr:
    case Opcode::Bitcast:
    case Opcode::Hint: return {def->operand(0)};
    case Opcode::Select: return {def->operand(1), def->operand(2)};
    case Opcode::If: return {last(def->block(0), index), last(def->block(1), index)};
    case Opcode::For: return {def->operand(index + 3), last(def->block(), index)};
    case Opcode::While: return {last(def->block(0), index + 1)};
    default:
      if (def->info().format == ir::Format::Shape) return {def->operand(0)};
      return {};
    }
  }
  const Block *block = value.argBlock();
  const Op *parent = block ? block->parentOp() : nullptr;
  if (!parent) return {};
  unsigned index = value.index();
  if (parent->opcode() == Opcode::For && index > 0) return {parent->operand(index + 2), last(block, index - 1)};
  if (parent->opcode() == Opcode::While && block == parent->block(0))
    return {parent->operand(index), last(parent->block(1), index)};
  if (parent->opcode() == Opcode::While) return {last(parent->block(0), index + 1)};
  return {};
}

bool isMadeInside(const Value *value, const LoopsBetween &loops) {
  return std::ranges::any_of(loops, [&](const Op *loop) { return passes::isMadeInside(value, *loop); });
}

/// From the first to behind the last byte that a tile of pointers leads to, beside the scalars of its form.
std::optional<std::pair<int64_t, int64_t>> bytesOf(const AffineForm &form, ir::Type type) {
  int64_t low = form.constant, high = low;
  for (unsigned d = 0; d < form.strides.size(); ++d) {
    int64_t reach = 0;
    int64_t &end = form.strides[d] < 0 ? low : high;
    if (__builtin_mul_overflow(form.strides[d], type.shape()[d] - 1, &reach)) return std::nullopt;
    if (__builtin_add_overflow(end, reach, &end)) return std::nullopt;
  }
  if (__builtin_add_overflow(high, int64_t{type.pointee().elemBytes()}, &high)) return std::nullopt;
  return std::pair(low, high);
}

}  // namespace

std::optional<GlobalAccess> GlobalAccesses::accessOf(const Op &op) {
  if (op.opcode() == Opcode::Call) {
    Effects effects = effectsOf(*module_.find(op.attrs<ir::CallAttrs>().callee));
    if (!effects.reads && !effects.writes) return std::nullopt;
    return GlobalAccess{nullptr, effects.writes};
  }
  if (op.opcode() == Opcode::CopyAsync) return GlobalAccess{op.operand(0), /*isWrite=*/false};
  if (isMemoryOp(op)) return GlobalAccess{MemoryOp(op).pointer, op.opcode() == Opcode::Store};
  if (isAtomic(op)) return GlobalAccess{MemoryOp(op).pointer, /*isWrite=*/true};
  return std::nullopt;
}

GlobalAccesses::Effects GlobalAccesses::effectsOf(const ir::Function &callee) {
  auto [entry, isNew] = effects_.try_emplace(&callee);
  if (!isNew) return entry->second;
  Effects effects;
  ir::walk(*callee.body(), [&](Op &op) {
    if (auto access = accessOf(op)) (access->isWrite ? effects.writes : effects.reads) = true;
  });
  return effects_[&callee] = effects;
}

const Value *GlobalAccesses::rootOf(const Value *pointer) {
  auto [entry, isNew] = roots_.try_emplace(pointer, nullptr);
  if (isNew) entry->second = findRoot(pointer);
  return entry->second;
}

const Value *GlobalAccesses::findRoot(const Value *pointer) const {
  const Value *root = nullptr;
  std::set<const Value *> seen;
  std::vector<const Value *> pending{pointer};
  while (!pending.empty()) {
    const Value *value = pending.back();
    pending.pop_back();
    if (!seen.insert(value).second) continue;
    std::vector<const Value *> from = origins(*value);
    pending.insert(pending.end(), from.begin(), from.end());
    if (!from.empty()) continue;
    // What a caller passes in two parameters may be one buffer.
    bool isParameter = function_.isKernel() && value->argBlock() == function_.body();
    if (!isParameter || (root && root != value)) return nullptr;
    root = value;
  }
  return root;
}

const AffineForm *GlobalAccesses::formOf(const Value *pointers) {
  if (!affine_) affine_.emplace(function_);
  const auto &form = affine_->facts(pointers).form;
  return form && form->certainty != Certainty::Usually ? &*form : nullptr;
}

bool GlobalAccesses::areApart(const Value *pointers) {
  const AffineForm *form = formOf(pointers);
  if (!form) return false;
  // Along the dimensions by growing stride, each must step over all that the ones before span.
  std::vector<std::pair<int64_t, int64_t>> steps;
  for (unsigned d = 0; d < form->strides.size(); ++d)
    if (pointers->type().shape()[d] > 1) steps.emplace_back(std::abs(form->strides[d]), pointers->type().shape()[d]);
  std::ranges::sort(steps);
  int64_t span = pointers->type().pointee().elemBytes();
  for (auto [stride, extent] : steps) {
    if (stride < span) return false;
    if (__builtin_mul_overflow(stride, extent, &span)) return false;
  }
  return true;
}

std::vector<AffineForm::Term> GlobalAccesses::partsOf(const AffineForm::Term &term) const {
  const auto &[value, coefficient] = term;
  Op *def = value->def();
  if (!def || value->type().isTile()) return {};
  switch (def->opcode()) {
  case Opcode::ExtSI: return {{def->operand(0), coefficient}};
  case Opcode::AddI:
    if (!affine_->sumIsExact(def->operand(0), def->operand(1))) return {};
    return {{def->operand(0), coefficient}, {def->operand(1), coefficient}};
  case Opcode::AddPtr:
    return {{def->operand(0), coefficient},
            {def->operand(1), wrappingMul(coefficient, value->type().pointee().elemBytes())}};
  default: return {};
  }
}

std::optional<AffineForm> GlobalAccesses::formInParts(const Value *pointers) {
  const AffineForm *form = formOf(pointers);
  if (!form) return std::nullopt;
  constexpr size_t kMostParts = 64;
  AffineForm result = *form;
  std::map<uint32_t, AffineForm::Term> leaves;
  std::vector<AffineForm::Term> pending = std::move(result.terms);
  for (size_t i = 0; i < pending.size(); ++i) {
    AffineForm::Term term = pending[i];
    Interval range = affine_->facts(term.value).range;
    if (!term.value->type().isTile() && !term.value->type().isPtrLike() && range.isSingle()) {
      result.constant = wrappingAdd(result.constant, wrappingMul(term.coefficient, range.min));
      continue;
    }
    std::vector<AffineForm::Term> parts;
    if (pending.size() < kMostParts) parts = partsOf(term);
    pending.insert(pending.end(), parts.begin(), parts.end());
    if (!parts.empty()) continue;
    auto [leaf, isNew] = leaves.try_emplace(term.value->id(), term);
    if (!isNew) leaf->second.coefficient = wrappingAdd(leaf->second.coefficient, term.coefficient);
  }
  result.terms.clear();
  for (const auto &[id, term] : leaves) result.terms.push_back(term);
  return result;
}

bool GlobalAccesses::areEqual(const Value *earlier, const Value *later, const LoopsBetween &between) {
  ir::Type first = earlier->type(), second = later->type();
  bool isSameShape = first.isTile() && second.isTile() && std::ranges::equal(first.shape(), second.shape()) &&
                     first.pointee().elemBytes() == second.pointee().elemBytes();
  if (!isSameShape) return false;
  std::optional<AffineForm> a = formInParts(earlier), b = formInParts(later);
  if (!a || !b || a->terms != b->terms || a->strides != b->strides || a->constant != b->constant) return false;
  return std::ranges::none_of(a->terms,
                              [&](const AffineForm::Term &term) { return isMadeInside(term.value, between); });
}

bool GlobalAccesses::areApart(const Value *earlier, const Value *later, const LoopsBetween &between) {
  std::optional<AffineForm> a = formInParts(earlier), b = formInParts(later);
  if (!a || !b || a->terms != b->terms) return false;
  if (std::ranges::any_of(a->terms, [&](const AffineForm::Term &term) { return isMadeInside(term.value, between); }))
    return false;
  auto first = bytesOf(*a, earlier->type()), second = bytesOf(*b, later->type());
  if (!first || !second || (first->second > second->first && second->second > first->first)) return false;
  // Addresses are numbers modulo 2^64.
  int64_t length = 0;
  return !__builtin_sub_overflow(std::max(first->second, second->second), std::min(first->first, second->first),
                                 &length);
}

std::optional<int64_t> GlobalAccesses::stepOfCarried(const Value *pointer, const Op &loop) {
  if (pointer->argBlock() != loop.block()) return std::nullopt;
  int64_t step = 0;
  for (const Value *next = loop.block()->terminator()->operand(pointer->index() - 1); next != pointer;) {
    const Op *def = next->def();
    if (!def || def->opcode() != Opcode::AddPtr) return std::nullopt;
    Interval offset = affine_->facts(def->operand(1)).range;
    int64_t bytes = 0;
    if (!offset.isSingle() || __builtin_mul_overflow(offset.min, next->type().pointee().elemBytes(), &bytes) ||
        __builtin_add_overflow(step, bytes, &step))
      return std::nullopt;
    next = def->operand(0);
  }
  return std::abs(step);
}

std::optional<int64_t> GlobalAccesses::stepOf(const Value *scalar, const Op &loop) {
  const Op *def = scalar->def();
  if (scalar == loop.block()->arg(0)) return affine_->facts(loop.operand(2)).divisor();
  if (!isMadeInside(scalar, loop)) return 0;
  if (!def) return stepOfCarried(scalar, loop);
  bool isExact = def->opcode() == Opcode::AddPtr || def->opcode() == Opcode::ExtSI ||
                 (def->opcode() == Opcode::AddI && affine_->sumIsExact(def->operand(0), def->operand(1)));
  if (!isExact) return std::nullopt;
  std::optional<int64_t> total = stepOf(def->operand(0), loop);
  if (def->numOperands() == 1 || !total) return total;
  std::optional<int64_t> other = stepOf(def->operand(1), loop);
  // Of two parts that move, the sum may stand still.
  if (!other || (*total && *other)) return std::nullopt;
  int64_t unit = def->opcode() == Opcode::AddPtr ? scalar->type().pointee().elemBytes() : 1;
  return *total + *other * unit;
}

bool GlobalAccesses::areApartAcross(const Op &loop, const Value *pointers) {
  const AffineForm *form = formOf(pointers);
  if (!form || loop.opcode() != Opcode::For) return false;
  int64_t distance = 0;
  for (const AffineForm::Term &term : form->terms) {
    std::optional<int64_t> step = stepOf(term.value, loop);
    if (!step || (*step && distance) || __builtin_mul_overflow(std::abs(term.coefficient), *step, &*step)) return false;
    distance += *step;
  }
  int64_t span = pointers->type().pointee().elemBytes();
  for (unsigned d = 0; d < form->strides.size(); ++d) {
    int64_t length = 0;
    if (__builtin_mul_overflow(std::abs(form->strides[d]), pointers->type().shape()[d] - 1, &length)) return false;
    if (__builtin_add_overflow(span, length, &span)) return false;
  }
  return distance >= span;
}

bool GlobalAccesses::mayShareMemory(const GlobalAccess &a, const GlobalAccess &b) {
  if (!a.pointer || !b.pointer) return true;
  const Value *rootA = rootOf(a.pointer), *rootB = rootOf(b.pointer);
  return !rootA || !rootB || rootA == rootB;
}

std::optional<Meeting> GlobalAccesses::meeting(const GlobalAccess &earlier, const GlobalAccess &later,
                                               const LoopsBetween &between) {
  if (!earlier.isWrite && !later.isWrite) return std::nullopt;
  if (!mayShareMemory(earlier, later)) return std::nullopt;
  if (!earlier.pointer || !later.pointer) return Meeting::Cta;
  bool bothWrite = earlier.isWrite && later.isWrite;
  // One and the same thread writes all scalars.
  if (bothWrite && !earlier.pointer->type().isTile() && !later.pointer->type().isTile()) return std::nullopt;
  if (earlier.pointer != later.pointer && areApart(earlier.pointer, later.pointer, between)) return std::nullopt;
  if (!areEqual(earlier.pointer, later.pointer, between)) {
    if (earlier.pointer != later.pointer) return Meeting::Cta;
    // A pointer made outside of a loop is the same in all of its iterations.
    LoopsBetween moving;
    for (const Op *loop : between)
      if (isMadeInside(later.pointer, *loop)) moving.push_back(loop);
    if (moving.size() == 1 && areApartAcross(*moving[0], later.pointer)) return std::nullopt;
    if (!moving.empty()) return Meeting::Cta;
  }
  if (!later.pointer->type().isTile() || !areApart(later.pointer)) return Meeting::Cta;
  // Each thread finds its own elements; what several hold is written by always the same one of them.
  ir::Layout first = earlier.pointer->type().layout(), second = later.pointer->type().layout();
  if (bothWrite && first == second) return std::nullopt;
  return meetingOf(*first, *second);
}

}  // namespace tritonc::passes
