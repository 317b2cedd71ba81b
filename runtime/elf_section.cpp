// The reader trusts nothing: a header is copied out only after its range was checked, sums are never formed before a
// comparison that could overflow.
#include "runtime/elf_section.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace tritonc {
namespace {

/// Elf64_Ehdr of the ELF specification.
struct FileHeader {
  std::array<uint8_t, 16> ident;
  uint16_t type;
  uint16_t machine;
  uint32_t version;
  uint64_t entry;
  uint64_t programHeaders;
  uint64_t sectionHeaders;
  uint32_t flags;
  uint16_t headerSize;
  uint16_t programHeaderSize;
  uint16_t programHeaderCount;
  uint16_t sectionHeaderSize;
  uint16_t sectionCount;
  uint16_t nameSection;
};
static_assert(sizeof(FileHeader) == 64);

/// Elf64_Shdr.
struct SectionHeader {
  uint32_t name;
  uint32_t type;
  uint64_t flags;
  uint64_t address;
  uint64_t offset;
  uint64_t size;
  uint32_t link;
  uint32_t info;
  uint64_t alignment;
  uint64_t entrySize;
};
static_assert(sizeof(SectionHeader) == 64);

constexpr std::string_view kMagic = "\177ELF";
constexpr uint8_t kClass64 = 2;
constexpr uint8_t kLittleEndian = 1;
constexpr uint32_t kNoBits = 8;

using Bytes = std::span<const std::byte>;

std::optional<Bytes> slice(Bytes image, uint64_t offset, uint64_t size) {
  if (offset > image.size() || size > image.size() - offset) return std::nullopt;
  return image.subspan(offset, size);
}

template <class T> std::optional<T> readAt(Bytes image, uint64_t offset) {
  std::optional<Bytes> bytes = slice(image, offset, sizeof(T));
  if (!bytes) return std::nullopt;
  T result;
  std::memcpy(&result, bytes->data(), sizeof(T));
  return result;
}

Status malformed(std::string what) { return {StatusCode::ParseError, "malformed ELF image: " + std::move(what)}; }

/// Empty if the section lies outside the image.
std::optional<Bytes> contents(Bytes image, const SectionHeader &section) {
  if (section.type == kNoBits) return Bytes{};
  return slice(image, section.offset, section.size);
}

/// Empty if the name is not a terminated string inside the table.
std::optional<std::string_view> stringAt(Bytes table, uint32_t offset) {
  if (offset >= table.size()) return std::nullopt;
  Bytes tail = table.subspan(offset);
  const void *end = std::memchr(tail.data(), 0, tail.size());
  if (!end) return std::nullopt;
  const char *begin = reinterpret_cast<const char *>(tail.data());
  return std::string_view(begin, static_cast<size_t>(static_cast<const char *>(end) - begin));
}

StatusOr<FileHeader> readFileHeader(Bytes image) {
  if (!isElf(image)) return malformed("no ELF magic number");
  std::optional<FileHeader> header = readAt<FileHeader>(image, 0);
  if (!header) return malformed("the file header is truncated");
  if (header->ident[4] != kClass64 || header->ident[5] != kLittleEndian)
    return malformed("not a 64-bit little-endian file");
  if (header->sectionHeaderSize != sizeof(SectionHeader)) return malformed("unexpected size of a section header");
  if (header->nameSection >= header->sectionCount) return malformed("no section of section names");
  return *header;
}

}  // namespace

bool isElf(Bytes image) {
  return image.size() >= kMagic.size() && std::memcmp(image.data(), kMagic.data(), kMagic.size()) == 0;
}

StatusOr<Bytes> readElfSection(Bytes image, std::string_view sectionName) {
  StatusOr<FileHeader> file = readFileHeader(image);
  if (!file.ok()) return file.status();
  std::optional<Bytes> headers =
      slice(image, file->sectionHeaders, uint64_t{file->sectionCount} * sizeof(SectionHeader));
  if (!headers) return malformed("the section headers lie outside the file");
  auto section = [&](size_t index) { return *readAt<SectionHeader>(*headers, index * sizeof(SectionHeader)); };

  std::optional<Bytes> names = contents(image, section(file->nameSection));
  if (!names) return malformed("the section names lie outside the file");
  for (size_t i = 1; i < file->sectionCount; ++i) {
    SectionHeader header = section(i);
    std::optional<std::string_view> candidate = stringAt(*names, header.name);
    if (!candidate) return malformed("section " + std::to_string(i) + " has no name");
    if (*candidate != sectionName) continue;
    std::optional<Bytes> data = contents(image, header);
    if (!data) return malformed("section `" + std::string(sectionName) + "` lies outside the file");
    return *data;
  }
  return Status(StatusCode::NotFound, "the ELF image has no section `" + std::string(sectionName) + "`");
}

}  // namespace tritonc
