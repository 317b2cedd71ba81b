// Assertions and prints call `__assertfail` and `vprintf`, which the driver provides. Of the threads that hold the same
// element, one reports it.
#include "codegen/emit_debug.h"

#include <fmt/format.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <cmath>

#include "codegen/element_ops.h"
#include "codegen/emit_memory.h"
#include "codegen/emit_shared.h"

namespace tritonc::codegen {
namespace {

/// A pointer to constant text, in the generic address space.
llvm::Value *textPointer(FunctionEmitter &e, std::string_view text) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::GlobalVariable *global = b.CreateGlobalString({text.data(), text.size()}, "text", kGlobal, &e.module().module);
  return b.CreateAddrSpaceCast(global, b.getPtrTy());
}

/// Runs `emit` where `condition` (null: always) is true.
template <class Emit> void emitWhere(FunctionEmitter &e, llvm::Value *condition, Emit &&emit) {
  if (!condition) return emit();
  llvm::IRBuilder<> &b = e.builder();
  llvm::Function *function = b.GetInsertBlock()->getParent();
  auto *then = llvm::BasicBlock::Create(e.llvm(), "report", function);
  auto *join = llvm::BasicBlock::Create(e.llvm(), "join", function);
  b.CreateCondBr(condition, then, join);
  b.SetInsertPoint(then);
  emit();
  b.CreateBr(join);
  b.SetInsertPoint(join);
}

// ---- Assertions ----

void emitFailure(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  ir::Context &context = e.source().context();
  const ir::LocInfo &info = context.info(op.loc());
  std::string_view file = "unknown", function = info.function.empty() ? e.source().name() : info.function;
  uint32_t line = 0;
  if (info.range.isValid()) {
    const SourceFile &source = context.sources().file(info.range.file);
    file = source.path();
    line = static_cast<uint32_t>(source.position(info.range.begin).line);
  }
  llvm::Type *pointer = b.getPtrTy();
  auto *type = llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, b.getInt32Ty(), pointer, b.getInt64Ty()},
                                       /*isVarArg=*/false);
  constexpr uint64_t kCharSize = 1;
  b.CreateCall(e.module().module.getOrInsertFunction("__assertfail", type),
               {textPointer(e, op.attrs<ir::AssertAttrs>().message.text), textPointer(e, file), b.getInt32(line),
                textPointer(e, function), b.getInt64(kCharSize)});
}

// ---- Prints ----

/// A value of the list of `printf` and how it is written.
struct PrintArgument {
  std::string format;
  llvm::Value *value;
};

PrintArgument printInteger(llvm::IRBuilder<> &b, llvm::Value *value, bool isUnsigned, bool isHex) {
  unsigned width = value->getType()->getIntegerBitWidth();
  bool isWide = width == 64;
  llvm::Type *type = isWide ? b.getInt64Ty() : b.getInt32Ty();
  const char *length = isWide ? "ll" : "";
  if (isHex) return {fmt::format("0x%0{}{}x", (width + 3) / 4, length), b.CreateZExt(value, type)};
  if (isUnsigned || width == 1) return {fmt::format("%{}u", length), b.CreateZExt(value, type)};
  return {fmt::format("%{}i", length), b.CreateSExt(value, type)};
}

PrintArgument printElement(FunctionEmitter &e, ir::Type elem, llvm::Value *value, bool isUnsigned, bool isHex) {
  if (elem.isPtr()) return {"%p", value};
  if (!ir::isFloat(elem.scalar())) return printInteger(e.builder(), value, isUnsigned, isHex);
  if (elem.scalar() != ir::ScalarKind::F64) value = convertFloat(e, value, elem.scalar(), ir::ScalarKind::F64);
  return {isHex ? "%a" : "%f", value};
}

/// ` 3, 12`: each coordinate as wide as the largest one of its dimension.
std::vector<PrintArgument> printCoordinates(FunctionEmitter &e, ir::Type type, uint64_t reg) {
  llvm::IRBuilder<> &b = e.builder();
  std::vector<PrintArgument> arguments;
  if (!type.isTile()) return arguments;
  const ir::LinearLayout &layout = *type.layout();
  llvm::Value *flat = b.CreateXor(e.threadCoordinate(type.layout()), layout.applyPacked(reg));
  for (unsigned dim = 0; dim < type.rank(); ++dim) {
    auto width = static_cast<int>(std::ceil(std::log10(static_cast<double>(type.shape()[dim]))));
    llvm::Value *along = b.CreateLShr(flat, uint64_t{layout.outOffset(dim)});
    arguments.push_back(
        {width > 0 ? fmt::format("%{}u", width) : "%u", b.CreateAnd(along, ir::lowMask(layout.outBits(dim)))});
  }
  return arguments;
}

