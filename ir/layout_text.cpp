// Text form of layouts: see layout_text.h for the grammar.
#include "ir/layout_text.h"

#include "ir/layout_builders.h"
#include "ir/support/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <vector>

namespace tritonc::ir {

static std::string_view name(InDim dim) {
  switch (dim) {
  case InDim::Register: return "register";
  case InDim::Lane: return "lane";
  case InDim::Warp: return "warp";
  case InDim::Block: return "block";
  case InDim::Offset: return "offset";
  }
  TC_UNREACHABLE("the switch is exhaustive");
}

static std::string printField(std::string_view name, const DimVector &values) {
  return fmt::format("{}=[{}]", name, fmt::join(values, ", "));
}

static std::string printBases(const LinearLayout &layout, InDim dim) {
  std::vector<std::string> bases;
  for (unsigned bit = 0; bit < layout.inBits(dim); ++bit) {
    DimVector basis = layout.basis(dim, bit);
    bases.push_back(layout.rank() == 1 ? fmt::format("{}", basis[0]) : fmt::format("({})", fmt::join(basis, ", ")));
  }
  return fmt::format("{}=[{}]", name(dim), fmt::join(bases, ", "));
}

std::string print(const LinearLayout &layout, ShapeText shapeText) {
  std::vector<std::string> fields;
  std::optional<BlockedSpec> spec = describeAsBlocked(layout);
  if (spec) {
    fields = {printField("per_thread", spec->perThread), printField("threads", spec->threads),
              printField("warps", spec->warps), printField("order", spec->order)};
  } else {
    for (InDim dim : kInDims)
      if (layout.inBits(dim) != 0) fields.push_back(printBases(layout, dim));
  }
  if (shapeText == ShapeText::Include) fields.push_back(printField("shape", layout.shape()));
  return fmt::format("{}<{}>", spec ? "blocked" : "linear", fmt::join(fields, ", "));
}

namespace {

// A field of either form: `name=[item, ...]`, an item being a tuple of numbers or a single one.
struct Field {
  std::string_view name;
  std::vector<DimVector> items;
};

struct LayoutSyntax {
  std::string_view form;
  std::vector<Field> fields;
};

class LayoutParser {
public:
  explicit LayoutParser(std::string_view text) : rest_(text) {}

  // layout = word "<" [field {"," field}] ">"
  std::optional<LayoutSyntax> parse() {
    LayoutSyntax syntax;
    syntax.form = word();
    if (syntax.form.empty() || !accept('<')) return std::nullopt;
    if (!accept('>')) {
      do {
        std::optional<Field> field = parseField();
        if (!field) return std::nullopt;
        syntax.fields.push_back(std::move(*field));
      } while (accept(','));
      if (!accept('>')) return std::nullopt;
    }
    skipSpace();
    if (!rest_.empty()) return std::nullopt;
    return syntax;
  }

private:
  // field = word "=" "[" [item {"," item}] "]"
  std::optional<Field> parseField() {
    Field field;
    field.name = word();
    if (field.name.empty() || !accept('=') || !accept('[')) return std::nullopt;
    if (accept(']')) return field;
    do {
      std::optional<DimVector> item = parseItem();
      if (!item) return std::nullopt;
      field.items.push_back(*item);
    } while (accept(','));
    if (!accept(']')) return std::nullopt;
    return field;
  }

  // item = number | "(" [number {"," number}] ")"
  std::optional<DimVector> parseItem() {
    DimVector item;
    bool isTuple = accept('(');
    if (isTuple && accept(')')) return item;
    do {
      std::optional<int64_t> value = number();
      if (!value || item.size() == kMaxRank) return std::nullopt;
      item.push(*value);
    } while (isTuple && accept(','));
    if (isTuple && !accept(')')) return std::nullopt;
    return item;
  }

  std::string_view word() {
    skipSpace();
    auto isWord = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    return take(std::ranges::find_if_not(rest_, isWord) - rest_.begin());
  }

  std::optional<int64_t> number() {
    skipSpace();
    int64_t value = 0;
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    take(end - rest_.data());
    return value;
  }

