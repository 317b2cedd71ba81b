# The libraries that the project finds on the machine. docs/dependencies.md says which, why and under what licence.

find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost 1.74 REQUIRED)  # headers only: Multiprecision, as Boost::headers

# xxHash comes without a CMake package in Debian 12.
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
find_library(XXHASH_STATIC_LIBRARY libxxhash.a REQUIRED)
add_library(xxHash::xxhash STATIC IMPORTED)
set_target_properties(xxHash::xxhash PROPERTIES
  IMPORTED_LOCATION ${XXHASH_STATIC_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${XXHASH_INCLUDE_DIR})
