// Affine analysis: what is known about the integers and pointers of a function.
//
// Three kinds of facts, all about signed integers of the value's width (pointers: addresses in bytes):
//   range   an interval that holds every element
//   dims    for each dimension of a tile how its elements follow one another: runs, constancy, divisibility
//   form    base + sum of stride * index, where the base is a combination of scalars
// Integers wrap, so each fact says whether it is about the wrapped value: see `Certainty`. The strength of the analysis
// is in proving that sums do not wrap: by their ranges, or because the base is a multiple of 2^k and the rest lies in
// [0, 2^k).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ir/dim_vector.h"
#include "ir/module.h"
#include "passes/interval.h"

namespace tritonc::passes {

/// How far a form can be trusted.
enum class Certainty : uint8_t {
  /// Unless a sum of fewer than 64 bits wrapped on the way. For estimates only.
  Usually,
  /// Modulo 2^width.
  Modulo,
  /// As an equation of integers.
  Always,
};

/// value = sum of coefficient * scalar + constant + sum of stride[d] * index[d].
struct AffineForm {
  struct Term {
    /// A scalar, or a tile that stands for its element at index 0. Read as a signed integer.
    ir::Value *value;
    int64_t coefficient;
    friend bool operator==(const Term &, const Term &) = default;
  };

  /// Ordered by value id, without zero coefficients.
  std::vector<Term> terms;
  /// One for each dimension; none for scalars.
  ir::DimVector strides;
  int64_t constant = 0;
  Certainty certainty = Certainty::Always;

  friend bool operator==(const AffineForm &, const AffineForm &) = default;
};

/// How the elements follow one another along a dimension, the other indices being fixed. Each number is a power of two.
struct DimFacts {
  /// Aligned groups of so many elements count up by one (pointers: by the size of the pointee).
  int64_t run = 1;
  /// Aligned groups of so many elements are equal.
  int64_t constancy = 1;
  /// Divides the first element of each run (pointers: in bytes).
  int64_t divisor = 1;
  friend bool operator==(const DimFacts &, const DimFacts &) = default;
};

struct Facts {
  Interval range;
  /// One for each dimension; a scalar has one that stands for its only element.
  std::vector<DimFacts> dims;
  std::optional<AffineForm> form;
  /// No element is negative unless a sum or product on the way wrapped.
  bool isNatural = false;

  /// Divides every element.
  int64_t divisor() const;
  /// Divides the element at index 0.
  int64_t baseDivisor() const;
  friend bool operator==(const Facts &, const Facts &) = default;
};

/// The largest divisor that is recorded.
inline constexpr int64_t kMaxDivisor = int64_t{1} << 30;

class AffineAnalysis {
public:
  explicit AffineAnalysis(ir::Function &function);

  /// Facts about an integer, a pointer or a tile of them. Of a value that did not exist when the analysis ran, or of
  /// floats, nothing is known.
  const Facts &facts(const ir::Value *value) const;

  /// Adds the facts about a pure operation made since.
  void learn(ir::Op &op);

  /// Whether a sum of two integers equals the sum of their signed values.
  bool sumIsExact(const ir::Value *a, const ir::Value *b) const;

private:
  friend class AffineWalk;
  /// Of the scalars that the kernel makes assumptions about, by id.
  std::map<uint32_t, Interval> assumed_;
  std::vector<std::optional<Facts>> facts_;
  /// One for values without facts, by rank.
  std::vector<Facts> unknown_;
};

}  // namespace tritonc::passes
