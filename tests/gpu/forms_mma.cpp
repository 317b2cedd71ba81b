// mma.sync: every shape and type.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tests/gpu/forms.h"

namespace tritonc::forms {
namespace {

struct Row {
  unsigned m, k;
  Elem a, b, d;
};

// Shapes are m x 8 x k.
constexpr Row kRows[] = {
    {16, 8, Elem::F16, Elem::F16, Elem::F32},    {16, 16, Elem::F16, Elem::F16, Elem::F32},
    {16, 8, Elem::F16, Elem::F16, Elem::F16},    {16, 16, Elem::F16, Elem::F16, Elem::F16},
    {16, 8, Elem::BF16, Elem::BF16, Elem::F32},  {16, 16, Elem::BF16, Elem::BF16, Elem::F32},
    {16, 4, Elem::TF32, Elem::TF32, Elem::F32},  {16, 8, Elem::TF32, Elem::TF32, Elem::F32},
    {16, 16, Elem::E4M3, Elem::E4M3, Elem::F32}, {16, 32, Elem::E4M3, Elem::E4M3, Elem::F32},
    {16, 32, Elem::E4M3, Elem::E5M2, Elem::F32}, {16, 32, Elem::E5M2, Elem::E4M3, Elem::F32},
    {16, 32, Elem::E5M2, Elem::E5M2, Elem::F32}, {16, 16, Elem::E5M2, Elem::E5M2, Elem::F16},
    {16, 32, Elem::E4M3, Elem::E4M3, Elem::F16}, {8, 16, Elem::S8, Elem::S8, Elem::S32},
    {8, 16, Elem::U8, Elem::S8, Elem::S32},      {16, 16, Elem::S8, Elem::U8, Elem::S32},
    {16, 16, Elem::U8, Elem::U8, Elem::S32},     {16, 32, Elem::S8, Elem::S8, Elem::S32},
    {16, 32, Elem::U8, Elem::S8, Elem::S32},     {8, 4, Elem::F64, Elem::F64, Elem::F64},
    {16, 4, Elem::F64, Elem::F64, Elem::F64},    {16, 8, Elem::F64, Elem::F64, Elem::F64},
    {16, 16, Elem::F64, Elem::F64, Elem::F64},
};

/// Where element v of a lane's fragment lies.
struct Place {
  unsigned row, column;
};

/// Elements of a register that lie side by side along k.
unsigned packed(const Row &row) { return row.a == Elem::F64 ? 1 : 32 / bitsOf(row.a); }

Place placeA(const Row &row, unsigned lane, unsigned v) {
  unsigned e = packed(row), g = lane / 4, t = lane % 4;
  if (row.m == 8) return {g, 4 * e * (v / e) + e * t + v % e};
  return {g + 8 * (v / e % 2), e * t + v % e + 4 * e * (v / (2 * e))};
}
Place placeB(const Row &row, unsigned lane, unsigned v) {
  unsigned e = packed(row);
  return {e * (lane % 4) + v % e + 4 * e * (v / e), lane / 4};
}
Place placeC(unsigned lane, unsigned v) { return {lane / 4 + 8 * (v / 2), 2 * (lane % 4) + v % 2}; }

struct Counts {
  unsigned a, b, c;
};
/// Elements in a lane.
Counts elementsOf(const Row &row) { return {row.m * row.k / 32, 8 * row.k / 32, row.m * 8 / 32}; }

unsigned registerBits(const Row &row) { return row.d == Elem::F64 ? 64 : 32; }

/// Registers of a lane: A, B, C one behind the other.
Counts registersOf(const Row &row) {
  Counts n = elementsOf(row);
  return {n.a / packed(row), n.b / packed(row), row.d == Elem::F16 ? n.c / 2 : n.c};
}

/// The bytes of a lane's A, B or C.
Bytes partOf(const Row &row, Bytes in, unsigned lane, unsigned which) {
  Counts n = registersOf(row);
  unsigned bytes = registerBits(row) / 8, all = n.a + n.b + n.c;
  unsigned first = which == 0 ? 0 : which == 1 ? n.a : n.a + n.b, count = which == 0 ? n.a : which == 1 ? n.b : n.c;
  return in.subspan(size_t{lane} * all * bytes + size_t{first} * bytes, size_t{count} * bytes);
}

void fill(const Row &row, Rng &rng, bool isExact, const Case &one) {
  Counts n = elementsOf(row);
  auto element = [&](Elem elem) { return isExact ? smallElement(rng, elem) : anyElement(rng, elem); };
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned v = 0; v < n.a; ++v) putElement(partOf(row, one.in, lane, 0), v, bitsOf(row.a), element(row.a));
    for (unsigned v = 0; v < n.b; ++v) putElement(partOf(row, one.in, lane, 1), v, bitsOf(row.b), element(row.b));
    for (unsigned v = 0; v < n.c; ++v) putElement(partOf(row, one.in, lane, 2), v, bitsOf(row.d), element(row.d));
  }
}

