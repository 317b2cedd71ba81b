// wgmma.mma_async: types, widths, factors from shared memory in every layout or from registers, signs, scale-d.
//
// A case is one multiplication. Its input: shared memory with A and B, then for each of 128 threads four registers of A
// and its part of D.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tests/gpu/forms.h"

namespace tritonc::forms {
namespace {

struct Types {
  Elem a, b, d;
};
constexpr Types kTypes[] = {
    {Elem::F16, Elem::F16, Elem::F32},   {Elem::F16, Elem::F16, Elem::F16},   {Elem::BF16, Elem::BF16, Elem::F32},
    {Elem::TF32, Elem::TF32, Elem::F32}, {Elem::E4M3, Elem::E4M3, Elem::F32}, {Elem::E4M3, Elem::E5M2, Elem::F32},
    {Elem::E5M2, Elem::E4M3, Elem::F32}, {Elem::E5M2, Elem::E5M2, Elem::F32}, {Elem::E4M3, Elem::E4M3, Elem::F16},
    {Elem::E5M2, Elem::E4M3, Elem::F16}, {Elem::S8, Elem::S8, Elem::S32},     {Elem::U8, Elem::U8, Elem::S32},
    {Elem::S8, Elem::U8, Elem::S32},     {Elem::U8, Elem::S8, Elem::S32},
};

/// How a factor lies in shared memory: `span` is that of the swizzle, 0 without.
struct Layout {
  unsigned rows = 0, k = 0, bytes = 0, span = 0;
  bool isTransposed = false;
  /// Of K-major layouts: which 32 bytes of the span.
  unsigned step = 0;

  unsigned size() const {
    if (span == 0) return rows * k * bytes;
    return isTransposed ? rows * bytes / span * (k * span) : rows * span;
  }
  /// The byte of an element, before the swizzle.
  unsigned place(unsigned row, unsigned column) const {
    if (!isTransposed) {
      unsigned byte = column * bytes;
      if (span == 0) return row % 8 * 16 + row / 8 * 128 + byte / 16 * (rows / 8 * 128) + byte % 16;
      return row * span + step * 32 + byte;
    }
    unsigned byte = row * bytes;
    if (span == 0) return column % 8 * 16 + byte / 16 * 128 + column / 8 * (rows * bytes / 16 * 128) + byte % 16;
    return byte / span * (k * span) + column * span + byte % span;
  }
  unsigned swizzle(unsigned at) const { return span ? at ^ ((at / 128 * 16) & (span - 16)) : at; }
  uint64_t descriptor() const {
    uint64_t leading = 16, stride = 8 * span, code = span == 128 ? 1 : span == 64 ? 2 : span == 32 ? 3 : 0;
    if (span == 0) leading = isTransposed ? rows * bytes / 16 * 128 : rows / 8 * 128, stride = 128;
    if (span && isTransposed) leading = k * span;
    return code << 62 | stride / 16 << 32 | leading / 16 << 16;
  }
};

struct Multiplication {
  Types types;
  unsigned n = 8;
  bool hasRegisters = false;
  unsigned span = 0;
  bool transposesA = false, transposesB = false, negatesA = false, negatesB = false, saturates = false;
  bool keepsD = true;
  unsigned stepA = 0, stepB = 0;

