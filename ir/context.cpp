#include "ir/context.h"

#include <algorithm>
#include <bit>

namespace tritonc::ir {
namespace {

size_t mix(size_t seed, size_t value) { return (seed ^ value) * 0x9E3779B97F4A7C15u + (seed >> 29); }

}  // namespace

size_t Context::TypeHash::operator()(const TypeData *data) const {
  size_t hash = mix(static_cast<size_t>(data->kind), static_cast<size_t>(data->scalar));
  hash = mix(hash, data->elem ? data->elem->id : 0);
  for (int64_t dim : data->shape) hash = mix(hash, static_cast<size_t>(dim));
  return mix(hash, reinterpret_cast<size_t>(data->layout));
}

bool Context::TypeEqual::operator()(const TypeData *a, const TypeData *b) const {
  return a->kind == b->kind && a->scalar == b->scalar && a->elem == b->elem && a->layout == b->layout &&
         std::ranges::equal(a->shape, b->shape);
}

Context::Context() {
  for (ScalarKind kind : {
#define SCALAR(Name, spelling, bits, cls) ScalarKind::Name,
#include "ir/scalars.def"
       })
    scalars_.push_back(intern({.kind = TypeKind::Scalar, .scalar = kind}));
}

Type Context::intern(TypeData data) {
  if (auto found = types_.find(&data); found != types_.end()) return Type(*found);
  data.shape = arena_.copy(data.shape);
  data.id = static_cast<uint32_t>(types_.size());
  return Type(*types_.insert(arena_.create<TypeData>(data)).first);
}

Type Context::ptr(Type pointee) {
  TC_CHECK(!pointee.isTile(), "a pointer points at a scalar or another pointer");
  return intern({.kind = TypeKind::Ptr, .elem = pointee.data()});
}

Type Context::tile(std::span<const int64_t> shape, Type elem, Layout layout) {
  if (shape.empty()) return elem;
  TC_CHECK(!elem.isTile(), "tiles do not nest");
  TC_CHECK(shape.size() <= kMaxRank, "the front end refuses tiles of more dimensions");
  for (int64_t dim : shape)
    TC_CHECK(dim > 0 && std::has_single_bit(static_cast<uint64_t>(dim)), "the front end refuses other dimensions");
  return intern({.kind = TypeKind::Tile, .elem = elem.data(), .shape = shape, .layout = layout});
}

Type Context::shared(std::span<const int64_t> shape, Type elem, Layout layout) {
  TC_CHECK(!shape.empty() && !elem.isTile(), "a buffer holds the elements of a tile");
  return intern({.kind = TypeKind::Shared, .elem = elem.data(), .shape = shape, .layout = layout});
}

Layout Context::layout(const LinearLayout &layout) { return &*layouts_.insert(layout).first; }

Loc Context::loc(SourceRange range, Loc inlinedAt, std::string_view function) {
  locs_.push_back({range, inlinedAt, intern(function)});
  return {static_cast<uint32_t>(locs_.size() - 1)};
}

std::string_view Context::intern(std::string_view text) {
  if (auto found = texts_.find(text); found != texts_.end()) return *found;
  return *texts_.insert(arena_.copy(text)).first;
}

DiagnosticBuilder Context::withCallChain(DiagnosticBuilder diag, Loc loc) const {
  for (Loc call = info(loc).inlinedAt; call.isValid(); call = info(call).inlinedAt)
    diag.note(info(call).range, "called from here").proceed();
  return diag;
}

}  // namespace tritonc::ir
