// Branches, calls and ends.
#include <algorithm>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/system_calls.h"

namespace tritonc::emulator {
namespace {

void branchTo(Warp &warp, const Inst &inst, LaneMask lanes) { warp.branch(lanes, inst.index, warp.lanes); }

/// a: index into the table `index` of the function.
void branchByTable(Warp &warp, const Inst &inst, LaneMask lanes) {
  const std::vector<uint32_t> &table = warp.frame->function->branchTables[inst.index];
  const auto *a = warp.at<uint32_t>(inst.a);
  // One target after the other: lanes for the first go there, the rest comes back to this instruction.
  uint32_t choice = a[std::countr_zero(lanes)];
  if (choice >= table.size()) return warp.fault(Check::BadOperand, "target {} of {}", choice, table.size());
  LaneMask same = lanesWhere(lanes, [&](unsigned lane) { return a[lane] == choice; });
  uint32_t self = warp.pc - 1;
  bool isParting = same != lanes;
  warp.branch(same, table[choice], warp.lanes);
  if (isParting) warp.groups[warp.current].pc = self;
}

void callFunction(Warp &warp, const Inst &inst, LaneMask lanes) {
  warp.call(warp.frame->function->calls[inst.index], inst.index, lanes);
}

void returnFrom(Warp &warp, const Inst &, LaneMask lanes) { warp.returnLanes(lanes); }
void exitThread(Warp &warp, const Inst &, LaneMask lanes) { warp.exitLanes(lanes); }
void trap(Warp &warp, const Inst &, LaneMask) { warp.fault(Check::Trap, "the kernel stopped itself"); }

/// Others have their turn.
void nanosleep(Warp &warp, const Inst &, LaneMask) { warp.yield(); }

void end(Builder &b) {
  b.decoder().flow().isEnd = true;
  b.decoder().flow().isConditional = !b.source().guard.empty();
}

Result<std::vector<ParamBytes>> callOperands(Builder &b, const syntax::Operand &list) {
  std::vector<ParamBytes> places;
  for (const syntax::Operand &element : list.elements) {
    auto place = b.frameParam(element);
    if (!place) return b.fail("an argument that is not a `.param` variable");
    places.push_back(*place);
  }
  return places;
}

/// The arguments must have the sizes of the parameters.
bool fits(const std::vector<ParamBytes> &given, const std::vector<ParamBytes> &wanted) {
  return std::ranges::equal(given, wanted, {}, &ParamBytes::bytes, &ParamBytes::bytes);
}

}  // namespace

Success buildBra(Builder &b) {
  if (b.numOperands() != 1) return b.fail("the target is missing");
  TC_TRY(b.inst.index, b.label(b.operand(0)));
  Flow &flow = b.decoder().flow();
  flow.isBranch = true;
  flow.isConditional = !b.source().guard.empty();
  flow.targets = {b.inst.index};
  return b.use(branchTo);
}

Success buildBrx(Builder &b) {
  if (b.numOperands() != 2 || !b.source().guard.empty()) return b.failType();
  TC_TRY(b.inst.a, b.source(b.operand(0), Type::U32));
  const auto &tables = b.decoder().source().branchTargets;
  auto table = std::ranges::find(tables, b.operand(1).name, &syntax::BranchTargets::name);
  if (table == tables.end()) return b.fail("there are no branch targets `{}`", b.operand(1).name);
  Flow &flow = b.decoder().flow();
  flow.isBranch = true;
  for (std::string_view name : table->labels) {
    TC_TRY(uint32_t target, b.label({.kind = syntax::Operand::Kind::Name, .name = name}));
    flow.targets.push_back(target);
  }
  b.inst.index = static_cast<uint32_t>(b.decoder().function().branchTables.size());
  b.decoder().function().branchTables.push_back(flow.targets);
  return b.use(branchByTable);
}

Success buildCall(Builder &b) {
  using Kind = syntax::Operand::Kind;
  bool hasResults = b.numOperands() > 0 && b.operand(0).kind == Kind::Vector;
  size_t at = hasResults;
  if (b.numOperands() <= at || b.operand(at).kind != Kind::Name) return b.fail("the function is missing");
  CallSite site;
  site.calleeName = b.operand(at).name;
  if (hasResults) {
    TC_TRY(site.results, callOperands(b, b.operand(0)));
  }
  if (b.numOperands() > at + 1) {
    TC_TRY(site.arguments, callOperands(b, b.operand(at + 1)));
  }
  site.callee = b.decoder().findFunction(site.calleeName);
  Handler handler = callFunction;
  if (!site.callee || !site.callee->hasBody) {
    handler = findSystemCall(site);
    if (!handler) return b.fail("there is no body of `{}`", site.calleeName);
  } else if (!fits(site.arguments, site.callee->params) || !fits(site.results, site.callee->results)) {
    return b.fail("the arguments of `{}` have other sizes than its parameters", site.calleeName);
  }
  auto &calls = b.decoder().function().calls;
  b.inst.index = static_cast<uint32_t>(calls.size());
  calls.push_back(std::move(site));
  // Lanes that do not take part wait behind the call.
  b.decoder().flow().isCall = !b.source().guard.empty();
  return b.use(handler);
}

Success buildRet(Builder &b) {
  end(b);
  return b.use(returnFrom);
}
Success buildExit(Builder &b) {
  end(b);
  return b.use(exitThread);
}
Success buildTrap(Builder &b) { return b.use(trap); }
Success buildNanosleep(Builder &b) { return b.use(nanosleep); }

}  // namespace tritonc::emulator
