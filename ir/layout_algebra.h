// Algebra of linear layouts: composition, products, division, and the parts of a map.
//
// Some results map places to places, for example "which source place feeds each destination place". Such a *place map*
// is a LinearLayout of rank 5 with one dimension for each InDim, ordered so that its flattened coordinates are packed
// places.
#pragma once

#include "ir/linear_layout.h"

#include <optional>

namespace tritonc::ir {

/// The shape of a place map into the places of `layout`.
DimVector placeShape(const LinearLayout &layout);

/// The dimension of a place map that holds the index along `dim`.
constexpr unsigned placeDim(InDim dim) { return kNumInDims - 1 - static_cast<unsigned>(dim); }

/// First `a`, then `b`: x -> b(a(x)). Flattened coordinates of `a` are read as packed places of `b`, so `a` is usually
/// a place map: with `a` swapping lane and register and `b` register=[1], lane=[2], the result is register=[2],
/// lane=[1].
LinearLayout compose(const LinearLayout &a, const LinearLayout &b);

/// The block diagonal of `inner` and `outer`: tiles of shape inner.shape(), arranged as `outer` says. Input bits of the
/// same name are concatenated, `inner` lowest. register=[1, 2] times register=[1], lane=[2] is register=[1, 2, 4],
/// lane=[8].
LinearLayout product(const LinearLayout &inner, const LinearLayout &outer);
inline LinearLayout operator*(const LinearLayout &inner, const LinearLayout &outer) { return product(inner, outer); }

/// The place map x with source(x(place)) = layout(place): where in `source` each element that `layout` wants is. None
/// when `source` lacks an element. An input dimension with the same columns in both, the outermost first, is left alone
/// if the others can still be solved: data replicated over warps stays in its warp. Of the solutions that remain, each
/// place gets the smallest packed place, so replicated elements collapse onto one address.
std::optional<LinearLayout> invertAndCompose(const LinearLayout &layout, const LinearLayout &source);

/// The same with the dimensions to leave alone given by the caller: x copies the index along each dimension of `kept`,
/// and the source index along it depends on nothing else. None when that cannot be had. From source register=[1, 2],
/// lane=[0], keeping lane, the layout register=[1], lane=[2] takes register bit 0 from register bit 0 and lane bit 0
/// from lane bit 0 and register bit 1: lane 1 finds its data in its own second register.
std::optional<LinearLayout> invertAndComposeKeeping(const LinearLayout &layout, const LinearLayout &source,
                                                    InDimSet kept);

/// A place map without the dimensions `dims`; none unless it is the identity on each of them and mixes them with no
/// other. A map that exchanges lane and register bits and copies the warp is, without warp, the same exchange; it has
/// no quotient by lane.
std::optional<LinearLayout> quotient(const LinearLayout &placeMap, InDimSet dims);

}  // namespace tritonc::ir
