// Emitter: writes tile IR for values that carry the source's own dtype and shape.
//
// A tile with one value everywhere stays a scalar in the IR until an operation needs the tile itself: `materialize`.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "frontend/value.h"
#include "ir/builder.h"

namespace tritonc::frontend {

class Emitter {
public:
  Emitter(ir::Context &context, ir::Function &function, std::string_view functionName, ir::Loc callSite)
      : context_(context), builder_(function), functionName_(functionName), callSite_(callSite) {}

  ir::Builder &builder() { return builder_; }
  ir::Context &context() { return context_; }
  ir::Function &function() { return builder_.function(); }

  /// Operations from here on come from this text.
  void setPlace(SourceRange range);
  /// The function whose text is lowered, and the call that it is inlined at. Returns what was set before.
  struct Inlining {
    std::string_view functionName;
    ir::Loc callSite;
  };
  Inlining setInlining(Inlining inlining);
  ir::Loc callSite() const { return callSite_; }
  ir::Loc locOf(SourceRange range) { return context_.loc(range, callSite_, functionName_); }

  /// The type must have an IR type.
  ir::Type irType(DType dtype) { return *dtype.irType(context_); }
  ir::Type irType(DType dtype, const ir::DimVector &shape) {
    return context_.tile({shape.begin(), shape.size()}, irType(dtype));
  }

  /// A number that fits the type.
  RuntimeValue constant(DType dtype, const Value &number, const ir::DimVector &shape = {});
  RuntimeValue zero(DType dtype, const ir::DimVector &shape = {});

  /// The operands have one shape as the source sees it; some may be uniform.
  RuntimeValue elementwise(ir::Opcode opcode, std::initializer_list<RuntimeValue> operands, DType resultType) {
    return elementwise(opcode, std::span(operands.begin(), operands.size()), resultType);
  }
  template <class A = ir::NoAttrs>
  RuntimeValue elementwise(ir::Opcode opcode, std::span<const RuntimeValue> operands, DType resultType,
                           const A &attrs = {}) {
    std::vector<ir::Value *> values;
    ir::DimVector shape;
    bool hasTile = false;
    for (const RuntimeValue &operand : operands) {
      values.push_back(operand.ir);
      if (operand.isTile()) shape = operand.shape;
      hasTile = hasTile || operand.ir->type().isTile();
    }
    ir::Type type = hasTile ? irType(resultType, shape) : irType(resultType);
    ir::Op *op = builder_.create(opcode, values, std::span<const ir::Type>(&type, 1), attrs);
    return {op->result(), resultType, shape};
  }
  /// A cast that `castProblem` allows.
  RuntimeValue cast(const RuntimeValue &value, DType to, ir::Rounding rounding = ir::Rounding::NearestEven);
  RuntimeValue bitcast(const RuntimeValue &value, DType to);

  RuntimeValue expandDims(const RuntimeValue &value, unsigned axis);
  /// To a shape that the value's own, padded with leading ones, broadcasts to.
  RuntimeValue broadcast(const RuntimeValue &value, const ir::DimVector &shape);
  /// To a shape of as many elements; a scalar if the shape is empty.
  RuntimeValue reshape(const RuntimeValue &value, const ir::DimVector &shape);
  /// Dimension i of the result is dimension order[i] of the value.
  RuntimeValue permute(const RuntimeValue &value, const ir::DimVector &order);
  /// The one element of the value.
  RuntimeValue scalarOf(const RuntimeValue &value);
  /// The value as the IR type of its shape.
  ir::Value *materialize(const RuntimeValue &value);
  RuntimeValue materialized(const RuntimeValue &value) { return {materialize(value), value.dtype, value.shape}; }

private:
  std::optional<RuntimeValue> insertOnes(RuntimeValue value, const ir::DimVector &shape);
  RuntimeValue convert(ir::Opcode opcode, const RuntimeValue &value, DType to, ir::Rounding rounding);
  RuntimeValue isNonZero(const RuntimeValue &value);
  RuntimeValue castInt(const RuntimeValue &value, DType to);
  RuntimeValue castFloat(const RuntimeValue &value, DType to, ir::Rounding rounding);

  ir::Context &context_;
  ir::Builder builder_;
  std::string_view functionName_;
  ir::Loc callSite_;
  SourceRange place_;
};

/// Puts the builder back where it was.
class InsertionGuard {
public:
  explicit InsertionGuard(ir::Builder &builder) : builder_(builder), block_(builder.block()) {}
  ~InsertionGuard() { builder_.setInsertionPointToEnd(block_); }
  InsertionGuard(const InsertionGuard &) = delete;

private:
  ir::Builder &builder_;
  ir::Block *block_;
};

}  // namespace tritonc::frontend
