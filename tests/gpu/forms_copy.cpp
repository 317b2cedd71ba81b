// Copies in bulk: plain and of tensors, into shared memory and back, and reductions.
//
// A case's input: 16 KiB that become shared memory (for copies back), then a tensor map, then up to five coordinates
// and the bytes to expect. Its tensor is global memory of its own.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tests/gpu/forms.h"

namespace tritonc::forms {
namespace {

using emulator::TensorElement;
using emulator::TensorMap;

constexpr unsigned kShared = 16384, kMapAt = kShared, kNumbersAt = kMapAt + 128, kInBytes = kNumbersAt + 64;
constexpr unsigned kTensorBytes = 1 << 16;

struct ElementRow {
  TensorElement element;
  const char *name;
  unsigned bytes;
  bool isFloat;
};
constexpr ElementRow kElements[] = {
    {TensorElement::U8, "u8", 1, false},           {TensorElement::U16, "u16", 2, false},
    {TensorElement::U32, "u32", 4, false},         {TensorElement::S32, "s32", 4, false},
    {TensorElement::U64, "u64", 8, false},         {TensorElement::S64, "s64", 8, false},
    {TensorElement::F16, "f16", 2, true},          {TensorElement::F32, "f32", 4, true},
    {TensorElement::F64, "f64", 8, true},          {TensorElement::BF16, "bf16", 2, true},
    {TensorElement::F32Ftz, "f32.ftz", 4, true},   {TensorElement::TF32, "tf32", 4, true},
    {TensorElement::TF32Ftz, "tf32.ftz", 4, true},
};

struct Copy {
  ElementRow element;
  unsigned rank = 1, span = 0;
  bool isStore = false;
  const char *reduction = nullptr;
  bool fillsNan = false, hasSteps = false;
};

/// A tensor of few elements with padded rows, and a box whose row may be narrower than the span.
TensorMap randomMap(const Copy &copy, Rng &rng, uint64_t address) {
  constexpr uint64_t kExtents[] = {0, 9, 4, 2, 2};
  TensorMap map{.address = address, .rank = copy.rank, .element = copy.element.element};
  unsigned each = copy.element.bytes, pieces = copy.span ? copy.span / 16 : 6;
  map.swizzle = copy.span;
  map.fillsNan = copy.fillsNan;
  map.strides[0] = each;
  map.extents[0] = copy.rank == 1 ? 700 : static_cast<uint64_t>(between(rng, 180, 300)) / each;
  if (copy.isStore) map.extents[0] = map.extents[0] * each / 16 * 16 / each;
  map.box[0] = static_cast<uint32_t>(between(rng, 1, static_cast<int>(pieces))) * 16 / each;
  for (unsigned i = 1; i < copy.rank; ++i) {
    map.extents[i] = kExtents[i];
    uint64_t before = i == 1 ? map.extents[0] * each : map.strides[i - 1] * map.extents[i - 1];
    map.strides[i] = (before + 15) / 16 * 16 + 16 * static_cast<uint64_t>(between(rng, 0, 2));
    map.box[i] = static_cast<uint32_t>(between(rng, 1, i == 1 ? 12 : 2));
    if (copy.hasSteps) map.steps[i] = static_cast<uint32_t>(between(rng, 1, 3));
  }
  return map;
}

int32_t numberAt(const Case &one, unsigned i) {
  return static_cast<int32_t>(getElement(one.in.subspan(kNumbersAt), i, 32));
}

uint32_t takenBy(const TensorMap &map, unsigned i) { return (map.box[i] + map.steps[i] - 1) / map.steps[i]; }

/// A map, and where the box starts.
struct Chosen {
  TensorMap map;
  int32_t start[5] = {};
};

Chosen choose(const Copy &copy, Rng &rng, uint64_t address) {
  Chosen chosen{randomMap(copy, rng, address)};
  const TensorMap &map = chosen.map;
  int per16 = 16 / static_cast<int>(copy.element.bytes);
  for (unsigned i = 0; i < copy.rank; ++i) {
    int extent = static_cast<int>(map.extents[i]), low = copy.isStore ? 0 : -static_cast<int>(map.box[i]) - 1;
    chosen.start[i] = i == 0 ? between(rng, low / per16, extent / per16) * per16 : between(rng, low, extent);
  }
  return chosen;
}

/// Calls `f(byte in shared memory, offset in the tensor or -1)` for each element of the box.
template <class F> void forElements(const Copy &copy, const Chosen &chosen, F &&f) {
  const TensorMap &map = chosen.map;
  unsigned each = copy.element.bytes, pitch = copy.span ? copy.span : map.box[0] * each;
  uint32_t counts[5], index[5] = {};
  for (unsigned i = 0; i < 5; ++i) counts[i] = i < copy.rank ? takenBy(map, i) : 1;
  uint32_t row = 0;
  for (index[4] = 0; index[4] < counts[4]; ++index[4])
    for (index[3] = 0; index[3] < counts[3]; ++index[3])
      for (index[2] = 0; index[2] < counts[2]; ++index[2])
        for (index[1] = 0; index[1] < counts[1]; ++index[1], ++row)
          for (index[0] = 0; index[0] < counts[0]; ++index[0]) {
            int64_t offset = 0;
            bool isInside = true;
            for (unsigned i = 0; i < copy.rank; ++i) {
              int64_t at = int64_t{chosen.start[i]} + int64_t{index[i]} * map.steps[i];
              isInside = isInside && at >= 0 && at < static_cast<int64_t>(map.extents[i]);
              offset += at * static_cast<int64_t>(map.strides[i]);
            }
            uint32_t byte = row * pitch + index[0] * each;
            if (copy.span) byte ^= byte / 128 * 16 & (copy.span - 16);
            f(byte, isInside ? offset : int64_t{-1});
          }
}

uint32_t roundToTf32(uint32_t bits) {
  if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fffe000;
  return (bits + 0xfff + (bits >> 13 & 1)) & 0xffffe000;
}

uint64_t combine(const Copy &copy, uint64_t old, uint64_t value) {
  std::string_view op = copy.reduction;
  TensorElement element = copy.element.element;
  if (op == "and") return old & value;
  if (op == "or") return old | value;
  if (op == "xor") return old ^ value;
  if (op == "inc") return old >= value ? 0 : old + 1;
  if (op == "dec") return old == 0 || old > value ? value : old - 1;
  if (element == TensorElement::F16 || element == TensorElement::BF16 || element == TensorElement::F32) {
    Elem elem = element == TensorElement::F16 ? Elem::F16 : element == TensorElement::BF16 ? Elem::BF16 : Elem::F32;
    double a = decode(old, elem), b = decode(value, elem);
    return encode(op == "add" ? a + b : op == "min" ? std::min(a, b) : std::max(a, b), elem);
  }
  if (op == "add") return old + value;
  bool isSigned = element == TensorElement::S32 || element == TensorElement::S64;
  auto widen = [&](uint64_t bits) {
    return copy.element.bytes == 4 ? int64_t{static_cast<int32_t>(bits)} : static_cast<int64_t>(bits);
  };
  bool isLess = isSigned ? widen(value) < widen(old) : value < old;
  return isLess == (op == "min") ? value : old;
}

/// The seed of the choices lies in the input, so that the reference makes them again.
void fill(const Copy &copy, Rng &rng, const Case &one) {
  uint64_t seed = rng();
  for (Bytes bytes : {one.in, one.tensor})
    for (std::byte &byte : bytes) byte = static_cast<std::byte>(rng());
  bool isFloatSum = copy.reduction && copy.element.isFloat;
  if (isFloatSum) {
    // Small integers add exactly.
    Elem elem = copy.element.bytes == 4                       ? Elem::F32
                : copy.element.element == TensorElement::BF16 ? Elem::BF16
                                                              : Elem::F16;
    for (Bytes bytes : {one.in.first(kShared), one.tensor})
      for (size_t i = 0; i < bytes.size() / copy.element.bytes; ++i)
        putElement(bytes, i, bitsOf(elem), encode(between(rng, -50, 50), elem));
  }
  Rng choices(seed);
  Chosen chosen = choose(copy, choices, one.tensorAddress);
  auto map = (*one.encode)(chosen.map);
  std::memcpy(&one.in[kMapAt], map.data(), map.size());
  uint32_t expected = chosen.map.box[0] * copy.element.bytes;
  for (unsigned i = 1; i < 5; ++i) expected *= i < copy.rank ? takenBy(chosen.map, i) : 1;
  for (unsigned i = 0; i < 5; ++i)
    putElement(one.in.subspan(kNumbersAt), i, 32, static_cast<uint32_t>(chosen.start[i]));
  putElement(one.in.subspan(kNumbersAt), 5, 32, expected);
  putElement(one.in.subspan(kNumbersAt), 3, 64, seed);
}

void refer(const Copy &copy, const Case &one) {
  Rng choices(getElement(one.in.subspan(kNumbersAt), 3, 64));
  Chosen chosen = choose(copy, choices, one.tensorAddress);
  unsigned bits = 8 * copy.element.bytes;
  if (!copy.isStore) std::memset(one.out.data(), 0xa5, kShared);
  forElements(copy, chosen, [&](uint32_t byte, int64_t offset) {
    if (!copy.isStore) {
      uint64_t value = offset < 0 ? 0 : getElement(one.tensor.subspan(static_cast<size_t>(offset)), 0, bits);
      if (offset < 0 && copy.fillsNan) value = uint64_t{0x7ff77ff77ff77ff7} >> (64 - bits);
      bool isTf32 = copy.element.element == TensorElement::TF32 || copy.element.element == TensorElement::TF32Ftz;
      if (isTf32 && offset >= 0) value = roundToTf32(static_cast<uint32_t>(value));
      return putElement(one.out.subspan(byte), 0, bits, value);
    }
    if (offset < 0) return;
    Bytes there = one.tensor.subspan(static_cast<size_t>(offset));
    uint64_t value = getElement(one.in.subspan(byte), 0, bits);
    putElement(there, 0, bits, copy.reduction ? combine(copy, getElement(there, 0, bits), value) : value);
  });
}

/// Shared memory at %base, the case's numbers in %n0 to %n5, the map's address in %map, thread 0 in %first.
std::string prologue(bool isStore) {
  std::string text = fmt::format(R"(.shared .align 1024 .b8 image[{}]; .shared .align 8 .b64 done;
.reg .b32 %v<4>, %n<6>, %base, %at, %to, %bar; .reg .b64 %from, %map; .reg .pred %more, %first, %over;
mov.u32 %base, image; add.u32 %base, %base, 1023; and.b32 %base, %base, -1024; mov.u32 %bar, done;
add.u64 %map, %in, {}; setp.eq.u32 %first, %thread, 0; shl.b32 %at, %thread, 4;
FILL: cvt.u64.u32 %from, %at; add.u64 %from, %from, %in; ld.global.v4.b32 {{%v0, %v1, %v2, %v3}}, [%from];
)",
                                 kShared + 1024, kMapAt);
  if (!isStore) text += "mov.b32 %v0, 0xa5a5a5a5; mov.b32 %v1, %v0; mov.b32 %v2, %v0; mov.b32 %v3, %v0;\n";
  text += fmt::format("add.u32 %to, %base, %at; st.shared.v4.b32 [%to], {{%v0, %v1, %v2, %v3}};\n"
                      "add.u32 %at, %at, 2048; setp.lt.u32 %more, %at, {}; @%more bra FILL;\n"
                      "@%first mbarrier.init.shared::cta.b64 [%bar], 1;\n"
                      "fence.mbarrier_init.release.cluster; fence.proxy.async; bar.sync 0;\n",
                      kShared);
  for (unsigned i = 0; i < 6; ++i) text += fmt::format("ld.global.b32 %n{}, [%in+{}];\n", i, kNumbersAt + 4 * i);
  return text;
}

std::string waitAndDump() {
  return fmt::format("WAIT: mbarrier.try_wait.parity.shared::cta.b64 %over, [%bar], 0; @!%over bra WAIT;\n"
                     "shl.b32 %at, %thread, 4;\nDUMP: add.u32 %to, %base, %at; cvt.u64.u32 %from, %at;\n"
                     "add.u64 %from, %from, %out; ld.shared.v4.b32 {{%v0, %v1, %v2, %v3}}, [%to];\n"
                     "st.global.v4.b32 [%from], {{%v0, %v1, %v2, %v3}};\n"
                     "add.u32 %at, %at, 2048; setp.lt.u32 %more, %at, {}; @%more bra DUMP;\n",
                     kShared);
}

constexpr const char *kExpect = "@%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%bar], ";
constexpr const char *kFinish = "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n";

Form makeTensorForm(const Copy &copy) {
  Form form;
  std::string box = fmt::format("[%map, {{{}}}]", registerList("%n", copy.rank)), name;
  std::string body = prologue(copy.isStore);
  if (copy.isStore) {
    name = copy.reduction ? fmt::format("cp.reduce.async.bulk.tensor.{}d.global.shared::cta.{}.tile.bulk_group",
                                        copy.rank, copy.reduction)
                          : fmt::format("cp.async.bulk.tensor.{}d.global.shared::cta.tile.bulk_group", copy.rank);
    body += fmt::format("@%first {} {}, [%base];\n{}", name, box, kFinish);
  } else {
    name = fmt::format("cp.async.bulk.tensor.{}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes", copy.rank);
    body += fmt::format("{}%n5;\n@%first {} [%base], {}, [%bar];\n{}", kExpect, name, box, waitAndDump());
  }
  form.group = copy.reduction ? "tensor reduction" : copy.isStore ? "tensor store" : "tensor load";
  form.name = fmt::format("{} {} {}{}{}", name, copy.element.name,
                          copy.span ? fmt::format("swizzle {}", copy.span) : "no swizzle",
                          copy.fillsNan ? " NaN fill" : "", copy.hasSteps ? " steps" : "");
  form.body = body;
  form.warps = 4;
  form.inBytes = kInBytes, form.outBytes = copy.isStore ? 16 : kShared, form.tensorBytes = kTensorBytes;
  form.fill = [copy](Rng &rng, bool, const Case &one) { fill(copy, rng, one); };
  form.refer = [copy](bool, const Case &one, std::vector<double> &) { refer(copy, one); };
  return form;
}

// ---- Plain copies ----

struct Plain {
  const char *reduction = nullptr;
  const char *type = "";
  ElementRow element = {};
  bool isStore = false;
};

/// %n0: offset in shared memory, %n1: in the tensor, %n2: bytes.
Form makePlainForm(const Plain &plain) {
  Form form;
  std::string name = plain.reduction ? fmt::format("cp.reduce.async.bulk.global.shared::cta.bulk_group.{}.{}",
                                                   plain.reduction, plain.type)
                     : plain.isStore ? "cp.async.bulk.global.shared::cta.bulk_group"
                                     : "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes";
  std::string body = prologue(plain.isStore) + "add.u32 %to, %base, %n0; cvt.u64.u32 %from, %n1; add.u64 %from, %from, "
                                               "%tensor;\n";
  body += plain.isStore
              ? fmt::format("@%first {} [%from], [%to], %n2;\n{}", name, kFinish)
              : fmt::format("{}%n2;\n@%first {} [%to], [%from], %n2, [%bar];\n{}", kExpect, name, waitAndDump());
  form.group = plain.reduction ? "bulk reduction" : "bulk copy";
  form.name = name;
  form.body = body;
  form.warps = 4;
  form.inBytes = kInBytes, form.outBytes = plain.isStore ? 16 : kShared, form.tensorBytes = kTensorBytes;
  form.fill = [plain](Rng &rng, bool, const Case &one) {
    Copy copy{.element = plain.element, .isStore = true, .reduction = plain.reduction};
    fill(copy, rng, one);
    int bytes = between(rng, 1, kShared / 32) * 16;
    int numbers[] = {between(rng, 0, kShared / 32) * 16, between(rng, 0, kTensorBytes / 32) * 16, bytes};
    for (unsigned i = 0; i < 3; ++i) putElement(one.in.subspan(kNumbersAt), i, 32, static_cast<uint32_t>(numbers[i]));
  };
  form.refer = [plain](bool, const Case &one, std::vector<double> &) {
    auto shared = static_cast<size_t>(numberAt(one, 0)), at = static_cast<size_t>(numberAt(one, 1)),
         bytes = static_cast<size_t>(numberAt(one, 2));
    if (!plain.isStore) {
      std::memset(one.out.data(), 0xa5, kShared);
      std::memcpy(&one.out[shared], &one.tensor[at], bytes);
    } else if (!plain.reduction) {
      std::memcpy(&one.tensor[at], &one.in[shared], bytes);
    } else {
      Copy copy{.element = plain.element, .isStore = true, .reduction = plain.reduction};
      unsigned each = plain.element.bytes;
      for (size_t i = 0; i < bytes / each; ++i)
        putElement(one.tensor.subspan(at), i, 8 * each,
                   combine(copy, getElement(one.tensor.subspan(at), i, 8 * each),
                           getElement(one.in.subspan(shared), i, 8 * each)));
    }
  };
  return form;
}

const ElementRow &rowOf(TensorElement element) { return *std::ranges::find(kElements, element, &ElementRow::element); }

/// The reductions that there are: operation, elements of tensors, and the type of plain copies.
struct Reduction {
  const char *op;
  TensorElement element;
  const char *type;
};
constexpr Reduction kReductions[] = {
    {"add", TensorElement::U32, "u32"},       {"add", TensorElement::S32, "s32"},
    {"add", TensorElement::U64, "u64"},       {"add", TensorElement::F32, "f32"},
    {"add", TensorElement::F16, "noftz.f16"}, {"add", TensorElement::BF16, "noftz.bf16"},
    {"min", TensorElement::U32, "u32"},       {"min", TensorElement::S32, "s32"},
    {"max", TensorElement::U64, "u64"},       {"max", TensorElement::S64, "s64"},
    {"min", TensorElement::F16, "f16"},       {"max", TensorElement::BF16, "bf16"},
    {"inc", TensorElement::U32, "u32"},       {"dec", TensorElement::U32, "u32"},
    {"and", TensorElement::U32, "b32"},       {"or", TensorElement::U64, "b64"},
    {"xor", TensorElement::U32, "b32"},
};

}  // namespace

