// Types of the tile IR: scalars, pointers to global memory, tiles of either, and buffers in shared memory.
//
// A `Type` is a pointer to data interned in the `Context`, so equality is pointer equality. The layout of a tile is
// part of its type; it is null until the layout solver has run.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/dim_vector.h"
#include "ir/fwd.h"

namespace tritonc::ir {

enum class ScalarKind : uint8_t {
#define SCALAR(Name, spelling, bits, cls) Name,
#include "ir/scalars.def"
};

std::string_view spelling(ScalarKind kind);
/// The name of an operand's type in matrix instructions: `f16`, `tf32`, `e4m3`.
std::string_view matrixType(ScalarKind kind);
/// Width of the value: 1 for `i1`.
unsigned bitWidth(ScalarKind kind);
/// Width in memory: one byte for `i1`.
unsigned byteWidth(ScalarKind kind);
bool isFloat(ScalarKind kind);
inline bool isInt(ScalarKind kind) { return !isFloat(kind); }
std::optional<ScalarKind> scalarFromSpelling(std::string_view text);

/// No tile has more elements (Triton's limit).
inline constexpr int64_t kMaxTileElements = 1 << 20;

enum class TypeKind : uint8_t { Scalar, Ptr, Tile, Shared };

/// Interned by the `Context`; read it through `Type`.
struct TypeData {
  TypeKind kind;
  ScalarKind scalar{};               // Scalar
  const TypeData *elem{};            // Ptr: pointee; Tile and Shared: element, a scalar or a pointer
  std::span<const int64_t> shape{};  // Tile and Shared: powers of two, at least one dimension
  Layout layout{};                   // Tile and Shared
  uint32_t id{};                     // dense, in order of creation
};

class Type {
public:
  Type() = default;
  explicit Type(const TypeData *data) : data_(data) {}

  explicit operator bool() const { return data_ != nullptr; }
  friend bool operator==(Type, Type) = default;
  const TypeData *data() const { return data_; }

  TypeKind kind() const { return data_->kind; }
  bool isTile() const { return kind() == TypeKind::Tile; }
  /// A buffer in shared memory.
  bool isShared() const { return kind() == TypeKind::Shared; }
  bool isPtr() const { return kind() == TypeKind::Ptr; }
  bool isScalar() const { return kind() == TypeKind::Scalar; }
  bool isScalar(ScalarKind scalar) const { return isScalar() && data_->scalar == scalar; }

  /// The element type of a tile or buffer; the type itself otherwise.
  Type elem() const { return isTile() || isShared() ? Type(data_->elem) : *this; }
  /// Of a pointer or a tile of pointers.
  Type pointee() const { return Type(elem().data_->elem); }
  /// Of a scalar or a tile of scalars.
  ScalarKind scalar() const { return elem().data_->scalar; }

  bool isPtrLike() const { return elem().isPtr(); }
  bool isIntLike() const { return elem().isScalar() && isInt(scalar()); }
  bool isFloatLike() const { return elem().isScalar() && isFloat(scalar()); }

  /// Empty for scalars and pointers.
  std::span<const int64_t> shape() const { return data_->shape; }
  unsigned rank() const { return static_cast<unsigned>(data_->shape.size()); }
  int64_t numElements() const;
  Layout layout() const { return data_->layout; }

  /// Bits of one element; 64 for pointers.
  unsigned elemBits() const;
  /// Bytes of one element in memory.
  unsigned elemBytes() const;

private:
  const TypeData *data_ = nullptr;
};

/// Bytes of a buffer, or of one slot of a ring.
int64_t bufferBytes(Type buffer);

/// As in the text form, without the layout: `f32`, `ptr<f16>`, `tile<64x32xptr<f32>>`.
std::string print(Type type);

}  // namespace tritonc::ir

template <> struct std::hash<tritonc::ir::Type> {
  size_t operator()(tritonc::ir::Type type) const { return std::hash<const void *>()(type.data()); }
};
