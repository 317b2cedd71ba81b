#include "frontend/program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "frontend/parser.h"

namespace tritonc::frontend {
namespace {

/// Stands for a folder in the paths of our own library; no real path starts like this.
constexpr std::string_view kLibraryFolder = "<tritonc>/";

std::optional<std::string> readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string folderOf(const std::string &path) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace

namespace {

/// Folders above the importer that hold the package of a dotted name: a file of a package finds its own package, and
/// those beside it, without `-I`.
void appendFoldersAbove(const UserModule &importer, std::string_view name, std::vector<std::string> &folders) {
  std::string_view package = name.substr(0, name.find('.'));
  std::error_code error;
  std::filesystem::path folder = std::filesystem::absolute(importer.folder, error).lexically_normal();
  while (!error && folder.has_relative_path()) {
    folder = folder.parent_path();
    if (std::filesystem::is_regular_file(folder / package / "__init__.py", error)) folders.push_back(folder.string());
    error.clear();
  }
}

}  // namespace

Result<const UserModule *> Program::add(const SourceFile &file) {
  auto [entry, isNew] = modules_.try_emplace(file.path());
  if (!isNew) {
    // A file that failed to parse has been reported.
    if (!entry->second) return Failed{};
    return entry->second.get();
  }
  Result<ast::Module> tree = parseModule(file, context_.diags());
  if (!tree.ok()) {
    ++numUnreadable_;
    return Failed{};
  }
  entry->second = std::make_unique<UserModule>(&file, folderOf(file.path()), std::move(*tree), nullptr);
  UserModule &module = *entry->second;
  module.scope = std::make_unique<Scope>(Scope::Kind::Module, nullptr, module, "");
  module.scope->collect(module.tree.body);
  return &module;
}

bool Program::isLibrary(SourceRange range) const {
  return range.isValid() && context_.sources().file(range.file).path().starts_with(kLibraryFolder);
}

Result<const UserModule *> Program::library(std::string_view name) {
  std::string path = fmt::format("{}{}.py", kLibraryFolder, name);
  if (auto found = modules_.find(path); found != modules_.end()) return found->second.get();
  for (const LibraryFile &file : libraryFiles())
    if (file.name == name) return add(context_.sources().add(path, std::string(file.text)));
  TC_UNREACHABLE("builtins.def names files of frontend/library only");
}

Result<const UserModule *> Program::load(const std::string &path) {
  auto found = modules_.find(path);
  if (found != modules_.end()) {
    if (!found->second) return Failed{};
    return found->second.get();
  }
  // A source that is larger is none, and its positions would not fit.
  constexpr uintmax_t kMaxBytes = uintmax_t{1} << 30;
  std::error_code error;
  if (std::filesystem::file_size(path, error) > kMaxBytes && !error)
    return context_.diags().error({}, DiagId::BadArgument, "cannot use `{}`: it is larger than 1 GiB", path);
  std::optional<std::string> text = readFile(path);
  if (!text) return nullptr;
  return add(context_.sources().add(path, std::move(*text)));
}

Result<const UserModule *> Program::import(const UserModule &importer, std::string_view name, uint32_t level) {
  std::string relative(name);
  std::ranges::replace(relative, '.', '/');
  std::vector<std::string> folders = {importer.folder};
  for (uint32_t i = 1; i < level; ++i) folders[0] += "/..";
  if (level == 0) folders.insert(folders.end(), includeDirs_.begin(), includeDirs_.end());
  if (level == 0) appendFoldersAbove(importer, name, folders);
  for (const std::string &folder : folders) {
    std::string base = folder == "." ? relative : relative.empty() ? folder : folder + "/" + relative;
    for (const char *suffix : {".py", "/__init__.py"}) {
      std::error_code error;
      std::string path = base + suffix;
      if (std::filesystem::is_regular_file(path, error)) return load(path);
    }
  }
  return nullptr;
}

}  // namespace tritonc::frontend
