#include "codegen/sabotage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>

namespace tritonc::codegen {
namespace {

constexpr auto kNames = std::to_array<std::string_view>({
#define SABOTAGE(Name, name, effect) name,
#include "codegen/sabotage.def"
#undef SABOTAGE
});

}  // namespace

std::string_view name(SabotageKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<SabotageRequest> SabotageRequest::parse(std::string_view text) {
  if (text == "list") return SabotageRequest{.mode = Mode::List};
  size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto *found = std::ranges::find(kNames, text.substr(0, colon));
  if (found == kNames.end()) return std::nullopt;
  SabotageRequest request{.mode = Mode::Break, .kind = static_cast<SabotageKind>(found - kNames.begin())};
  std::string_view digits = text.substr(colon + 1);
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), request.site);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return request;
}

std::string SabotageRequest::usage() { return fmt::format("`list` or KIND:N of {}", fmt::join(kNames, ", ")); }

std::string SabotageRequest::toString() const {
  switch (mode) {
  case Mode::None: return "";
  case Mode::List: return "list";
  case Mode::Break: return fmt::format("{}:{}", name(kind), site);
  }
  TC_UNREACHABLE("every mode has a case");
}

bool Sabotage::hits(SabotageKind kind) {
  uint32_t number = counts_[static_cast<size_t>(kind)]++;
  sites_.push_back({kind, number, op_});
  return request_.mode == SabotageRequest::Mode::Break && request_.kind == kind && request_.site == number;
}

void Sabotage::breakThreadMap(std::span<uint64_t> columns) {
  for (uint64_t &column : columns)
    if (column != 0 && hits(SabotageKind::Thread)) column = 0;
}

ir::LinearLayout Sabotage::breakSwizzle(const ir::LinearLayout &buffer) {
  ir::LinearLayout result = buffer;
  for (unsigned i = 0; i < buffer.inBits(ir::InDim::Offset); ++i) {
    uint64_t swizzled = buffer.column(ir::InDim::Offset, i);
    for (uint64_t rest = swizzled; !std::has_single_bit(swizzled) && rest != 0; rest &= rest - 1) {
      uint64_t without = swizzled ^ (uint64_t{1} << std::countr_zero(rest));
      ir::LinearLayout broken =
          buffer.mapColumns(buffer.shape(), [&](uint64_t column) { return column == swizzled ? without : column; });
      if (broken.isInjective() && hits(SabotageKind::Swizzle)) result = broken;
    }
  }
  return result;
}

std::string Sabotage::list(ir::Context &context) const {
  std::string text;
  for (const Site &site : sites_) {
    text += fmt::format("{}:{}", name(site.kind), site.number);
    const SourceRange &range = context.info(site.op->loc()).range;
    if (range.isValid()) {
      const SourceFile &file = context.sources().file(range.file);
      text += fmt::format(" {}:{}", file.path(), file.position(range.begin).line);
    }
    text += fmt::format(" {}\n", site.op->info().mnemonic);
  }
  return text;
}

}  // namespace tritonc::codegen
