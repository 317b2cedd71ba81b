// "Did you mean ...?"
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tritonc::frontend {

/// `; did you mean `x`?` for the candidate that is closest to `name`, or nothing if none is close.
std::string didYouMean(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace tritonc::frontend
