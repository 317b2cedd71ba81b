// Forward declarations of the tile IR.
#pragma once

#include <cstdint>

namespace tritonc::ir {

class Block;
class Builder;
class Constant;
class Context;
class Function;
class LinearLayout;
class Module;
class Op;
class Type;
class Use;
class Value;
struct Loc;
enum class Opcode : uint8_t;
enum class ScalarKind : uint8_t;

/// Interned by the `Context`: equal layouts are one object, and null stands for "not laid out yet".
using Layout = const LinearLayout *;

}  // namespace tritonc::ir
