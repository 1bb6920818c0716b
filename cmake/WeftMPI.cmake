# Finds MPI by the name of its wrapper, so that Debian's two MPI libraries may be installed side by
# side whatever its "alternatives" point to; or in a folder, WEFT_MPI_ROOT, without a wrapper.
#
# Sets WEFT_MPI_FAMILY to openmpi, mpich (MPICH and its relatives) or standard (the binary interface of MPI 5, which
# several libraries have), after the macros of mpi.h, and WEFT_MPI_LIBRARY to the name by which the library is loaded.

# weft_soname(file variable): the name by which programs that are linked with this library load it.
function(weft_soname file variable)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${file} OUTPUT_VARIABLE text ERROR_QUIET)
  string(REGEX MATCH "SONAME +([^ \n]+)" found "${text}")
  set(${variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

if(WEFT_MPI STREQUAL "alone")
  include(WeftMPIAlone)
  return()
elseif(WEFT_MPI_ROOT)
  include(WeftMPIFolder)
  return()
endif()
if(WEFT_MPI)
  find_program(MPI_CXX_COMPILER mpicxx.${WEFT_MPI})
  find_program(MPI_C_COMPILER mpicc.${WEFT_MPI})
  find_program(MPI_Fortran_COMPILER NAMES mpifort.${WEFT_MPI} mpif90.${WEFT_MPI})
  find_program(MPIEXEC_EXECUTABLE NAMES mpirun.${WEFT_MPI} mpiexec.${WEFT_MPI})
  if(NOT MPI_CXX_COMPILER OR NOT MPIEXEC_EXECUTABLE)
    message(FATAL_ERROR "WEFT_MPI=${WEFT_MPI}, but mpicxx.${WEFT_MPI} or its launcher is missing; install "
                        "libopenmpi-dev and openmpi-bin, or libmpich-dev and mpich")
  endif()
endif()

set(MPI_CXX_SKIP_MPICXX ON) # the C interface only
set(components C CXX)
if(WEFT_BUILD_FORTRAN)
  list(APPEND components Fortran)
endif()
find_package(MPI REQUIRED COMPONENTS ${components})

include(CheckCXXSymbolExists)
block()
  set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_CXX)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_symbol_exists(OPEN_MPI mpi.h WEFT_MPI_IS_OPENMPI)
  check_cxx_symbol_exists(MPICH_VERSION mpi.h WEFT_MPI_IS_MPICH)
endblock()
if(WEFT_MPI_IS_OPENMPI)
  set(WEFT_MPI_FAMILY openmpi)
elseif(WEFT_MPI_IS_MPICH)
  set(WEFT_MPI_FAMILY mpich)
else()
  message(FATAL_ERROR "The MPI library of ${MPI_CXX_COMPILER} is neither Open MPI nor of the MPICH family")
endif()
# The C library has the functions that weft calls; Open MPI's and MPICH's wrappers name others beside it.
foreach(library IN LISTS MPI_CXX_LIBRARIES MPI_C_LIBRARIES)
  if(library MATCHES "/lib(mpi|mpich)\\.so" AND NOT WEFT_MPI_LIBRARY)
    file(REAL_PATH ${library} library)
    weft_soname(${library} WEFT_MPI_LIBRARY)
  endif()
endforeach()
message(STATUS "MPI family: ${WEFT_MPI_FAMILY} (${MPI_CXX_COMPILER}, ${MPIEXEC_EXECUTABLE})")
