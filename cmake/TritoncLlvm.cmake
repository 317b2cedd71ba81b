# LLVM for codegen/, the only room that may use it: tritonc_llvm(TARGET component...).

# 19 is the version that is tested. LLVM's package files accept only an exact major.minor, so the folders of Debian's
# packages are named instead of a range of versions. -DLLVM_DIR=... overrides.
foreach(version 19 20 21)
  find_package(LLVM CONFIG QUIET PATHS /usr/lib/llvm-${version} NO_DEFAULT_PATH)
  if(LLVM_FOUND)
    break()
  endif()
endforeach()
if(NOT LLVM_FOUND OR LLVM_VERSION_MAJOR LESS 19 OR LLVM_VERSION_MAJOR GREATER 21)
  message(FATAL_ERROR "no LLVM of version 19, 20 or 21 found; `./dev setup` installs it, or pass -DLLVM_DIR=...")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

# Debian's LLVMSupport names shared z, zstd and z3. It calls the first two to read compressed sections, so they are
# linked from their archives; nothing that we use calls z3.
find_library(ZLIB_STATIC_LIBRARY libz.a REQUIRED)
find_library(ZSTD_STATIC_LIBRARY libzstd.a REQUIRED)
set_property(TARGET LLVMSupport PROPERTY INTERFACE_LINK_LIBRARIES
  LLVMDemangle ${ZSTD_STATIC_LIBRARY} ${ZLIB_STATIC_LIBRARY} ${CMAKE_DL_LIBS} m)

# tritonc_llvm(TARGET component...): LLVM's headers for TARGET alone, and the named components (`llvm-config
# --components`) linked statically into whatever links TARGET.
function(tritonc_llvm target)
  llvm_map_components_to_libnames(libraries ${ARGN})
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${target} PRIVATE ${LLVM_DEFINITIONS_LIST})
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${target} PRIVATE -fno-rtti)
  endif()
  target_link_libraries(${target} PRIVATE ${libraries})
endfunction()

separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
