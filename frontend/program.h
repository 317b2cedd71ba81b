// Program: the .py files of one compile, found and parsed when they are first needed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontend/scope.h"
#include "ir/context.h"

namespace tritonc::frontend {

class Program {
public:
  Program(ir::Context &context, std::vector<std::string> includeDirs)
      : context_(context), includeDirs_(std::move(includeDirs)) {}

  /// Parses a file that was read already.
  Result<const UserModule *> add(const SourceFile &file);
  /// Our own library of functions written in the kernel language, by the name of its file.
  Result<const UserModule *> library(std::string_view name);

  /// How many files could not be parsed.
  size_t numUnreadable() const { return numUnreadable_; }

  /// Whether a text stands in that library.
  bool isLibrary(SourceRange range) const;

  /// The module `name` (dotted, may be empty) as `importer` sees it with `level` leading dots. Null if there is no such
  /// file: the module is the host's.
  Result<const UserModule *> import(const UserModule &importer, std::string_view name, uint32_t level);

private:
  Result<const UserModule *> load(const std::string &path);

  ir::Context &context_;
  std::vector<std::string> includeDirs_;
  std::map<std::string, std::unique_ptr<UserModule>> modules_;
  size_t numUnreadable_ = 0;
};

/// A file of frontend/library/, embedded when the compiler was built.
struct LibraryFile {
  std::string_view name;
  std::string_view text;
};
std::span<const LibraryFile> libraryFiles();

}  // namespace tritonc::frontend
