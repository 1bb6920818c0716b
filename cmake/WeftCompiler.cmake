# C++20, Release unless stated otherwise, warnings and sanitizers for our own targets only.
#
# The baseline of the architecture, never -march=native: vector code is chosen at run time.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden) # weft/export.h shows what is public
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON) # an MPI library outside the system's folders is found when run
# What is installed has one search path (BUILD_WITH_INSTALL_RPATH): one that CMake changes later is padded, with
# an empty element, which means the current folder.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo" FORCE)
endif()

# Six files of a target are compiled as one: of the tests, plans and exchanges in half the time, because they share headers
# and templates; loops over points gain nothing. Names in anonymous namespaces are therefore unique in a folder.
set(CMAKE_UNITY_BUILD ${WEFT_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 6)

find_program(WEFT_CCACHE ccache)
mark_as_advanced(WEFT_CCACHE)
if(WEFT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WEFT_CCACHE})
endif()

if(WEFT_SANITIZE)
  # -O1 for what computes: the tests run at bearable speed. -g1: stack traces have their lines, and no more.
  add_compile_options(-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-sanitize=null,pointer-overflow,object-size,vptr  # which AddressSanitizer sees where they matter
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(WEFT_SANITIZE)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)  # nobody waits for one of them
  if(WEFT_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
  endif()
endif()

# Shared libraries whose calls must all be resolved when they are linked (Clang cannot, with sanitizers).
if(NOT (WEFT_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES "Clang"))
  set(WEFT_NO_UNDEFINED -Wl,--no-undefined)
endif()

# weft_warnings(target): the warnings that all code of this repository is free of. A switch over an enumeration names
# every value, beside a default too: a new value, as a kind of transform, does not compile where it is forgotten. Tests
# are about the values that they name.
function(weft_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                           -Woverloaded-virtual $<$<BOOL:${WEFT_WERROR}>:-Werror>)
  if(NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "^${PROJECT_SOURCE_DIR}/tests")
    target_compile_options(${target} PRIVATE -Werror=switch-enum)
  endif()
  # Files that are compiled as one are included, and so taken for headers.
  if(WEFT_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
  # False alarms in std::string and std::vector of GCC 12 (https://gcc.gnu.org/PR105651); with precompiled headers
  # they are told of the headers of the system, too.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
  endif()
endfunction()

set(WEFT_STANDARD_HEADERS
    <algorithm> <array> <chrono> <cmath> <complex> <cstdint> <cstring> <filesystem> <fstream> <functional> <limits> <map>
    <memory> <mutex> <numeric> <optional> <set> <span> <sstream> <string> <string_view> <thread> <utility> <vector>)
# Compiled with the options of all libraries, for their precompiled headers.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/standard_headers.cpp CONTENT "")
foreach(target IN ITEMS weft_std weft_std_light)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/standard_headers.cpp)
  weft_warnings(${target})
  target_precompile_headers(${target} PRIVATE ${WEFT_STANDARD_HEADERS})
endforeach()
set(WEFT_LIGHT $<$<CONFIG:Release>:-O1>)
target_compile_options(weft_std_light PRIVATE ${WEFT_LIGHT})
# weft_standard_headers(target [LIGHT]): headers of the standard library are parsed once for all libraries. No header of
# weft is among them, so that an edit compiles no more than before. LIGHT code makes plans and texts, and has no loop
# over points or over bytes: it is compiled with -O1, in two thirds of the time.
function(weft_standard_headers target)
  if(LIGHT IN_LIST ARGN)
    target_compile_options(${target} PRIVATE ${WEFT_LIGHT})
    target_precompile_headers(${target} REUSE_FROM weft_std_light)
  else()
    target_precompile_headers(${target} REUSE_FROM weft_std)
  endif()
endfunction()

# weft_fortran_warnings(target): the warnings that all Fortran code of this repository is free of. Those
# about variables that may not be set are false alarms of gfortran 12 for arrays that are not allocated.
function(weft_fortran_warnings target)
  if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -std=f2018 -fimplicit-none -Wall -Wextra -Wno-maybe-uninitialized
                                             $<$<BOOL:${WEFT_WERROR}>:-Werror>)
  endif()
endfunction()
