# weft-run in the build folder, and its parts: the probe that it asks whether processes may read each other, and the
# two programs that watch how a job and its processes end.

set(WEFT_MPIEXEC ${MPIEXEC_EXECUTABLE})
configure_file(
  ${PROJECT_SOURCE_DIR}/scripts/weft-run.in ${PROJECT_BINARY_DIR}/weft-run @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

add_custom_target(launcher)
foreach(part cma_probe watch_job watch_process)
  string(REPLACE "_" "-" target weft-${part})
  add_executable(${target} ${PROJECT_SOURCE_DIR}/scripts/${part}.cpp)
  weft_warnings(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/libexec/weft)
  add_dependencies(launcher ${target})
endforeach()
