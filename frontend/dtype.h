// DType: the element types that a kernel's text talks about, with the signedness that the tile IR leaves to operations.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/context.h"

namespace tritonc::frontend {

enum class Scalar : uint8_t {
#define DTYPE(Name, name, shortName, bits, cls, irKind) Name,
#include "frontend/dtypes.def"
};

/// A scalar type, or a pointer to one, or a pointer to such a pointer.
class DType {
public:
  constexpr DType() = default;
  constexpr DType(Scalar scalar) : scalar_(scalar) {}
  friend constexpr bool operator==(DType, DType) = default;

  /// The pointee scalar of a pointer.
  constexpr Scalar scalar() const { return scalar_; }
  constexpr bool is(Scalar scalar) const { return !isPtr() && scalar_ == scalar; }

  constexpr bool isPtr() const { return depth_ != 0; }
  constexpr bool isConstPtr() const { return isPtr() && (constMask_ >> (depth_ - 1) & 1); }
  /// Nothing for a pointer deeper than `kMaxPointerDepth`.
  std::optional<DType> pointerTo(bool isConst) const;
  DType pointee() const;
  /// The same with no pointer to constant memory.
  DType withoutConst() const;

  bool isBool() const { return is(Scalar::Int1); }
  /// Any integer, `int1` too.
  bool isInt() const;
  bool isSigned() const;
  /// Any width, 8-bit too.
  bool isFloat() const;
  bool isFp8() const;
  /// Bits of a value: 64 for pointers, 1 for `int1`.
  unsigned bits() const;

  /// The type of the tile IR that holds a value; nothing if there is none.
  std::optional<ir::Type> irType(ir::Context &context) const;

  /// As in signatures: `*fp32`, `i1`, `*ki8`.
  std::string shortName() const;
  /// What Python prints for the dtype object: `int32`, `fp32`, `pointer<fp32>`.
  std::string pythonName() const;

  static std::optional<DType> fromShortName(std::string_view text);
  /// By `pythonName`, without pointers.
  static std::optional<DType> fromPythonName(std::string_view text);
  /// By the name in `triton.language`.
  static std::optional<DType> fromLongName(std::string_view text);

private:
  static constexpr uint8_t kMaxPointerDepth = 8;

  Scalar scalar_ = Scalar::Void;
  uint8_t depth_ = 0;
  /// Bit i: the pointer of depth i + 1 is to constant memory.
  uint8_t constMask_ = 0;
};

/// The names of all scalars that values have as in signatures, for "did you mean".
std::span<const std::string_view> valueShortNames();

}  // namespace tritonc::frontend
