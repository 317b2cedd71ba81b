// What the characters of a string literal stand for.
#pragma once

#include "frontend/encoding.h"
#include "ir/support/diagnostics.h"

namespace tritonc::frontend {

/// The parts of a string token as byte offsets into the file.
struct StringToken {
  bool isBytes;
  bool isRaw;
  /// The text between the quotes.
  uint32_t begin;
  uint32_t end;
};

/// Takes apart a token from its prefix to its closing quote.
StringToken splitString(std::string_view text, uint32_t tokenBegin, uint32_t tokenEnd);

/// Whether the prefix of a string, which ends at its first quote, contains the letter, given in lower case.
bool hasPrefixLetter(std::string_view token, char letter);

/// Decodes the bodies of string literals.
class StringDecoder {
public:
  StringDecoder(const SourceFile &file, Encoding encoding, Diagnostics &diags)
      : file_(file), encoding_(encoding), diags_(diags) {}

  /// Whether the body stands for itself, so that `decode` would give back its bytes.
  bool isPlain(const StringToken &token) const;
  /// Appends the value of a string: UTF-8, or the bytes of a bytes literal. Escapes are reported where they are wrong.
  void decode(const StringToken &token, std::string &out);
  /// Appends the value of the literal text of an f-string. `Braces::Doubled`: `{{` and `}}` stand for one brace.
  enum class Braces : bool { AsWritten, Doubled };
  void decodeFStringText(uint32_t begin, uint32_t end, bool isRaw, Braces braces, std::string &out);

private:
  void appendCharacter(size_t &pos, bool isBytes, std::string &out);
  void decodeEscape(size_t &pos, uint32_t end, bool isBytes, std::string &out);
  void decodeOctal(size_t &pos, uint32_t end, bool isBytes, std::string &out);
  void decodeHex(size_t &pos, uint32_t end, bool isBytes, std::string &out);
  void decodeNamed(size_t &pos, uint32_t end, std::string &out);

  const SourceFile &file_;
  Encoding encoding_;
  Diagnostics &diags_;
};

}  // namespace tritonc::frontend
