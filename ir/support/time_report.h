// Where the time of a compile goes, for `--time`.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace tritonc {

/// Wall-clock time of named phases, in the order of their start. Phases nest.
class TimeReport {
public:
  struct Phase {
    std::string name;
    unsigned depth;
    std::chrono::nanoseconds elapsed{};
  };

  /// Measures from construction to destruction.
  class Scope {
  public:
    Scope(TimeReport &report, std::string name) : report_(report), index_(report.phases_.size()) {
      report_.phases_.push_back({std::move(name), report_.depth_++});
    }
    ~Scope() {
      --report_.depth_;
      report_.phases_[index_].elapsed = std::chrono::steady_clock::now() - begin_;
    }
    Scope(const Scope &) = delete;

  private:
    TimeReport &report_;
    size_t index_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  };

  [[nodiscard]] Scope scope(std::string name) { return Scope(*this, std::move(name)); }
  const std::vector<Phase> &phases() const { return phases_; }

private:
  std::vector<Phase> phases_;
  unsigned depth_ = 0;
};

}  // namespace tritonc
