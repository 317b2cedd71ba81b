// From a .py file to tile IR: the entry points of the front end.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/module.h"

namespace tritonc::frontend {

/// What one compile asks for, in the spellings of the options of `tritonc compile`.
struct LowerRequest {
  const SourceFile *file;
  /// May be dotted; may be empty if the file has one kernel only.
  std::string kernel;
  std::string signature;
  /// The signature gives the types that Triton gives to the values of a launch, `:1` for an integer 1. What the kernel
  /// says of its parameters (annotations, `do_not_specialize`) goes before it.
  bool describesLaunch = false;
  /// Name and Python expression of each `-c`.
  std::vector<std::pair<std::string, std::string>> constants;
  std::vector<std::string> includeDirs;
  int numWarps = 4;
  int numStages = 3;
  /// Position of a config of `@triton.autotune`, which then decides the two above.
  std::optional<int> config = std::nullopt;
  /// 10 * major + minor.
  int capability = 90;
  /// Device-side assertions are compiled in.
  bool debug = false;
  /// Takes what `tl.static_print` prints; may be empty.
  std::function<void(std::string_view)> print;
};

/// A parameter of the compiled kernel.
struct LoweredParam {
  std::string name;
  /// As in signatures: `*fp32`, `i32`.
  std::string type;
  /// The value is a multiple of this; 1 says nothing.
  int64_t divisible = 1;
};

struct LoweredKernel {
  /// Stage `tile`, verified.
  std::unique_ptr<ir::Module> module;
  /// As in the source, dotted for a kernel inside a class or function.
  std::string name;
  std::vector<LoweredParam> params;
  /// Parameters that became constants, with their values as Python literals.
  std::vector<std::pair<std::string, std::string>> constants;
  /// Registers a thread may use, if the config says so.
  std::optional<int> maxRegisters;
};

/// Reports what is wrong with the file or the request to the diagnostics of `context`.
Result<LoweredKernel> lowerKernel(ir::Context &context, const LowerRequest &request);

/// A kernel as `tritonc list` shows it. Texts are those of the source.
struct KernelParam {
  std::string name;
  std::string annotation;
  std::string defaultValue;
  bool isConstexpr = false;
};
struct KernelSummary {
  /// Dotted for a kernel inside a class or function.
  std::string name;
  uint32_t line = 0;
  std::vector<KernelParam> params;
  /// Decorators other than `triton.jit`, outermost first.
  std::vector<std::string> decorators;
  /// The configs of `triton.autotune`, as Triton prints them.
  std::vector<std::string> configs;
  /// What keeps the compiler from knowing the configs; empty if it knows them or there are none.
  std::string whyNoConfigs;
  /// Parameters whose values choose a config, and parameters that `triton.heuristics` computes.
  std::vector<std::string> key;
  std::vector<std::string> heuristics;
};

/// Every function decorated with `triton.jit`, in the order of the file.
Result<std::vector<KernelSummary>> listKernels(ir::Context &context, const SourceFile &file,
                                               const std::vector<std::string> &includeDirs = {});

/// The configs of the kernel that a request names, as Triton prints them; an error if there are none to be known.
Result<std::vector<std::string>> listConfigs(ir::Context &context, const LowerRequest &request);

}  // namespace tritonc::frontend
