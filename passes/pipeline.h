// The default order of passes, from stage `tile` to stage `scheduled`.
#pragma once

#include <vector>

#include "passes/runner.h"

namespace tritonc::passes {

/// Whether `a * b + c` may be computed with one rounding.
enum class FpFusion : bool { Off, On };

struct PipelineOptions {
  FpFusion fpFusion = FpFusion::On;
  RunOptions run;
};

std::vector<const Pass *> defaultPipeline(FpFusion fpFusion);

/// Takes a module in stage `tile` to stage `scheduled`.
Success runPipeline(ir::Module &module, const PipelineOptions &options = {});

}  // namespace tritonc::passes
