# Finds HDF5, of which weft uses one process at a time: a build without MPI does, and one with the same MPI, too. Debian has
# the former as hdf5-serial.pc; elsewhere, and where HDF5_ROOT names a folder, there is FindHDF5. Sets the target
# HDF5::HDF5 (the C library alone), and WEFT_HDF5_LIBRARIES_OF_LINK, the same for a command line. Included by
# weftConfig.cmake as well, where libweft is static.

if(WEFT_STATIC_LIBRARIES)  # a folder of scripts/static_libraries.sh: what is inside is nobody else's
  add_library(HDF5::HDF5 INTERFACE IMPORTED)
  target_include_directories(HDF5::HDF5 INTERFACE ${WEFT_STATIC_LIBRARIES}/include)
  target_link_libraries(HDF5::HDF5 INTERFACE ${WEFT_STATIC_LIBRARIES}/lib/libhdf5.a z m ${CMAKE_DL_LIBS})
  return()
endif()
if(NOT HDF5_ROOT AND NOT DEFINED ENV{HDF5_ROOT})
  pkg_check_modules(WEFT_HDF5 QUIET hdf5-serial>=1.10.3)
endif()
if(WEFT_HDF5_FOUND)
  find_library(WEFT_HDF5_C_LIBRARY hdf5 HINTS ${WEFT_HDF5_LIBRARY_DIRS} NO_DEFAULT_PATH REQUIRED)
  add_library(HDF5::HDF5 INTERFACE IMPORTED)
  target_include_directories(HDF5::HDF5 INTERFACE ${WEFT_HDF5_INCLUDE_DIRS})
  target_link_libraries(HDF5::HDF5 INTERFACE ${WEFT_HDF5_C_LIBRARY})
  set(WEFT_HDF5_LIBRARIES_OF_LINK ${WEFT_HDF5_C_LIBRARY})
else()
  find_package(HDF5 COMPONENTS C)
  if(NOT HDF5_FOUND OR HDF5_VERSION VERSION_LESS 1.10.3)
    message(FATAL_ERROR "weft needs HDF5 1.10.3 or later; install it (libhdf5-dev on Debian), or name its folder in HDF5_ROOT")
  endif()
  list(JOIN HDF5_C_LIBRARIES " " WEFT_HDF5_LIBRARIES_OF_LINK)
  if(NOT TARGET HDF5::HDF5)
    add_library(HDF5::HDF5 INTERFACE IMPORTED)
    target_include_directories(HDF5::HDF5 INTERFACE ${HDF5_C_INCLUDE_DIRS})
    target_link_libraries(HDF5::HDF5 INTERFACE ${HDF5_C_LIBRARIES})
  endif()
endif()
