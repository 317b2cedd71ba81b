// The .npy format (numpy.lib.format, versions 1 to 3): magic, version, length of the header, a Python dict literal with
// `descr`, `fortran_order` and `shape`, then the elements.

#include <algorithm>
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
  std::string descr;
  std::string fortranOrder;
  std::string shape;
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

/// Reads up to the end of the header; nothing in `header` if the file is of another format.
Success readHeader(InputFile &file, std::string &bytes, std::optional<Header> &header, Diagnostics &diags) {
  TC_TRY_VOID(file.fill(bytes, 12, diags));
  if (bytes.size() < 12 || !bytes.starts_with(kMagic)) return {};
  auto byteAt = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(bytes[i])); };
  bool isVersion1 = bytes[6] == 1;
  size_t lengthBytes = isVersion1 ? 2 : 4;
  size_t length = byteAt(8) | byteAt(9) << 8;
  if (!isVersion1) length |= byteAt(10) << 16 | byteAt(11) << 24;
  size_t begin = 8 + lengthBytes;
  // numpy itself takes no more than ten thousand bytes.
  constexpr size_t kMaxHeader = 1 << 20;
  if (length > kMaxHeader) return {};
  TC_TRY_VOID(file.fill(bytes, begin + length, diags));
  if (length > bytes.size() - begin) return {};
  std::string_view dict = std::string_view(bytes).substr(begin, length);
  header = Header{std::string(dictValue(dict, "'descr'", "'\"")), std::string(dictValue(dict, "'fortran_order'", ",}")),
                  std::string(dictValue(dict, "'shape'", ")")), begin + length};
  return {};
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
  TC_TRY(InputFile file, InputFile::open(path, diags));
  auto fail = [&](std::string_view why) -> Failed {
    return diags.error({}, DiagId::BadArray, "cannot use `{}`: {}", path, why);
  };
  std::string bytes;
  std::optional<Header> header;
  TC_TRY_VOID(readHeader(file, bytes, header, diags));
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
  size_t expected = static_cast<size_t>(array.numElements()) * ir::byteWidth(array.type->kind);
  if (file.size() == 0 || file.size() == header->dataOffset + expected)
    TC_TRY_VOID(file.fill(bytes, header->dataOffset + expected + 1, diags));
  size_t size = std::max<size_t>(bytes.size(), file.size()) - header->dataOffset;
  if (size != expected) return fail(fmt::format("it holds {} bytes of data, but its shape needs {}", size, expected));
  auto data = std::as_bytes(std::span(bytes)).subspan(header->dataOffset);
  array.data.assign(data.begin(), data.end());
  return array;
}

std::string npyBytes(const Array &array) {
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
  return bytes;
}

}  // namespace tritonc::tools
