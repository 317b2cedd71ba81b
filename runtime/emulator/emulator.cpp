#include "runtime/emulator/emulator.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/parser.h"

namespace tritonc::emulator {
namespace {

/// The info of a text that has none.
KernelInfo plainInfo() {
  KernelInfo info;
  info.warps = 1;
  return info;
}

/// What the hardware can launch.
Status checkLimits(const KernelInfo &info) {
  constexpr unsigned kMaxWarps = 32, kMaxShared = 227 * 1024, kMaxCluster = 16;
  auto refuse = [](const std::string &what) { return Status(StatusCode::Unsupported, what); };
  if (info.warps < 1 || info.warps > kMaxWarps) return refuse(fmt::format("a kernel of {} warps", info.warps));
  if (info.sharedBytes > kMaxShared) return refuse(fmt::format("{} bytes of shared memory", info.sharedBytes));
  uint64_t blocks = 1;
  for (unsigned size : info.cluster) {
    if (size < 1 || size > kMaxCluster) return refuse(fmt::format("{} blocks along an axis of a cluster", size));
    blocks *= size;
  }
  return blocks > kMaxCluster ? refuse(fmt::format("a cluster of {} blocks", blocks)) : Status();
}

/// The module's own variables, visible to kernels while it lives.
class ModuleMemory {
public:
  ModuleMemory(const Program &program, Memory &memory) : memory_(memory), program_(program) {
    bytes_.reserve(program.variables.size());
    for (const ModuleVariable &variable : program.variables) {
      bytes_.push_back(variable.bytes);
      Allocation &added =
          memory.addAt(variable.name, variable.address, std::as_writable_bytes(std::span(bytes_.back())));
      if (variable.isConst) added.makeConstant();
    }
  }
  ~ModuleMemory() {
    for (const ModuleVariable &variable : program_.variables) memory_.remove(variable.address);
  }
  ModuleMemory(const ModuleMemory &) = delete;
  ModuleMemory &operator=(const ModuleMemory &) = delete;

private:
  Memory &memory_;
  const Program &program_;
  std::vector<std::vector<uint8_t>> bytes_;
};

}  // namespace

StatusOr<std::shared_ptr<const Program>> load(std::string_view ptx) {
  // The literals of a longer text could exceed what slots can address.
  constexpr size_t kMaxText = size_t{1} << 24;
  if (ptx.size() > kMaxText) return Status(StatusCode::Unsupported, "PTX of more than 16 MiB");
  auto program = std::make_shared<Program>();
  program->text = ptx;
  bool hasInfo = ptx.starts_with(kInfoComment) || ptx.find("\n" + std::string(kInfoComment)) != std::string_view::npos;
  program->info = plainInfo();
  if (hasInfo) {
    StatusOr<KernelInfo> info = KernelInfo::fromArtifact(std::as_bytes(std::span(ptx)));
    if (!info) return info.status();
    program->info = *std::move(info);
  }
  if (Status status = checkLimits(program->info); !status) return status;
  StatusOr<syntax::Module> module = parsePtx(program->text);
  if (!module) return module.status();
  program->files = std::move(module->files);
  if (Status status = decode(*module, *program); !status) return status;
  return std::shared_ptr<const Program>(std::move(program));
}

LaunchResult launch(const Program &program, Memory &memory, std::array<uint32_t, 3> grid,
                    std::span<const std::byte> params, const Options &options) {
  std::vector<std::byte> ownParams(params.begin(), params.end());
  ownParams.resize(std::max<size_t>(ownParams.size(), program.entry->entryParamBytes));
  ModuleMemory ownMemory(program, memory);
  memory.forgetAccesses();
  Launch launch{.program = program,
                .memory = memory,
                .grid = {},
                .numWarps = program.info.warps,
                .params = ownParams,
                .options = options};
  launch.clusterSize = {program.info.cluster[0], program.info.cluster[1], program.info.cluster[2]};
  for (size_t i = 0; i < grid.size(); ++i) launch.grid[i] = grid[i] * launch.clusterSize[i];
  launch.numClusters = uint64_t{grid[0]} * grid[1] * grid[2];
  launch.numBlocks = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  launch.sharedBytes = program.staticSharedBytes + program.info.sharedBytes;
  LaunchResult result;
  if (launch.numBlocks == 0) return result;
  std::vector<Trace> traces;
  runLaunch(launch, traces);
  for (const Trace &trace : traces) result.trace.add(trace);
  result.faults = std::move(launch.faults);
  std::ranges::stable_sort(result.faults, {}, &Fault::block);
  return result;
}

}  // namespace tritonc::emulator