  unsigned k() const { return 256 / bitsOf(types.a); }
  Layout a() const { return {64, k(), bitsOf(types.a) / 8, span, transposesA, transposesA ? 0 : stepA}; }
  Layout b() const { return {n, k(), bitsOf(types.b) / 8, span, transposesB, transposesB ? 0 : stepB}; }
  unsigned startB() const { return hasRegisters ? 0 : (a().size() + 1023) / 1024 * 1024; }
  unsigned imageBytes() const { return (startB() + b().size() + 2047) / 2048 * 2048; }
  unsigned elementsD() const { return n / 2; }
  unsigned registersD() const { return types.d == Elem::F16 ? n / 4 : n / 2; }
  unsigned threadBytes() const { return 16 + 4 * registersD(); }
};

/// Row and column of element v of a thread's D, and of its registers of A.
std::pair<unsigned, unsigned> placeD(unsigned thread, unsigned v) {
  unsigned lane = thread % 32;
  return {16 * (thread / 32) + lane / 4 + 8 * (v / 2 % 2), 8 * (v / 4) + 2 * (lane % 4) + v % 2};
}
std::pair<unsigned, unsigned> placeA(unsigned thread, unsigned v, unsigned packed) {
  unsigned lane = thread % 32, r = v / packed;
  return {16 * (thread / 32) + lane / 4 + 8 * (r % 2), packed * (lane % 4) + v % packed + 4 * packed * (r / 2)};
}

Bytes threadPart(const Multiplication &m, Bytes in, unsigned thread) {
  return in.subspan(m.imageBytes() + size_t{thread} * m.threadBytes(), m.threadBytes());
}

void fill(const Multiplication &m, Rng &rng, bool isExact, const Case &one) {
  for (std::byte &byte : one.in) byte = static_cast<std::byte>(rng());
  auto element = [&](Elem elem) { return isExact ? smallElement(rng, elem) : anyElement(rng, elem); };
  auto fillFactor = [&](const Layout &layout, Elem elem, unsigned start) {
    for (unsigned row = 0; row < layout.rows; ++row)
      for (unsigned k = 0; k < layout.k; ++k)
        putElement(one.in.subspan(layout.swizzle(start + layout.place(row, k))), 0, bitsOf(elem), element(elem));
  };
  if (!m.hasRegisters) fillFactor(m.a(), m.types.a, 0);
  fillFactor(m.b(), m.types.b, m.startB());
  unsigned bits = bitsOf(m.types.a);
  for (unsigned thread = 0; thread < 128; ++thread) {
    Bytes part = threadPart(m, one.in, thread);
    for (unsigned v = 0; v < 128 / bits; ++v) putElement(part, v, bits, element(m.types.a));
    for (unsigned v = 0; v < m.elementsD(); ++v) putElement(part.subspan(16), v, bitsOf(m.types.d), element(m.types.d));
  }
}

/// The value of A or B at a row and k.
using Matrix = std::vector<double>;

Matrix readFactors(const Multiplication &m, const Case &one, const Layout &layout, Elem elem, unsigned start) {
  Matrix matrix(size_t{layout.rows} * m.k());
  for (unsigned row = 0; row < layout.rows; ++row)
    for (unsigned k = 0; k < m.k(); ++k)
      matrix[row * m.k() + k] =
          decode(getElement(one.in.subspan(layout.swizzle(start + layout.place(row, k))), 0, bitsOf(elem)), elem);
  return matrix;
}

Matrix readA(const Multiplication &m, const Case &one) {
  if (!m.hasRegisters) return readFactors(m, one, m.a(), m.types.a, 0);
  Matrix matrix(size_t{64} * m.k());
  unsigned bits = bitsOf(m.types.a), packed = 32 / bits;
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned v = 0; v < 4 * packed; ++v) {
      auto [row, k] = placeA(thread, v, packed);
      matrix[row * m.k() + k] = decode(getElement(threadPart(m, one.in, thread), v, bits), m.types.a);
    }
  return matrix;
}

void refer(const Multiplication &m, const Case &one, std::vector<double> &bounds) {
  Matrix a = readA(m, one), b = readFactors(m, one, m.b(), m.types.b, m.startB());
  double sign = m.negatesA != m.negatesB ? -1 : 1;
  unsigned bits = bitsOf(m.types.d);
  bounds.clear();
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned v = 0; v < m.elementsD(); ++v) {
      auto [row, column] = placeD(thread, v);
      double old = decode(getElement(threadPart(m, one.in, thread).subspan(16), v, bits), m.types.d);
      double sum = m.keepsD ? old : 0, size = std::fabs(sum), largest = size;
      for (unsigned k = 0; k < m.k(); ++k) {
        double term = sign * a[row * m.k() + k] * b[column * m.k() + k];
        sum += term;
        size += std::fabs(term), largest = std::max(largest, std::fabs(term));
      }
      if (m.saturates) sum = std::clamp<double>(sum, INT32_MIN, INT32_MAX);
      putElement(one.out, thread * m.elementsD() + v, bits, encode(sum, m.types.d));
      bounds.push_back(matrixBound(m.types.a, m.types.d, size, largest, sum));
    }
}