void addCopyForms(std::vector<Form> &forms) {
  for (const ElementRow &element : kElements)
    for (unsigned rank = 1; rank <= 5; ++rank) {
      unsigned span = std::array{0u, 32u, 64u, 128u}[rank % 4];
      forms.push_back(makeTensorForm({.element = element, .rank = rank, .span = span}));
      if (rank == 2 && element.isFloat)
        forms.push_back(makeTensorForm({.element = element, .rank = rank, .span = 128, .fillsNan = true}));
    }
  for (unsigned span : {0u, 32u, 64u, 128u})
    for (unsigned rank = 1; rank <= 5; ++rank) {
      forms.push_back(
          makeTensorForm({.element = rowOf(TensorElement::U16), .rank = rank, .span = span, .hasSteps = true}));
      forms.push_back(
          makeTensorForm({.element = rowOf(TensorElement::BF16), .rank = rank, .span = span, .isStore = true}));
    }
  for (TensorElement element : {TensorElement::U8, TensorElement::F32, TensorElement::F64})
    forms.push_back(makeTensorForm({.element = rowOf(element), .rank = 2, .isStore = true}));
  for (const Reduction &row : kReductions) {
    forms.push_back(
        makeTensorForm({.element = rowOf(row.element), .rank = 2, .span = 128, .isStore = true, .reduction = row.op}));
    forms.push_back(
        makePlainForm({.reduction = row.op, .type = row.type, .element = rowOf(row.element), .isStore = true}));
  }
  forms.push_back(makePlainForm({.element = rowOf(TensorElement::U8)}));
  forms.push_back(makePlainForm({.element = rowOf(TensorElement::U8), .isStore = true}));
}

}  // namespace tritonc::forms
