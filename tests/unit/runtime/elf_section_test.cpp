// The section reader finds what is there and survives everything else.
#include "runtime/elf_section.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/unit/runtime/tiny_elf.h"

namespace tritonc {
namespace {

using test::bytesOf;
using test::tinyElf;

std::string readText(const std::string &file, std::string_view name) {
  StatusOr<std::span<const std::byte>> section = readElfSection(bytesOf(file), name);
  if (!section.ok()) return section.status().toString();
  return {reinterpret_cast<const char *>(section->data()), section->size()};
}

/// The file with one field of a header overwritten.
template <class T> std::string patched(std::string file, size_t offset, T value) {
  std::memcpy(file.data() + offset, &value, sizeof(T));
  return file;
}

TEST(ElfSection, FindsASection) { EXPECT_EQ(readText(tinyElf(".tritonc.info", "hello"), ".tritonc.info"), "hello"); }

TEST(ElfSection, FindsAnEmptySection) { EXPECT_EQ(readText(tinyElf(".empty", ""), ".empty"), ""); }

TEST(ElfSection, SaysThatASectionIsMissing) {
  EXPECT_EQ(readText(tinyElf(".text", "x"), ".tritonc.info"),
            "not found: the ELF image has no section `.tritonc.info`");
}

TEST(ElfSection, ANameIsComparedWhole) {
  EXPECT_EQ(readText(tinyElf(".tritonc.info2", "x"), ".tritonc.info").substr(0, 9), "not found");
  EXPECT_EQ(readText(tinyElf(".tritonc", "x"), ".tritonc.info").substr(0, 9), "not found");
}

TEST(ElfSection, RefusesWhatIsNotElf) {
  EXPECT_EQ(readText("", ".x"), "parse error: malformed ELF image: no ELF magic number");
  EXPECT_EQ(readText("\177EL", ".x"), "parse error: malformed ELF image: no ELF magic number");
  EXPECT_EQ(readText("\177ELF", ".x"), "parse error: malformed ELF image: the file header is truncated");
}

TEST(ElfSection, RefusesOtherClassesAndByteOrders) {
  const std::string file = tinyElf(".x", "x");
  const std::string text = "parse error: malformed ELF image: not a 64-bit little-endian file";
  EXPECT_EQ(readText(patched<char>(file, EI_CLASS, ELFCLASS32), ".x"), text);
  EXPECT_EQ(readText(patched<char>(file, EI_DATA, ELFDATA2MSB), ".x"), text);
}

TEST(ElfSection, EveryTruncationIsAnError) {
  const std::string file = tinyElf(".x", "contents");
  for (size_t size = 0; size < file.size(); ++size) {
    const std::string cut = file.substr(0, size);
    StatusOr<std::span<const std::byte>> section = readElfSection(bytesOf(cut), ".x");
    ASSERT_FALSE(section.ok()) << size;
    EXPECT_EQ(section.status().code(), StatusCode::ParseError) << size;
  }
}

TEST(ElfSection, OffsetsThatWrapAroundAreErrors) {
  const std::string file = tinyElf(".x", "contents");
  const size_t headers = file.size() - 3 * sizeof(Elf64_Shdr);
  const size_t section = headers + 2 * sizeof(Elf64_Shdr);
  EXPECT_EQ(readText(patched<uint64_t>(file, offsetof(Elf64_Ehdr, e_shoff), UINT64_MAX - 8), ".x"),
            "parse error: malformed ELF image: the section headers lie outside the file");
  EXPECT_EQ(readText(patched<uint64_t>(file, section + offsetof(Elf64_Shdr, sh_offset), UINT64_MAX), ".x"),
            "parse error: malformed ELF image: section `.x` lies outside the file");
  EXPECT_EQ(readText(patched<uint64_t>(file, section + offsetof(Elf64_Shdr, sh_size), UINT64_MAX), ".x"),
            "parse error: malformed ELF image: section `.x` lies outside the file");
  EXPECT_EQ(readText(patched<uint32_t>(file, section + offsetof(Elf64_Shdr, sh_name), UINT32_MAX), ".x"),
            "parse error: malformed ELF image: section 2 has no name");
  EXPECT_EQ(readText(patched<uint16_t>(file, offsetof(Elf64_Ehdr, e_shstrndx), 3), ".x"),
            "parse error: malformed ELF image: no section of section names");
}

TEST(ElfSection, AnUnterminatedNameIsAnError) {
  const std::string file = tinyElf(".x", "contents");
  const size_t table = file.size() - 2 * sizeof(Elf64_Shdr);
  // One byte short: the last name loses its terminator.
  const uint64_t size = std::strlen(".shstrtab") + std::strlen(".x") + 2;
  EXPECT_EQ(readText(patched<uint64_t>(file, table + offsetof(Elf64_Shdr, sh_size), size), ".x"),
            "parse error: malformed ELF image: section 2 has no name");
}

TEST(ElfSection, EveryOverwrittenByteIsSurvived) {
  const std::string file = tinyElf(".x", "contents");
  for (size_t i = 0; i < file.size(); ++i)
    for (const char value : {'\x00', '\x01', '\x7f', '\xff'}) {
      const std::string broken = patched(file, i, value);
      StatusOr<std::span<const std::byte>> section = readElfSection(bytesOf(broken), ".x");
      if (!section.ok() || section->empty()) continue;
      const auto *begin = reinterpret_cast<const char *>(section->data());
      EXPECT_TRUE(begin >= broken.data() && begin + section->size() <= broken.data() + broken.size()) << i;
    }
}

}  // namespace
}  // namespace tritonc