  bool accept(char c) {
    skipSpace();
    if (!rest_.starts_with(c)) return false;
    take(1);
    return true;
  }

  void skipSpace() { take(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  std::string_view take(size_t length) {
    std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }

  std::string_view rest_;
};

const Field *find(const LayoutSyntax &syntax, std::string_view name) {
  auto field = std::ranges::find(syntax.fields, name, &Field::name);
  return field == syntax.fields.end() ? nullptr : &*field;
}

// Whether every field is one of `names` and none comes twice.
bool hasOnlyFields(const LayoutSyntax &syntax, std::span<const std::string_view> names) {
  for (const Field &field : syntax.fields)
    if (std::ranges::find(names, field.name) == names.end() || find(syntax, field.name) != &field) return false;
  return true;
}

// The field `name` as plain numbers; none when it is missing or holds tuples.
std::optional<DimVector> readNumbers(const LayoutSyntax &syntax, std::string_view name) {
  const Field *field = find(syntax, name);
  if (!field || field->items.size() > kMaxRank) return std::nullopt;
  DimVector values;
  for (const DimVector &item : field->items) {
    if (item.size() != 1) return std::nullopt;
    values.push(item[0]);
  }
  return values;
}

bool isTileShape(const DimVector &shape) {
  unsigned bits = 0;
  for (int64_t size : shape) {
    if (!std::has_single_bit(static_cast<uint64_t>(size))) return false;
    bits += std::countr_zero(static_cast<uint64_t>(size));
  }
  return bits <= kMaxTileBits;
}

std::optional<LinearLayout> readLinear(const LayoutSyntax &syntax, const DimVector &shape) {
  LinearLayout layout(shape);
  for (InDim dim : kInDims) {
    const Field *field = find(syntax, name(dim));
    if (!field) continue;
    for (const DimVector &basis : field->items) {
      if (basis.size() != shape.size() || layout.totalInBits() == kMaxPlaceBits) return std::nullopt;
      for (unsigned out = 0; out < shape.size(); ++out)
        if (basis[out] >= shape[out]) return std::nullopt;
      layout.appendColumn(dim, layout.flatten(basis));
    }
  }
  return layout;
}

std::optional<LinearLayout> readBlocked(const LayoutSyntax &syntax, const DimVector &shape) {
  std::optional<DimVector> perThread = readNumbers(syntax, "per_thread");
  std::optional<DimVector> threads = readNumbers(syntax, "threads");
  std::optional<DimVector> warps = readNumbers(syntax, "warps");
  std::optional<DimVector> order = readNumbers(syntax, "order");
  if (!perThread || !threads || !warps || !order) return std::nullopt;
  BlockedSpec spec{*perThread, *threads, *warps, *order};
  if (!isValid(spec, shape)) return std::nullopt;
  return blocked(spec, shape);
}

std::optional<LinearLayout> readLayout(const LayoutSyntax &syntax, const DimVector &shape) {
  if (!isTileShape(shape)) return std::nullopt;
  static constexpr std::string_view kLinearFields[] = {"register", "lane", "warp", "block", "offset", "shape"};
  static constexpr std::string_view kBlockedFields[] = {"per_thread", "threads", "warps", "order", "shape"};
  if (syntax.form == "linear" && hasOnlyFields(syntax, kLinearFields)) return readLinear(syntax, shape);
  if (syntax.form == "blocked" && hasOnlyFields(syntax, kBlockedFields)) return readBlocked(syntax, shape);
  return std::nullopt;
}

}  // namespace

std::optional<LinearLayout> parseLayout(std::string_view text) {
  std::optional<LayoutSyntax> syntax = LayoutParser(text).parse();
  if (!syntax) return std::nullopt;
  std::optional<DimVector> shape = readNumbers(*syntax, "shape");
  if (!shape) return std::nullopt;
  return readLayout(*syntax, *shape);
}

std::optional<LinearLayout> parseLayout(std::string_view text, const DimVector &shape) {
  std::optional<LayoutSyntax> syntax = LayoutParser(text).parse();
  if (!syntax || find(*syntax, "shape")) return std::nullopt;
  return readLayout(*syntax, shape);
}

}  // namespace tritonc::ir
