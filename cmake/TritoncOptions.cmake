# Options and compile flags shared by every target of the project.

option(TRITONC_BUILD_TESTS "Build the unit tests and register every test with ctest" ON)
option(TRITONC_SANITIZE "Build our code with ASan and UBSan (LLVM stays uninstrumented)" OFF)

option(TRITONC_FUZZ "Build our code for libFuzzer (clang only) and the targets of tests/fuzz" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# The libraries go into libtritonc.so as well as into executables; without interposition that costs nothing.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_compile_options(-fno-semantic-interposition)

# Warnings are errors on our own code only: system and LLVM headers come in with -isystem.
add_compile_options(-Wall -Wextra -Werror -fno-strict-aliasing)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # std::stable_sort of libstdc++ 12 uses a function that it deprecates itself; only g++ knows not to say so.
  add_compile_options(-Wno-deprecated-declarations)
endif()
# Lets the linker drop the parts of our libraries that a program does not use.
add_compile_options(-ffunction-sections -fdata-sections)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
endif()

# Debian's lld-19 puts `ld.lld`, the name the compilers look for, outside PATH: -B shows them where it is.
find_program(LLD ld.lld HINTS /usr/lib/llvm-19/bin NO_CMAKE_SYSTEM_PATH)
if(LLD)
  get_filename_component(LLD_DIR ${LLD} DIRECTORY)
  add_link_options(-B${LLD_DIR} -fuse-ld=lld)
endif()
add_link_options(-Wl,--gc-sections -Wl,--as-needed)

if(TRITONC_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

if(TRITONC_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# tritonc_library(NAME source...): a static library of ours, included from the repository root.
function(tritonc_library name)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC fmt::fmt-header-only)
endfunction()

# tritonc_executable(NAME source...): a program that is shipped as one file at the top of the build folder. It needs
# libc, libm and the loader of the target machine and nothing else (tools/check_needed.py). A fixed load address saves
# the relocation of LLVM's tables at every start.
function(tritonc_executable name)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  if(NOT TRITONC_SANITIZE)
    target_link_options(${name} PRIVATE -static-libgcc -static-libstdc++ -no-pie)
    set_property(GLOBAL APPEND PROPERTY TRITONC_EXECUTABLES $<TARGET_FILE:${name}>)
  endif()
endfunction()
