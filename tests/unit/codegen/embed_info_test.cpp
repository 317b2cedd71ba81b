// The section writer against the runtime's reader and, where ptxas is there, on a real cubin read by readelf.
#include "codegen/embed_info.h"

#include <gtest/gtest.h>

#include <elf.h>

#include <cstring>
#include <string>

#include "codegen/assemble.h"
#include "codegen/process.h"
#include "codegen/toolkit_search.h"
#include "ir/support/check.h"
#include "runtime/elf_section.h"
#include "tritonc/kernel_info.h"

namespace tritonc::codegen {
namespace {

/// An ELF file whose only sections are the null section and that of names.
std::string smallestElf() {
  const std::string names("\0.shstrtab\0", 11);
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_shoff = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 2;
  header.e_shstrndx = 1;
  Elf64_Shdr sections[2] = {};
  sections[1].sh_name = 1;
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = sizeof header + sizeof sections;
  sections[1].sh_size = names.size();
  std::string image(reinterpret_cast<const char *>(&header), sizeof header);
  image.append(reinterpret_cast<const char *>(sections), sizeof sections);
  return image + names;
}

std::string readSection(const std::string &image, std::string_view name) {
  auto bytes = readElfSection(std::as_bytes(std::span(image)), name);
  if (!bytes.ok()) return "error: " + bytes.status().text();
  return {reinterpret_cast<const char *>(bytes->data()), bytes->size()};
}

TEST(EmbedInfo, TheRuntimeReadsWhatWasWritten) {
  std::string image = smallestElf();
  embedInfo(image, R"({"abi":1})");
  EXPECT_EQ(readSection(image, kInfoSection), R"({"abi":1})");
  EXPECT_EQ(readSection(image, ".shstrtab"), std::string("\0.shstrtab\0.tritonc.info\0", 25));
}

TEST(EmbedInfo, AnEmptyTextIsASectionToo) {
  std::string image = smallestElf();
  embedInfo(image, "");
  EXPECT_EQ(readSection(image, kInfoSection), "");
}

TEST(EmbedInfo, WhatWasThereStaysInPlace) {
  std::string before = smallestElf(), after = before;
  embedInfo(after, std::string(1000, 'x'));
  EXPECT_EQ(after.substr(sizeof(Elf64_Ehdr), before.size() - sizeof(Elf64_Ehdr)), before.substr(sizeof(Elf64_Ehdr)));
}

TEST(EmbedInfo, ATruncatedFileIsOurFault) {
  std::string image = smallestElf().substr(0, 100);
  EXPECT_THROW(embedInfo(image, "{}"), InternalError);
}

TEST(EmbedInfo, ReadelfAcceptsACubinWithInfo) {
  if (!findPtxas("").path) GTEST_SKIP() << "no ptxas";
  SourceManager sources;
  Diagnostics diags(sources);
  TimeReport times;
  AssembleOptions options;
  auto cubin =
      assemble(".version 8.4\n.target sm_90a\n.address_size 64\n.visible .entry k() { ret; }\n", options, diags, times);
  ASSERT_TRUE(cubin) << diags.render();
  embedInfo(cubin->bytes, "{\"name\":\"k\"}");
  auto folder = TemporaryFolder::create();
  std::string path = (folder->path() / "k.cubin").string();
  ASSERT_TRUE(writeFile(path, cubin->bytes));
  auto dump = runProcess("/usr/bin/readelf", {"--wide", "-S", "-p", ".tritonc.info", path});
  ASSERT_TRUE(dump);
  EXPECT_EQ(dump->status, 0);
  EXPECT_NE(dump->output.find(".text.k"), std::string::npos) << dump->output;
  EXPECT_NE(dump->output.find("{\"name\":\"k\"}"), std::string::npos) << dump->output;
}

}  // namespace
}  // namespace tritonc::codegen
