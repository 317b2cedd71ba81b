// The text form of a syntax tree, for `--emit ast` and tests: one node a line.
//
//   body: Assign 1:1-6
//     targets: Name 1:1-2 id=x
//     value: Constant 1:5-6 type=Int text='1'
#pragma once

#include <string>

#include "frontend/ast.h"

namespace tritonc::frontend {

/// Each line has the field that holds the node, its kind, its first position and the one behind its last (its line only
/// if that is another one), and the fields that are no nodes. Fields without a value are left out.
std::string dump(const ast::Module &module, const SourceFile &file);
std::string dump(const ast::Expression &expression, const SourceFile &file);

}  // namespace tritonc::frontend
