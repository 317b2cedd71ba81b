// KernelInfo to JSON and back, and the errors of a reader that meets something else. Status texts.
#include "tritonc/kernel_info.h"

#include <gtest/gtest.h>

#include "tests/unit/runtime/tiny_elf.h"

namespace tritonc {
namespace {

using test::bytesOf;

KernelInfo addInfo() {
  KernelInfo info;
  info.name = "add_kernel";
  info.version = "0.1.0";
  info.sourceHash = "0123abcd";
  info.arch = "sm_90a";
  info.ptxVersion = "8.5";
  info.stages = 3;
  info.params = {{"x_ptr", "*fp32", 16}, {"n", "i32", 1}};
  info.constants = {{"ZETA", "'tf32'"}, {"BLOCK", "1024"}};
  return info;
}

// The whole text of the ABI, as docs/abi.md shows it.
constexpr std::string_view kAddJson =
    R"({"abi":1,"name":"add_kernel","version":"0.1.0","source_hash":"0123abcd","arch":"sm_90a","ptx_version":"8.5",)"
    R"("warps":4,"stages":3,"cluster":[1,1,1],"shared_bytes":0,"scratch_bytes":0,"scratch_align":128,)"
    R"("registers":null,"spill_bytes":null,)"
    R"("params":[{"name":"x_ptr","type":"*fp32","divisible":16},{"name":"n","type":"i32"}],)"
    R"("constants":{"ZETA":"'tf32'","BLOCK":"1024"},"tensor_maps":[]})";

std::string replaced(std::string_view from, std::string_view to) {
  std::string json(kAddJson);
  return json.replace(json.find(from), from.size(), to);
}

std::string errorOf(std::string_view json) {
  StatusOr<KernelInfo> info = KernelInfo::fromJson(json);
  return info.ok() ? "ok" : info.status().toString();
}

TEST(Status, HasCodeAndText) {
  EXPECT_TRUE(Status().ok());
  EXPECT_EQ(Status().toString(), "ok");
  const Status status(StatusCode::NotFound, "no such thing");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.toString(), "not found: no such thing");
}

TEST(Status, ASuccessWithoutAValueIsAnInternalError) {
  EXPECT_EQ(StatusOr<int>(Status()).status().code(), StatusCode::Internal);
  EXPECT_EQ(*StatusOr<int>(3), 3);
}

TEST(KernelInfo, WritesTheFixedKeysInOrder) { EXPECT_EQ(addInfo().toJson(), kAddJson); }

TEST(KernelInfo, ReadsWhatItWrites) {
  KernelInfo info = addInfo();
  info.cluster = {2, 1, 1};
  info.sharedBytes = 228000;
  info.scratchBytes = uint64_t{1} << 40;
  info.registers = 255;
  info.spillBytes = 0;
  info.tensorMaps = {{"a_desc", {64, 64}, 3, 6, 2}};
  StatusOr<KernelInfo> copy = KernelInfo::fromJson(info.toJson());
  ASSERT_TRUE(copy.ok()) << copy.status().toString();
  EXPECT_EQ(*copy, info);
}

TEST(KernelInfo, KeepsTheOrderOfConstants) {
  StatusOr<KernelInfo> info = KernelInfo::fromJson(kAddJson);
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->constants[0].first, "ZETA");
  EXPECT_EQ(*info->findConstant("BLOCK"), "1024");
  EXPECT_EQ(info->findConstant("OTHER"), nullptr);
}

TEST(KernelInfo, IsOneLineOfJsonWhateverTheNamesAre) {
  KernelInfo info = addInfo();
  info.constants = {{"TEXT", "'a\nb\"c\\'"}, {"NOT_UTF8", "\xff"}};
  const std::string json = info.toJson();
  EXPECT_EQ(json.find('\n'), std::string::npos);
  EXPECT_EQ(KernelInfo::fromJson(json)->constants[0].second, "'a\nb\"c\\'");
}

TEST(KernelInfo, IgnoresUnknownKeys) { EXPECT_EQ(errorOf(replaced("{\"abi\"", R"({"later":{"x":[1]},"abi")")), "ok"); }

TEST(KernelInfo, NamesWhatIsMissing) {
  EXPECT_EQ(errorOf(replaced(R"("warps":4,)", "")), "parse error: kernel info: `warps` is missing");
  EXPECT_EQ(errorOf(replaced(R"(,"type":"i32")", "")), "parse error: kernel info: `params[1].type` is missing");
  EXPECT_EQ(errorOf(replaced(R"("registers":null,)", "")), "parse error: kernel info: `registers` is missing");
}

