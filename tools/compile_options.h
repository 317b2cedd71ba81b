// The options that decide how a kernel is compiled, shared by `tritonc compile` and `tritonc run`.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

#include "runtime/compiler/compile.h"

namespace tritonc::tools {

/// The values of the shared options as CLI11 fills them in.
struct CompileOptions {
  std::string file;
  std::vector<std::string> constants;
  compiler::Options options;
  Diagnostics::Remarks remarks = Diagnostics::Remarks::Drop;
  bool showTimes = false;

  /// `options` with the constants split into names and values.
  compiler::Options finish() const;
};

void addCompileOptions(CLI::App &command, CompileOptions &values);

/// A check of CLI11: the text is NAME=VALUE.
CLI::Validator isAssignment();

/// A check of CLI11: the text is not empty.
CLI::Validator isNotEmpty();

/// A check of CLI11: the text is a positive integer.
CLI::Validator isCount();

/// A check of CLI11: the text is the path of a folder.
CLI::Validator isFolder();

/// A check of CLI11: the text is one of these.
CLI::Validator isOneOf(std::vector<std::string> choices);

/// A check of CLI11: the text is the flag of a pass, or `all`.
CLI::Validator isPassName();

/// An option whose value is one of a few names.
template <class Enum>
void addChoice(CLI::App &command, const std::string &flag, Enum &value,
               const std::vector<std::pair<std::string, Enum>> &choices, const std::string &help,
               const std::string &typeName) {
  std::vector<std::string> names;
  for (const auto &[name, choice] : choices) names.push_back(name);
  auto assign = [&value, choices](const std::string &text) {
    for (const auto &[name, choice] : choices)
      if (name == text) value = choice;
  };
  command.add_option_function<std::string>(flag, assign, help)->check(isOneOf(names))->type_name(typeName);
}

/// Splits at the first `=`; the text has passed `isAssignment`.
std::pair<std::string, std::string> splitAssignment(const std::string &text);

/// Writes diagnostics, and times if asked for, to standard error; the exit code that follows from them.
int report(const Diagnostics &diags, const TimeReport &times, const CompileOptions &values);

/// Reads a source file into the context.
Result<const SourceFile *> loadSource(ir::Context &context, const std::string &path);

}  // namespace tritonc::tools
