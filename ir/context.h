// What one compile shares: source files, diagnostics, and interned types, layouts and locations.
//
// There are no globals, so compiles in different contexts run in parallel.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/fwd.h"
#include "ir/linear_layout.h"
#include "ir/support/arena.h"
#include "ir/support/diagnostics.h"
#include "ir/type.h"

namespace tritonc::ir {

/// A place in the source with the calls that led to it: an index into the context's table. 0 means lost.
struct Loc {
  uint32_t id = 0;

  bool isValid() const { return id != 0; }
  friend bool operator==(Loc, Loc) = default;
};

struct LocInfo {
  SourceRange range;
  /// The call that this place was inlined at; invalid at the top of the chain.
  Loc inlinedAt;
  /// The function whose text holds the range.
  std::string_view function;
};

class Context {
public:
  Context();
  Context(const Context &) = delete;

  SourceManager &sources() { return sources_; }
  Diagnostics &diags() { return diags_; }

  Type scalar(ScalarKind kind) const { return scalars_[static_cast<size_t>(kind)]; }
  Type i1() const { return scalar(ScalarKind::I1); }
  Type i32() const { return scalar(ScalarKind::I32); }
  Type i64() const { return scalar(ScalarKind::I64); }
  Type f32() const { return scalar(ScalarKind::F32); }
  Type ptr(Type pointee);
  /// `elem` is a scalar or a pointer; every dimension is a power of two. An empty shape gives `elem` itself.
  Type tile(std::span<const int64_t> shape, Type elem, Layout layout = nullptr);
  /// A buffer whose layout maps offsets, counted in elements, to the coordinates of a tile.
  Type shared(std::span<const int64_t> shape, Type elem, Layout layout);
  /// The same shape and layout (if any) with another element type.
  Type withElem(Type type, Type elem) { return type.isTile() ? tile(type.shape(), elem, type.layout()) : elem; }
  Type withLayout(Type type, Layout layout) { return tile(type.shape(), type.elem(), layout); }

  Layout layout(const LinearLayout &layout);

  Loc loc(SourceRange range, Loc inlinedAt = {}, std::string_view function = {});
  const LocInfo &info(Loc loc) const { return locs_[loc.id]; }

  /// A copy of the text that lives as long as the context, one for each distinct text.
  std::string_view intern(std::string_view text);

  /// Emits an error at `loc`, with one "called from here" note for each call that led there.
  template <class... Args>
  DiagnosticBuilder error(Loc loc, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    return withCallChain(diags_.error(info(loc).range, id, format, std::forward<Args>(args)...), loc);
  }

  /// Emits a remark at `loc`, with the same notes, if anyone wants it.
  template <class... Args> void remark(Loc loc, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    if (!diags_.keepsRemarks()) return;
    withCallChain(diags_.remark(info(loc).range, id, format, std::forward<Args>(args)...), loc).proceed();
  }

private:
  DiagnosticBuilder withCallChain(DiagnosticBuilder diag, Loc loc) const;
  Type intern(TypeData data);

  SourceManager sources_;
  Diagnostics diags_{sources_};
  Arena arena_;

  struct TypeHash {
    size_t operator()(const TypeData *data) const;
  };
  struct TypeEqual {
    bool operator()(const TypeData *a, const TypeData *b) const;
  };
  std::unordered_set<const TypeData *, TypeHash, TypeEqual> types_;
  std::vector<Type> scalars_;

  struct LayoutHash {
    size_t operator()(const LinearLayout &layout) const { return layout.hash(); }
  };
  // Node-based, so that the address of a layout stays the same.
  std::unordered_set<LinearLayout, LayoutHash> layouts_;

  std::vector<LocInfo> locs_{1};
  std::unordered_set<std::string_view> texts_;
};

}  // namespace tritonc::ir
