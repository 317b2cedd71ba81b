// What only someone who looks for a fault asks for: promises that are checked, assertions, prints, and the places that
// reports name.

#include <cmath>
#include <cstdio>

#include "ir/evaluate.h"
#include "ir/float_format.h"
#include "ir/interpret_internal.h"

namespace tritonc::ir {
namespace {

/// The coordinates of an element of a tile in row-major order.
DimVector coordinatesOf(Type type, size_t index) {
  DimVector place = DimVector::filled(type.rank(), 0);
  for (unsigned dim = type.rank(); dim-- > 0;) {
    auto size = static_cast<size_t>(type.shape()[dim]);
    place[dim] = static_cast<int64_t>(index % size);
    index /= size;
  }
  return place;
}

/// One number of a list of a hint; 1 where it says nothing.
int64_t promiseAlong(const DimVector &list, unsigned dim) { return dim < list.size() ? list[dim] : 1; }

/// Which promise of a hint the elements break along one dimension, if they do.
class HintAlong {
public:
  HintAlong(Type type, const HintAttrs &hint, unsigned dim)
      : divisible_(promiseAlong(hint.divisible, dim)), contiguous_(promiseAlong(hint.contiguous, dim)),
        constant_(promiseAlong(hint.constant, dim)), unit_(type.isPtrLike() ? type.pointee().elemBytes() : 1),
        mask_(lowMask(type.elemBits())) {}

  /// For the element `along` steps from the start, which follows `previous` unless it is the first one.
  std::string brokenBy(uint64_t bits, uint64_t previous, int64_t along) const {
    bool startsRun = along % contiguous_ == 0;
    if (!startsRun && bits != ((previous + unit_) & mask_))
      return fmt::format("runs of {} consecutive values", contiguous_);
    if (along % constant_ != 0 && bits != previous) return fmt::format("groups of {} equal values", constant_);
    // Without a promise of runs nothing says where they start, except for the first one.
    bool isHead = contiguous_ == 1 ? along == 0 : startsRun;
    if (isHead && bits % static_cast<uint64_t>(divisible_) != 0) return fmt::format("multiples of {}", divisible_);
    return "";
  }

private:
  int64_t divisible_, contiguous_, constant_;
  uint64_t unit_, mask_;
};

/// One value as C's printf writes it. Narrow integers are widened, which for hexadecimal ones changes nothing.
std::string printed(Type elem, uint64_t bits, bool isUnsigned, bool isHex) {
  if (elem.isPtr()) return fmt::format("{:#x}", bits);
  unsigned width = elem.elemBits();
  if (isFloat(elem.scalar())) {
    double value = decodeFloat(elem.scalar(), bits);
    return isHex ? fmt::format("{:a}", value) : fmt::format("{:f}", value);
  }
  if (isHex) return fmt::format("{:#0{}x}", bits, 2 + (width + 3) / 4);
  return isUnsigned || width == 1 ? fmt::format("{}", bits) : fmt::format("{}", signExtend(bits, width));
}

/// ` 3, 12`: each coordinate as wide as the largest one of its dimension.
std::string alignedCoordinates(Type type, size_t index) {
  DimVector place = coordinatesOf(type, index);
  std::vector<std::string> texts;
  for (unsigned dim = 0; dim < type.rank(); ++dim) {
    auto width = static_cast<int>(std::ceil(std::log10(static_cast<double>(type.shape()[dim]))));
    texts.push_back(fmt::format("{:>{}}", place[dim], width));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

Success Interpreter::checkHint(const Op &op) {
  Type type = op.operand(0)->type();
  const auto &hint = op.attrs<HintAttrs>();
  const Tile &tile = tileOf(op.operand(0));
  for (unsigned dim = 0; dim < std::max(type.rank(), 1u); ++dim) {
    HintAlong along(type, hint, dim);
    size_t stride = 1;
    for (unsigned inner = dim + 1; inner < type.rank(); ++inner) stride *= static_cast<size_t>(type.shape()[inner]);
    for (size_t i = 0; i < tile.size(); ++i) {
      int64_t step = type.isTile() ? coordinatesOf(type, i)[dim] : 0;
      uint64_t previous = step > 0 ? tile[i - stride] : 0;
      if (std::string promise = along.brokenBy(tile[i], previous, step); !promise.empty())
        return errorAt(op, type, i, DiagId::BrokenHint, "the source promises {}, but this value is {}", promise,
                       printed(type.elem(), tile[i], /*isUnsigned=*/false, /*isHex=*/false));
    }
  }
  return {};
}

Success Interpreter::checkAssume(const Op &op) {
  if (scalarOf(op.operand(0))) return {};
  return error(op, DiagId::BrokenHint, "what `assume` promises does not hold");
}

Success Interpreter::runAssert(const Op &op) {
  Elements condition = elementsOf(op.operand(0)), mask = elementsOr(op.operandOrNull(1), true_);
  const Value *maskValue = op.operandOrNull(1);
  Type type = op.operand(0)->type();
  if (!type.isTile() && maskValue) type = maskValue->type();
  for (size_t i = 0; i < static_cast<size_t>(type.numElements()); ++i)
    if (mask[i] && !condition[i])
      return errorAt(op, type, i, DiagId::AssertionFailed, "assertion failed: {}",
                     op.attrs<AssertAttrs>().message.text);
  return {};
}

Success Interpreter::runPrint(const Op &op) {
  const auto &attrs = op.attrs<PrintAttrs>();
  auto emit = [&](const std::string &line) {
    if (options_.onPrint)
      options_.onPrint(line);
    else
      fmt::print("{}\n", line);
  };
  std::string pid = fmt::format("pid ({}, {}, {})", program_[0], program_[1], program_[2]);
  unsigned count = op.numOperands();
  if (count == 0) emit(pid + std::string(attrs.prefix.text));
  for (unsigned n = 0; n < count; ++n) {
    Type type = op.operand(n)->type();
    const Tile &tile = tileOf(op.operand(n));
    bool isUnsigned = attrs.isUnsigned >> n & 1;
    std::string number = count > 1 ? fmt::format("(operand {}) ", n) : "";
    for (size_t i = 0; i < tile.size(); ++i)
      emit(fmt::format("{} idx ({}){}{}{}", pid, alignedCoordinates(type, i), attrs.prefix.text, number,
                       printed(type.elem(), tile[i], isUnsigned, attrs.hex)));
  }
  return {};
}

// ---- Reports ----

std::string Interpreter::programText() const {
  return fmt::format("program ({}, {}, {})", program_[0], program_[1], program_[2]);
}

std::string Interpreter::elementText(Type type, size_t index) {
  return type.rank() == 0 ? "" : fmt::format("element ({}) in ", fmt::join(coordinatesOf(type, index), ", "));
}

}  // namespace tritonc::ir
