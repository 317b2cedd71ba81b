// From a kernel's source to an artefact: the phases of the compiler in order, for the command line and the JIT.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codegen/sabotage.h"
#include "codegen/target.h"
#include "ir/module.h"
#include "ir/support/time_report.h"
#include "tritonc/kernel_info.h"

namespace tritonc::compiler {

/// What a compile stops at: the forms a kernel takes on its way, in order.
enum class Form : uint8_t { Ast, Tile, TileFinal, Llvm, Ptx, Cubin, Json };

/// The names of `--emit`, which also end the names of output files. `json` is the description of the assembled kernel.
std::string_view name(Form form);
inline constexpr auto kForms =
    std::to_array({Form::Ast, Form::Tile, Form::TileFinal, Form::Llvm, Form::Ptx, Form::Cubin, Form::Json});

inline constexpr int kMaxWarps = 32;
inline constexpr int kMaxStages = 16;

/// Everything beside the source that decides the result.
struct Options {
  /// May be dotted; empty if the file has one kernel.
  std::string kernel;
  /// As in docs: `*fp32:16, i32, 1024`, or `name=type` pairs.
  std::string signature;
  /// The signature was made from the values of a launch; see frontend/lower.h.
  bool describesLaunch = false;
  /// Name and Python expression of further constants.
  std::vector<std::pair<std::string, std::string>> constants;
  std::vector<std::string> includeDirs;

  codegen::Target target;
  int warps = 4;
  int numStages = 3;
  /// Position of a config of `@triton.autotune`, which decides what stands above, and registers.
  std::optional<int> config = std::nullopt;
  /// 0: no limit.
  int maxRegisters = 0;
  /// For example `8.3`; empty: the default for the target.
  std::string ptxVersion;
  bool fpFusion = true;
  bool lineInfo = true;
  bool debug = false;

  /// Paths of the assembler and of libdevice.10.bc; empty: found.
  std::string ptxas;
  std::string libdevice;

  /// For our own tests: breaks a site of the code, or lists the sites.
  codegen::SabotageRequest sabotage;

  bool verifyEach = false;
  /// Flag of a pass, or `all`; the module is printed after it.
  std::string printAfter;
  /// Takes what `printAfter` and the kernel's `tl.static_print` print; may be empty.
  std::function<void(std::string_view)> print;
};

/// A kernel on its way to `form`; later fields are empty when the compile stopped before them.
struct Compiled {
  KernelInfo info;
  /// The tree as text, the module as text, LLVM IR or PTX, whichever was asked for last; or the bytes of the cubin, or
  /// JSON.
  std::string output;
  /// What can be sabotaged, if asked for.
  std::string sites;
  /// From `Tile` on: what the interpreter runs.
  std::unique_ptr<ir::Module> module;
};

/// The configs of `@triton.autotune` of the kernel that the options name, as Triton prints them.
Result<std::vector<std::string>> listConfigs(ir::Context &context, const SourceFile &file, const Options &options);

/// Takes one kernel of the file to a form. The module lives in `context`.
Result<Compiled> compile(ir::Context &context, const SourceFile &file, const Options &options, Form form,
                         TimeReport &times);

}  // namespace tritonc::compiler
