// The types of PTX, from types.def.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tritonc::emulator {

enum class Type : uint8_t {
#define TYPE(Name, spelling, bits, kind) Name,
#include "runtime/emulator/types.def"
};

enum class TypeKind : uint8_t { Pred, Bits, Unsigned, Signed, Float };

/// The state spaces that an address can lie in.
enum class Space : uint8_t { Generic, Global, Shared, Local, Param, Const };

struct TypeInfo {
  std::string_view spelling;
  uint16_t bits;
  TypeKind kind;
};

const TypeInfo &info(Type type);

inline unsigned bitsOf(Type type) { return info(type).bits; }
inline TypeKind kindOf(Type type) { return info(type).kind; }
inline bool isSigned(Type type) { return kindOf(type) == TypeKind::Signed; }
inline bool isFloat(Type type) { return kindOf(type) == TypeKind::Float; }
inline bool isInteger(Type type) { return kindOf(type) != TypeKind::Float && kindOf(type) != TypeKind::Pred; }
/// Bytes in memory.
inline unsigned bytesOf(Type type) { return (bitsOf(type) + 7) / 8; }

/// By the spelling without its dot.
std::optional<Type> findType(std::string_view spelling);
std::optional<Space> findSpace(std::string_view spelling);
std::string_view name(Space space);

}  // namespace tritonc::emulator