/// In the format of `printf`.
std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) result.append(c == '%' ? 2 : 1, c);
  return result;
}

/// The line `pid (x, y, z)...`, with arguments for everything after the program's index.
class PrintLine {
public:
  explicit PrintLine(FunctionEmitter &emitter) : e_(emitter) {
    for (llvm::Intrinsic::ID id :
         {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
          llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z})
      values_.push_back(e_.intrinsic(id, {}));
    text_ = "pid (%u, %u, %u)";
  }

  void add(const std::string &text) { text_ += text; }
  void add(const PrintArgument &argument) {
    text_ += argument.format;
    values_.push_back(argument.value);
  }

  /// The list of `vprintf` lies in memory, each value aligned to its size.
  void emit() {
    llvm::IRBuilder<> &b = e_.builder();
    llvm::SmallVector<llvm::Type *> types;
    for (llvm::Value *value : values_) types.push_back(value->getType());
    auto *list = llvm::StructType::get(e_.llvm(), types);
    llvm::BasicBlock &entry = b.GetInsertBlock()->getParent()->getEntryBlock();
    llvm::Value *memory = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(list);
    for (unsigned i = 0; i < values_.size(); ++i) b.CreateStore(values_[i], b.CreateStructGEP(list, memory, i));
    auto *type = llvm::FunctionType::get(b.getInt32Ty(), {b.getPtrTy(), b.getPtrTy()}, /*isVarArg=*/false);
    b.CreateCall(e_.module().module.getOrInsertFunction("vprintf", type), {textPointer(e_, text_ + "\n"), memory});
  }

private:
  FunctionEmitter &e_;
  std::string text_;
  Regs values_;
};

void emitPrintOperand(FunctionEmitter &e, const ir::Op &op, unsigned index) {
  const auto &attrs = op.attrs<ir::PrintAttrs>();
  ir::Type type = op.operand(index)->type();
  bool isUnsigned = attrs.isUnsigned >> index & 1;
  // Registers that only hold copies have no line of their own.
  uint64_t copies = type.isTile() ? type.layout()->freeVariableMasks()[ir::InDim::Register] : 0;
  for (uint64_t reg = 0; reg < numRegs(type); ++reg) {
    if (reg & copies) continue;
    PrintLine line(e);
    line.add(" idx (");
    std::vector<PrintArgument> coordinates = printCoordinates(e, type, reg);
    for (size_t i = 0; i < coordinates.size(); ++i) {
      if (i > 0) line.add(", ");
      line.add(coordinates[i]);
    }
    line.add(")" + escaped(attrs.prefix.text));
    if (op.numOperands() > 1) line.add(fmt::format("(operand {}) ", index));
    line.add(printElement(e, type.elem(), e.regs(op.operand(index))[reg], isUnsigned, attrs.hex));
    line.emit();
  }
}

}  // namespace

void emitAssert(FunctionEmitter &e, const ir::Op &op) {
  if (!e.module().options.debug) return;
  llvm::IRBuilder<> &b = e.builder();
  const ir::Value *condition = op.operand(0), *mask = op.operandOrNull(1);
  ir::Type type = mask && mask->type().isTile() ? mask->type() : condition->type();
  llvm::Value *fails = b.getFalse();
  for (unsigned reg = 0; reg < numRegs(type); ++reg) {
    llvm::Value *isBad = b.CreateNot(regAt(e.regs(condition), reg));
    if (mask) isBad = b.CreateAnd(isBad, regAt(e.regs(mask), reg));
    fails = b.CreateOr(fails, isBad);
  }
  emitWhere(e, ownerPredicate(e, type, fails), [&] { emitFailure(e, op); });
  // Nobody runs ahead into what the assertion protects.
  emitBarrier(e, ir::BarrierScope::Cta);
}

void emitPrint(FunctionEmitter &e, const ir::Op &op) {
  if (op.numOperands() == 0)
    emitWhere(e, e.isFirstThread(), [&] {
      PrintLine line(e);
      line.add(escaped(op.attrs<ir::PrintAttrs>().prefix.text));
      line.emit();
    });
  for (unsigned i = 0; i < op.numOperands(); ++i)
    emitWhere(e, ownerPredicate(e, op.operand(i)->type(), /*mask=*/nullptr), [&] { emitPrintOperand(e, op, i); });
}

}  // namespace tritonc::codegen