std::string instruction(const Multiplication &m) {
  return fmt::format("wgmma.mma_async.sync.aligned.m64n{}k{}.{}.{}.{}{}", m.n, m.k(), name(m.types.d), name(m.types.a),
                     name(m.types.b), m.saturates ? ".satfinite" : "");
}

std::string describe(const Multiplication &m) {
  std::string text = instruction(m) + (m.hasRegisters ? " A in registers" : "");
  text += m.span ? fmt::format(" swizzle {}", m.span) : " no swizzle";
  if (m.transposesA || m.transposesB) text += fmt::format(" transposed {}{}", m.transposesA, m.transposesB);
  if (m.negatesA || m.negatesB) text += fmt::format(" negated {}{}", m.negatesA, m.negatesB);
  return m.keepsD ? text : text + " scale-d 0";
}

std::string makeBody(const Multiplication &m) {
  unsigned numD = m.registersD(), image = m.imageBytes();
  std::string body = fmt::format(R"(.shared .align 1024 .b8 image[{0}];
.reg .b32 %d<{1}>, %a<4>, %v<4>, %base, %at, %to; .reg .b64 %from, %da, %db; .reg .pred %more, %keeps;
mov.u32 %base, image; add.u32 %base, %base, 1023; and.b32 %base, %base, -1024; shl.b32 %at, %thread, 4;
FILL: cvt.u64.u32 %from, %at; add.u64 %from, %from, %in; ld.global.v4.b32 {{%v0, %v1, %v2, %v3}}, [%from];
add.u32 %to, %base, %at; st.shared.v4.b32 [%to], {{%v0, %v1, %v2, %v3}};
add.u32 %at, %at, 2048; setp.lt.u32 %more, %at, {2}; @%more bra FILL;
fence.proxy.async.shared::cta; bar.sync 0;
mad.lo.u64 %from, %thread64, {3}, %in;
)",
                                 image + 1024, numD, image, m.threadBytes());
  for (unsigned i = 0; i < 4; ++i) body += fmt::format("ld.global.b32 %a{}, [%from+{}];\n", i, image + 4 * i);
  for (unsigned i = 0; i < numD; ++i) body += fmt::format("ld.global.b32 %d{}, [%from+{}];\n", i, image + 16 + 4 * i);
  auto descriptor = [&](const char *into, const Layout &layout, unsigned start) {
    body += fmt::format("add.u32 %at, %base, {}; shr.u32 %at, %at, 4; cvt.u64.u32 {}, %at; or.b64 {}, {}, {:#x};\n",
                        start + (layout.span && !layout.isTransposed ? layout.step * 32 : 0), into, into, into,
                        layout.descriptor());
  };
  if (!m.hasRegisters) descriptor("%da", m.a(), 0);
  descriptor("%db", m.b(), m.startB());
  body += fmt::format(
      "mov.u32 %at, %ntid.x; setp.ne.u32 %keeps, %at, {};\nwgmma.fence.sync.aligned;\n{} {{{}}}, {}, %db, %keeps",
      m.keepsD ? 0 : 128, instruction(m), registerList("%d", numD), m.hasRegisters ? "{%a0, %a1, %a2, %a3}" : "%da");
  if (!isInteger(m.types.a)) body += fmt::format(", {}, {}", m.negatesA ? -1 : 1, m.negatesB ? -1 : 1);
  if (bitsOf(m.types.a) == 16) {
    if (!m.hasRegisters) body += fmt::format(", {}", int{m.transposesA});
    body += fmt::format(", {}", int{m.transposesB});
  }
  body += ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
  body += fmt::format("mad.lo.u64 %from, %thread64, {}, %out;\n", 4 * numD);
  for (unsigned i = 0; i < numD; ++i) body += fmt::format("st.global.b32 [%from+{}], %d{};\n", 4 * i, i);
  return body;
}

