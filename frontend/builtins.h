// Builtins: the functions that the language itself provides. The table is builtins.def.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/value.h"
#include "ir/support/diagnostics.h"

namespace tritonc::frontend {

class Lowering;

/// A value with the text that it came from; the range is invalid for a default.
struct Argument {
  Value value;
  SourceRange range;
};

/// The arguments of a call of a builtin, one for each parameter.
struct BuiltinCall {
  const Builtin &builtin;
  /// Of the whole call.
  SourceRange range;
  std::vector<std::string_view> names;
  std::vector<Argument> args;

  const Argument &operator[](std::string_view name) const;
  /// Where to point for an argument: the call if it was not given.
  SourceRange rangeOf(const Argument &arg) const { return arg.range.isValid() ? arg.range : range; }
};

using BuiltinHandler = Result<Value> (*)(Lowering &, const BuiltinCall &);

/// Where a name can be reached.
enum BuiltinPlace : uint16_t {
  Tl = 1,            // triton.language
  Math = 2,          // triton.language.math
  Method = 4,        // methods of tensors
  Python = 8,        // without a module
  Triton = 16,       // triton
  Cuda = 32,         // triton.language.extra.cuda
  TargetInfo = 64,   // triton.language.target_info
  Host = 128,        // works outside kernels, too, as all of Python and Triton do
  Descriptor = 256,  // methods of tensor descriptors
  // What host_functions.def holds.
  HostPython = 512,   // Python's own that kernels lack
  HostModule = 1024,  // other modules; the names are dotted
  TextMethod = 2048,
  DictMethod = 4096,
  TupleMethod = 8192,
};

/// A row of builtins.def.
struct Builtin {
  std::string_view name;
  unsigned places;
  /// As Python writes parameters. A parameter `*name` takes a tuple or the elements of one; `**name`
  /// takes the named arguments that no other parameter does, as a dict.
  std::string_view signature;
  /// Null: recognised, but not supported yet.
  BuiltinHandler handler;
};

/// Null if there is none.
const Builtin *findBuiltin(BuiltinPlace place, std::string_view name);
/// All names at a place, for "did you mean".
std::vector<std::string_view> builtinNames(BuiltinPlace place);

/// A parameter of a builtin. `defaultText` is a Python literal; empty if the argument is required.
struct BuiltinParam {
  std::string_view name;
  /// `*name`
  bool isVariadic;
  /// `**name`
  bool isNamedVariadic;
  std::string_view defaultText;
};
std::vector<BuiltinParam> parseBuiltinSignature(std::string_view signature);

#define BUILTIN(name, places, signature, handler) Result<Value> handler(Lowering &, const BuiltinCall &);
#include "frontend/builtins.def"
#define BUILTIN(name, places, signature, handler) Result<Value> handler(Lowering &, const BuiltinCall &);
#include "frontend/host_functions.def"

/// What an iteration over a value gives; nothing if it cannot be iterated over, or not at compile time.
std::optional<std::vector<Value>> iterationOf(const Value &value);
/// Null if there is no such key.
const Value *dictItem(const DictValue &dict, const Value &key);
std::vector<DictValue::Item> withItem(std::vector<DictValue::Item> items, const Value &key, const Value &value);
/// A function or constant of a module of the host that the compiler knows, by its dotted name.
std::optional<Value> hostMember(std::string_view dotted);

}  // namespace tritonc::frontend
