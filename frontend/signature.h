// The text of a kernel's signature, split into entries: `*fp32:16, n=i32, 1024`.
#pragma once

#include <optional>
#include <vector>

#include "frontend/dtype.h"
#include "ir/dim_vector.h"
#include "ir/support/diagnostics.h"

namespace tritonc::frontend {

/// What an entry says about a parameter. Names and values are ranges of the signature's file.
struct SignatureEntry {
  /// The whole entry.
  SourceRange range;
  /// Invalid for an entry without a name.
  SourceRange name;
  enum class Kind : uint8_t { Type, Constexpr, Value } kind = Kind::Value;
  /// Of a type. A tensor descriptor is a pointer to its elements, with the shape of its blocks.
  DType dtype;
  ir::DimVector block;
  /// Of a type: 16, 1, or 0 if there is none.
  int hint = 0;
  /// Of a value: its text.
  SourceRange value;
};

/// Reports entries that are neither type nor value. An empty text has no entries.
Result<std::vector<SignatureEntry>> parseSignature(const SourceFile &file, Diagnostics &diags);

}  // namespace tritonc::frontend
