#include "codegen/emitter.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "codegen/thread_bits.h"
#include "codegen/thread_map.h"

namespace tritonc::codegen {

using ir::ScalarKind;

unsigned numRegs(ir::Type type) {
  return type.isTile() ? static_cast<unsigned>(type.layout()->inSize(ir::InDim::Register)) : 1;
}

namespace {

/// Of the array of shared memory: the eight rows of 128 bytes that the widest swizzle runs over.
constexpr uint64_t kSharedAlignment = 1024;

llvm::Type *scalarType(llvm::LLVMContext &llvm, ScalarKind kind) {
  switch (kind) {
  case ScalarKind::I1: return llvm::Type::getInt1Ty(llvm);
  case ScalarKind::I8:
  case ScalarKind::F8E4M3:
  case ScalarKind::F8E5M2: return llvm::Type::getInt8Ty(llvm);
  case ScalarKind::I16: return llvm::Type::getInt16Ty(llvm);
  case ScalarKind::I32: return llvm::Type::getInt32Ty(llvm);
  case ScalarKind::I64: return llvm::Type::getInt64Ty(llvm);
  case ScalarKind::F16: return llvm::Type::getHalfTy(llvm);
  case ScalarKind::BF16: return llvm::Type::getBFloatTy(llvm);
  case ScalarKind::F32: return llvm::Type::getFloatTy(llvm);
  case ScalarKind::F64: return llvm::Type::getDoubleTy(llvm);
  }
  TC_UNREACHABLE("every scalar type has a case");
}

llvm::Type *elementType(llvm::LLVMContext &llvm, ir::Type type) {
  if (type.isShared()) return llvm::PointerType::get(llvm, kShared);
  if (type.isPtrLike()) return llvm::PointerType::get(llvm, kGlobal);
  return scalarType(llvm, type.scalar());
}

/// A boolean parameter of a kernel is a byte, as docs/abi.md says.
llvm::Type *parameterType(llvm::LLVMContext &llvm, const ir::Function &fn, ir::Type type) {
  bool isByte = fn.isKernel() && type.isScalar(ScalarKind::I1);
  return isByte ? llvm::Type::getInt8Ty(llvm) : elementType(llvm, type);
}

llvm::Type *returnType(llvm::LLVMContext &llvm, const ir::Function &fn) {
  llvm::SmallVector<llvm::Type *> types;
  for (ir::Type type : fn.resultTypes()) types.push_back(elementType(llvm, type));
  if (types.empty()) return llvm::Type::getVoidTy(llvm);
  return types.size() == 1 ? types[0] : llvm::StructType::get(llvm, types);
}

/// `nvvm.annotations` is how LLVM 19 learns what a kernel is and how it is launched.
void annotateKernel(ModuleEmitter &emitter, llvm::Function *function) {
  llvm::LLVMContext &llvm = emitter.llvm();
  auto annotate = [&](llvm::StringRef name, int64_t value) {
    auto *number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(llvm), static_cast<uint64_t>(value));
    emitter.module.getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(llvm::MDNode::get(llvm, {llvm::ValueAsMetadata::get(function), llvm::MDString::get(llvm, name),
                                              llvm::ValueAsMetadata::get(number)}));
  };
  annotate("kernel", 1);
  annotate("reqntidx", emitter.source.numThreads());
  annotate("reqntidy", 1);
  annotate("reqntidz", 1);
  if (emitter.options.maxRegisters > 0) annotate("maxnreg", emitter.options.maxRegisters);
}

}  // namespace

llvm::Function *ModuleEmitter::declare(const ir::Function &fn) {
  std::string symbol = symbolOf(fn.name());
  if (llvm::Function *known = module.getFunction(symbol)) return known;
  llvm::SmallVector<llvm::Type *> params;
  for (const ir::Value *param : fn.body()->args()) params.push_back(parameterType(llvm(), fn, param->type()));
  auto linkage = fn.isKernel() ? llvm::Function::ExternalLinkage : llvm::Function::InternalLinkage;
  auto *function = llvm::Function::Create(llvm::FunctionType::get(returnType(llvm(), fn), params, /*isVarArg=*/false),
                                          linkage, symbol, module);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  if (fn.isKernel())
    annotateKernel(*this, function);
  else
    function->addFnAttr(llvm::Attribute::NoInline);
  lines.addFunction(*function, fn);
  return function;
}

llvm::GlobalVariable *ModuleEmitter::sharedMemory() {
  constexpr const char *kName = "$shared";  // no function can be called so
  if (llvm::GlobalVariable *known = module.getGlobalVariable(kName)) return known;
  auto *bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(llvm()), 0);
  auto *array = new llvm::GlobalVariable(module, bytes, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                                         /*Initializer=*/nullptr, kName, /*InsertBefore=*/nullptr,
                                         llvm::GlobalValue::NotThreadLocal, kShared);
  array->setAlignment(llvm::Align(kSharedAlignment));
  return array;
}

FunctionEmitter::FunctionEmitter(ModuleEmitter &module, ir::Function &source, llvm::Function *function)
    : module_(module), source_(source), affine_(source), function_(function), builder_(module.llvm()),
      values_(source.numValueIds()) {}

void FunctionEmitter::run() {
  auto *entry = llvm::BasicBlock::Create(llvm(), "entry", function_);
  auto *body = llvm::BasicBlock::Create(llvm(), "body", function_);
  builder_.SetInsertPoint(entry);
  entryEnd_ = builder_.CreateBr(body);
  builder_.SetInsertPoint(body);
  bindParameters();
  emitBlock(*source_.body());
  const ir::Op *ret = source_.body()->terminator();
  builder_.SetCurrentDebugLocation(location(ret->loc()));
  llvm::SmallVector<llvm::Value *> results;
  for (const ir::Use &use : ret->operands()) results.push_back(scalar(use.value()));
  if (results.empty())
    builder_.CreateRetVoid();
  else if (results.size() == 1)
    builder_.CreateRet(results[0]);
  else
    builder_.CreateAggregateRet(results.data(), static_cast<unsigned>(results.size()));
}

