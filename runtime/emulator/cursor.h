// A position in PTX text: skips blanks and comments, reads words, numbers and strings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tritonc::emulator {

/// A number as it is written.
struct Literal {
  enum class Kind : uint8_t { Integer, Single, Double };
  Kind kind = Kind::Integer;
  uint64_t bits = 0;
};

class Cursor {
public:
  explicit Cursor(std::string_view text) : text_(text) { skipBlanks(); }

  bool atEnd() const { return at_ >= text_.size(); }
  uint32_t line() const { return line_; }
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  /// Takes `c` and the blanks behind it, if it comes next.
  bool accept(char c);
  /// Takes the word, if it comes next and is not the start of a longer one.
  bool acceptWord(std::string_view word);

  bool atName() const;
  /// A name: letters, digits, `_`, `$`, `%`. Empty if none comes next.
  std::string_view name();
  /// What follows a dot: letters, digits, `_` and `::`.
  std::string_view modifier();

  bool atNumber() const;
  /// Nothing if what comes next is not a number of PTX.
  std::optional<Literal> number();
  std::optional<std::string> string();
  /// For messages: the next few characters.
  std::string_view rest() const;
  /// Skips to behind the brace that closes the one just taken.
  void skipBlock();

private:
  void skipBlanks();
  void advance();
  std::optional<Literal> hexFloat(Literal::Kind kind, size_t digits);
  std::optional<Literal> decimalFloat();
  std::optional<Literal> integer();

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_ = 1;
};

}  // namespace tritonc::emulator
