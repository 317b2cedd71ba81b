#include "frontend/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace tritonc::frontend {
namespace {

/// Insertions, deletions and substitutions that turn one text into the other.
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      size_t substituted = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string didYouMean(std::string_view name, std::span<const std::string_view> candidates) {
  size_t best = std::max<size_t>(1, name.size() / 3) + 1;
  std::string_view closest;
  for (std::string_view candidate : candidates) {
    size_t distance = editDistance(name, candidate);
    if (distance >= std::min(best, name.size())) continue;
    best = distance;
    closest = candidate;
  }
  return closest.empty() ? "" : fmt::format("; did you mean `{}`?", closest);
}

}  // namespace tritonc::frontend
