#include "frontend/dtype.h"

#include <array>

namespace tritonc::frontend {
namespace {

enum class Class : uint8_t { Bool, Signed, Unsigned, Fp8, Float, Void };

struct ScalarInfo {
  std::string_view longName;
  std::string_view shortName;
  unsigned bits;
  Class cls;
  std::optional<ir::ScalarKind> irKind;
};

struct IrKinds {
  static constexpr std::optional<ir::ScalarKind> kNone = std::nullopt;
#define SCALAR(Name, spelling, bits, cls) static constexpr std::optional<ir::ScalarKind> k##Name = ir::ScalarKind::Name;
#include "ir/scalars.def"
};

constexpr auto kScalars = std::to_array<ScalarInfo>({
#define DTYPE(Name, name, shortName, bits, cls, irKind) {name, shortName, bits, Class::cls, IrKinds::k##irKind},
#include "frontend/dtypes.def"
});

constexpr auto kShortNames = std::to_array<std::string_view>({
#define DTYPE(Name, name, shortName, bits, cls, irKind) shortName,
#include "frontend/dtypes.def"
});

const ScalarInfo &info(Scalar scalar) { return kScalars[static_cast<size_t>(scalar)]; }

}  // namespace

static_assert(kShortNames[0] == "void", "no value has this type");
std::span<const std::string_view> valueShortNames() { return std::span(kShortNames).subspan(1); }

std::optional<DType> DType::pointerTo(bool isConst) const {
  if (depth_ == kMaxPointerDepth) return std::nullopt;
  DType result = *this;
  if (isConst) result.constMask_ |= static_cast<uint8_t>(1u << depth_);
  ++result.depth_;
  return result;
}

DType DType::pointee() const {
  TC_CHECK(isPtr(), "only a pointer has a pointee");
  DType result = *this;
  --result.depth_;
  result.constMask_ &= static_cast<uint8_t>((1u << result.depth_) - 1);
  return result;
}

DType DType::withoutConst() const {
  DType result = *this;
  result.constMask_ = 0;
  return result;
}

bool DType::isInt() const {
  if (isPtr()) return false;
  Class cls = info(scalar_).cls;
  return cls == Class::Bool || cls == Class::Signed || cls == Class::Unsigned;
}

bool DType::isSigned() const { return !isPtr() && info(scalar_).cls == Class::Signed; }

bool DType::isFloat() const {
  return !isPtr() && (info(scalar_).cls == Class::Float || info(scalar_).cls == Class::Fp8);
}

bool DType::isFp8() const { return !isPtr() && info(scalar_).cls == Class::Fp8; }

unsigned DType::bits() const { return isPtr() ? 64 : info(scalar_).bits; }

std::optional<ir::Type> DType::irType(ir::Context &context) const {
  std::optional<ir::ScalarKind> kind = info(scalar_).irKind;
  if (!kind) return std::nullopt;
  ir::Type type = context.scalar(*kind);
  for (uint8_t i = 0; i < depth_; ++i) type = context.ptr(type);
  return type;
}

std::string DType::shortName() const {
  if (isPtr()) return (isConstPtr() ? "*k" : "*") + pointee().shortName();
  return std::string(info(scalar_).shortName);
}

std::string DType::pythonName() const {
  if (isPtr()) return fmt::format("{}<{}>", isConstPtr() ? "const_pointer" : "pointer", pointee().pythonName());
  return std::string(isFloat() ? info(scalar_).shortName : info(scalar_).longName);
}

std::optional<DType> DType::fromShortName(std::string_view text) {
  if (text.starts_with('*')) {
    bool isConst = text.starts_with("*k");
    std::optional<DType> elem = fromShortName(text.substr(isConst ? 2 : 1));
    return elem ? elem->pointerTo(isConst) : std::nullopt;
  }
  if (text == "B" || text == "u1") return Scalar::Int1;
  for (size_t i = 0; i < kScalars.size(); ++i)
    if (kScalars[i].shortName == text) return static_cast<Scalar>(i);
  return std::nullopt;
}

std::optional<DType> DType::fromPythonName(std::string_view text) {
  for (size_t i = 0; i < kScalars.size(); ++i)
    if (DType(static_cast<Scalar>(i)).pythonName() == text) return static_cast<Scalar>(i);
  return std::nullopt;
}

std::optional<DType> DType::fromLongName(std::string_view text) {
  for (size_t i = 0; i < kScalars.size(); ++i)
    if (kScalars[i].longName == text) return static_cast<Scalar>(i);
  return std::nullopt;
}

}  // namespace tritonc::frontend
