// The layout is: file header, contents, names, section headers (null, names, the section).
#include "tests/unit/runtime/tiny_elf.h"

#include <elf.h>

#include <algorithm>
#include <iterator>

namespace tritonc::test {
namespace {

template <class T> void append(std::string &file, const T &header) {
  file.append(reinterpret_cast<const char *>(&header), sizeof(T));
}

}  // namespace

std::string tinyElf(std::string_view sectionName, std::string_view contents) {
  constexpr Elf64_Half kMachineCuda = 190;
  std::string names(1, '\0');
  const auto tableName = static_cast<Elf64_Word>(names.size());
  names.append(".shstrtab").push_back('\0');
  const auto nameOffset = static_cast<Elf64_Word>(names.size());
  names.append(sectionName).push_back('\0');

  Elf64_Ehdr header{};
  const unsigned char ident[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
  std::copy(std::begin(ident), std::end(ident), header.e_ident);
  header.e_machine = kMachineCuda;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 1;
  header.e_shoff = sizeof(Elf64_Ehdr) + contents.size() + names.size();

  Elf64_Shdr table{};
  table.sh_name = tableName;
  table.sh_type = SHT_STRTAB;
  table.sh_offset = sizeof(Elf64_Ehdr) + contents.size();
  table.sh_size = names.size();
  Elf64_Shdr section{};
  section.sh_name = nameOffset;
  section.sh_type = SHT_PROGBITS;
  section.sh_offset = sizeof(Elf64_Ehdr);
  section.sh_size = contents.size();

  std::string file;
  append(file, header);
  file.append(contents).append(names);
  append(file, Elf64_Shdr{});
  append(file, table);
  append(file, section);
  return file;
}

}  // namespace tritonc::test
