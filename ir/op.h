// Operations, values and blocks of the tile IR.
//
// Everything lives in the arena of its `Function` and has a stable address. Operands are nodes of their value's use
// list and change through setters only, so replacing all uses of a value is local. A region is one `Block` that ends in
// a terminator; there is no other control flow.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "ir/attrs.h"
#include "ir/context.h"
#include "ir/fwd.h"
#include "ir/type.h"

namespace tritonc::ir {

enum class Opcode : uint8_t {
#define OP(Name, mnemonic, format, rule, effect, attrs, traits, summary) Name,
#include "ir/ops.def"
};

inline constexpr size_t kNumOpcodes = 0
#define OP(Name, mnemonic, format, rule, effect, attrs, traits, summary) +1
#include "ir/ops.def"
    ;

enum class Format : uint8_t {
#define FORMAT(Name, minOperands, maxOperands, minResults, maxResults, blocks, kind) Name,
#include "ir/formats.def"
};

enum class FormatKind : uint8_t { Plain, Elementwise, Terminator };
enum class Effect : uint8_t { Pure, Read, Write, Control };
enum class Traits : uint8_t { None, Commutative, Approximate };
enum class AttrsKind : uint8_t {
#define X(Struct) Struct,
  TC_ATTR_STRUCTS(X)
#undef X
};
enum class TypeRule : uint8_t {
  I32,
  Range,
  SameInt,
  SameFloat,
  CompareInt,
  CompareFloat,
  Select,
  WidenInt,
  NarrowInt,
  IntToFloat,
  FloatToInt,
  ConvertFloat,
  Bitcast,
  PtrToInt,
  IntToPtr,
  AddPtr,
  Load,
  Store,
  Extern,
  Asm,
  Hint,
  AtomicRmw,
  AtomicCas,
  ExpandDims,
  Broadcast,
  Reshape,
  Trans,
  Join,
  Split,
  Dot,
  Exchange,
  Gather,
  Histogram,
  Reduce,
  Scan,
  ConvertLayout,
  LocalAlloc,
  LocalStore,
  LocalCount,
  LocalLoad,
  LocalSlot,
  CopyAsync,
  DotWait,
  Assume,
  Assert,
  Print,
  None,
  For,
  While,
  Condition,
  If,
  Call,
  Yield,
  Return,
};

/// A row of ops.def joined with its row of formats.def.
struct OpInfo {
  std::string_view mnemonic;
  Format format;
  TypeRule rule;
  Effect effect;
  AttrsKind attrs;
  Traits traits;
  std::string_view summary;
};

struct FormatInfo {
  uint32_t minOperands, maxOperands;
  uint32_t minResults, maxResults;
  uint32_t blocks;
  FormatKind kind;
};

const OpInfo &info(Opcode opcode);
const FormatInfo &info(Format format);
std::optional<Opcode> opcodeFromMnemonic(std::string_view mnemonic);

/// The `AttrsKind` that names an attribute struct.
template <class A> inline constexpr AttrsKind kAttrsKind{};
#define X(Struct) template <> inline constexpr AttrsKind kAttrsKind<Struct> = AttrsKind::Struct;
TC_ATTR_STRUCTS(X)
#undef X

/// One operand slot, a node of the use list of the value in it.
class Use {
public:
  Value *value() const { return value_; }
  Op *user() const { return user_; }
  /// The next use of the same value.
  Use *next() const { return next_; }
  /// Puts another value in the slot.
  void set(Value *value);

private:
  friend class Function;
  Value *value_ = nullptr;
  Op *user_ = nullptr;
  Use *next_ = nullptr;
  Use **link_ = nullptr;  // what points at this node
};

enum class ValueKind : uint8_t { Result, Argument, Constant };

/// The result of an operation, an argument of a block, or a constant of the function.
class Value {
public:
  Value(ValueKind kind, Type type, uint32_t id, uint32_t index) : kind_(kind), id_(id), index_(index), type_(type) {}

  ValueKind kind() const { return kind_; }
  bool isConstant() const { return kind_ == ValueKind::Constant; }

  Type type() const { return type_; }
  /// For the layout solver, and for builders that fix a type before the first use.
  void setType(Type type) { type_ = type; }

  /// Dense in the function: a key for side tables.
  uint32_t id() const { return id_; }
  /// Position among the results of the operation or the arguments of the block.
  uint32_t index() const { return index_; }

  /// The operation that gives this result; null for arguments and constants.
  Op *def() const { return kind_ == ValueKind::Result ? def_ : nullptr; }
  /// The block of this argument; null otherwise.
  Block *argBlock() const { return kind_ == ValueKind::Argument ? block_ : nullptr; }
  /// The bits of a constant, zero-extended.
  uint64_t bits() const { return bits_; }
  /// The same as a signed number.
  int64_t signedBits() const { return signExtend(bits_, type_.elemBits()); }

