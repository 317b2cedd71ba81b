// How the bytes of a source file stand for characters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tritonc::frontend {

/// `Utf8` unless a cookie (`# -*- coding: latin-1 -*-`) says otherwise. All other declared encodings are read as
/// `Latin1`: one byte, one character. That is enough to find the tokens of a file; only the text of non-ASCII strings
/// suffers.
enum class Encoding : uint8_t { Utf8, Latin1, Cp1252 };

/// Reads the cookie in the first two lines.
Encoding detectEncoding(std::string_view text);

/// The offset of the first byte that is not well-formed UTF-8.
std::optional<uint32_t> findInvalidUtf8(std::string_view text);

/// Reads the character at `pos` and moves `pos` behind it. UTF-8 must be well-formed.
char32_t decode(Encoding encoding, std::string_view text, size_t &pos);

/// Appends the UTF-8 form of a code point; lone surrogates take their three-byte form.
void appendUtf8(std::string &out, char32_t codePoint);

/// Whether a non-ASCII character may stand in an identifier: whatever is not known as white space, punctuation or
/// symbol.
bool isIdentifierCharacter(char32_t codePoint);

}  // namespace tritonc::frontend
