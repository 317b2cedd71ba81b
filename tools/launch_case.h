// One launch of `tritonc run`: a kernel, a grid, and arguments described on the command line or in a batch file.
#pragma once

#include <array>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "runtime/compiler/compile.h"
#include "tools/array.h"

namespace tritonc::tools {

/// A run-time number: an integer or boolean in two's complement, or a float.
using Scalar = std::variant<int64_t, uint64_t, double>;

struct Argument {
  std::string name;
  std::variant<Scalar, Array> value;
};

struct LaunchCase {
  std::string file;
  /// With the signature and the constants that follow from the arguments.
  compiler::Options options;
  std::array<int64_t, 3> grid = {1, 1, 1};
  /// The run-time arguments; arrays hold the kernel's output afterwards.
  std::vector<Argument> arguments;
  /// Files for arrays after the launch, by argument.
  std::map<std::string, std::string> saves;
  std::vector<std::string> prints;
  /// Files that say of each byte of an array whether it is read (1) and written (2), by argument: the interpreter makes
  /// them, the emulator allows nothing else.
  std::map<std::string, std::string> usesMade, usesAllowed;
  /// A file for the PTX of the kernel, if the emulator runs it; empty: none.
  std::string ptxFile;

  Argument *find(std::string_view name);
  /// No two arrays go to one file.
  Success checkSaves(Diagnostics &diags) const;
  /// The numbers fit the types that the kernel declares for them. `params` are those of the compiled kernel, all of
  /// which have arguments.
  Success checkScalars(std::span<const KernelParam> params, Diagnostics &diags);
  /// Equal for launches that can share one compiled kernel.
  std::string compileKey() const;
};

/// Adds an argument with the type that Triton gives to such a value: an array becomes `*type:16`, or a tensor
/// descriptor if the shape of its blocks stands behind it; an integer i32 or i64, `:16` if it is a multiple of 16,
/// `:1` if it is 1; a float fp32; `True` and `False` i1; anything else a constant. The kernel may declare another type
/// (frontend/lower.h).
Success addArgument(LaunchCase &launch, const std::string &name, const std::string &spec, Diagnostics &diags);

/// Reads `X[,Y[,Z]]`.
Result<std::array<int64_t, 3>> parseGrid(std::string_view text, Diagnostics &diags);

/// Reads one line of a batch file, a JSON object:
///
///   {"file": "k.py", "kernel": "add", "grid": [4], "args": {"x_ptr": "@x.npy", "n": "4000"}, "constants": {"BLOCK":
///   "1024"},
///    "warps": 4, "stages": 3, "save": {"x_ptr": "out.npy"}}
///
/// `defaults` supplies what the line leaves out.
Result<LaunchCase> parseBatchLine(std::string_view line, const LaunchCase &defaults, Diagnostics &diags);

}  // namespace tritonc::tools
