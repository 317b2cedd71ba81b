// KernelInfo to and from JSON, and out of the artefacts that carry it.
#include "tritonc/kernel_info.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>

#include "runtime/elf_section.h"

namespace tritonc {
namespace {

using Json = nlohmann::ordered_json;

template <class T> Json nullable(const std::optional<T> &value) { return value ? Json(*value) : Json(nullptr); }

Json toObject(const KernelParam &param) {
  Json object = {{"name", param.name}, {"type", param.type}};
  if (param.divisible != 1) object["divisible"] = param.divisible;
  return object;
}

Json toObject(const TensorMapInfo &map) {
  return {{"param", map.param},
          {"box", map.box},
          {"swizzle", map.swizzle},
          {"elem_type", map.elemType},
          {"elem_size", map.elemSize}};
}

template <class T> Json toArray(const std::vector<T> &items) {
  Json array = Json::array();
  for (const T &item : items) array.push_back(toObject(item));
  return array;
}

/// Reads the members of one JSON object; keeps the first fault and does nothing after it.
class Reader {
public:
  Reader(const Json &object, std::string path, Status &status)
      : object_(object), path_(std::move(path)), status_(status) {
    if (!object.is_object()) fail(path_.empty() ? "the kernel info" : path_, "an object");
  }

  void read(const char *key, std::string &out) {
    const Json *value = find(key);
    if (!value) return;
    if (!value->is_string()) return fail(at(key), "a string");
    out = value->get<std::string>();
  }

  template <std::unsigned_integral T> void read(const char *key, T &out) {
    if (const Json *value = find(key)) readNumber(*value, at(key), out);
  }

  /// `null` is no value; a missing key is a fault.
  void read(const char *key, std::optional<uint32_t> &out) {
    const Json *value = find(key);
    if (!value || value->is_null()) return;
    readNumber(*value, at(key), out.emplace());
  }

  void read(const char *key, std::vector<uint32_t> &out) {
    readItems(key, [&](const Json &item, const std::string &where) { readNumber(item, where, out.emplace_back()); });
  }

  void read(const char *key, std::array<uint32_t, 3> &out) {
    std::vector<uint32_t> items;
    read(key, items);
    if (!status_.ok()) return;
    if (items.size() != out.size()) return fail(at(key), "an array of three numbers");
    std::copy(items.begin(), items.end(), out.begin());
  }

  /// Every value must be a string.
  void read(const char *key, std::vector<std::pair<std::string, std::string>> &out) {
    const Json *value = find(key);
    if (!value) return;
    if (!value->is_object()) return fail(at(key), "an object");
    for (const auto &[name, literal] : value->items()) {
      if (!literal.is_string()) return fail(at(key) + "." + name, "a string");
      out.emplace_back(name, literal.template get<std::string>());
    }
  }

  /// Calls `readItem(item, path)` for every item of an array.
  template <class ReadItem> void readItems(const char *key, ReadItem readItem) {
    const Json *value = find(key);
    if (!value) return;
    if (!value->is_array()) return fail(at(key), "an array");
    for (size_t i = 0; i < value->size() && status_.ok(); ++i)
      readItem((*value)[i], at(key) + "[" + std::to_string(i) + "]");
  }

  bool has(const char *key) const { return status_.ok() && object_.contains(key); }

  void require(bool condition, const char *key, const char *wanted) {
    if (status_.ok() && !condition) fail(at(key), wanted);
  }

private:
  std::string at(const char *key) const { return path_.empty() ? key : path_ + "." + key; }

  void fail(const std::string &where, const std::string &wanted) {
    status_ = Status(StatusCode::ParseError, "kernel info: `" + where + "` is not " + wanted);
  }

  const Json *find(const char *key) {
    if (!status_.ok()) return nullptr;
    auto it = object_.find(key);
    if (it != object_.end()) return &*it;
    status_ = Status(StatusCode::ParseError, "kernel info: `" + at(key) + "` is missing");
    return nullptr;
  }

  template <std::unsigned_integral T> void readNumber(const Json &value, const std::string &where, T &out) {
    constexpr uint64_t kMax = std::numeric_limits<T>::max();
    if (!value.is_number_unsigned() || value.get<uint64_t>() > kMax)
      return fail(where, "an integer from 0 to " + std::to_string(kMax));
    out = static_cast<T>(value.get<uint64_t>());
  }

