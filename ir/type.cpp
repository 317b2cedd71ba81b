#include "ir/type.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <numeric>

namespace tritonc::ir {
namespace {

enum class ScalarClass : uint8_t { Int, Float };

struct ScalarInfo {
  std::string_view spelling;
  uint8_t bits;
  ScalarClass cls;
};

constexpr auto kScalars = std::to_array<ScalarInfo>({
#define SCALAR(Name, spelling, bits, cls) {spelling, bits, ScalarClass::cls},
#include "ir/scalars.def"
});

const ScalarInfo &info(ScalarKind kind) { return kScalars[static_cast<size_t>(kind)]; }

}  // namespace

std::string_view spelling(ScalarKind kind) { return info(kind).spelling; }

std::string_view matrixType(ScalarKind kind) {
  switch (kind) {
  case ScalarKind::F16: return "f16";
  case ScalarKind::BF16: return "bf16";
  case ScalarKind::F32: return "tf32";
  case ScalarKind::F8E4M3: return "e4m3";
  case ScalarKind::F8E5M2: return "e5m2";
  case ScalarKind::I8: return "s8";
  default: TC_UNREACHABLE("the verifier knows what can be multiplied");
  }
}

unsigned bitWidth(ScalarKind kind) { return info(kind).bits; }
unsigned byteWidth(ScalarKind kind) { return (info(kind).bits + 7) / 8; }
bool isFloat(ScalarKind kind) { return info(kind).cls == ScalarClass::Float; }

std::optional<ScalarKind> scalarFromSpelling(std::string_view text) {
  for (size_t i = 0; i < kScalars.size(); ++i)
    if (kScalars[i].spelling == text) return static_cast<ScalarKind>(i);
  return std::nullopt;
}

int64_t Type::numElements() const {
  auto dims = shape();
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

unsigned Type::elemBits() const { return isPtrLike() ? 64 : bitWidth(scalar()); }
unsigned Type::elemBytes() const { return isPtrLike() ? 8 : byteWidth(scalar()); }

int64_t bufferBytes(Type buffer) { return buffer.numElements() * buffer.elemBytes(); }

std::string print(Type type) {
  switch (type.kind()) {
  case TypeKind::Scalar: return std::string(spelling(type.scalar()));
  case TypeKind::Ptr: return fmt::format("ptr<{}>", print(type.pointee()));
  case TypeKind::Tile:
  case TypeKind::Shared: break;
  }
  std::string text = type.isTile() ? "tile<" : "shared<";
  for (int64_t dim : type.shape()) text += fmt::format("{}x", dim);
  return text + print(type.elem()) + ">";
}

}  // namespace tritonc::ir
