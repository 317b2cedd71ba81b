// Python's text forms of compile-time values: literals read, `repr` and `str` written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/value.h"

namespace tritonc::frontend {

/// The value of an integer literal as written: `0x_ff`, `1_000`, `0b1`.
BigInt parseIntLiteral(std::string_view text);
/// The value of a float literal as written; too large a one is infinite, as in Python.
double parseFloatLiteral(std::string_view text);
/// What `int(text)` and `float(text)` accept; nothing for what Python refuses.
std::optional<BigInt> parseIntText(std::string_view text);
std::optional<double> parseFloatText(std::string_view text);

/// The shortest text that reads back as the same number: `0.1`, `1e+16`, `inf`.
std::string floatRepr(double value);
/// `repr(value)`; runtime values print as their type: `int32[constexpr[128]]`.
std::string pythonRepr(const Value &value);
/// `str(value)`
std::string pythonStr(const Value &value);
/// `ascii(value)`
std::string pythonAscii(const Value &value);

/// The characters of a text, each in its UTF-8 form.
std::vector<std::string_view> charactersOf(std::string_view text);
/// ASCII characters that `strip` and `int` take for white space.
inline constexpr std::string_view kPythonSpace = " \t\n\r\f\v\x1c\x1d\x1e\x1f";

}  // namespace tritonc::frontend
