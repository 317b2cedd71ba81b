// Reading PTX: what is accepted, and the messages for what is not.
#include <gtest/gtest.h>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

/// The fault in a body whose first line is line 19 of the text.
std::string bodyError(std::string_view body) { return loadError(kernelText(body)); }

TEST(Load, NamesLineAndOpcodeOfWhatItDoesNotKnow) {
  EXPECT_EQ(bodyError("frobnicate.b32 %r1, %r2;"), "line 19: unknown instruction `frobnicate`");
  EXPECT_EQ(bodyError("add.wrong.s32 %r1, %r2, %r3;"), "line 19: `add.wrong.s32`: unknown modifier `.wrong`");
  EXPECT_EQ(bodyError("\nadd.s32 %r1, %r2;"), "line 20: `add.s32`: operands are missing");
  EXPECT_EQ(bodyError("add.s32 %r1, %rd2, %r3;"), "line 19: `add.s32`: `%rd2` has 64 bits, the instruction reads 32");
  EXPECT_EQ(bodyError("bra NOWHERE;"), "line 19: `bra`: there is no label `NOWHERE`");
  EXPECT_EQ(bodyError("add.s8 %h1, %h2, %h3;"), "line 19: `add.s8`: this form of the instruction is not supported");
}

TEST(Load, OperandsNestOnlySoDeep) {
  for (std::string_view opening : {"{", "[%r1, "}) {
    std::string body = "ld.b32 %r1, ";
    for (int i = 0; i < 20000; ++i) body += opening;
    EXPECT_EQ(bodyError(body), "line 19: too deeply nested an operand");
  }
}

TEST(Load, NamesAreLocalToBlocks) {
  auto result = run(R"(
    mov.b32 %r1, 5;
    { .reg .b32 inner; mov.b32 inner, 7; bra NEXT; NEXT: st.global.u32 [%out], inner; }
    { .reg .b32 inner; add.u32 inner, %r1, 1; bra NEXT; NEXT: st.global.u32 [%out+4], inner; }
  )",
                    8);
  EXPECT_TRUE(result.faults.empty());
  EXPECT_EQ(result.as<uint32_t>(), (std::vector<uint32_t>{7, 6}));
}

TEST(Load, ModuleVariablesHaveTheirInitialValues) {
  RunOptions options;
  options.moduleText = ".global .align 4 .b8 table[8] = {1, 2, 3, 4};\n.const .align 4 .f32 half = 0f3F000000;\n"
                       ".global .align 8 .u64 pointer = table;";
  auto result = run(R"(
    ld.global.u32 %r1, [table];
    ld.const.f32 %f1, [half];
    mov.u64 %rd1, pointer;
    ld.u64 %rd2, [%rd1];
    ld.u8 %r2, [%rd2+1];
    st.global.u32 [%out], %r1;
    st.global.f32 [%out+4], %f1;
    st.global.u32 [%out+8], %r2;
  )",
                    12, {}, options);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  EXPECT_EQ(result.as<uint32_t>(), (std::vector<uint32_t>{0x04030201, 0x3f000000, 2}));
}

}  // namespace
}  // namespace tritonc::emulator::testing
