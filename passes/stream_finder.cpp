// Which loads of a loop can start early: see stream_finder.h.
#include "passes/stream_finder.h"

#include <algorithm>

#include "passes/access_plan.h"
#include "passes/access_width.h"
#include "passes/nesting.h"
#include "passes/remarks.h"
#include "passes/rewriter.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Value;

std::string_view textOf(const Op &op) {
  switch (op.opcode()) {
  case Opcode::Load: return "a load";
  case Opcode::For:
  case Opcode::While: return "a loop";
  case Opcode::If: return "a branch";
  case Opcode::AtomicRmw:
  case Opcode::AtomicCas: return "an atomic operation";
  case Opcode::LocalLoad: return "values that change threads";
  default: return "a call";
  }
}

/// What brings the loaded tile to a buffer of the iteration.
Op *findStore(const Op &load) {
  for (const ir::Use *use = load.result()->firstUse(); use; use = use->next()) {
    Op *user = use->user();
    if (user->opcode() == Opcode::LocalStore && user->parent() == load.parent() &&
        user->operand(1)->def()->parent() == load.parent())
      return user;
  }
  return nullptr;
}

bool leadsToDot(const Value *value, const Block &body, std::set<const Op *> &seen) {
  for (const ir::Use *use = value->firstUse(); use; use = use->next()) {
    const Op *user = use->user();
    if (user->parent() != &body || !seen.insert(user).second) continue;
    if (user->opcode() == Opcode::Dot && (user->operand(0) == value || user->operand(1) == value)) return true;
    if (user->opcode() == Opcode::LocalStore && leadsToDot(user->operand(1), body, seen)) return true;
    if (user->opcode() == Opcode::LocalLoad || user->isPure())
      for (unsigned i = 0; i < user->numResults(); ++i)
        if (leadsToDot(user->result(i), body, seen)) return true;
  }
  return false;
}

/// Whether a load whose values go to registers may reach them through a buffer: where the loop asks for stages, or
/// somewhere in it the values end in a product.
bool mayPassThroughBuffer(const Op &load, const Op &loop) {
  if (!load.result()->hasUses()) return false;
  if (loop.attrs<ir::ForAttrs>().numStages > 1) return true;
  std::set<const Op *> seen;
  return leadsToDot(load.result(), *loop.block(), seen);
}

bool isVolatile(const Op &load) {
  const auto &attrs = load.attrs<ir::LoadAttrs>();
  return attrs.isVolatile || attrs.cache == ir::CacheModifier::Cv;
}

/// Whether loads of a later iteration must not move above something in the loop: an assertion that may keep them from
/// running, or what tells when the values of another program are there.
bool isOrdered(const Op &loop) {
  bool found = false;
  ir::walk(*loop.block(), [&](const Op &op) {
    found |= op.opcode() == Opcode::Assert || op.opcode() == Opcode::Barrier;
    found |= op.opcode() == Opcode::Load && isVolatile(op);
    found |= isAtomic(op) && acquires(op);
    found |= op.opcode() == Opcode::Asm && !op.isPure();
  });
  return found;
}

std::nullopt_t refuse(const Op &load, std::string_view why) {
  load.parent()->function()->context().remark(load.loc(), DiagId::NotPipelined, "the load does not start early: {}",
                                              why);
  return std::nullopt;
}
bool refuse(const Op &loop, const Op &def) {
  loop.parent()->function()->context().remark(def.loc(), DiagId::NotPipelined,
                                              "loads do not start early: their addresses depend on {} in the loop",
                                              textOf(def));
  return false;
}

}  // namespace

std::vector<Stream> StreamFinder::streamsOf(Op &loop) {
  std::vector<Stream> streams;
  bool loopIsOrdered = isOrdered(loop);
  for (Op &op : *loop.block()) {
    if (op.opcode() != Opcode::Load || !op.result()->type().isTile()) continue;
    std::optional<Stream> stream = streamAt(op, loop, loopIsOrdered);
    if (stream) streams.push_back(*stream);
  }
  return streams;
}

bool StreamFinder::addToSlice(Value *value, const Op &loop, Slice &slice) {
  if (!value || value->isConstant() || !isMadeInside(value, loop)) return true;
  if (const Op *def = value->def()) {
    if (!def->isPure() || def->numBlocks() > 0 || def->parent() != loop.block()) return refuse(loop, *def);
    if (!slice.ops.insert(def).second) return true;
    return std::ranges::all_of(def->operands(),
                               [&](const ir::Use &use) { return addToSlice(use.value(), loop, slice); });
  }
  if (value->index() == 0) return true;
  unsigned carried = value->index() - 1;
  if (!slice.carried.insert(carried).second) return true;
  return addToSlice(loop.block()->terminator()->operand(carried), loop, slice);
}

std::optional<Stream> StreamFinder::streamAt(Op &load, const Op &loop, bool loopIsOrdered) {
  Stream stream{.load = &load};
  AccessPlan plan = planAccess(load, affine_);
  const Value *other = load.operandOrNull(2);
  if (Op *store = findStore(load); store && (!other || isZero(other))) {
    stream.store = store;
    stream.alloc = store->operand(1)->def();
    plan = planCopy(plan, *load.operand(0)->type().layout(), *stream.alloc->result()->type().layout());
  } else if (!mayPassThroughBuffer(load, loop)) {
    return std::nullopt;
  }
  if (isVolatile(load)) return refuse(load, "it is volatile");
  if (loopIsOrdered) return refuse(load, "the loop waits for other programs, or checks what it assumes");
  constexpr unsigned kMinBytes = 4;
  if (plan.width * load.result()->type().elemBytes() < kMinBytes)
    return refuse(load, "its neighbours in memory are less than 4 bytes long");
  if (writesTo(load, loop)) return refuse(load, "the loop may write to where it loads from");
  return stream;
}

/// Whether something in the loop may write what the load reads.
bool StreamFinder::writesTo(const Op &load, const Op &loop) {
  bool found = false;
  GlobalAccess read = *global_.accessOf(load);
  ir::walk(*loop.block(), [&](const Op &op) {
    std::optional<GlobalAccess> access = global_.accessOf(op);
    if (access && access->isWrite) found |= global_.mayShareMemory(*access, read);
  });
  return found;
}

}  // namespace tritonc::passes