void FunctionEmitter::bindParameters() {
  for (unsigned i = 0; i < function_->arg_size(); ++i) {
    const ir::Value *param = source_.body()->arg(i);
    llvm::Argument *arg = function_->getArg(i);
    auto divisible = static_cast<uint64_t>(std::min(source_.paramAttrs(i).divisible, passes::kMaxDivisor));
    if (param->type().isPtr() && divisible > 1)
      arg->addAttr(llvm::Attribute::getWithAlignment(llvm(), llvm::Align(divisible)));
    llvm::Value *value = arg;
    if (arg->getType() != type(param->type())) value = builder_.CreateIsNotNull(arg);
    set(param, {value});
  }
}

void FunctionEmitter::emitBlock(const ir::Block &block) {
  for (const ir::Op &op : block) {
    if (op.isTerminator()) break;
    builder_.SetCurrentDebugLocation(location(op.loc()));
    if (sabotage()) sabotage()->enter(op);
    emitOp(*this, op);
  }
}

llvm::Type *FunctionEmitter::type(ir::Type type) { return elementType(llvm(), type); }

const Regs &FunctionEmitter::regs(const ir::Value *value) {
  Regs &regs = values_[value->id()];
  if (regs.empty()) {
    TC_CHECK(value->isConstant(), "operations are emitted after those that they use");
    regs.push_back(constant(value));
  }
  return regs;
}

llvm::Value *FunctionEmitter::scalar(const ir::Value *value) {
  const Regs &regs = this->regs(value);
  TC_CHECK(!value->type().isTile() && regs.size() == 1, "the verifier admits scalars only here");
  return regs[0];
}

void FunctionEmitter::set(const ir::Value *value, Regs regs) {
  TC_CHECK(regs.size() == numRegs(value->type()), "a tile has one value for each register of its layout");
  values_[value->id()] = std::move(regs);
}

llvm::Value *FunctionEmitter::constant(const ir::Value *value) {
  llvm::Type *type = this->type(value->type());
  if (type->isPointerTy()) {
    auto *address = llvm::ConstantInt::get(llvm::Type::getInt64Ty(llvm()), value->bits());
    return llvm::ConstantExpr::getIntToPtr(address, type);
  }
  llvm::APInt bits(type->getPrimitiveSizeInBits(), value->bits());
  if (type->isIntegerTy()) return llvm::ConstantInt::get(llvm(), bits);
  return llvm::ConstantFP::get(llvm(), llvm::APFloat(type->getFltSemantics(), bits));
}

template <class Make> llvm::Value *FunctionEmitter::inEntry(Make &&make) {
  llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  builder_.SetInsertPoint(entryEnd_);
  builder_.SetCurrentDebugLocation(location(source_.loc()));
  return make();
}

llvm::Value *FunctionEmitter::threadIndex() {
  if (!threadIndex_)
    threadIndex_ = inEntry([&] {
      auto *tid = llvm::cast<llvm::CallInst>(intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, {}));
      tid->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, numThreads())));
      return tid;
    });
  return threadIndex_;
}

llvm::Value *FunctionEmitter::threadCoordinate(ir::Layout layout) {
  llvm::Value *&coordinate = threadCoordinates_[layout];
  if (!coordinate) {
    threadIndex();
    coordinate = inEntry([&] { return threadMap(*layout); });
  }
  return coordinate;
}

llvm::Value *FunctionEmitter::threadMap(const ir::LinearLayout &layout) {
  std::vector<uint64_t> columns = threadColumns(layout);
  if (sabotage()) sabotage()->breakThreadMap(columns);
  return emitThreadMap(builder_, threadIndex(), columns);
}

llvm::Value *FunctionEmitter::isOwner(ir::Layout layout) {
  uint32_t copies = copyMask(*layout);
  if (copies == 0) return nullptr;
  llvm::Value *&owner = owners_[layout];
  if (!owner) {
    llvm::Value *tid = threadIndex();
    owner = inEntry([&] { return builder_.CreateIsNull(builder_.CreateAnd(tid, copies)); });
  }
  return owner;
}

llvm::Value *FunctionEmitter::isFirstThread() {
  if (!isFirstThread_) {
    llvm::Value *tid = threadIndex();
    isFirstThread_ = inEntry([&] { return builder_.CreateIsNull(tid); });
  }
  return isFirstThread_;
}

llvm::Value *FunctionEmitter::sharedPointer(int64_t offset) {
  auto *bytes = builder_.getInt32(static_cast<uint32_t>(offset));
  return llvm::ConstantExpr::getGetElementPtr(builder_.getInt8Ty(), module_.sharedMemory(), bytes);
}

llvm::Value *FunctionEmitter::intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value *> args,
                                        llvm::ArrayRef<llvm::Type *> overloads) {
  return builder_.CreateIntrinsic(id, overloads, args);
}

llvm::Value *FunctionEmitter::pureAsm(llvm::Type *result, llvm::StringRef text, llvm::StringRef constraints,
                                      llvm::ArrayRef<llvm::Value *> args) {
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *arg : args) types.push_back(arg->getType());
  auto *fn = llvm::FunctionType::get(result, types, /*isVarArg=*/false);
  auto *call = builder_.CreateCall(llvm::InlineAsm::get(fn, text, constraints, /*hasSideEffects=*/false), args);
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  call->addFnAttr(llvm::Attribute::WillReturn);
  return call;
}

}  // namespace tritonc::codegen
