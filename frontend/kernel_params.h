// Matches a kernel's parameters with the signature, the constants of `-c`, and defaults.
#pragma once

#include "frontend/lowering.h"
#include "frontend/signature.h"
#include "frontend/tuning.h"

namespace tritonc::frontend {

/// What a parameter of the kernel is bound to: a constant, or a value that the launch passes.
struct BoundParam {
  std::string_view name;
  /// Of a constant.
  std::optional<Value> constant;
  /// Of a value of the launch.
  DType dtype;
  int64_t divisible = 1;
  /// Of a tensor descriptor, the shape of its blocks; `dtype` points to its elements.
  ir::DimVector block = {};
};

class KernelParams {
public:
  /// `config` is the one that the request names; null without.
  KernelParams(Lowering &lowering, const FunctionInfo &kernel, const LowerRequest &request, const Tuning &tuning,
               const TuneConfig *config)
      : lowering_(lowering), kernel_(kernel), request_(request), tuning_(tuning), config_(config) {}

  /// One for each parameter, in order.
  Result<std::vector<BoundParam>> bind();

private:
  struct Constant {
    Value value;
    SourceRange range;
  };

  const ast::FunctionDef &def() const { return *kernel_.def; }
  ir::Context &context() { return lowering_.context(); }

  Success checkConfig();
  const Heuristic *heuristicFor(std::string_view name) const;
  /// Computes what heuristics say of parameters that have no value, one after the other.
  Success runHeuristics(std::vector<BoundParam> &params);
  Success readConstants();
  Success matchPositional(const std::vector<SignatureEntry> &entries);
  Success matchNamed(const std::vector<SignatureEntry> &entries);
  /// The expression that is the text from `begin` on.
  Result<Value> evaluate(const SourceFile &file, uint32_t begin);
  Result<BoundParam> bindParam(const ast::Param &param);
  Result<BoundParam> bindType(const ast::Param &param, const SignatureEntry &entry);
  Result<BoundParam> bindWritten(const ast::Param &param, const SignatureEntry &entry, std::optional<DType> declared);
  Result<BoundParam> bindLaunched(const ast::Param &param, const SignatureEntry &entry, std::optional<DType> declared);
  Result<BoundParam> bindConstant(const ast::Param &param);
  DiagnosticBuilder missing(const ast::Param &param);
  Success checkConstant(const Value &value, SourceRange range);
  /// Whether the list of `triton.jit` holds the parameter.
  Result<bool> isListed(const ast::Expr *list, const ast::Param &param);
  std::vector<std::string_view> paramNames() const;
  bool isConstexpr(const ast::Param &param) const;

  Lowering &lowering_;
  const FunctionInfo &kernel_;
  const LowerRequest &request_;
  const Tuning &tuning_;
  const TuneConfig *config_;
  const SourceFile *signature_ = nullptr;
  /// What the values of the signature were parsed into.
  std::vector<ast::Expression> expressions_;
  std::map<std::string_view, SignatureEntry> entries_;
  std::map<std::string_view, Constant> constants_;
};

}  // namespace tritonc::frontend