TEST(KernelInfo, NamesWhatHasTheWrongType) {
  EXPECT_EQ(errorOf(replaced(R"("warps":4)", R"("warps":"4")")),
            "parse error: kernel info: `warps` is not an integer from 0 to 4294967295");
  EXPECT_EQ(errorOf(replaced(R"("stages":3)", R"("stages":-3)")),
            "parse error: kernel info: `stages` is not an integer from 0 to 4294967295");
  EXPECT_EQ(errorOf(replaced(R"("add_kernel")", "7")), "parse error: kernel info: `name` is not a string");
  EXPECT_EQ(errorOf(replaced("[1,1,1]", "[1,1]")),
            "parse error: kernel info: `cluster` is not an array of three numbers");
  EXPECT_EQ(errorOf(replaced("[1,1,1]", "[1,1.5,1]")),
            "parse error: kernel info: `cluster[1]` is not an integer from 0 to 4294967295");
  EXPECT_EQ(errorOf(replaced(R"("1024")", "1024")), "parse error: kernel info: `constants.BLOCK` is not a string");
  EXPECT_EQ(errorOf(replaced("[]", "[3]")), "parse error: kernel info: `tensor_maps[0]` is not an object");
  EXPECT_EQ(errorOf(replaced("[]", "{}")), "parse error: kernel info: `tensor_maps` is not an array");
}

TEST(KernelInfo, NamesWhatIsOutOfRange) {
  EXPECT_EQ(errorOf(replaced(R"("warps":4)", R"("warps":33)")),
            "parse error: kernel info: `warps` is not a number from 1 to 32");
  EXPECT_EQ(errorOf(replaced("[1,1,1]", "[1,0,1]")),
            "parse error: kernel info: `cluster` is not three positive numbers");
  EXPECT_EQ(errorOf(replaced(R"("divisible":16)", R"("divisible":12)")),
            "parse error: kernel info: `params[0].divisible` is not a power of two");
}

TEST(KernelInfo, RefusesOtherVersionsOfTheAbiBeforeTheirKeys) {
  EXPECT_EQ(errorOf(R"({"abi":2})"), "unsupported: the kernel has ABI version 2; this library reads version 1");
  EXPECT_EQ(errorOf("{}"), "parse error: kernel info: `abi` is missing");
}

TEST(KernelInfo, RefusesWhatIsNotAnObject) {
  EXPECT_EQ(errorOf(""), "parse error: kernel info: not valid JSON");
  EXPECT_EQ(errorOf(kAddJson.substr(0, 40)), "parse error: kernel info: not valid JSON");
  EXPECT_EQ(errorOf("[1]"), "parse error: kernel info: `the kernel info` is not an object");
}

TEST(KernelInfo, TheSymbolHasNoDots) {
  KernelInfo info;
  info.name = "Attention.forward";
  EXPECT_EQ(info.symbol(), "Attention_forward");
}

TEST(KernelInfo, JsonIsAscii) {
  KernelInfo info;
  info.name = "gr\xc3\xb6\xc3\x9f"
              "e";
  std::string json = info.toJson();
  EXPECT_NE(json.find(R"("name":"gr\u00f6\u00dfe")"), std::string::npos);
  EXPECT_EQ(KernelInfo::fromJson(json)->name, info.name);
}

TEST(KernelInfo, TheSymbolIsOneForPtx) {
  KernelInfo info;
  info.name = "gr\xc3\xb6\xc3\x9f"
              "e";
  EXPECT_EQ(info.symbol(), "gr$c3$b6$c3$9fe");
  info.name = "_";
  EXPECT_EQ(info.symbol(), "$_");
  info.name = "WARP_SZ";
  EXPECT_EQ(info.symbol(), "$WARP_SZ");
}

TEST(KernelInfo, IsFoundInACubin) {
  const std::string file = test::tinyElf(kInfoSection, kAddJson);
  StatusOr<KernelInfo> info = KernelInfo::fromArtifact(bytesOf(file));
  ASSERT_TRUE(info.ok()) << info.status().toString();
  EXPECT_EQ(*info, addInfo());
}

TEST(KernelInfo, IsFoundInPtx) {
  const std::string ptx =
      "// a comment\n.version 8.5\n" + std::string(kInfoComment) + std::string(kAddJson) + "\n.target sm_90a\n";
  StatusOr<KernelInfo> info = KernelInfo::fromArtifact(bytesOf(ptx));
  ASSERT_TRUE(info.ok()) << info.status().toString();
  EXPECT_EQ(*info, addInfo());
}

TEST(KernelInfo, SaysWhatAnArtefactLacks) {
  auto text = [](std::string_view bytes) { return KernelInfo::fromArtifact(bytesOf(bytes)).status().toString(); };
  EXPECT_EQ(text(test::tinyElf(".text", "x")), "not found: the ELF image has no section `.tritonc.info`");
  EXPECT_EQ(text(".version 8.5\n x // tritonc.info: {}\n"),
            "parse error: neither a cubin nor PTX with a `// tritonc.info: ` line");
}

}  // namespace
}  // namespace tritonc
