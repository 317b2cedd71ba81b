// Small arrays on the stack, as scalars: see local_arrays.h.
//
//   store i32 %v, ptr (gep [7 x i32], ptr %array, 0, %i)   ->   %e0 = select (%i == 0), %v, %e0   and so on to %e6
//   %v = load i32, ptr (gep [7 x i32], ptr %array, 0, %i)  ->   %v = select (%i == 6), %e6, ... %e0
#include "codegen/local_arrays.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <optional>

namespace tritonc::codegen {
namespace {

constexpr uint64_t kMaxElements = 16;

/// A load or store of one element.
struct Access {
  llvm::Instruction *instruction;
  /// Null for the first element. What is loaded from such an array may be one.
  llvm::WeakTrackingVH index;
};

/// An array that is only ever accessed element by element.
class LocalArray {
public:
  static std::optional<LocalArray> create(llvm::AllocaInst &alloca) {
    auto *type = llvm::dyn_cast<llvm::ArrayType>(alloca.getAllocatedType());
    if (!type || alloca.isArrayAllocation() || type->getNumElements() > kMaxElements) return std::nullopt;
    llvm::Type *elem = type->getElementType();
    bool isNumber = elem->isIntegerTy() || elem->isFloatingPointTy();
    if (!isNumber || elem->getPrimitiveSizeInBits() != 8 * alloca.getDataLayout().getTypeAllocSize(elem))
      return std::nullopt;
    LocalArray array(alloca, *type);
    if (!array.addUsers(alloca, /*index=*/nullptr)) return std::nullopt;
    return array;
  }

  /// Leaves the elements in memory of their own, which is returned.
  llvm::SmallVector<llvm::AllocaInst *> split() {
    llvm::IRBuilder<> builder(&alloca_);
    llvm::SmallVector<llvm::AllocaInst *> elements;
    for (uint64_t i = 0; i < type_.getNumElements(); ++i)
      elements.push_back(builder.CreateAlloca(type_.getElementType()));
    for (const Access &access : accesses_) replace(access, elements);
    for (llvm::Instruction *address : addresses_) address->eraseFromParent();
    alloca_.eraseFromParent();
    return elements;
  }

private:
  LocalArray(llvm::AllocaInst &alloca, llvm::ArrayType &type) : alloca_(alloca), type_(type) {}

  /// Collects what uses the address of element `index`; whether it is all known.
  bool addUsers(llvm::Instruction &address, llvm::Value *index) {
    return llvm::all_of(address.users(), [&](llvm::User *user) {
      if (auto *element = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) return !index && addElement(*element);
      auto *load = llvm::dyn_cast<llvm::LoadInst>(user);
      auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
      bool isAccess = (load && load->isSimple() && load->getType() == type_.getElementType()) ||
                      (store && store->isSimple() && store->getValueOperand()->getType() == type_.getElementType() &&
                       store->getPointerOperand() == &address);
      if (isAccess) accesses_.push_back({llvm::cast<llvm::Instruction>(user), index});
      return isAccess;
    });
  }

  bool addElement(llvm::GetElementPtrInst &address) {
    llvm::Value *index = indexOf(address);
    if (!index || !addUsers(address, index)) return false;
    addresses_.push_back(&address);
    return true;
  }

  /// Of the element that the address leads to; null if it may be none.
  llvm::Value *indexOf(llvm::GetElementPtrInst &address) const {
    auto *first = llvm::dyn_cast<llvm::ConstantInt>(address.getOperand(1));
    if (!first) return nullptr;
    if (address.getSourceElementType() == &type_)
      return address.getNumIndices() == 2 && first->isZero() ? address.getOperand(2) : nullptr;
    // InstCombine writes constant places in bytes.
    uint64_t bytes = type_.getElementType()->getPrimitiveSizeInBits().getFixedValue() / 8;
    bool isPlace = address.getSourceElementType()->isIntegerTy(8) && first->getZExtValue() % bytes == 0 &&
                   first->getZExtValue() / bytes < type_.getNumElements();
    return isPlace ? llvm::ConstantInt::get(first->getType(), first->getZExtValue() / bytes) : nullptr;
  }

  static void replace(const Access &access, llvm::ArrayRef<llvm::AllocaInst *> elements) {
    llvm::IRBuilder<> builder(access.instruction);
    auto isAt = [&](size_t i) -> llvm::Value * {
      if (!access.index) return builder.getInt1(i == 0);
      llvm::Value *index = access.index;
      return builder.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), i));
    };
    llvm::Type *type = elements[0]->getAllocatedType();
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(access.instruction)) {
      for (auto [i, element] : llvm::enumerate(elements))
        builder.CreateStore(builder.CreateSelect(isAt(i), store->getValueOperand(), builder.CreateLoad(type, element)),
                            element);
    } else {
      llvm::Value *value = builder.CreateLoad(type, elements[0]);
      for (size_t i = 1; i < elements.size(); ++i)
        value = builder.CreateSelect(isAt(i), builder.CreateLoad(type, elements[i]), value);
      access.instruction->replaceAllUsesWith(value);
    }
    access.instruction->eraseFromParent();
  }

  llvm::AllocaInst &alloca_;
  llvm::ArrayType &type_;
  llvm::SmallVector<Access> accesses_;
  llvm::SmallVector<llvm::Instruction *> addresses_;
};

}  // namespace

void dissolveLocalArrays(llvm::Function &function) {
  llvm::SmallVector<LocalArray> arrays;
  for (llvm::Instruction &instruction : function.getEntryBlock())
    if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (std::optional<LocalArray> array = LocalArray::create(*alloca)) arrays.push_back(*std::move(array));
  if (arrays.empty()) return;
  llvm::SmallVector<llvm::AllocaInst *> elements;
  for (LocalArray &array : arrays) elements.append(array.split());
  llvm::DominatorTree dominators(function);
  llvm::PromoteMemToReg(elements, dominators);
}

}  // namespace tritonc::codegen
