#include "frontend/encoding.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

namespace tritonc::frontend {
namespace {

/// What the bytes 0x80..0x9F stand for in Windows code page 1252; 0 where it has nothing.
constexpr auto kCp1252 = std::to_array<char16_t>({
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
});

struct CodePointRange {
  char32_t first;
  char32_t last;
};

/// White space, punctuation and symbols, sorted.
constexpr auto kNotIdentifier = std::to_array<CodePointRange>({
    {0x80, 0xA9},     {0xAB, 0xB4},       {0xB6, 0xB6},     {0xB8, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
    {0xF7, 0xF7},     {0x1680, 0x1680},   {0x2000, 0x203E}, {0x2041, 0x2053}, {0x2055, 0x2070}, {0x207A, 0x207E},
    {0x20A0, 0x20CF}, {0x2190, 0x2BFF},   {0x3000, 0x3004}, {0x3008, 0x3020}, {0xD800, 0xF8FF}, {0xFE10, 0xFE1F},
    {0xFE30, 0xFE32}, {0xFEFF, 0xFEFF},   {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF3E}, {0xFF5B, 0xFF65},
    {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF},
});

/// The name in a comment line that matches `coding[:=]\s*([-\w.]+)`, or nothing.
std::string_view findCookie(std::string_view line) {
  size_t start = line.find_first_not_of(" \t\f");
  if (start == std::string_view::npos || line[start] != '#') return {};
  constexpr std::string_view kWord = "coding";
  for (size_t at = line.find(kWord, start); at != std::string_view::npos; at = line.find(kWord, at + 1)) {
    std::string_view rest = line.substr(at + kWord.size());
    if (rest.empty() || (rest[0] != ':' && rest[0] != '=')) continue;
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t", 1), rest.size()));
    auto isNameChar = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '.'; };
    size_t length = static_cast<size_t>(std::find_if_not(rest.begin(), rest.end(), isNameChar) - rest.begin());
    if (length != 0) return rest.substr(0, length);
  }
  return {};
}

Encoding encodingNamed(std::string_view cookie) {
  std::string name;
  for (unsigned char c : cookie) name += c == '_' ? '-' : static_cast<char>(std::tolower(c));
  if (name.starts_with("utf-8") || name == "utf8" || name == "u8" || name == "ascii" || name == "us-ascii")
    return Encoding::Utf8;
  if (name == "cp1252" || name == "windows-1252" || name == "1252") return Encoding::Cp1252;
  return Encoding::Latin1;
}

/// The length of the well-formed sequence at the start of `text`, or 0.
size_t utf8SequenceLength(std::string_view text) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto continues = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    bool isOverlong = lead == 0xE0 && byte(1) < 0xA0;
    bool isSurrogate = lead == 0xED && byte(1) >= 0xA0;
    return continues(1) && continues(2) && !isOverlong && !isSurrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    bool isOutOfRange = (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) >= 0x90);
    return continues(1) && continues(2) && continues(3) && !isOutOfRange ? 4 : 0;
  }
  return 0;
}

}  // namespace

Encoding detectEncoding(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) return Encoding::Utf8;
  for (int lineNumber = 0; lineNumber < 2; ++lineNumber) {
    std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    if (std::string_view cookie = findCookie(line); !cookie.empty()) return encodingNamed(cookie);
    // A cookie in the second line counts only below a blank or comment line.
    size_t start = line.find_first_not_of(" \t\f");
    if (start != std::string_view::npos && line[start] != '#') break;
    text.remove_prefix(line.size());
    text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<size_t>(text.size(), 1));
  }
  return Encoding::Utf8;
}

std::optional<uint32_t> findInvalidUtf8(std::string_view text) {
  size_t pos = 0;
  while (pos < text.size()) {
    uint64_t word = 0;
    if (pos + sizeof(word) <= text.size()) {
      std::memcpy(&word, text.data() + pos, sizeof(word));
      if ((word & 0x8080808080808080u) == 0) {
        pos += sizeof(word);
        continue;
      }
    }
    size_t length = utf8SequenceLength(text.substr(pos));
    if (length == 0) return static_cast<uint32_t>(pos);
    pos += length;
  }
  return std::nullopt;
}

char32_t decode(Encoding encoding, std::string_view text, size_t &pos) {
  auto next = [&] { return static_cast<unsigned char>(text[pos++]); };
  char32_t lead = next();
  if (lead < 0x80) return lead;
  switch (encoding) {
  case Encoding::Latin1: return lead;
  case Encoding::Cp1252: return lead < 0xA0 && kCp1252[lead - 0x80] != 0 ? kCp1252[lead - 0x80] : lead;
  case Encoding::Utf8: break;
  }
  int continuationBytes = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  char32_t codePoint = lead & (0x3Fu >> continuationBytes);
  for (int i = 0; i < continuationBytes; ++i) codePoint = codePoint << 6 | (next() & 0x3Fu);
  return codePoint;
}

void appendUtf8(std::string &out, char32_t codePoint) {
  auto tail = [&](int shift) { out += static_cast<char>(0x80 | (codePoint >> shift & 0x3F)); };
  if (codePoint < 0x80) {
    out += static_cast<char>(codePoint);
  } else if (codePoint < 0x800) {
    out += static_cast<char>(0xC0 | codePoint >> 6);
    tail(0);
  } else if (codePoint < 0x10000) {
    out += static_cast<char>(0xE0 | codePoint >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | codePoint >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

bool isIdentifierCharacter(char32_t codePoint) {
  auto isBefore = [](const CodePointRange &range, char32_t c) { return range.last < c; };
  auto range = std::lower_bound(kNotIdentifier.begin(), kNotIdentifier.end(), codePoint, isBefore);
  return range == kNotIdentifier.end() || codePoint < range->first;
}

}  // namespace tritonc::frontend
