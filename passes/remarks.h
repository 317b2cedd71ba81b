// What passes tell the author of a kernel under `--remarks`: what was chosen or refused, and why. A pass emits a remark
// with `ir::Context::remark` where it decides; here is what several of them say alike.
#pragma once

#include <string>
#include <string_view>

#include "passes/affine.h"

namespace tritonc::passes {

/// "a 64x64 tile of f32", "a tile of 512 f32": as the front end calls tiles.
std::string tileText(ir::Type type);

/// " in a loop" for an operation that runs more than once, otherwise nothing.
std::string_view loopText(const ir::Op &op);

/// Says of each load and store of a tile that cannot access as many bytes at a time as a thread has to access, what the
/// analysis knows about its addresses and what it lacks. Masks have remarks of their own.
void remarkNarrowAccesses(ir::Function &function, const AffineAnalysis &analysis, int64_t warps);

}  // namespace tritonc::passes
