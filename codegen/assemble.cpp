#include "codegen/assemble.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "codegen/embed_info.h"
#include "codegen/process.h"
#include "codegen/toolkit_search.h"

namespace tritonc::codegen {
namespace {

Result<std::string> requirePtxas(const AssembleOptions &options, Diagnostics &diags) {
  ToolkitSearch search = findPtxas(options.ptxas);
  if (search.path) return *search.path;
  return diags.error({}, DiagId::PtxasNotFound,
                     "no ptxas found, looked at {}; give its path with `--ptxas` or in TRITONC_PTXAS",
                     fmt::join(search.tried, ", "));
}

/// The number before `unit`, added up or the largest over the log: `0 bytes stack frame, 8 bytes spill stores`.
template <class Combine> uint32_t scanNumbers(std::string_view log, std::string_view unit, Combine &&combine) {
  uint32_t result = 0;
  for (size_t at = log.find(unit); at != std::string_view::npos; at = log.find(unit, at + 1)) {
    size_t begin = at;
    while (begin > 0 && log[begin - 1] >= '0' && log[begin - 1] <= '9') --begin;
    uint32_t number = 0;
    std::from_chars(log.data() + begin, log.data() + at, number);
    result = combine(result, number);
  }
  return result;
}

void readStatistics(Cubin &cubin) {
  auto sum = [](uint32_t a, uint32_t b) { return a + b; };
  auto largest = [](uint32_t a, uint32_t b) { return std::max(a, b); };
  cubin.registers = scanNumbers(cubin.log, " registers", largest);
  cubin.stackBytes = scanNumbers(cubin.log, " bytes stack frame", largest);
  cubin.spillBytes =
      scanNumbers(cubin.log, " bytes spill stores", sum) + scanNumbers(cubin.log, " bytes spill loads", sum);
}

std::string withoutTrailingNewline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Failed reportFailure(const std::string &ptxas, const ProcessResult &run, const AssembleOptions &options,
                     Diagnostics &diags) {
  std::string log = withoutTrailingNewline(run.output);
  bool knowsNotVersion = log.find("Unsupported .version") != std::string::npos;
  bool knowsNotTarget = log.find("is not defined for option 'gpu-name'") != std::string::npos;
  if (knowsNotVersion || knowsNotTarget)
    return diags
        .error({}, DiagId::PtxasTooOld, "`{}` does not know {}; use a ptxas of CUDA 12.4 or newer{}", ptxas,
               knowsNotVersion ? "this version of PTX" : smName(options.target),
               knowsNotVersion ? ", or an older version by `--ptx-version`" : "")
        .note({}, "it says: {}", log);
  return diags.error({}, DiagId::PtxasFailed, "`{}` failed with status {}", ptxas, run.status)
      .note({}, "it says: {}", log.empty() ? "nothing" : log);
}

std::vector<std::string> arguments(const AssembleOptions &options, const TemporaryFolder &folder) {
  std::vector<std::string> result = {"-v", "-arch=" + smName(options.target)};
  if (options.lineInfo) result.push_back("-lineinfo");
  if (options.debug) result.push_back("-O0");
  result.push_back((folder.path() / "kernel.ptx").string());
  result.insert(result.end(), {"-o", (folder.path() / "kernel.cubin").string()});
  return result;
}

Failed reportFiles(Diagnostics &diags) {
  return diags.error({}, DiagId::TemporaryFiles, "cannot keep temporary files for ptxas: {}; TMPDIR chooses the folder",
                     std::strerror(errno));
}

Result<Cubin> runPtxas(const std::string &ptxas, const std::vector<std::string> &arguments,
                       const TemporaryFolder &folder, const AssembleOptions &options, Diagnostics &diags) {
  std::optional<ProcessResult> run = runProcess(ptxas, arguments);
  if (!run) return diags.error({}, DiagId::PtxasFailed, "cannot start `{}`: {}", ptxas, std::strerror(errno));
  if (run->status != 0) return reportFailure(ptxas, *run, options, diags);
  std::optional<std::string> bytes = readFile(folder.path() / "kernel.cubin");
  if (!bytes) return diags.error({}, DiagId::PtxasFailed, "`{}` ended well, but wrote no cubin", ptxas);
  if (!isCompleteElf(*bytes))
    return diags.error({}, DiagId::PtxasFailed, "`{}` ended well, but what it wrote is no cubin", ptxas);
  Cubin cubin;
  cubin.bytes = std::move(*bytes);
  cubin.log = std::move(run->output);
  readStatistics(cubin);
  return cubin;
}

}  // namespace

Result<Cubin> assemble(std::string_view ptx, const AssembleOptions &options, Diagnostics &diags, TimeReport &times) {
  auto scope = times.scope("ptxas");
  TC_TRY(std::string ptxas, requirePtxas(options, diags));
  std::optional<TemporaryFolder> folder = TemporaryFolder::create();
  if (!folder || !writeFile(folder->path() / "kernel.ptx", ptx)) return reportFiles(diags);
  std::vector<std::string> command = arguments(options, *folder), roomyCommand = command;
  roomyCommand.insert(roomyCommand.begin(), {"--minnctapersm", "1"});
  // ptxas spills registers now and then to fit one more program on a multiprocessor; it need not. A long kernel gets
  // the room at once, as trying both takes seconds.
  constexpr size_t kLong = 300'000;
  constexpr uint32_t kMostOfAThread = 255;
  bool isLong = ptx.size() > kLong;
  TC_TRY(Cubin cubin, runPtxas(ptxas, isLong ? roomyCommand : command, *folder, options, diags));
  if (cubin.spillBytes == 0 || cubin.registers >= kMostOfAThread || isLong || options.debug) return cubin;
  TC_TRY(Cubin roomy, runPtxas(ptxas, roomyCommand, *folder, options, diags));
  return roomy.spillBytes < cubin.spillBytes ? roomy : cubin;
}

}  // namespace tritonc::codegen
