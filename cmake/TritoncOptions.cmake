# Options and compile flags shared by every target of the project.

option(TRITONC_BUILD_TESTS "Build the unit tests and register every test with ctest" ON)
option(TRITONC_SANITIZE "Build our code with ASan and UBSan" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
endif()

# Warnings are errors on our own code only: system and LLVM headers come in with -isystem.
add_compile_options(-Wall -Wextra -Werror -fno-strict-aliasing)

find_program(LLD NAMES ld.lld-19 ld.lld)
if(LLD)
  add_link_options(-fuse-ld=lld)
endif()

if(TRITONC_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# tritonc_library(NAME source...): a static library of ours, included from the repository root.
function(tritonc_library name)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC fmt::fmt-header-only)
endfunction()
