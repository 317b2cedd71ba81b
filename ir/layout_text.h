// Text form of layouts.
//
//   layout = "linear"  "<" { dim "=" "[" basis, ... "]" "," } "shape=[" size, ... "]" ">"
//          | "blocked" "<" "per_thread=" sizes "," "threads=" sizes "," "warps=" sizes "," "order=" sizes "," "shape="
//          sizes ">"
//   dim    = "register" | "lane" | "warp" | "block" | "offset"
//   basis  = number                        for tiles of one dimension
//          | "(" number, ... ")"           otherwise
//
// Dimensions without bits are left out. The blocked form is chosen whenever it says everything:
//
//   blocked<per_thread=[1, 8], threads=[4, 8], warps=[4, 1], order=[1, 0], shape=[64, 64]>
//   linear<register=[1, 2], lane=[4, 8, 16, 64, 32], warp=[128, 256], shape=[512]>
#pragma once

#include "ir/linear_layout.h"

#include <optional>
#include <string>
#include <string_view>

namespace tritonc::ir {

/// Whether the text names the shape of the tile. A tile type that has just printed it omits it.
enum class ShapeText : uint8_t { Include, Omit };

std::string print(const LinearLayout &layout, ShapeText shapeText = ShapeText::Include);

/// Reads exactly one layout; none when the text is not one or describes an impossible one. Fields may come in any
/// order, spaces are free.
std::optional<LinearLayout> parseLayout(std::string_view text);

/// Reads a layout printed without its shape.
std::optional<LinearLayout> parseLayout(std::string_view text, const DimVector &shape);

}  // namespace tritonc::ir
