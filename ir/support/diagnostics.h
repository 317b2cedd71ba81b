// Diagnostics: collected, sorted by position, then printed as clang does.
//
//   return diags.error(range, DiagId::DotInnerDim, "inner dimensions of `dot` differ: {} and {}", k0, k1)
//       .note(lhs, "`{}` is a {} tile", name, type);
//
// The builder converts to `Failed`, so that reporting and failing are one statement.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "ir/support/result.h"
#include "ir/support/source.h"

namespace tritonc {

enum class DiagId : uint16_t {
#define DIAG(Name, id) Name,
#include "ir/support/diagnostics.def"
};

/// The spelling in brackets at the end of the message.
std::string_view name(DiagId id);

enum class Severity : uint8_t { Error, Remark };

/// A range and a text. The range may be invalid: the message then has no position.
struct DiagMessage {
  SourceRange range;
  std::string text;
};

struct Diagnostic {
  Severity severity;
  DiagId id;
  DiagMessage message;
  /// More ranges to underline with `~` in the line of the message.
  std::vector<SourceRange> labels;
  std::vector<DiagMessage> notes;
};

class Diagnostics;

/// Adds notes and labels to the diagnostic just emitted; becomes a failed `Result` of any type.
class [[nodiscard]] DiagnosticBuilder {
public:
  DiagnosticBuilder(Diagnostics &diags, size_t index) : diags_(diags), index_(index) {}

  template <class... Args>
  DiagnosticBuilder &note(SourceRange range, fmt::format_string<Args...> format, Args &&...args) {
    return addNote(range, fmt::format(format, std::forward<Args>(args)...));
  }
  DiagnosticBuilder &label(SourceRange range);

  operator Failed() const { return {}; }
  template <class T> operator Result<T>() const { return Failed{}; }
  /// For a fault after which work goes on.
  void proceed() const {}

private:
  DiagnosticBuilder &addNote(SourceRange range, std::string text);

  Diagnostics &diags_;
  size_t index_;
};

/// Collects what one compile has to say.
class Diagnostics {
public:
  explicit Diagnostics(const SourceManager &sources) : sources_(sources) {}

  template <class... Args>
  DiagnosticBuilder error(SourceRange range, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    return add(Severity::Error, range, id, fmt::format(format, std::forward<Args>(args)...));
  }
  /// What the compiler chose or refused. For those who ask only, hence the condition: see `keepsRemarks`.
  template <class... Args>
  DiagnosticBuilder remark(SourceRange range, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    return add(Severity::Remark, range, id, fmt::format(format, std::forward<Args>(args)...));
  }

  size_t errorCount() const { return errorCount_; }
  bool hasErrors() const { return errorCount_ != 0; }
  const std::vector<Diagnostic> &all() const { return all_; }
  const SourceManager &sources() const { return sources_; }
  /// Forgets what has been reported, before the next piece of work.
  void clear() { all_.clear(), errorCount_ = 0; }
  /// Forgets what was reported after the first `count` diagnostics: an attempt that failed, and whose fault is none.
  void forgetFrom(size_t count);

  /// Whether anyone wants remarks (`--remarks`): whoever emits them asks before looking for reasons.
  bool keepsRemarks() const { return remarks_ == Remarks::Keep; }
  enum class Remarks : bool { Drop, Keep };
  void setRemarks(Remarks remarks) { remarks_ = remarks; }

  /// Every diagnostic with its source lines and underlines, sorted by position; equal ones are printed once.
  std::string render() const;

private:
  friend class DiagnosticBuilder;
  DiagnosticBuilder add(Severity severity, SourceRange range, DiagId id, std::string text);

  const SourceManager &sources_;
  std::vector<Diagnostic> all_;
  size_t errorCount_ = 0;
  Remarks remarks_ = Remarks::Drop;
};

}  // namespace tritonc