Form makeForm(const Multiplication &m) {
  Form form;
  form.group = fmt::format("wgmma {} {}", name(m.types.d), name(m.types.a));
  if (m.types.a != m.types.b) form.group += fmt::format(" {}", name(m.types.b));
  form.name = describe(m);
  form.body = makeBody(m);
  form.warps = 4;
  form.inBytes = m.imageBytes() + size_t{128} * m.threadBytes();
  form.outBytes = size_t{128} * 4 * m.registersD();
  form.hasFloats = !isInteger(m.types.a);
  form.result = m.types.d;
  form.fill = [m](Rng &rng, bool isExact, const Case &one) { fill(m, rng, isExact, one); };
  form.refer = [m](bool, const Case &one, std::vector<double> &bounds) { refer(m, one, bounds); };
  return form;
}

bool isWidth(const Types &types, unsigned n) { return !isInteger(types.a) || n <= 32 || n % 16 == 0; }

void addTransposed(std::vector<Form> &forms, const Types &types, bool isQuick) {
  for (unsigned span : {0u, 32u, 64u, 128u})
    for (unsigned n : {64u, 192u})
      for (unsigned which = 1; which < 4; ++which) {
        if (isQuick && n != 64) continue;
        Multiplication m{.types = types, .n = n, .span = span};
        m.transposesA = which & 1, m.transposesB = which & 2;
        forms.push_back(makeForm(m));
        if (which == 2) m.hasRegisters = true, m.transposesA = false, forms.push_back(makeForm(m));
      }
}

void addSigns(std::vector<Form> &forms, const Types &types) {
  for (unsigned which = 1; which < 4; ++which)
    for (bool hasRegisters : {false, true}) {
      Multiplication m{.types = types, .n = 16, .hasRegisters = hasRegisters, .span = 64};
      m.negatesA = which & 1, m.negatesB = which & 2;
      forms.push_back(makeForm(m));
    }
}

}  // namespace

void addWgmmaForms(std::vector<Form> &forms, bool isQuick) {
  constexpr unsigned kSpans[] = {128, 0, 64, 32};
  for (const Types &types : kTypes) {
    for (unsigned n = 8; n <= 256; n += 8) {
      bool isWanted = !isQuick || n == 8 || n == 48 || n == 128;
      if (!isWanted || !isWidth(types, n)) continue;
      Multiplication m{.types = types, .n = n, .span = kSpans[n / 8 % 4]};
      // Any 32 bytes of the span.
      if (m.span) m.stepA = n / 32 % (m.span / 32), m.stepB = (n / 32 + 1) % (m.span / 32);
      forms.push_back(makeForm(m));
      m.hasRegisters = true;
      if (n == 8 || n == 24 || n == 64 || n == 128 || n == 256) forms.push_back(makeForm(m));
    }
    for (unsigned span : kSpans) forms.push_back(makeForm({.types = types, .n = 32, .span = span, .keepsD = false}));
    if (isInteger(types.a)) forms.push_back(makeForm({.types = types, .n = 16, .span = 32, .saturates = true}));
    if (!isInteger(types.a)) addSigns(forms, types);
    if (bitsOf(types.a) == 16) addTransposed(forms, types, isQuick);
  }
}

}  // namespace tritonc::forms
