// Compiles a kernel to PTX in many threads at the same time, then alone, and compares the texts byte by byte:
// compiles share nothing but LLVM's tables.
//
//   compile_in_threads FILE.py KERNEL SIGNATURE
//
// Exit code 0 if all texts are equal.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "runtime/compiler/compile.h"

namespace {

using namespace tritonc;

constexpr size_t kThreads = 8;

/// The PTX; what was wrong is printed, and the text is empty then.
std::string compileToPtx(const std::string &path, const compiler::Options &options) {
  std::ifstream in(path, std::ios::binary);
  ir::Context context;
  const SourceFile &file = context.sources().add(path, {std::istreambuf_iterator<char>(in), {}});
  TimeReport times;
  Result<compiler::Compiled> compiled = compiler::compile(context, file, options, compiler::Form::Ptx, times);
  std::fputs(context.diags().render().c_str(), stderr);
  return compiled ? compiled->output : std::string();
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: compile_in_threads FILE.py KERNEL SIGNATURE\n");
    return 2;
  }
  compiler::Options options;
  options.kernel = argv[2];
  options.signature = argv[3];
  // The threads go first: what LLVM sets up once is set up by several of them then.
  std::vector<std::string> texts(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::string &text : texts) threads.emplace_back([&] { text = compileToPtx(argv[1], options); });
  }
  const std::string alone = compileToPtx(argv[1], options);
  size_t different = 0;
  for (const std::string &text : texts) different += text != alone;
  std::printf("%zu bytes, %zu of %zu texts differ\n", alone.size(), different, texts.size());
  return alone.empty() || different != 0 ? 1 : 0;
}