void refer(const Row &row, bool satfinite, const Case &one, std::vector<double> &bounds) {
  Counts n = elementsOf(row);
  double a[16][32] = {}, b[32][8] = {};
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned v = 0; v < n.a; ++v) {
      Place at = placeA(row, lane, v);
      a[at.row][at.column] = decode(getElement(partOf(row, one.in, lane, 0), v, bitsOf(row.a)), row.a);
    }
    for (unsigned v = 0; v < n.b; ++v) {
      Place at = placeB(row, lane, v);
      b[at.row][at.column] = decode(getElement(partOf(row, one.in, lane, 1), v, bitsOf(row.b)), row.b);
    }
  }
  bounds.clear();
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned v = 0; v < n.c; ++v) {
      Place at = placeC(lane, v);
      long double sum = decode(getElement(partOf(row, one.in, lane, 2), v, bitsOf(row.d)), row.d);
      double size = std::fabs(static_cast<double>(sum)), largest = size;
      for (unsigned k = 0; k < row.k; ++k) {
        double term = a[at.row][k] * b[k][at.column];
        sum += static_cast<long double>(a[at.row][k]) * b[k][at.column];
        size += std::fabs(term), largest = std::max(largest, std::fabs(term));
      }
      if (satfinite) sum = std::clamp<long double>(sum, INT32_MIN, INT32_MAX);
      auto value = static_cast<double>(sum);
      putElement(one.out, lane * n.c + v, bitsOf(row.d), encode(value, row.d));
      bounds.push_back(matrixBound(row.a, row.d, size, largest, value));
    }
}

Form makeForm(const Row &row, bool satfinite) {
  Counts n = registersOf(row);
  unsigned bytes = registerBits(row) / 8, all = n.a + n.b + n.c;
  Form form;
  form.group = "mma.sync";
  form.name = fmt::format("mma.sync.aligned.m{}n8k{}.row.col{}.{}.{}.{}.{}", row.m, row.k,
                          satfinite ? ".satfinite" : "", name(row.d), name(row.a), name(row.b), name(row.d));
  form.inBytes = size_t{32} * all * bytes;
  form.outBytes = size_t{32} * n.c * bytes;
  form.hasFloats = !isInteger(row.a);
  form.result = row.d;
  std::string type = fmt::format("b{}", registerBits(row)), body;
  for (const char *prefix : {"a", "b", "c", "d"}) body += fmt::format(".reg .{} %{}<16>;\n", type, prefix);
  body += fmt::format("mad.lo.u64 %in, %thread64, {}, %in;\nmad.lo.u64 %out, %thread64, {}, %out;\n", all * bytes,
                      n.c * bytes);
  unsigned at = 0;
  auto load = [&](const char *prefix, unsigned count) {
    for (unsigned i = 0; i < count; ++i, at += bytes)
      body += fmt::format("ld.global.{} %{}{}, [%in+{}];\n", type, prefix, i, at);
  };
  load("a", n.a), load("b", n.b), load("c", n.c);
  body += fmt::format("{} {{{}}}, {{{}}}, {{{}}}, {{{}}};\n", form.name, registerList("%d", n.c),
                      registerList("%a", n.a), registerList("%b", n.b), registerList("%c", n.c));
  for (unsigned i = 0; i < n.c; ++i) body += fmt::format("st.global.{} [%out+{}], %d{};\n", type, i * bytes, i);
  form.body = body;
  form.fill = [row](Rng &rng, bool isExact, const Case &one) { fill(row, rng, isExact, one); };
  form.refer = [row, satfinite](bool, const Case &one, std::vector<double> &bounds) {
    refer(row, satfinite, one, bounds);
  };
  return form;
}

}  // namespace

void addMmaForms(std::vector<Form> &forms) {
  for (const Row &row : kRows) forms.push_back(makeForm(row, /*satfinite=*/false));
  for (const Row &row : kRows)
    if (row.d == Elem::S32) forms.push_back(makeForm(row, /*satfinite=*/true));
}

}  // namespace tritonc::forms