  /// From the source; may be empty, and need not be unique.
  std::string_view name() const { return name_; }
  void setName(std::string_view name) { name_ = name; }

  Use *firstUse() const { return firstUse_; }
  bool hasUses() const { return firstUse_ != nullptr; }
  bool hasOneUse() const { return firstUse_ && !firstUse_->next(); }
  void replaceAllUsesWith(Value *other);

private:
  friend class Op;
  friend class Block;
  friend class Function;
  friend class Use;

  ValueKind kind_;
  uint32_t id_;
  uint32_t index_;
  Type type_;
  Use *firstUse_ = nullptr;
  union {
    Op *def_ = nullptr;
    Block *block_;
    uint64_t bits_;
  };
  std::string_view name_;
};

class Op {
public:
  Opcode opcode() const { return opcode_; }
  const OpInfo &info() const { return ir::info(opcode_); }
  const FormatInfo &formatInfo() const { return ir::info(info().format); }
  bool isElementwise() const { return formatInfo().kind == FormatKind::Elementwise; }
  bool isTerminator() const { return formatInfo().kind == FormatKind::Terminator; }
  /// That of the row in ops.def, except that what takes operands from buffers reads them, and that an `asm` may
  /// be pure.
  Effect effect() const;
  bool isPure() const { return effect() == Effect::Pure; }
  std::string_view mnemonic() const { return info().mnemonic; }

  Loc loc() const { return loc_; }
  void setLoc(Loc loc) { loc_ = loc; }
  /// Dense in the function: a key for side tables.
  uint32_t id() const { return id_; }

  unsigned numOperands() const { return static_cast<unsigned>(operands_.size()); }
  Value *operand(unsigned i) const { return operands_[i].value(); }
  /// Null beyond the last operand, for formats with optional ones.
  Value *operandOrNull(unsigned i) const { return i < operands_.size() ? operand(i) : nullptr; }
  void setOperand(unsigned i, Value *value) { operands_[i].set(value); }
  std::span<Use> operands() const { return operands_; }

  unsigned numResults() const { return static_cast<unsigned>(results_.size()); }
  Value *result(unsigned i = 0) const { return &results_[i]; }
  std::span<Value> results() const { return results_; }

  unsigned numBlocks() const { return static_cast<unsigned>(blocks_.size()); }
  Block *block(unsigned i = 0) const { return blocks_[i]; }
  std::span<Block *const> blocks() const { return blocks_; }

  template <class A> const A &attrs() const {
    TC_CHECK(info().attrs == kAttrsKind<A>, "ops.def names the attribute struct of each operation");
    return *static_cast<const A *>(attrs_);
  }
  /// For code that handles every struct, such as printing and hashing.
  const void *rawAttrs() const { return attrs_; }

  Block *parent() const { return parent_; }
  Op *next() const { return next_; }
  Op *prev() const { return prev_; }

  /// Unlinks from the block and drops all operands. The results must have no uses.
  void erase();
  void moveBefore(Op *other);
  void moveToEnd(Block *block);

private:
  friend class Block;
  friend class Function;

  void unlink();

  Opcode opcode_{};
  Loc loc_;
  uint32_t id_ = 0;
  std::span<Use> operands_;
  std::span<Value> results_;
  std::span<Block *> blocks_;
  const void *attrs_ = nullptr;
  Block *parent_ = nullptr;
  Op *prev_ = nullptr;
  Op *next_ = nullptr;
};
static_assert(sizeof(Op) <= 104, "operations are the bulk of a function");

/// Straight-line operations; the last one is the terminator.
class Block {
public:
  /// Walks the operations in order; the operation just visited may be erased or moved.
  class Iterator {
  public:
    explicit Iterator(Op *op) : op_(op), next_(op ? op->next() : nullptr) {}
    Op &operator*() const { return *op_; }
    Iterator &operator++() {
      op_ = next_;
      next_ = op_ ? op_->next() : nullptr;
      return *this;
    }
    bool operator!=(const Iterator &other) const { return op_ != other.op_; }

  private:
    Op *op_;
    Op *next_;
  };

  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(nullptr); }
  bool isEmpty() const { return first_ == nullptr; }
  Op *front() const { return first_; }
  Op *back() const { return last_; }
  /// The last operation, if it ends blocks.
  Op *terminator() const { return last_ && last_->isTerminator() ? last_ : nullptr; }

  unsigned numArgs() const { return static_cast<unsigned>(args_.size()); }
  Value *arg(unsigned i) const { return args_[i]; }
  std::span<Value *const> args() const { return args_; }

  Function *function() const { return function_; }
  /// The operation that holds this block; null for the body of a function.
  Op *parentOp() const { return parentOp_; }

private:
  friend class Function;
  friend class Op;

  Function *function_ = nullptr;
  Op *parentOp_ = nullptr;
  Op *first_ = nullptr;
  Op *last_ = nullptr;
  std::span<Value *> args_;
};

}  // namespace tritonc::ir
