// The .npy format (numpy.lib.format, versions 1 to 3): magic, version, length of the header, a Python dict literal with
// `descr`, `fortran_order` and `shape`, then the elements.

#include <bit>
#include <charconv>
#include <optional>

#include "tools/array.h"
#include "tools/file_io.h"

namespace tritonc::tools {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are copied as they are in the file");

constexpr std::string_view kMagic = "\x93NUMPY";

struct Header {
  std::string_view descr;
  std::string_view fortranOrder;
  std::string_view shape;
  size_t dataOffset = 0;
};

/// The text of the value that follows `'key':` up to one of `ends`.
std::string_view dictValue(std::string_view dict, std::string_view key, std::string_view ends) {
  size_t at = dict.find(key);
  if (at == std::string_view::npos) return {};
  dict.remove_prefix(at + key.size());
  dict.remove_prefix(std::min(dict.find_first_not_of(": '\"("), dict.size()));
  return dict.substr(0, dict.find_first_of(ends));
}

std::optional<Header> parseHeader(std::string_view bytes) {
  if (bytes.size() < 12 || !bytes.starts_with(kMagic)) return std::nullopt;
  auto byteAt = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(bytes[i])); };
  bool isVersion1 = bytes[6] == 1;
  size_t lengthBytes = isVersion1 ? 2 : 4;
  size_t length = byteAt(8) | byteAt(9) << 8;
  if (!isVersion1) length |= byteAt(10) << 16 | byteAt(11) << 24;
  size_t begin = 8 + lengthBytes;
  if (length > bytes.size() - begin) return std::nullopt;
  std::string_view dict = bytes.substr(begin, length);
  return Header{dictValue(dict, "'descr'", "'\""), dictValue(dict, "'fortran_order'", ",}"),
                dictValue(dict, "'shape'", ")"), begin + length};
}

std::optional<std::vector<int64_t>> parseShape(std::string_view text) {
  std::vector<int64_t> shape;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
    if (text.empty()) return shape;
    int64_t dim = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), dim);
    if (error != std::errc() || dim < 0) return std::nullopt;
    shape.push_back(dim);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
  }
}

const ElementType *elementTypeOf(std::string_view descr) {
  // One-byte types have no byte order; `=` means this machine's.
  for (std::string_view name : {"i1", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "fp16", "fp32", "fp64"}) {
    const ElementType *type = findElementType(name);
    if (type->npy.substr(1) == descr.substr(1) && (descr[0] == '<' || descr[0] == '|' || descr[0] == '=')) return type;
  }
  return nullptr;
}

/// The type to write: the array's own, or the unsigned integer of the same width.
const ElementType *writableType(const Array &array) {
  if (!array.type->npy.empty()) return array.type;
  return findElementType(ir::byteWidth(array.type->kind) == 1 ? "u8" : "u16");
}

}  // namespace

Result<Array> readNpy(const std::string &path, Diagnostics &diags) {
  TC_TRY(std::string bytes, readFile(path, diags));
  auto fail = [&](std::string_view why) -> Failed {
    return diags.error({}, DiagId::BadArray, "cannot use `{}`: {}", path, why);
  };
  auto header = parseHeader(bytes);
  if (!header || header->descr.size() < 3) return fail("it is not a .npy file of numbers");
  if (header->descr[0] == '>')
    return fail("its elements are big-endian; save it with `a.astype(a.dtype.newbyteorder('<'))`");
  if (header->fortranOrder != "False") return fail("it is in Fortran order; save `numpy.ascontiguousarray(a)`");
  Array array;
  array.type = elementTypeOf(header->descr);
  if (!array.type) return fail(fmt::format("no kernel takes elements of numpy type `{}`", header->descr));
  auto shape = parseShape(header->shape);
  if (!shape) return fail("its shape cannot be read");
  array.shape = std::move(*shape);
  if (!countElements(array.shape)) return fail("it is too large");
  size_t size = bytes.size() - header->dataOffset;
  size_t expected = static_cast<size_t>(array.numElements()) * ir::byteWidth(array.type->kind);
  if (size != expected) return fail(fmt::format("it holds {} bytes of data, but its shape needs {}", size, expected));
  auto data = std::as_bytes(std::span(bytes)).subspan(header->dataOffset);
  array.data.assign(data.begin(), data.end());
  return array;
}

Success writeNpy(const std::string &path, const Array &array, Diagnostics &diags) {
  std::string shape = fmt::format("{}{}", fmt::join(array.shape, ", "), array.shape.size() == 1 ? "," : "");
  std::string dict =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", writableType(array)->npy, shape);
  // The elements start at a multiple of 64, after a newline.
  size_t unpadded = kMagic.size() + 4 + dict.size() + 1;
  dict.append((64 - unpadded % 64) % 64, ' ');
  dict += '\n';
  std::string bytes(kMagic);
  bytes += {'\x01', '\x00', static_cast<char>(dict.size() & 0xff), static_cast<char>(dict.size() >> 8)};
  bytes += dict;
  bytes.append(reinterpret_cast<const char *>(array.data.data()), array.data.size());
  return writeFile(path, bytes, diags);
}

}  // namespace tritonc::tools
