# cmake --install of what needs no MPI: libweft_serial, headers and weft-serial.pc.

set(generated ${PROJECT_BINARY_DIR}/install)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/weft DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${WEFT_GENERATED_INCLUDE}/weft/version.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft)

# The prefix is computed from where the file lies, so that `cmake --install --prefix` may choose it late.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
           OUTPUT_VARIABLE pc_to_prefix)
if(SKBUILD)  # the Python package has libweft, also for one process without MPI
  return()
endif()
install(TARGETS weft_serial)
set(pc_requires "")
set(pc_libs "")
if(NOT BUILD_SHARED_LIBS)
  set(pc_requires "libhwy")
  set(pc_libs " -lpthread -ldl")
endif()
configure_file(cmake/weft-serial.pc.in ${generated}/weft-serial.pc @ONLY)
install(FILES ${generated}/weft-serial.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
