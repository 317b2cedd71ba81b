// An ELF file may end in anything, so a section is added without moving what is there: its contents, a longer table of
// section names and a longer table of section headers are appended, and the file header is pointed at the new table.
//
//   before   [header | sections | names | section headers | program headers]
//   after    [header | sections | names | section headers | program headers | JSON | names' | section headers']
//
// The old tables stay behind as bytes that nothing refers to; they are a few hundred.
#include "codegen/embed_info.h"

#include <elf.h>

#include <cstring>

#include "ir/support/check.h"

namespace tritonc::codegen {
namespace {

constexpr std::string_view kSectionName = ".tritonc.info";

bool isInside(const std::string &image, uint64_t offset, uint64_t size) {
  return offset <= image.size() && size <= image.size() - offset;
}

template <class T> T readAt(const std::string &image, uint64_t offset) {
  TC_CHECK(isInside(image, offset, sizeof(T)), "ptxas writes complete ELF files");
  T result;
  std::memcpy(&result, image.data() + offset, sizeof(T));
  return result;
}

std::string_view bytesOf(const std::string &image, const Elf64_Shdr &section) {
  TC_CHECK(isInside(image, section.sh_offset, section.sh_size), "ptxas writes complete ELF files");
  return std::string_view(image).substr(section.sh_offset, section.sh_size);
}

/// Appends the bytes at a multiple of `alignment` and returns their offset.
uint64_t append(std::string &image, std::string_view bytes, size_t alignment) {
  image.append((alignment - image.size() % alignment) % alignment, '\0');
  uint64_t offset = image.size();
  image += bytes;
  return offset;
}

template <class T> std::string_view asBytes(const T &object) {
  return {reinterpret_cast<const char *>(&object), sizeof(T)};
}

}  // namespace

bool isCompleteElf(const std::string &image) {
  if (image.size() < sizeof(Elf64_Ehdr)) return false;
  auto header = readAt<Elf64_Ehdr>(image, 0);
  bool isKnown = std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
                 header.e_shentsize == sizeof(Elf64_Shdr) && header.e_shstrndx < header.e_shnum &&
                 header.e_shnum < SHN_LORESERVE - 1;
  if (!isKnown || !isInside(image, header.e_shoff, header.e_shnum * sizeof(Elf64_Shdr))) return false;
  auto names = readAt<Elf64_Shdr>(image, header.e_shoff + header.e_shstrndx * sizeof(Elf64_Shdr));
  return isInside(image, names.sh_offset, names.sh_size);
}

void embedInfo(std::string &cubin, std::string_view json) {
  TC_CHECK(isCompleteElf(cubin), "a cubin is a 64-bit ELF file with few sections");
  auto header = readAt<Elf64_Ehdr>(cubin, 0);
  std::string sections;
  for (unsigned i = 0; i < header.e_shnum; ++i)
    sections += asBytes(readAt<Elf64_Shdr>(cubin, header.e_shoff + i * sizeof(Elf64_Shdr)));

  size_t namesAt = header.e_shstrndx * sizeof(Elf64_Shdr);
  auto namesSection = readAt<Elf64_Shdr>(sections, namesAt);
  std::string names(bytesOf(cubin, namesSection));
  Elf64_Shdr info{};
  info.sh_name = static_cast<Elf64_Word>(names.size());
  info.sh_type = SHT_PROGBITS;
  info.sh_size = json.size();
  info.sh_addralign = 1;
  names += kSectionName;
  names += '\0';

  info.sh_offset = append(cubin, json, 1);
  namesSection.sh_offset = append(cubin, names, 1);
  namesSection.sh_size = names.size();
  sections.replace(namesAt, sizeof(Elf64_Shdr), asBytes(namesSection));
  sections += asBytes(info);
  header.e_shoff = append(cubin, sections, alignof(Elf64_Shdr));
  ++header.e_shnum;
  cubin.replace(0, sizeof(Elf64_Ehdr), asBytes(header));
}

}  // namespace tritonc::codegen
