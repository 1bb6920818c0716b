# cmake --install: library, headers, programs, sources of the Fortran module, weftConfig.cmake, weft.pc, weft-c.pc and
# weft-fortran.pc.

include(CMakePackageConfigHelpers)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
include(WeftInstallSerial)

install(TARGETS weft EXPORT weftTargets)
install(EXPORT weftTargets NAMESPACE weft:: DESTINATION ${config_dir})
install(PROGRAMS ${PROJECT_BINARY_DIR}/weft-run DESTINATION ${CMAKE_INSTALL_BINDIR})
# weft-run looks for them at ../libexec, whatever the system's own habit.
install(TARGETS weft-cma-probe weft-watch-job weft-watch-process DESTINATION libexec/weft)

# Compiled by who uses them: weftConfig.cmake has a target for that, weft-c.pc lists them.
set(fortran_dir ${CMAKE_INSTALL_DATADIR}/weft/fortran)
install(DIRECTORY bindings/fortran/ DESTINATION ${fortran_dir}
        FILES_MATCHING PATTERN "*.f90" PATTERN "*.[ch]pp" PATTERN templates EXCLUDE)
install(FILES cmake/WeftFortran.cmake DESTINATION ${config_dir})
configure_package_config_file(cmake/weftConfig.cmake.in ${generated}/weftConfig.cmake
                              INSTALL_DESTINATION ${config_dir} PATH_VARS fortran_dir)
write_basic_package_version_file(${generated}/weftConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/weftConfig.cmake ${generated}/weftConfigVersion.cmake DESTINATION ${config_dir})

set(pc_requires "")
set(pc_libs "")
set(pc_runtime_libs "")
if(NOT BUILD_SHARED_LIBS)
  set(pc_requires "libhwy tomlplusplus")
  set(pc_libs " ${WEFT_HDF5_LIBRARIES_OF_LINK} -lpthread -ldl")
  install(FILES cmake/WeftHDF5.cmake DESTINATION ${config_dir})
  set(pc_runtime_libs " -lstdc++ -lm") # mpicc and mpifort do not link them
endif()
file(STRINGS bindings/fortran/order fortran_sources)
list(TRANSFORM fortran_sources PREPEND "\${prefix}/${fortran_dir}/")
list(JOIN fortran_sources " " fortran_sources)
foreach(pc weft weft-c)
  configure_file(cmake/${pc}.pc.in ${generated}/${pc}.pc @ONLY)
endforeach()
install(FILES ${generated}/weft.pc ${generated}/weft-c.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(WEFT_BUILD_FORTRAN)
  configure_file(cmake/weft-fortran.pc.in ${generated}/weft-fortran.pc @ONLY)
  install(FILES ${generated}/weft-fortran.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
