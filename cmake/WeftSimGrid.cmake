# SimGrid's SMPI as the MPI library (WEFT_MPI=simgrid): thousands of simulated processes in one real one, for
# lab/simulate. No wrapper: its compilers redefine malloc, free and exit in every source.
#
# Sets the targets MPI::MPI_C and MPI::MPI_CXX, the program MPIEXEC_EXECUTABLE (smpirun) and WEFT_MPI_FAMILY. What
# cannot run there is left out: files (HDF5), the language bindings, the program weft, the tests.

find_program(MPIEXEC_EXECUTABLE smpirun)
find_path(WEFT_SMPI_INCLUDE mpi.h PATH_SUFFIXES smpi NO_DEFAULT_PATH PATHS /usr/include /usr/local/include
                                                                      ENV CPATH)
find_library(WEFT_SIMGRID_LIBRARY simgrid)
if(NOT MPIEXEC_EXECUTABLE OR NOT WEFT_SMPI_INCLUDE OR NOT WEFT_SIMGRID_LIBRARY)
  message(FATAL_ERROR "WEFT_MPI=simgrid, but SimGrid (smpirun, smpi/mpi.h, libsimgrid) is missing; install "
                      "libsimgrid-dev, or use another preset: only lab/simulate needs this one")
endif()
foreach(part IN ITEMS BUILD_TESTS BUILD_CLI BUILD_FORTRAN BUILD_PYTHON)
  if(WEFT_${part})
    message(FATAL_ERROR "WEFT_MPI=simgrid builds libweft and lab/simulate alone; use cmake --preset simgrid, or set "
                        "WEFT_${part}=OFF")
  endif()
endforeach()
if(BUILD_SHARED_LIBS)
  message(FATAL_ERROR "WEFT_MPI=simgrid needs BUILD_SHARED_LIBS=OFF: each simulated process has globals of its own only "
                      "in the program itself; use cmake --preset simgrid")
endif()

foreach(language IN ITEMS C CXX)
  add_library(MPI::MPI_${language} INTERFACE IMPORTED)
  target_include_directories(MPI::MPI_${language} SYSTEM INTERFACE ${WEFT_SMPI_INCLUDE})
  target_link_libraries(MPI::MPI_${language} INTERFACE ${WEFT_SIMGRID_LIBRARY})
endforeach()
set(WEFT_MPI_FAMILY simgrid)
message(STATUS "MPI family: simgrid (${WEFT_SIMGRID_LIBRARY}, ${MPIEXEC_EXECUTABLE})")
