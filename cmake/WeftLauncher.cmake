# weft-run in the build folder, and the probe that it asks whether processes may read each other.

set(WEFT_MPIEXEC ${MPIEXEC_EXECUTABLE})
configure_file(
  ${PROJECT_SOURCE_DIR}/scripts/weft-run.in ${PROJECT_BINARY_DIR}/weft-run @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

add_executable(weft-cma-probe ${PROJECT_SOURCE_DIR}/scripts/cma_probe.cpp)
weft_warnings(weft-cma-probe)
set_target_properties(weft-cma-probe PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/libexec/weft)
