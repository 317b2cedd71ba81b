#include "runtime/emulator/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace tritonc::emulator {

TraceCounts &Trace::at(const Function &function, uint32_t pc) {
  std::vector<TraceCounts> &counts = counts_[&function];
  if (counts.empty()) counts.resize(function.code.size());
  return counts[pc];
}

void Trace::count(const Function &function, uint32_t pc, LaneMask lanes) {
  TraceCounts &counts = at(function, pc);
  ++counts.warps;
  counts.threads += static_cast<uint64_t>(std::popcount(lanes));
}

void Trace::countSectors(const Function &function, uint32_t pc, uint64_t sectors) {
  at(function, pc).sectors += sectors;
}

void Trace::countPasses(const Function &function, uint32_t pc, uint64_t passes, uint64_t ideal) {
  TraceCounts &counts = at(function, pc);
  counts.passes += passes;
  counts.idealPasses += ideal;
}

void Trace::add(const Trace &other) {
  for (const auto &[function, counts] : other.counts_)
    for (uint32_t pc = 0; pc < counts.size(); ++pc) {
      TraceCounts &into = at(*function, pc);
      into.warps += counts[pc].warps;
      into.threads += counts[pc].threads;
      into.sectors += counts[pc].sectors;
      into.passes += counts[pc].passes;
      into.idealPasses += counts[pc].idealPasses;
    }
}

std::string Trace::toText(const Program &program) const {
  std::map<std::string, TraceCounts> opcodes;
  // By file, line and opcode.
  std::map<std::tuple<std::string, uint32_t, std::string>, TraceCounts> accesses;
  for (const auto &[function, counts] : counts_)
    for (uint32_t pc = 0; pc < counts.size(); ++pc) {
      const TraceCounts &here = counts[pc];
      if (here.warps == 0) continue;
      const InstText &text = function->texts[pc];
      TraceCounts &sum = opcodes[text.opcode];
      sum.warps += here.warps;
      sum.threads += here.threads;
      if (here.sectors == 0 && here.passes == 0) continue;
      auto file = program.files.find(text.source.file);
      TraceCounts &access = accesses[{file == program.files.end() ? "" : file->second, text.source.line, text.opcode}];
      access.warps += here.warps;
      access.sectors += here.sectors;
      access.passes += here.passes;
      access.idealPasses += here.idealPasses;
    }
  std::vector<std::pair<std::string, TraceCounts>> sorted(opcodes.begin(), opcodes.end());
  std::ranges::stable_sort(sorted, std::greater(), [](const auto &entry) { return entry.second.warps; });
  std::string out;
  for (const auto &[opcode, counts] : sorted)
    out += fmt::format("opcode {}: {} warps, {} threads\n", opcode, counts.warps, counts.threads);
  for (const auto &[place, counts] : accesses) {
    const auto &[file, line, opcode] = place;
    out += fmt::format("line {}:{}: {}: {} warps", file, line, opcode, counts.warps);
    if (counts.sectors) out += fmt::format(", {} sectors", counts.sectors);
    if (counts.passes)
      out += fmt::format(", {} passes, {} of them for conflicts", counts.passes, counts.passes - counts.idealPasses);
    out += "\n";
  }
  return out;
}

}  // namespace tritonc::emulator