  const Json &object_;
  std::string path_;
  Status &status_;
};

KernelParam readParam(const Json &object, const std::string &path, Status &status) {
  KernelParam param;
  Reader reader(object, path, status);
  reader.read("name", param.name);
  reader.read("type", param.type);
  if (reader.has("divisible")) reader.read("divisible", param.divisible);
  reader.require(std::has_single_bit(param.divisible), "divisible", "a power of two");
  return param;
}

TensorMapInfo readTensorMap(const Json &object, const std::string &path, Status &status) {
  TensorMapInfo map;
  Reader reader(object, path, status);
  reader.read("param", map.param);
  reader.read("box", map.box);
  reader.read("swizzle", map.swizzle);
  reader.read("elem_type", map.elemType);
  reader.read("elem_size", map.elemSize);
  return map;
}

/// Everything but `abi`, which the caller has already checked.
Status readMembers(const Json &object, KernelInfo &info) {
  Status status;
  Reader reader(object, "", status);
  reader.read("name", info.name);
  reader.read("version", info.version);
  reader.read("source_hash", info.sourceHash);
  reader.read("arch", info.arch);
  reader.read("ptx_version", info.ptxVersion);
  reader.read("warps", info.warps);
  reader.require(info.warps >= 1 && info.warps <= 32, "warps", "a number from 1 to 32");
  reader.read("stages", info.stages);
  reader.read("cluster", info.cluster);
  reader.require(std::find(info.cluster.begin(), info.cluster.end(), 0u) == info.cluster.end(), "cluster",
                 "three positive numbers");
  reader.read("shared_bytes", info.sharedBytes);
  reader.read("scratch_bytes", info.scratchBytes);
  reader.read("scratch_align", info.scratchAlign);
  reader.require(std::has_single_bit(info.scratchAlign), "scratch_align", "a power of two");
  reader.read("registers", info.registers);
  reader.read("spill_bytes", info.spillBytes);
  reader.readItems("params", [&](const Json &item, const std::string &path) {
    info.params.push_back(readParam(item, path, status));
  });
  reader.read("constants", info.constants);
  reader.readItems("tensor_maps", [&](const Json &item, const std::string &path) {
    info.tensorMaps.push_back(readTensorMap(item, path, status));
  });
  return status;
}

/// The rest of the first line that starts with `kInfoComment`.
std::optional<std::string_view> findInfoComment(std::string_view text) {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.starts_with(kInfoComment)) return line.substr(kInfoComment.size());
    begin = end + 1;
  }
  return std::nullopt;
}

}  // namespace

// codegen::symbolOf names the entry point by the same rule.
std::string KernelInfo::symbol() const {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result = name == "_" || name == "WARP_SZ" ? "$" : "";
  for (unsigned char c : name) {
    bool isPlain = c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (isPlain)
      result += static_cast<char>(c);
    else if (c == '.')
      result += '_';
    else
      result += {'$', kHex[c >> 4], kHex[c & 15]};
  }
  return result;
}

const std::string *KernelInfo::findConstant(std::string_view constant) const {
  for (const auto &[key, literal] : constants)
    if (key == constant) return &literal;
  return nullptr;
}

std::string KernelInfo::toJson() const {
  Json constantsObject = Json::object();
  for (const auto &[key, literal] : constants) constantsObject[key] = literal;
  Json object = {{"abi", abi},
                 {"name", name},
                 {"version", version},
                 {"source_hash", sourceHash},
                 {"arch", arch},
                 {"ptx_version", ptxVersion},
                 {"warps", warps},
                 {"stages", stages},
                 {"cluster", cluster},
                 {"shared_bytes", sharedBytes},
                 {"scratch_bytes", scratchBytes},
                 {"scratch_align", scratchAlign},
                 {"registers", nullable(registers)},
                 {"spill_bytes", nullable(spillBytes)},
                 {"params", toArray(params)},
                 {"constants", constantsObject},
                 {"tensor_maps", toArray(tensorMaps)}};
  // ptxas takes ASCII only, also in the comment that holds this.
  return object.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

StatusOr<KernelInfo> KernelInfo::fromJson(std::string_view json) {
  Json object = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded()) return Status(StatusCode::ParseError, "kernel info: not valid JSON");
  KernelInfo info;
  Status status;
  Reader(object, "", status).read("abi", info.abi);
  if (!status.ok()) return status;
  if (info.abi != kKernelAbi)
    return Status(StatusCode::Unsupported, "the kernel has ABI version " + std::to_string(info.abi) +
                                               "; this library reads version " + std::to_string(kKernelAbi));
  status = readMembers(object, info);
  if (!status.ok()) return status;
  return info;
}

StatusOr<KernelInfo> KernelInfo::fromArtifact(std::span<const std::byte> bytes) {
  auto text = [](std::span<const std::byte> data) {
    return std::string_view(reinterpret_cast<const char *>(data.data()), data.size());
  };
  if (isElf(bytes)) {
    StatusOr<std::span<const std::byte>> section = readElfSection(bytes, kInfoSection);
    if (!section.ok()) return section.status();
    return fromJson(text(*section));
  }
  if (std::optional<std::string_view> json = findInfoComment(text(bytes))) return fromJson(*json);
  return Status(StatusCode::ParseError, "neither a cubin nor PTX with a `" + std::string(kInfoComment) + "` line");
}

}  // namespace tritonc
