#include "runtime/emulator/system_calls.h"

#include <cstdio>
#include <cstring>

#include "runtime/emulator/access.h"
#include "runtime/emulator/cta.h"

namespace tritonc::emulator {
namespace {

constexpr size_t kMaxText = 4096;

/// Reads `size` bytes at a generic address of one lane; false after a fault was reported.
bool read(Warp &warp, unsigned lane, uint64_t address, void *into, unsigned size) {
  Access access;
  access.space = Space::Generic;
  access.lanes = LaneMask{1} << lane;
  access.bytes = size;
  access.kind = {.isRead = true};
  access.addresses[lane] = address;
  if (!locate(warp, access)) return false;
  std::memcpy(into, access.host[lane], size);
  return true;
}

/// A text that ends with a zero byte.
std::string readText(Warp &warp, unsigned lane, uint64_t address) {
  std::string text;
  for (char c = 0; text.size() < kMaxText && read(warp, lane, address + text.size(), &c, 1) && c;) text += c;
  return text;
}

template <class T> T argument(const Warp &warp, const CallSite &site, unsigned lane, size_t index) {
  T value;
  std::memcpy(&value,
              warp.frame->params.data() + size_t{lane} * warp.frame->function->frameParamBytes +
                  site.arguments[index].offset,
              sizeof(T));
  return value;
}

// ---- vprintf ----

/// Takes the values of a list one behind the other, each aligned to its size.
class PrintList {
public:
  PrintList(Warp &warp, unsigned lane, uint64_t address) : warp_(warp), lane_(lane), at_(address) {}

  template <class T> T next() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    read(warp_, lane_, at_, &value, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  std::string text(uint64_t address) { return readText(warp_, lane_, address); }

private:
  Warp &warp_;
  unsigned lane_;
  uint64_t at_;
};

template <class T> void appendFormatted(std::string &out, const std::string &format, T value) {
  char buffer[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  int length = std::snprintf(buffer, sizeof(buffer), format.c_str(), value);
#pragma GCC diagnostic pop
  if (length > 0) out.append(buffer, std::min<size_t>(static_cast<size_t>(length), sizeof(buffer) - 1));
}

/// One conversion: `spec` is what stands between `%` and the conversion's letter.
void printValue(std::string &out, const std::string &spec, char conversion, PrintList &list) {
  size_t lengthAt = spec.find_first_of("hljztL");
  std::string flags = fmt::format("%{}", spec.substr(0, lengthAt));
  bool isWide = spec.find("ll") != std::string::npos || spec.find('l') != std::string::npos;
  switch (conversion) {
  case 'd':
  case 'i':
    if (isWide)
      return appendFormatted(out, fmt::format("{}ll{}", flags, conversion),
                             static_cast<long long>(list.next<int64_t>()));
    return appendFormatted(out, fmt::format("{}{}", flags, conversion), list.next<int32_t>());
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    if (isWide)
      return appendFormatted(out, fmt::format("{}ll{}", flags, conversion),
                             static_cast<unsigned long long>(list.next<uint64_t>()));
    return appendFormatted(out, fmt::format("{}{}", flags, conversion), list.next<uint32_t>());
  case 'c': return appendFormatted(out, fmt::format("{}{}", flags, conversion), list.next<int32_t>());
  case 'p':
    return appendFormatted(out, fmt::format("{}{}", flags, conversion),
                           reinterpret_cast<void *>(list.next<uint64_t>()));
  case 's':
    return appendFormatted(out, fmt::format("{}{}", flags, conversion), list.text(list.next<uint64_t>()).c_str());
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A': return appendFormatted(out, fmt::format("{}{}", flags, conversion), list.next<double>());
  default: out += fmt::format("{}{}", flags, conversion);
  }
}

std::string formatText(const std::string &format, PrintList &list) {
  std::string out;
  for (size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      out += format[at];
      continue;
    }
    size_t end = format.find_first_not_of("0123456789.+-# hljztL", at + 1);
    if (end == std::string::npos) return out + format.substr(at);
    if (format[end] == '%')
      out += '%';
    else
      printValue(out, format.substr(at + 1, end - at - 1), format[end], list);
    at = end;
  }
  return out;
}

void vprintf(Warp &warp, const Inst &inst, LaneMask lanes) {
  const CallSite &site = warp.frame->function->calls[inst.index];
  Launch &launch = *warp.cta->launch;
  for (LaneMask rest = lanes; rest && !warp.failed; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    PrintList list(warp, lane, argument<uint64_t>(warp, site, lane, 1));
    std::string text = formatText(readText(warp, lane, argument<uint64_t>(warp, site, lane, 0)), list);
    int32_t count = 0;
    for (char c : text) count += c != 0;
    if (!site.results.empty())
      std::memcpy(warp.frame->params.data() + size_t{lane} * warp.frame->function->frameParamBytes +
                      site.results[0].offset,
                  &count, sizeof(count));
    std::lock_guard lock(launch.mutex);
    if (launch.options.print)
      launch.options.print(text);
    else
      std::fputs(text.c_str(), stdout);
  }
}

void assertFail(Warp &warp, const Inst &inst, LaneMask lanes) {
  const CallSite &site = warp.frame->function->calls[inst.index];
  auto lane = static_cast<unsigned>(std::countr_zero(lanes));
  std::string message = readText(warp, lane, argument<uint64_t>(warp, site, lane, 0));
  std::string file = readText(warp, lane, argument<uint64_t>(warp, site, lane, 1));
  std::string function = readText(warp, lane, argument<uint64_t>(warp, site, lane, 3));
  warp.fault(Check::Assertion, "`{}` fails in lane {} ({}, {}:{})", message, lane, function, file,
             argument<uint32_t>(warp, site, lane, 2));
}

}  // namespace

Handler findSystemCall(const CallSite &site) {
  auto has = [&](std::initializer_list<uint32_t> sizes) {
    return std::ranges::equal(site.arguments, sizes, {}, &ParamBytes::bytes);
  };
  if (site.calleeName == "vprintf" && has({8, 8})) return vprintf;
  if (site.calleeName == "__assertfail" && has({8, 8, 4, 8, 8})) return assertFail;
  return nullptr;
}

}  // namespace tritonc::emulator
