// ldmatrix, stmatrix and movmatrix: every form.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "tests/gpu/forms.h"

namespace tritonc::forms {
namespace {

// Input: 4 KiB of shared memory, then for each lane the offset of its row and up to four registers.
constexpr unsigned kImage = 4096, kRow = 16, kLaneBytes = 20;

uint32_t word(std::span<const std::byte> bytes, size_t at) { return static_cast<uint32_t>(getElement(bytes, at, 32)); }

void fill(Rng &rng, const Case &one) {
  for (size_t i = 0; i < one.in.size(); ++i) one.in[i] = static_cast<std::byte>(rng());
  std::vector<uint32_t> rows(kImage / kRow);
  std::iota(rows.begin(), rows.end(), 0);
  std::shuffle(rows.begin(), rows.end(), rng);
  for (size_t lane = 0; lane < 32; ++lane)
    putElement(one.in.subspan(kImage + lane * kLaneBytes), 0, 32, rows[lane] * kRow);
}

/// The offset in shared memory of half `half` of register `matrix` of a lane.
size_t placeOf(const Case &one, unsigned lane, unsigned matrix, unsigned half, bool isTransposed) {
  unsigned major = lane / 4, minor = lane % 4 * 2 + half;
  unsigned row = isTransposed ? minor : major, column = isTransposed ? major : minor;
  return word(one.in.subspan(kImage + size_t{8 * matrix + row} * kLaneBytes), 0) + size_t{2} * column;
}

/// Input into shared memory at %base; the lane's row address in %row, its registers in %r0 to %r3.
std::string prologue() {
  return fmt::format(R"(.shared .align 1024 .b8 image[{0}];
.reg .b32 %r<4>, %v<4>, %base, %row, %at; .reg .b64 %from; .reg .pred %more;
mov.u32 %base, image; shl.b32 %at, %thread, 4;
FILL: cvt.u64.u32 %from, %at; add.u64 %from, %from, %in; ld.global.v4.b32 {{%v0, %v1, %v2, %v3}}, [%from];
add.u32 %row, %base, %at; st.shared.v4.b32 [%row], {{%v0, %v1, %v2, %v3}};
add.u32 %at, %at, 512; setp.lt.u32 %more, %at, {0}; @%more bra FILL;
bar.sync 0;
mad.lo.u64 %from, %thread64, {1}, %in; ld.global.b32 %row, [%from+{0}]; add.u32 %row, %row, %base;
)",
                     kImage, kLaneBytes);
}

Form makeForm(unsigned count, bool isTransposed, bool isStore) {
  Form form;
  form.group = isStore ? "stmatrix" : "ldmatrix";
  form.name = fmt::format("{}.sync.aligned.m8n8.x{}{}.shared.b16", form.group, count, isTransposed ? ".trans" : "");
  form.inBytes = kImage + 32 * kLaneBytes;
  form.outBytes = isStore ? kImage : size_t{32} * 4 * count;
  std::string list = registerList("%r", count), body = prologue();
  if (isStore) {
    for (unsigned i = 0; i < count; ++i)
      body += fmt::format("ld.global.b32 %r{}, [%from+{}];\n", i, kImage + 4 + 4 * i);
    body += fmt::format("{} [%row], {{{}}};\nbar.sync 0;\n", form.name, list);
    body += fmt::format("shl.b32 %at, %thread, 4;\nDUMP: add.u32 %row, %base, %at; cvt.u64.u32 %from, %at;\n"
                        "add.u64 %from, %from, %out; ld.shared.v4.b32 {{%v0, %v1, %v2, %v3}}, [%row];\n"
                        "st.global.v4.b32 [%from], {{%v0, %v1, %v2, %v3}};\n"
                        "add.u32 %at, %at, 512; setp.lt.u32 %more, %at, {}; @%more bra DUMP;\n",
                        kImage);
  } else {
    body += fmt::format("{} {{{}}}, [%row];\nmad.lo.u64 %from, %thread64, {}, %out;\n", form.name, list, 4 * count);
    for (unsigned i = 0; i < count; ++i) body += fmt::format("st.global.b32 [%from+{}], %r{};\n", 4 * i, i);
  }
  form.body = body;
  form.fill = [](Rng &rng, bool, const Case &one) { fill(rng, one); };
  form.refer = [=](bool, const Case &one, std::vector<double> &) {
    if (isStore) std::memcpy(one.out.data(), one.in.data(), kImage);
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned matrix = 0; matrix < count; ++matrix)
        for (unsigned half = 0; half < 2; ++half) {
          size_t at = placeOf(one, lane, matrix, half, isTransposed);
          std::byte *there = isStore ? &one.out[at] : &one.out[(size_t{lane} * count + matrix) * 4 + size_t{2} * half];
          const std::byte *here =
              isStore ? &one.in[kImage + size_t{lane} * kLaneBytes + 4 + size_t{4} * matrix + size_t{2} * half]
                      : &one.in[at];
          std::memcpy(there, here, 2);
        }
  };
  return form;
}

Form makeMovmatrix() {
  Form form;
  form.group = "movmatrix";
  form.name = "movmatrix.sync.aligned.m8n8.trans.b16";
  form.inBytes = form.outBytes = 128;
  form.body = ".reg .b32 %a, %d;\nmad.lo.u64 %in, %thread64, 4, %in; ld.global.b32 %a, [%in];\n" + form.name +
              " %d, %a;\nmad.lo.u64 %out, %thread64, 4, %out; st.global.b32 [%out], %d;\n";
  form.fill = [](Rng &rng, bool, const Case &one) {
    for (std::byte &byte : one.in) byte = static_cast<std::byte>(rng());
  };
  form.refer = [](bool, const Case &one, std::vector<double> &) {
    for (size_t row = 0; row < 8; ++row)
      for (size_t column = 0; column < 8; ++column)
        putElement(one.out, 8 * column + row, 16, getElement(one.in, 8 * row + column, 16));
  };
  return form;
}

}  // namespace

void addMoveForms(std::vector<Form> &forms) {
  for (bool isStore : {false, true})
    for (unsigned count : {1u, 2u, 4u})
      for (bool isTransposed : {false, true}) forms.push_back(makeForm(count, isTransposed, isStore));
  forms.push_back(makeMovmatrix());
}

}  // namespace tritonc::forms
