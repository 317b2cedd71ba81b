// Inline assembler: elements are packed into registers, and whoever runs the interpreter executes the text.
// Neighbours in row-major order go together; elements that are missing at the end repeat the last one.

#include <algorithm>

#include "ir/inline_asm.h"
#include "ir/interpret_internal.h"

namespace tritonc::ir {
namespace {

/// Calls `visit(register, first element of it, elements)` for each register of one value.
template <class Visit> void forEachRegister(const AsmPacking &packing, unsigned pack, Visit &&visit) {
  for (unsigned reg = 0; reg < packing.registers; ++reg) {
    unsigned first = reg * packing.elementsPerRegister;
    visit(reg, first, std::min(pack - first, packing.elementsPerRegister));
  }
}

}  // namespace

Success Interpreter::runAsm(const Op &op) {
  const auto &attrs = op.attrs<AsmAttrs>();
  if (!options_.runAsm) return error(op, DiagId::Unsupported, "inline assembler cannot run here");
  auto pack = static_cast<unsigned>(attrs.pack);
  auto elements = static_cast<size_t>(op.result()->type().numElements());
  AsmRun run{attrs.text.text, attrs.constraints.text, (elements + pack - 1) / pack, {}, {}};
  for (const Use &use : op.operands()) {
    Type type = use.value()->type();
    Elements source = elementsOf(use.value());
    AsmPacking packing(type, pack);
    forEachRegister(packing, pack, [&](unsigned, unsigned first, unsigned count) {
      std::vector<uint64_t> words(run.count);
      for (size_t i = 0; i < run.count; ++i)
        for (unsigned j = 0; j < count; ++j)
          words[i] |= source[std::min(i * pack + first + j, elements - 1)] << (j * packing.elemBits);
      run.inputs.push_back(std::move(words));
    });
  }
  run.outputs.resize(asmResultBits(op).size());
  if (std::string problem = options_.runAsm(run); !problem.empty())
    return error(op, DiagId::DeviceFailure, "inline assembler: {}", problem);

  if (!attrs.isPure) markUses(op);
  size_t output = 0;
  for (unsigned r = 0; r < op.numResults(); ++r) {
    Type type = op.result(r)->type();
    Tile &result = resultOf(op, r);
    AsmPacking packing(type, pack);
    forEachRegister(packing, pack, [&](unsigned reg, unsigned first, unsigned count) {
      const std::vector<uint64_t> &words = run.outputs[output + reg];
      for (size_t i = 0; i < run.count; ++i)
        for (unsigned j = 0; j < count; ++j)
          if (size_t at = i * pack + first + j; at < elements) {
            uint64_t bits = words[i] >> (j * packing.elemBits) & lowMask(packing.elemBits);
            result[at] = type.elemBits() == 1 ? bits != 0 : bits;
          }
    });
    output += packing.registers;
  }
  return {};
}

void Interpreter::markUses(const Op &op) {
  for (const Use &use : op.operands()) {
    Type type = use.value()->type();
    if (!type.isPtrLike()) continue;
    uint64_t size = type.pointee().elemBytes();
    for (uint64_t address : tileOf(use.value())) {
      const AddressSpace::Buffer *buffer = memory_.find(address, size);
      if (!buffer || buffer->uses.empty()) continue;
      for (uint64_t i = 0; i < size; ++i) buffer->uses[address - buffer->address + i] |= kByteRead | kByteWritten;
    }
  }
}

}  // namespace tritonc::ir
