#include "ir/op.h"

#include <algorithm>
#include <unordered_map>

namespace tritonc::ir {
namespace {

constexpr auto kOps = std::to_array<OpInfo>({
#define OP(Name, mnemonic, format, rule, effect, attrs, traits, summary)                                               \
  {mnemonic, Format::format, TypeRule::rule, Effect::effect, AttrsKind::attrs, Traits::traits, summary},
#include "ir/ops.def"
});

constexpr uint32_t kMany = UINT32_MAX;

constexpr auto kFormats = std::to_array<FormatInfo>({
#define FORMAT(Name, minOperands, maxOperands, minResults, maxResults, blocks, kind)                                   \
  {minOperands, maxOperands, minResults, maxResults, blocks, FormatKind::kind},
#include "ir/formats.def"
});

}  // namespace

const OpInfo &info(Opcode opcode) { return kOps[static_cast<size_t>(opcode)]; }
const FormatInfo &info(Format format) { return kFormats[static_cast<size_t>(format)]; }

std::optional<Opcode> opcodeFromMnemonic(std::string_view mnemonic) {
  static const auto kByMnemonic = [] {
    std::unordered_map<std::string_view, Opcode> map;
    for (size_t i = 0; i < kOps.size(); ++i) map.emplace(kOps[i].mnemonic, static_cast<Opcode>(i));
    return map;
  }();
  auto found = kByMnemonic.find(mnemonic);
  return found == kByMnemonic.end() ? std::nullopt : std::optional(found->second);
}

void Use::set(Value *value) {
  if (value_) {
    *link_ = next_;
    if (next_) next_->link_ = link_;
  }
  value_ = value;
  if (!value) return;
  next_ = value->firstUse_;
  if (next_) next_->link_ = &next_;
  link_ = &value->firstUse_;
  value->firstUse_ = this;
}

void Value::replaceAllUsesWith(Value *other) {
  TC_CHECK(other != this, "a value cannot take over its own uses");
  while (firstUse_) firstUse_->set(other);
}

Effect Op::effect() const {
  if (opcode_ == Opcode::Asm && attrs<AsmAttrs>().isPure) return Effect::Pure;
  if (info().effect != Effect::Pure) return info().effect;
  auto isBuffer = [](const Use &use) { return use.value()->type().isShared(); };
  return std::ranges::any_of(operands(), isBuffer) ? Effect::Read : Effect::Pure;
}

void Op::unlink() {
  if (!parent_) return;
  (prev_ ? prev_->next_ : parent_->first_) = next_;
  (next_ ? next_->prev_ : parent_->last_) = prev_;
  parent_ = nullptr;
  prev_ = next_ = nullptr;
}

void Op::erase() {
  for (Value &result : results_) TC_CHECK(!result.hasUses(), "an operation is erased after its last use");
  for (Block *block : blocks_)
    while (Op *inner = block->back()) inner->erase();
  for (Use &use : operands_) use.set(nullptr);
  unlink();
}

void Op::moveBefore(Op *other) {
  TC_CHECK(other != this && other->parent_, "an operation moves next to another one in a block");
  unlink();
  parent_ = other->parent_;
  prev_ = other->prev_;
  next_ = other;
  (prev_ ? prev_->next_ : parent_->first_) = this;
  other->prev_ = this;
}

void Op::moveToEnd(Block *block) {
  unlink();
  parent_ = block;
  prev_ = block->last_;
  (prev_ ? prev_->next_ : block->first_) = this;
  block->last_ = this;
}

}  // namespace tritonc::ir
