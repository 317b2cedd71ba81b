#include "frontend/string_literal.h"

#include <algorithm>

namespace tritonc::frontend {
namespace {

/// The value of a hexadecimal digit, or -1.
int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// What `\c` stands for if that is one character, or -1.
int simpleEscape(char c) {
  switch (c) {
  case '\\':
  case '\'':
  case '"': return c;
  case 'a': return '\a';
  case 'b': return '\b';
  case 'f': return '\f';
  case 'n': return '\n';
  case 'r': return '\r';
  case 't': return '\t';
  case 'v': return '\v';
  default: return -1;
  }
}

void appendCodePoint(char32_t codePoint, bool isBytes, std::string &out) {
  if (isBytes)
    out += static_cast<char>(codePoint);
  else
    appendUtf8(out, codePoint);
}

}  // namespace

bool hasPrefixLetter(std::string_view token, char letter) {
  std::string_view prefix = token.substr(0, token.find_first_of("\"'"));
  return std::any_of(prefix.begin(), prefix.end(), [&](char c) { return (c | 0x20) == letter; });
}

StringToken splitString(std::string_view text, uint32_t tokenBegin, uint32_t tokenEnd) {
  std::string_view token = text.substr(tokenBegin, tokenEnd - tokenBegin);
  uint32_t prefix = static_cast<uint32_t>(token.find_first_of("\"'"));
  bool isTriple =
      token.size() >= prefix + 6 && token[prefix + 1] == token[prefix] && token[prefix + 2] == token[prefix];
  uint32_t quotes = isTriple ? 3 : 1;
  return {hasPrefixLetter(token, 'b'), hasPrefixLetter(token, 'r'), tokenBegin + prefix + quotes, tokenEnd - quotes};
}

bool StringDecoder::isPlain(const StringToken &token) const {
  std::string_view body = file_.text().substr(token.begin, token.end - token.begin);
  bool mayDiffer = body.find_first_of(token.isRaw ? "\r" : "\\\r") != body.npos;
  auto isAscii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  bool isUtf8Text = encoding_ == Encoding::Utf8 && !token.isBytes;
  return !mayDiffer && (isUtf8Text || std::all_of(body.begin(), body.end(), isAscii));
}

void StringDecoder::decode(const StringToken &token, std::string &out) {
  std::string_view text = file_.text();
  for (size_t pos = token.begin; pos < token.end;) {
    if (text[pos] == '\\' && !token.isRaw)
      decodeEscape(pos, token.end, token.isBytes, out);
    else
      appendCharacter(pos, token.isBytes, out);
  }
}

void StringDecoder::decodeFStringText(uint32_t begin, uint32_t end, bool isRaw, Braces braces, std::string &out) {
  std::string_view text = file_.text();
  for (size_t pos = begin; pos < end;) {
    char c = text[pos];
    if (c == '\\' && !isRaw) {
      decodeEscape(pos, end, /*isBytes=*/false, out);
    } else {
      if (braces == Braces::Doubled && (c == '{' || c == '}')) ++pos;
      appendCharacter(pos, /*isBytes=*/false, out);
    }
  }
}

/// One character that stands for itself; every end of a line becomes "\n".
void StringDecoder::appendCharacter(size_t &pos, bool isBytes, std::string &out) {
  std::string_view text = file_.text();
  if (text[pos] == '\r') {
    pos += text.substr(pos).starts_with("\r\n") ? 2 : 1;
    out += '\n';
    return;
  }
  uint32_t begin = static_cast<uint32_t>(pos);
  char32_t codePoint = frontend::decode(encoding_, text, pos);
  if (isBytes && codePoint >= 0x80) {
    diags_
        .error(file_.range(begin, static_cast<uint32_t>(pos)), DiagId::Syntax,
               "bytes literal contains a non-ASCII character; it is written `\\x..`")
        .proceed();
  } else {
    appendUtf8(out, codePoint);
  }
}

/// At a backslash.
void StringDecoder::decodeEscape(size_t &pos, uint32_t end, bool isBytes, std::string &out) {
  std::string_view text = file_.text();
  if (pos + 1 >= end) {
    out += text[pos++];
    return;
  }
  char c = text[pos + 1];
  if (c == '\n' || c == '\r') {
    pos += text.substr(pos + 1).starts_with("\r\n") ? 3 : 2;
  } else if (int simple = simpleEscape(c); simple >= 0) {
    out += static_cast<char>(simple);
    pos += 2;
  } else if (c >= '0' && c <= '7') {
    decodeOctal(pos, end, isBytes, out);
  } else if (c == 'x' || (!isBytes && (c == 'u' || c == 'U'))) {
    decodeHex(pos, end, isBytes, out);
  } else if (c == 'N' && !isBytes) {
    decodeNamed(pos, end, out);
  } else {
    // Not an escape: the backslash stands for itself.
    out += text[pos++];
  }
}

/// `\o`, `\oo` or `\ooo`
void StringDecoder::decodeOctal(size_t &pos, uint32_t end, bool isBytes, std::string &out) {
  std::string_view text = file_.text();
  char32_t value = 0;
  size_t last = std::min<size_t>(pos + 4, end);
  for (++pos; pos < last && text[pos] >= '0' && text[pos] <= '7'; ++pos) value = value * 8 + (text[pos] - '0');
  appendCodePoint(value, isBytes, out);
}

/// `\xhh`, `\uhhhh` or `\Uhhhhhhhh`
void StringDecoder::decodeHex(size_t &pos, uint32_t end, bool isBytes, std::string &out) {
  std::string_view text = file_.text();
  uint32_t begin = static_cast<uint32_t>(pos);
  char kind = text[pos + 1];
  size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
  char32_t value = 0;
  size_t last = std::min<size_t>(pos + 2 + digits, end);
  for (pos += 2; pos < last && hexDigit(text[pos]) >= 0; ++pos) value = value * 16 + hexDigit(text[pos]);
  SourceRange range = file_.range(begin, static_cast<uint32_t>(pos));
  size_t found = pos - begin - 2;
  if (found != digits) {
    diags_.error(range, DiagId::BadEscape, "escape `\\{}` needs {} hexadecimal digits, found {}", kind, digits, found)
        .proceed();
  } else if (value > 0x10FFFF) {
    diags_
        .error(range, DiagId::BadEscape, "escape `{}` is beyond the last character, U+10FFFF",
               text.substr(begin, pos - begin))
        .proceed();
  } else {
    appendCodePoint(value, isBytes, out);
  }
}

/// `\N{name}` stays as written: the table of names would be larger than the rest of the compiler.
void StringDecoder::decodeNamed(size_t &pos, uint32_t end, std::string &out) {
  std::string_view text = file_.text().substr(0, end);
  size_t close = text.substr(pos).starts_with("\\N{") ? text.find('}', pos) : text.npos;
  if (close == text.npos) {
    SourceRange range = file_.range(static_cast<uint32_t>(pos), static_cast<uint32_t>(pos + 2));
    diags_.error(range, DiagId::BadEscape, "escape `\\N` needs the name of a character in braces").proceed();
    pos += 2;
    return;
  }
  out += text.substr(pos, close + 1 - pos);
  pos = close + 1;
}

}  // namespace tritonc::frontend
