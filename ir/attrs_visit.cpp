#include "ir/attrs_visit.h"

#include <functional>
#include <vector>

namespace tritonc::ir {
namespace {

/// The fields as numbers and texts, in order.
struct FieldList {
  std::vector<int64_t> numbers;
  std::vector<std::string_view> texts;

  void required(std::string_view, const auto &field) { add(field); }
  void optional(std::string_view, const auto &field, const auto &) { add(field); }
  void add(const auto &field) { numbers.push_back(static_cast<int64_t>(field)); }
  void add(const std::string_view &field) { texts.push_back(field); }
  void add(const QuotedText &field) { texts.push_back(field.text); }
  void add(const DimVector &field) {
    numbers.push_back(field.size());
    numbers.insert(numbers.end(), field.begin(), field.end());
  }

  friend bool operator==(const FieldList &, const FieldList &) = default;
};

FieldList fieldsOf(const Op &op) {
  return visitAttrs(op, [](const auto &attrs) {
    FieldList list;
    attrs.fields(attrs, list);
    return list;
  });
}

}  // namespace

bool equalAttrs(const Op &a, const Op &b) { return fieldsOf(a) == fieldsOf(b); }

size_t hashAttrs(const Op &op) {
  FieldList list = fieldsOf(op);
  size_t hash = 0;
  for (int64_t number : list.numbers) hash = hash * 31 + static_cast<size_t>(number);
  for (std::string_view text : list.texts) hash = hash * 31 + std::hash<std::string_view>()(text);
  return hash;
}

}  // namespace tritonc::ir
