// Parses files and prints what the parser has to say about them, for tests over large bodies of Python.
//
//   parse_files [--dump] [--time] (FILE | @LIST)...      @LIST: a file with one path a line
//
// Exit code 0 if every file parsed without a diagnostic.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "frontend/ast_dump.h"
#include "frontend/parser.h"

namespace {

using namespace tritonc;

struct Options {
  bool dumps = false;
  bool times = false;
  std::vector<std::string> paths;
};

Options readOptions(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    if (arg == "--dump")
      options.dumps = true;
    else if (arg == "--time")
      options.times = true;
    else if (arg.starts_with('@')) {
      std::ifstream list(arg.substr(1));
      for (std::string line; std::getline(list, line);) options.paths.push_back(line);
    } else
      options.paths.push_back(arg);
  }
  return options;
}

std::string readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char **argv) {
  Options options = readOptions(argc, argv);
  size_t clean = 0;
  size_t bytes = 0;
  std::chrono::duration<double> elapsed{0};
  for (const std::string &path : options.paths) {
    SourceManager sources;
    const SourceFile &file = sources.add(path, readFile(path));
    Diagnostics diags(sources);
    auto start = std::chrono::steady_clock::now();
    Result<frontend::ast::Module> module = frontend::parseModule(file, diags);
    elapsed += std::chrono::steady_clock::now() - start;
    bytes += file.text().size();
    if (module) ++clean;
    if (module && options.dumps) std::fputs((path + "\n" + frontend::dump(*module, file)).c_str(), stdout);
    std::fputs(diags.render().c_str(), stdout);
  }
  std::printf("%zu of %zu files parsed\n", clean, options.paths.size());
  if (options.times)
    std::printf("%.1f MB in %.3f s, %.1f MB/s\n", bytes * 1e-6, elapsed.count(), bytes * 1e-6 / elapsed.count());
  return clean == options.paths.size() ? 0 : 1;
}
