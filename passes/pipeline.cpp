// The default order of passes: see pipeline.h.
#include "passes/pipeline.h"

namespace tritonc::passes {

std::vector<const Pass *> defaultPipeline(FpFusion fpFusion) {
  struct Step {
    std::string_view flag;
    bool enabled = true;
  };
  const Step steps[] = {
      {"simplify"},
      {"sink-reductions"},
      // Before the program is cut into versions, so that each product is looked at once.
      {"contract", fpFusion == FpFusion::On},
      {"loop-clean"},
      {"speculate-loads"},
      {"addresses"},
      {"version-masks"},
      {"unswitch-loops"},
      // Masks and offsets that the two passes above made redundant must not take part in the choice of layouts.
      {"simplify"},
      {"layouts"},
      {"narrow-accumulators"},
      {"split-reductions"},
      {"stage-operands"},
      {"stage-gathers"},
      {"lower-conversions"},
      {"pipeline-loops"},
      {"place-shared"},
      {"synchronize"},
  };
  std::vector<const Pass *> passes;
  for (const Step &step : steps)
    if (step.enabled) passes.push_back(findPass(step.flag));
  return passes;
}

Success runPipeline(ir::Module &module, const PipelineOptions &options) {
  return runPasses(module, defaultPipeline(options.fpFusion), options.run);
}

}  // namespace tritonc::passes
