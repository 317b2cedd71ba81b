# Run as a script: writes a C++ file that holds the text of the library's .py files.
#
#   cmake -DOUT=library.cpp -DFILES=a.py;b.py -P EmbedText.cmake

set(rows "")
foreach(path IN LISTS FILES)
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} text)
  string(APPEND rows "    {\"${name}\", R\"tritonc(${text})tritonc\"},\n")
endforeach()
file(WRITE ${OUT}.new "// Made by cmake/EmbedText.cmake from frontend/library.
#include <array>

#include \"frontend/program.h\"

namespace tritonc::frontend {
namespace {

constexpr auto kFiles = std::to_array<LibraryFile>({
${rows}});

}  // namespace

std::span<const LibraryFile> libraryFiles() { return kFiles; }

}  // namespace tritonc::frontend
")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
