# What the Fortran module needs beside the language: the modules of the MPI library and the header for
# array descriptors.
#
# Sets WEFT_FORTRAN_BINDING_INCLUDE, the folder of ISO_Fortran_binding.h; empty where the C++ compiler
# finds it by itself. The header belongs to the Fortran compiler, not to the C++ compiler.

if(NOT MPI_Fortran_HAVE_F08_MODULE)
  message(FATAL_ERROR "The MPI library of ${MPI_CXX_COMPILER} has no Fortran module mpi_f08 for "
                      "${CMAKE_Fortran_COMPILER}; install its Fortran development files, or configure with "
                      "-D WEFT_BUILD_FORTRAN=OFF")
endif()

include(CheckIncludeFileCXX)
set(WEFT_FORTRAN_BINDING_INCLUDE "")
check_include_file_cxx(ISO_Fortran_binding.h WEFT_CXX_HAS_FORTRAN_BINDING)
if(NOT WEFT_CXX_HAS_FORTRAN_BINDING)
  execute_process(COMMAND ${CMAKE_Fortran_COMPILER} -print-file-name=include OUTPUT_VARIABLE folder
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  find_path(WEFT_FORTRAN_BINDING_INCLUDE_DIR ISO_Fortran_binding.h HINTS ${folder} REQUIRED)
  mark_as_advanced(WEFT_FORTRAN_BINDING_INCLUDE_DIR)
  set(WEFT_FORTRAN_BINDING_INCLUDE ${WEFT_FORTRAN_BINDING_INCLUDE_DIR})
endif()

# weft_fortran_warnings(target): the warnings that all Fortran code of this repository is free of. Those
# about variables that may not be set are false alarms of gfortran 12 for arrays that are not allocated.
function(weft_fortran_warnings target)
  if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -std=f2018 -fimplicit-none -Wall -Wextra -Wno-maybe-uninitialized
                                             $<$<BOOL:${WEFT_WERROR}>:-Werror>)
  endif()
endfunction()
