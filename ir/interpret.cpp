// How a program runs: a frame holds the elements of each value, blocks run operation by operation, and the operation
// around a block reads what its terminator names. Nothing is undone or scheduled; program order is execution order.

#include "ir/interpret.h"

#include <cstring>

#include "ir/evaluate.h"

namespace tritonc::ir {
namespace {

/// Blocks and calls inside each other that the recursion here takes.
constexpr unsigned kMaxDepth = 1000;

/// The elements of a value in row-major order, zero-extended; one for a scalar.
using Tile = std::vector<uint64_t>;

/// The elements of an operand; a scalar counts for every element.
class Elements {
public:
  explicit Elements(const Tile &tile) : data_(tile.data()), stride_(tile.size() == 1 ? 0 : 1) {}
  uint64_t operator[](size_t i) const { return data_[i * stride_]; }

private:
  const uint64_t *data_;
  size_t stride_;
};

/// The values of one function, by id. Functions are not recursive, so one frame each is enough for all programs.
using Frame = std::vector<Tile>;

int64_t signExtend(uint64_t bits, unsigned width) {
  unsigned unused = 64 - width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

uint64_t readBytes(const std::byte *place, unsigned size) {
  uint64_t bits = 0;
  switch (size) {
  case 1: std::memcpy(&bits, place, 1); return bits;
  case 2: std::memcpy(&bits, place, 2); return bits;
  case 4: std::memcpy(&bits, place, 4); return bits;
  case 8: std::memcpy(&bits, place, 8); return bits;
  }
  TC_UNREACHABLE("elements have 1, 2, 4 or 8 bytes");
}

class Interpreter {
public:
  Interpreter(const Module &module, Grid grid, const AddressSpace &memory, const InterpretOptions &options)
      : module_(module), grid_(grid), memory_(memory), options_(options) {}

  Success run(const Function &kernel, std::span<const uint64_t> args) {
    TC_CHECK(args.size() == kernel.body()->numArgs(), "the caller gives the bits of each parameter");
    for (program_[2] = 0; program_[2] < grid_[2]; ++program_[2])
      for (program_[1] = 0; program_[1] < grid_[1]; ++program_[1])
        for (program_[0] = 0; program_[0] < grid_[0]; ++program_[0]) {
          steps_ = 0;
          enter(kernel);
          for (size_t i = 0; i < args.size(); ++i) {
            const Value *param = kernel.body()->args()[i];
            tileOf(param) = {args[i] & lowMask(param->type().elemBits())};
          }
          TC_TRY_VOID(runBlock(*kernel.body()));
        }
    return {};
  }

private:
  // ---- Values ----

  void enter(const Function &function) {
    frame_ = &frames_[&function];
    frame_->resize(function.numValueIds());
  }

  Tile &tileOf(const Value *value) {
    Tile &tile = (*frame_)[value->id()];
    if (value->isConstant() && tile.empty()) tile = {value->bits()};
    return tile;
  }
  Elements elementsOf(const Value *value) { return Elements(tileOf(value)); }
  /// For an optional operand: where it is missing, each element counts as `missing`.
  Elements elementsOr(const Value *value, const Tile &missing) { return value ? elementsOf(value) : Elements(missing); }
  uint64_t scalarOf(const Value *value) { return tileOf(value)[0]; }

  /// The place for the elements of the only result.
  Tile &resultOf(const Op &op) {
    Tile &tile = tileOf(op.result());
    tile.resize(static_cast<size_t>(op.result()->type().numElements()));
    return tile;
  }

  /// What the terminator of a block that has just run hands to the operation around it.
  std::vector<Tile> handedOver(const Block &block) {
    std::vector<Tile> tiles;
    for (const Use &use : block.terminator()->operands()) tiles.push_back(tileOf(use.value()));
    return tiles;
  }

  void setResults(const Op &op, std::vector<Tile> tiles) {
    for (unsigned i = 0; i < op.numResults(); ++i) tileOf(op.result(i)) = std::move(tiles[i]);
  }

  // ---- Control ----

  Success runBlock(const Block &block) {
    if (depth_ == kMaxDepth)
      return error(*block.front(), DiagId::NestedTooDeep, "blocks and calls nest more than {} deep", kMaxDepth);
    ++depth_;
    for (const Op &op : block) {
      if (++steps_ > options_.stepLimit)
        return error(op, DiagId::StepLimit, "the program is still running after {} operations", options_.stepLimit);
      TC_TRY_VOID(runOp(op));
    }
    --depth_;
    return {};
  }

  Success runOp(const Op &op) {
    switch (op.info().format) {
    case Format::Elementwise1:
    case Format::Elementwise2:
    case Format::Elementwise3: return runElementwise(op);
    case Format::Source: return runSource(op);
    case Format::Shape: return runShape(op);
    case Format::Load: return runLoad(op);
    case Format::Store: return runStore(op);
    case Format::For: return runFor(op);
    case Format::If: return runIf(op);
    case Format::Call: return runCall(op);
    case Format::Yield:
    case Format::Return: return {};  // read by the operation around the block
    }
    TC_UNREACHABLE("every format has a case");
  }

  Success runFor(const Op &op) {
    const Block &body = *op.block();
    unsigned width = body.arg(0)->type().elemBits();
    uint64_t iv = scalarOf(op.operand(0)), upper = scalarOf(op.operand(1)), step = scalarOf(op.operand(2));
    bool isUnsigned = op.attrs<ForAttrs>().isUnsigned;
    auto less = [&](uint64_t a, uint64_t b) {
      return isUnsigned ? a < b : signExtend(a, width) < signExtend(b, width);
    };
    bool descends = op.operand(2)->isConstant() && signExtend(step, width) < 0;

    for (unsigned i = 1; i < body.numArgs(); ++i) tileOf(body.arg(i)) = tileOf(op.operand(i + 2));
    for (; descends ? less(upper, iv) : less(iv, upper); iv = (iv + step) & lowMask(width)) {
      tileOf(body.arg(0)) = {iv};
      TC_TRY_VOID(runBlock(body));
      std::vector<Tile> carried = handedOver(body);
      for (unsigned i = 1; i < body.numArgs(); ++i) tileOf(body.arg(i)) = std::move(carried[i - 1]);
    }
    for (unsigned i = 1; i < body.numArgs(); ++i) tileOf(op.result(i - 1)) = tileOf(body.arg(i));
    return {};
  }

  Success runIf(const Op &op) {
    const Block &taken = *op.block(scalarOf(op.operand(0)) ? 0 : 1);
    TC_TRY_VOID(runBlock(taken));
    setResults(op, handedOver(taken));
    return {};
  }

  Success runCall(const Op &op) {
    const Function &callee = *module_.find(op.attrs<CallAttrs>().callee);
    std::vector<Tile> args;
    for (const Use &use : op.operands()) args.push_back(tileOf(use.value()));

    Frame *caller = frame_;
    enter(callee);
    for (size_t i = 0; i < args.size(); ++i) tileOf(callee.body()->args()[i]) = std::move(args[i]);
    TC_TRY_VOID(runBlock(*callee.body()));
    std::vector<Tile> results = handedOver(*callee.body());
    frame_ = caller;
    setResults(op, std::move(results));
    return {};
  }

  // ---- Values from values ----

  Success runSource(const Op &op) {
    Tile &result = resultOf(op);
    if (op.opcode() == Opcode::Range) {
      auto start = static_cast<uint64_t>(op.attrs<RangeAttrs>().start);
      for (size_t i = 0; i < result.size(); ++i) result[i] = (start + i) & lowMask(32);
    } else {
      const Grid &source = op.opcode() == Opcode::ProgramId ? program_ : grid_;
      result[0] = source[static_cast<size_t>(op.attrs<AxisAttrs>().axis)];
    }
    return {};
  }

  Success runElementwise(const Op &op) {
    ElementOp element(op, mix(options_.seed + mix(op.id() + 1)));
    Tile &result = resultOf(op);
    unsigned count = op.numOperands();
    // Missing operands repeat the first one, so that the loop need not ask.
    auto operand = [&](unsigned i) { return elementsOf(op.operand(i < count ? i : 0)); };
    Elements a = operand(0), b = operand(1), c = operand(2);
    for (size_t i = 0; i < result.size(); ++i) {
      const uint64_t operands[] = {a[i], b[i], c[i]};
      result[i] = element(operands).bits;
    }
    return {};
  }

  Success runShape(const Op &op) {
    const Value *operand = op.operand(0);
    Tile &result = resultOf(op);
    Elements source = elementsOf(operand);
    Type from = operand->type(), to = op.result()->type();
    bool repeats = op.opcode() == Opcode::Broadcast && from.isTile();
    for (size_t i = 0; i < result.size(); ++i) result[i] = source[repeats ? repeatedIndex(from, to, i) : i];
    return {};
  }

  /// The place in an operand of `broadcast` from which element `index` of the result comes.
  static size_t repeatedIndex(Type from, Type to, size_t index) {
    size_t place = 0, stride = 1;
    for (unsigned dim = to.rank(); dim-- > 0;) {
      auto toSize = static_cast<size_t>(to.shape()[dim]), fromSize = static_cast<size_t>(from.shape()[dim]);
      place += index % toSize % fromSize * stride;
      index /= toSize;
      stride *= fromSize;
    }
    return place;
  }

  // ---- Memory ----

  Success runLoad(const Op &op) {
    Elements pointers = elementsOf(op.operand(0));
    Elements mask = elementsOr(op.operandOrNull(1), true_), other = elementsOr(op.operandOrNull(2), zero_);
    Tile &result = resultOf(op);
    unsigned size = op.result()->type().elemBytes();
    bool isBool = op.result()->type().elemBits() == 1;
    for (size_t i = 0; i < result.size(); ++i) {
      if (!mask[i]) {
        result[i] = other[i];
        continue;
      }
      const std::byte *place = resolve(op, i, pointers[i], size);
      if (!place) return Failed{};
      uint64_t bits = readBytes(place, size);
      result[i] = isBool ? bits != 0 : bits;
    }
    return {};
  }

  Success runStore(const Op &op) {
    Type type = op.operand(0)->type();
    Elements pointers = elementsOf(op.operand(0)), values = elementsOf(op.operand(1));
    Elements mask = elementsOr(op.operandOrNull(2), true_);
    unsigned size = type.pointee().elemBytes();
    auto count = static_cast<size_t>(type.numElements());
    for (size_t n = 0; n < count; ++n) {
      // The order is unspecified, so the seed chooses one.
      size_t i = options_.seed & 1 ? count - 1 - n : n;
      if (!mask[i]) continue;
      std::byte *place = resolve(op, i, pointers[i], size);
      if (!place) return Failed{};
      uint64_t bits = values[i];
      std::memcpy(place, &bits, size);
    }
    return {};
  }

  /// The host memory behind an address, or null after a report.
  std::byte *resolve(const Op &op, size_t index, uint64_t address, unsigned size) {
    if (!buffer_ || !buffer_->contains(address, size)) buffer_ = memory_.find(address, size);
    if (!buffer_) {
      errorAt(op, index, DiagId::OutOfBounds, "`{}` of {} bytes at {:#x}, {}", op.mnemonic(), size, address,
              memory_.describeMiss(address, size));
      return nullptr;
    }
    if (address % size != 0) {
      errorAt(op, index, DiagId::MisalignedAccess, "`{}` of {} bytes at {:#x}, byte {} of `{}`", op.mnemonic(), size,
              address, address - buffer_->address, buffer_->name);
      return nullptr;
    }
    return buffer_->bytes.data() + (address - buffer_->address);
  }

  // ---- Reports ----

  std::string programText() const { return fmt::format("program ({}, {}, {})", program_[0], program_[1], program_[2]); }

  template <class... Args> Failed error(const Op &op, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    return module_.context()
        .error(op.loc(), id, format, std::forward<Args>(args)...)
        .note(SourceRange{}, "{}", programText());
  }

  template <class... Args>
  void errorAt(const Op &op, size_t index, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    auto shape = op.operand(0)->type().shape();
    std::vector<size_t> place(shape.size());
    for (size_t dim = shape.size(); dim-- > 0;) {
      place[dim] = index % static_cast<size_t>(shape[dim]);
      index /= static_cast<size_t>(shape[dim]);
    }
    std::string element = shape.empty() ? "" : fmt::format("element ({}) in ", fmt::join(place, ", "));
    module_.context()
        .error(op.loc(), id, format, std::forward<Args>(args)...)
        .note(SourceRange{}, "{}{}", element, programText())
        .proceed();
  }

  const Tile true_{1}, zero_{0};
  const Module &module_;
  Grid grid_;
  const AddressSpace &memory_;
  InterpretOptions options_;
  Grid program_{};
  uint64_t steps_ = 0;
  unsigned depth_ = 0;
  std::unordered_map<const Function *, Frame> frames_;
  Frame *frame_ = nullptr;
  /// The buffer of the last access, which is likely that of the next one.
  const AddressSpace::Buffer *buffer_ = nullptr;
};

}  // namespace

Success interpret(const Module &module, const Function &kernel, Grid grid, std::span<const uint64_t> args,
                  const AddressSpace &memory, const InterpretOptions &options) {
  return Interpreter(module, grid, memory, options).run(kernel, args);
}

}  // namespace tritonc::ir
