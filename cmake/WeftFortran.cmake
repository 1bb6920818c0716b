# What the Fortran module needs beside the language, and the library of its sources in a project that has found an
# installed weft. Included by weftConfig.cmake as well: .mod files fit one compiler, and sources fit the user's.
#
# Sets WEFT_FORTRAN_MISSING to what is wrong, in words, or to "", and WEFT_FORTRAN_BINDING_INCLUDE to the folder of
# ISO_Fortran_binding.h, the header for array descriptors; empty where the C++ compiler has it. The header belongs to
# the Fortran compiler: a C++ compiler of another family may have one that describes other descriptors.

include(CheckIncludeFileCXX)
set(WEFT_FORTRAN_MISSING "")
set(WEFT_FORTRAN_BINDING_INCLUDE "")
if(NOT MPI_Fortran_HAVE_F08_MODULE)
  set(WEFT_FORTRAN_MISSING "MPI has no Fortran module mpi_f08 for ${CMAKE_Fortran_COMPILER}; install the Fortran \
development files of the MPI library, name its compiler wrapper in MPI_Fortran_COMPILER, or choose the Fortran compiler \
that it was built with")
  return()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL CMAKE_Fortran_COMPILER_ID)
  check_include_file_cxx(ISO_Fortran_binding.h WEFT_CXX_HAS_FORTRAN_BINDING)
endif()
if(NOT WEFT_CXX_HAS_FORTRAN_BINDING)
  execute_process(COMMAND ${CMAKE_Fortran_COMPILER} -print-file-name=include OUTPUT_VARIABLE folder
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  cmake_path(GET CMAKE_Fortran_COMPILER PARENT_PATH bin)
  find_path(WEFT_FORTRAN_BINDING_INCLUDE_DIR ISO_Fortran_binding.h NO_DEFAULT_PATH
            PATHS ${folder} ${bin}/../include ${bin}/../include/flang ${bin}/../opt/compiler/include)
  mark_as_advanced(WEFT_FORTRAN_BINDING_INCLUDE_DIR)
  if(NOT WEFT_FORTRAN_BINDING_INCLUDE_DIR)
    set(WEFT_FORTRAN_MISSING "${CMAKE_Fortran_COMPILER} has no ISO_Fortran_binding.h; name the folder of that header in \
WEFT_FORTRAN_BINDING_INCLUDE_DIR, or choose a compiler of Fortran 2018")
  endif()
  set(WEFT_FORTRAN_BINDING_INCLUDE ${WEFT_FORTRAN_BINDING_INCLUDE_DIR})
endif()

# weft_fortran_from(folder): the target weft_fortran, a static library of the sources in this folder of an installation.
function(weft_fortran_from folder)
  file(GLOB sources ${folder}/*.f90 ${folder}/*.cpp)
  set(modules ${CMAKE_CURRENT_BINARY_DIR}/weft_fortran)
  add_library(weft_fortran STATIC EXCLUDE_FROM_ALL ${sources})
  add_library(weft::weft_fortran ALIAS weft_fortran)
  set_target_properties(weft_fortran PROPERTIES Fortran_MODULE_DIRECTORY ${modules} POSITION_INDEPENDENT_CODE ON
                                                UNITY_BUILD ON)
  target_include_directories(weft_fortran PUBLIC ${modules})
  target_include_directories(weft_fortran SYSTEM PRIVATE ${WEFT_FORTRAN_BINDING_INCLUDE})
  target_link_libraries(weft_fortran PUBLIC MPI::MPI_Fortran weft::weft)
endfunction()
