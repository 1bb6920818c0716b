# The program of libFuzzer, and one test for each target of tests/fuzz/sources.cmake: 60 s of new inputs, or
# WEFT_FUZZ_SECONDS. What it finds interesting is kept in the build folder, what it finds wrong beside it.

set(WEFT_FUZZ_SECONDS 60 CACHE STRING "how long ctest lets each fuzzer run")
set(fuzz ${PROJECT_SOURCE_DIR}/tests/fuzz)
include(${fuzz}/sources.cmake)
list(TRANSFORM WEFT_FUZZ_SOURCES PREPEND ${fuzz}/)
add_executable(fuzzer ${fuzz}/driver.cpp ${WEFT_FUZZ_SOURCES})
set_target_properties(fuzzer PROPERTIES UNITY_BUILD OFF)
weft_warnings(fuzzer)
target_include_directories(fuzzer PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(fuzzer PRIVATE WEFT_FUZZ)
target_link_libraries(fuzzer PRIVATE weft_objects weft_program weft_apps)
target_link_options(fuzzer PRIVATE -fsanitize=fuzzer)

math(EXPR patience "2 * ${WEFT_FUZZ_SECONDS} + 120")
foreach(name IN LISTS WEFT_FUZZ_TARGETS)
  set(kept ${PROJECT_BINARY_DIR}/corpus/${name})
  file(MAKE_DIRECTORY ${kept})
  # Memory that HDF5 cannot get is an error that it reports; weft's own requests end the fuzzer.
  add_test(NAME fuzz.${name} WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
           COMMAND fuzzer -max_total_time=${WEFT_FUZZ_SECONDS} -timeout=20 -rss_limit_mb=3000 -malloc_limit_mb=1000000
                   -max_len=20000 -print_final_stats=1 -close_fd_mask=1 -artifact_prefix=${PROJECT_BINARY_DIR}/found-${name}-
                   ${kept} ${fuzz}/corpus/${name})
  set_tests_properties(
    fuzz.${name} PROPERTIES TIMEOUT ${patience} PROCESSORS 1 LABELS fuzz
    ENVIRONMENT "WEFT_FUZZ_TARGET=${name};ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1000;UBSAN_OPTIONS=print_stacktrace=1")
endforeach()
