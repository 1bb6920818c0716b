# Finds the parallel HDF5 that was built with the MPI library: Debian has one for each, as hdf5-openmpi.pc and
# hdf5-mpich.pc; elsewhere there is FindHDF5. Sets the target HDF5::HDF5 (the C library alone: the MPI library comes
# from WeftMPI, not from HDF5's flags), and WEFT_HDF5_LIBRARIES_OF_LINK, the same for a command line. Included by
# weftConfig.cmake as well, where libweft is static.

if(WEFT_MPI)
  pkg_check_modules(WEFT_HDF5 QUIET hdf5-${WEFT_MPI})
endif()
if(WEFT_HDF5_FOUND)
  find_library(WEFT_HDF5_LIBRARY hdf5 HINTS ${WEFT_HDF5_LIBRARY_DIRS} NO_DEFAULT_PATH REQUIRED)
  list(FILTER WEFT_HDF5_INCLUDE_DIRS INCLUDE REGEX "hdf5")
  add_library(HDF5::HDF5 INTERFACE IMPORTED)
  target_include_directories(HDF5::HDF5 INTERFACE ${WEFT_HDF5_INCLUDE_DIRS})
  target_link_libraries(HDF5::HDF5 INTERFACE ${WEFT_HDF5_LIBRARY})
  set(WEFT_HDF5_LIBRARIES_OF_LINK ${WEFT_HDF5_LIBRARY})
else()
  set(HDF5_PREFER_PARALLEL ON)
  find_package(HDF5 COMPONENTS C)
  if(NOT HDF5_FOUND OR NOT HDF5_IS_PARALLEL)
    message(FATAL_ERROR "weft needs HDF5 built with the MPI library of ${MPI_CXX_COMPILER}; install it "
                        "(libhdf5-openmpi-dev or libhdf5-mpich-dev on Debian), or name its folder in HDF5_ROOT")
  endif()
  list(JOIN HDF5_C_LIBRARIES " " WEFT_HDF5_LIBRARIES_OF_LINK)
  if(NOT TARGET HDF5::HDF5)
    add_library(HDF5::HDF5 INTERFACE IMPORTED)
    target_include_directories(HDF5::HDF5 INTERFACE ${HDF5_C_INCLUDE_DIRS})
    target_link_libraries(HDF5::HDF5 INTERFACE ${HDF5_C_LIBRARIES})
  endif()
endif()
