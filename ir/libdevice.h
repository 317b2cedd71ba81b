// The functions of libdevice: what a kernel may call, with which types, and the symbol behind each.
//
// The front end chooses an overload, the verifier checks `extern` against it, code generation calls its symbol and the
// interpreter its stand-in (ir/libdevice_host.h): all from the table of ir/libdevice.def.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ir/type.h"

namespace tritonc::ir {

/// An overload, with the codes that ir/libdevice.def explains.
struct LibdeviceFunction {
  std::string_view name;
  std::string_view arguments;
  char result;
  /// Without `__nv_`: what `extern` names.
  std::string_view symbol;
};

std::span<const LibdeviceFunction> libdeviceFunctions();

/// The overload for exactly these argument codes, or null.
const LibdeviceFunction *findLibdevice(std::string_view name, std::string_view arguments);
/// The function behind a symbol, or null.
const LibdeviceFunction *findLibdeviceSymbol(std::string_view symbol);

enum class Signedness : bool { Unsigned, Signed };

/// The code of an argument; nothing for types that no function takes.
std::optional<char> libdeviceCode(ScalarKind kind, Signedness signedness);
/// The type of the tile IR that a code stands for.
ScalarKind libdeviceKind(char code);

}  // namespace tritonc::ir
