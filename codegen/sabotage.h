// Deliberate faults, to see whether tests and checks notice them (docs/sabotage.md).
//
// Code that emits a barrier, a mask, an address ... asks for each one whether it is the site to break. The sites of a
// kind are numbered in the order in which they are asked for, which is that of emission.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace tritonc::codegen {

enum class SabotageKind : uint8_t {
#define SABOTAGE(Name, name, effect) Name,
#include "codegen/sabotage.def"
#undef SABOTAGE
};

inline constexpr size_t kNumSabotageKinds = 0
#define SABOTAGE(Name, name, effect) +1
#include "codegen/sabotage.def"
#undef SABOTAGE
    ;

/// The name of a kind as `--sabotage` has it.
std::string_view name(SabotageKind kind);

/// What `--sabotage` asks for.
struct SabotageRequest {
  enum class Mode : uint8_t { None, List, Break };
  Mode mode = Mode::None;
  /// With Break: the site.
  SabotageKind kind = SabotageKind::Barrier;
  uint32_t site = 0;

  /// `KIND:N` or `list`.
  static std::optional<SabotageRequest> parse(std::string_view text);
  /// The forms that `parse` takes, for messages.
  static std::string usage();
  /// The text that `parse` takes; empty for None.
  std::string toString() const;
};

/// The sites of one module as they are emitted.
class Sabotage {
public:
  explicit Sabotage(const SabotageRequest &request) : request_(request) {}

  /// The sites that follow belong to the operation.
  void enter(const ir::Op &op) { op_ = &op; }
  /// Counts a site. Whether it is the one to break.
  bool hits(SabotageKind kind);
  /// The columns of a map of the thread: sites are the bits of the thread that count in it.
  void breakThreadMap(std::span<uint64_t> columns);
  /// The layout of a buffer as one of its sides sees it: sites are the bits
  /// of its columns without which each element still has its place.
  ir::LinearLayout breakSwizzle(const ir::LinearLayout &buffer);

  /// The number of sites of a kind so far.
  uint32_t count(SabotageKind kind) const { return counts_[static_cast<size_t>(kind)]; }
  /// One line for each site: `barrier:0 dot.py:31 local_load`.
  std::string list(ir::Context &context) const;

private:
  struct Site {
    SabotageKind kind;
    uint32_t number;
    const ir::Op *op;
  };

  SabotageRequest request_;
  const ir::Op *op_ = nullptr;
  std::array<uint32_t, kNumSabotageKinds> counts_{};
  std::vector<Site> sites_;
};

}  // namespace tritonc::codegen
