# Functions for the rows of tests/CMakeLists.txt.
#
# Every program is linked with all of weft (weft_objects) and the helpers of tests/support. A program under MPI is started by
# weft-run, once for each number of processes, all its cases inside; one without MPI runs as it is.

# MPICH spins where there are more processes than cores (8 ms for a barrier of 3 on 2 cores), and with sanitizers each
# takes four times as long. There the fast tier has 2 processes in place of 3 and ends at 2.
if(WEFT_MPI_FAMILY STREQUAL "mpich" OR WEFT_SANITIZE)
  set(WEFT_FAST_PROCS 2)
  set(WEFT_UNEVEN_PROCS 2)
else()
  set(WEFT_FAST_PROCS 16)
  set(WEFT_UNEVEN_PROCS 3)
endif()

# Every test starts processes this way. Nothing is bound: several tests run at a time. Open MPI looks for no network,
# and where one fails does not give the others a second to end.
set(WEFT_LAUNCH_ENVIRONMENT WEFT_RUN_BIND=none)
if(WEFT_MPI_FAMILY STREQUAL "openmpi")
  list(APPEND WEFT_LAUNCH_ENVIRONMENT OMPI_MCA_pml=ob1 OMPI_MCA_mpi_yield_when_idle=1
       OMPI_MCA_odls_base_sigkill_timeout=0)
endif()

# For machines that have other work: a process that waits for another one, and offers its core meanwhile, then waits thirty
# times as long. What never ends is told by weft itself, sooner.
set(WEFT_TEST_SECONDS 1200)

# weft_test_program(target): tests are compiled once and run for seconds. -fPIC also in programs: they share precompiled
# headers with a library.
function(weft_test_program target)
  weft_warnings(${target})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fPIC>)
  # AddressSanitizer alone: both together take half as long again to compile, and it is weft that is looked at.
  target_compile_options(${target} PRIVATE ${WEFT_LIGHT} $<$<BOOL:${WEFT_SANITIZE}>:-fno-sanitize=undefined>)
endfunction()

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/support/*.cpp)
list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/support/mpi_main.cpp)
add_library(weft_test_support STATIC ${sources})
target_include_directories(weft_test_support PUBLIC support ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(weft_test_support PUBLIC weft_objects rapidcheck GTest::gtest)
weft_test_program(weft_test_support)
# Parsed once for all programs, which are compiled with the same options. No header of weft is among them.
target_precompile_headers(weft_test_support PRIVATE <gtest/gtest.h> <rapidcheck.h> ${WEFT_STANDARD_HEADERS})

# main() of the programs under MPI.
add_library(weft_test_mpi_main OBJECT support/mpi_main.cpp)
target_link_libraries(weft_test_mpi_main PUBLIC weft_test_support)
weft_test_program(weft_test_mpi_main)

# What check-memory needs: built without the rest.
add_custom_target(memory-tests DEPENDS launcher)

# Programs without MPI, and of what calls MPI through plans and arrays alone, are the same with every MPI library: with
# MPICH only the full tier builds and runs them.
add_custom_target(full-tests)

# weft_test(NAME name SOURCES file... [NO_MPI | ABOVE_MPI] [PROCS n...] [FULL_PROCS n...] [LABELS label...]
#           [TIMEOUT seconds] [MEMORY] [DRAWS])
#   NO_MPI      a plain program, started without weft-run
#   ABOVE_MPI   what it tests calls MPI through plans and arrays alone
#   PROCS       process counts; default 1 3
#   FULL_PROCS  process counts of the full tier beside them; default 2 4 6 8, or none where PROCS are given
#   LABELS      default fast
#   TIMEOUT     seconds for one process count; default WEFT_TEST_SECONDS
#   MEMORY      also run with sanitizers, with the last of PROCS that is at most 3 (NO_MPI programs always are); 2 where
#               PROCS are not given
#   DRAWS       also register <name>.full for all counts, with WEFT_TEST_FULL=1 and three times the time: it draws more
#               random cases and leaves none out; without it only PROCS are run
function(weft_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "NO_MPI;ABOVE_MPI;MEMORY;DRAWS" "NAME;TIMEOUT" "SOURCES;PROCS;FULL_PROCS;LABELS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weft_test ${arg_NAME}: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(source IN LISTS arg_SOURCES)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${source})
      message(FATAL_ERROR "weft_test ${arg_NAME}: tests/${source} does not exist")
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY WEFT_TEST_SOURCES ${arg_SOURCES})
  if(NOT arg_PROCS)
    set(arg_PROCS 1 ${WEFT_UNEVEN_PROCS})
    if(NOT arg_FULL_PROCS)
      set(arg_FULL_PROCS 2 4 6 8)
    endif()
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS fast)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${WEFT_TEST_SECONDS})
  endif()

  set(program test_${arg_NAME})
  add_executable(${program} ${arg_SOURCES})
  weft_test_program(${program})
  target_precompile_headers(${program} REUSE_FROM weft_test_support)
  target_link_libraries(${program} PRIVATE weft_test_support
                                           $<IF:$<BOOL:${arg_NO_MPI}>,GTest::gtest_main,weft_test_mpi_main>)
  if(arg_NO_MPI OR arg_MEMORY)
    weft_needed_by_check_memory(${program})
  endif()
  if((arg_NO_MPI OR arg_ABOVE_MPI) AND WEFT_MPI_FAMILY STREQUAL "mpich")
    list(TRANSFORM arg_LABELS REPLACE "^fast$" full)
    set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(full-tests ${program})
  endif()

  weft_add_runs(${arg_NAME} ${arg_TIMEOUT} "${arg_LABELS}" "")
  if(arg_DRAWS)
    math(EXPR long "3 * ${arg_TIMEOUT}")
    weft_add_runs(${arg_NAME}.full ${long} full WEFT_TEST_FULL=1)
  endif()
endfunction()

# weft_fortran_test(NAME name SOURCE file [PROCS n...] [FULL_PROCS n...] [TIMEOUT seconds] [NO_RUN])
#   PROCS       default 3: what lies below is tested at other counts in C++
#   FULL_PROCS  default 1 2, or none where PROCS are given
#   NO_RUN      only the program test_<name>, for a weft_script_test
# A Fortran program, linked with the module weft and those of bindings/fortran/support. Nothing is done with
# WEFT_BUILD_FORTRAN=OFF.
function(weft_fortran_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "NO_RUN" "NAME;SOURCE;TIMEOUT" "PROCS;FULL_PROCS")
  set_property(GLOBAL APPEND PROPERTY WEFT_TEST_SOURCES ${arg_SOURCE})
  if(NOT WEFT_BUILD_FORTRAN)
    return()
  endif()
  if(NOT TARGET weft_fortran_test_support)
    file(GLOB modules CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bindings/fortran/support/*.f90)
    add_library(weft_fortran_test_support STATIC ${modules})
    weft_fortran_test_target(weft_fortran_test_support)
    target_link_libraries(weft_fortran_test_support PUBLIC weft_fortran)
    set(modules ${CMAKE_CURRENT_BINARY_DIR}/modules)
    set_target_properties(weft_fortran_test_support PROPERTIES Fortran_MODULE_DIRECTORY ${modules})
    target_include_directories(weft_fortran_test_support PUBLIC ${modules})
  endif()
  set(program test_${arg_NAME})
  add_executable(${program} ${arg_SOURCE})
  weft_fortran_test_target(${program})
  target_link_libraries(${program} PRIVATE weft_fortran_test_support)
  if(arg_NO_RUN)
    return()
  endif()
  if(NOT arg_PROCS)
    set(arg_PROCS ${WEFT_UNEVEN_PROCS})
    if(NOT arg_FULL_PROCS)
      set(arg_FULL_PROCS 1 2)
    endif()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${WEFT_TEST_SECONDS})
  endif()
  weft_add_runs(${arg_NAME} ${arg_TIMEOUT} fast "")
endfunction()

# Bounds and pointers are checked when run; exact comparisons are meant, and conditions may have effects.
function(weft_fortran_test_target target)
  weft_fortran_warnings(${target})
  if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fcheck=all,no-array-temps -Wno-compare-reals
                                             -Wno-function-elimination)
  endif()
endfunction()

# weft_script_test(NAME name COMMAND program arg... [LABELS label...] [TIMEOUT seconds] [PROCESSORS n] [ONCE] [DRAWS])
#   ONCE     says little of the MPI library: with MPICH in the full tier only
#   DRAWS    as for weft_test
# Any command; it finds the build in WEFT_BUILD, and more in the environment below. Not run with sanitizers.
function(weft_script_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ONCE;DRAWS" "NAME;TIMEOUT;PROCESSORS" "COMMAND;LABELS")
  if(WEFT_SANITIZE)
    return()
  endif()
  foreach(default IN ITEMS "LABELS fast" "TIMEOUT ${WEFT_TEST_SECONDS}" "PROCESSORS 1")
    separate_arguments(default)
    list(POP_FRONT default name)
    if(NOT arg_${name})
      set(arg_${name} ${default})
    endif()
  endforeach()
  if(arg_ONCE AND WEFT_MPI_FAMILY STREQUAL "mpich")
    set(arg_LABELS full)
  endif()
  weft_add_script(${arg_NAME} ${arg_TIMEOUT} "${arg_LABELS}" "")
  if(arg_DRAWS)
    math(EXPR long "3 * ${arg_TIMEOUT}")
    weft_add_script(${arg_NAME}.full ${long} full ";WEFT_TEST_FULL=1")
  endif()
endfunction()

# weft_program(NAME name SOURCE file [PROCS n...])
# A program with its own main(), run at these process counts; without any, a part of another test.
function(weft_program)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;SOURCE" "PROCS")
  set_property(GLOBAL APPEND PROPERTY WEFT_TEST_SOURCES ${arg_SOURCE})
  set(program ${arg_NAME})
  if(arg_PROCS)
    set(program test_${arg_NAME})
  endif()
  add_executable(${program} ${arg_SOURCE})
  weft_test_program(${program})
  target_include_directories(${program} PRIVATE support)
  target_link_libraries(${program} PRIVATE weft)
  foreach(n IN LISTS arg_PROCS)
    weft_add_run(${arg_NAME}.np${n} ${WEFT_TEST_SECONDS} ${n} fast "" $<TARGET_FILE:${program}>)
  endforeach()
endfunction()

# weft_python_test(NAME name MODULES name... [PROCS n...] [FULL_PROCS n...] [TIMEOUT seconds] [DRAWS])
#   MODULES     of tests/bindings/python, all run in one launch for each number of processes
#   PROCS       default 3
#   FULL_PROCS  default 1 2 4, or none where PROCS are given
#   DRAWS       as for weft_test
function(weft_python_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "DRAWS" "NAME;TIMEOUT" "MODULES;PROCS;FULL_PROCS")
  if(NOT WEFT_BUILD_PYTHON)
    return()
  endif()
  if(NOT arg_PROCS)
    set(arg_PROCS ${WEFT_UNEVEN_PROCS})
    if(NOT arg_FULL_PROCS)
      set(arg_FULL_PROCS 1 2 4)
    endif()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${WEFT_TEST_SECONDS})
  endif()
  set(command ${WEFT_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/bindings/python/run.py ${arg_MODULES})
  set(environment PYTHONPATH=${PROJECT_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1)
  set(counts ${arg_PROCS} ${arg_FULL_PROCS})
  list(REMOVE_DUPLICATES counts)
  foreach(n IN LISTS counts)
    set(labels fast)
    if(n GREATER WEFT_FAST_PROCS OR NOT n IN_LIST arg_PROCS)
      set(labels full)
    endif()
    set(added)
    if(n IN_LIST arg_PROCS OR NOT arg_DRAWS)
      weft_add_run(${arg_NAME}.np${n} ${arg_TIMEOUT} ${n} ${labels} "${environment}" ${command})
      list(APPEND added ${arg_NAME}.np${n})
    endif()
    if(arg_DRAWS)
      math(EXPR long "3 * ${arg_TIMEOUT}")
      weft_add_run(${arg_NAME}.full.np${n} ${long} ${n} full "${environment};WEFT_TEST_FULL=1" ${command})
      list(APPEND added ${arg_NAME}.full.np${n})
    endif()
    set_tests_properties(${added} PROPERTIES SKIP_RETURN_CODE 77)  # a package that tests need is missing
  endforeach()
endfunction()

# weft_memory_program(NAME name SOURCE file)
# A program with its own main(), linked with libweft: run as it is, with sanitizers, and under valgrind.
function(weft_memory_program)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;SOURCE" "")
  set_property(GLOBAL APPEND PROPERTY WEFT_TEST_SOURCES ${arg_SOURCE})
  set(program test_${arg_NAME})
  add_executable(${program} ${arg_SOURCE})
  weft_test_program(${program})
  target_link_libraries(${program} PRIVATE weft)
  weft_needed_by_check_memory(${program})
  weft_add_run(${arg_NAME}.np2 ${WEFT_TEST_SECONDS} 2 "fast;memory" "" $<TARGET_FILE:${program}>)

  if(WEFT_SANITIZE OR NOT WEFT_MPI_FAMILY STREQUAL "openmpi")
    return()
  endif()
  # By name: only `make check-memory` installs it.
  set(valgrind valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite
               --errors-for-leak-kinds=definite --num-callers=50
               --suppressions=${PROJECT_SOURCE_DIR}/scripts/suppressions/valgrind.supp)
  find_file(WEFT_OPENMPI_SUPPRESSIONS openmpi-valgrind.supp PATH_SUFFIXES share/openmpi)
  mark_as_advanced(WEFT_OPENMPI_SUPPRESSIONS)
  if(WEFT_OPENMPI_SUPPRESSIONS)
    list(APPEND valgrind --suppressions=${WEFT_OPENMPI_SUPPRESSIONS})
  endif()
  weft_add_run(${arg_NAME}.valgrind 600 2 valgrind "" ${valgrind} $<TARGET_FILE:${program}>)
endfunction()

# Every tests/<folder>/*.cpp but the support and the consumer, and every program in Fortran, must be in a row.
function(weft_check_all_tests_have_rows)
  file(GLOB found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*/*.cpp)
  list(FILTER found EXCLUDE REGEX "^(support|consumer)/")
  file(GLOB fortran RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS
       ${CMAKE_CURRENT_SOURCE_DIR}/bindings/fortran/*.f90)
  list(APPEND found ${fortran})
  get_property(known GLOBAL PROPERTY WEFT_TEST_SOURCES)
  list(REMOVE_ITEM found ${known})
  if(found)
    message(FATAL_ERROR "these tests have no row in tests/CMakeLists.txt: ${found}")
  endif()
endfunction()

# --- parts of the above --------------------------------------------------------------------------

# One ctest entry of the calling weft_script_test.
function(weft_add_script name timeout labels environment)
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(
    ${name}
    PROPERTIES TIMEOUT ${timeout} LABELS "${labels}" PROCESSORS ${arg_PROCESSORS}
               ENVIRONMENT "${WEFT_LAUNCH_ENVIRONMENT};WEFT_BUILD=${PROJECT_BINARY_DIR};WEFT_SOURCE=${PROJECT_SOURCE_DIR};\
WEFT_CMAKE=${CMAKE_COMMAND};WEFT_MPICXX=${MPI_CXX_COMPILER};\
WEFT_MPICC=${MPI_C_COMPILER};WEFT_MPIFORT=${MPI_Fortran_COMPILER};WEFT_FORTRAN=${WEFT_BUILD_FORTRAN};\
WEFT_PYTHON=${WEFT_PYTHON};PYTHONDONTWRITEBYTECODE=1;WEFT_MPI_FAMILY=${WEFT_MPI_FAMILY}${environment}")
endfunction()

function(weft_needed_by_check_memory program)
  if(WEFT_SANITIZE OR program STREQUAL "test_plan_and_run")
    add_dependencies(memory-tests ${program})
  endif()
endfunction()

# All process counts of the calling weft_test or weft_fortran_test.
function(weft_add_runs name timeout labels environment)
  if(arg_NO_MPI)
    if(NOT environment MATCHES "WEFT_TEST_FULL")
      list(APPEND labels memory)
    endif()
    weft_add_run(${name} ${timeout} 0 "${labels}" "${environment}" $<TARGET_FILE:${program}>)
    return()
  endif()
  set(with_sanitizers 0)
  foreach(n IN LISTS arg_PROCS)
    if(arg_MEMORY AND n LESS_EQUAL 3 AND fast IN_LIST labels)
      set(with_sanitizers ${n})
    endif()
  endforeach()
  set(counts ${arg_PROCS})
  if(NOT arg_DRAWS OR environment MATCHES "WEFT_TEST_FULL")
    list(APPEND counts ${arg_FULL_PROCS})
  endif()
  list(REMOVE_DUPLICATES counts)
  foreach(n IN LISTS counts)
    set(labels_of_n ${labels})
    if(n GREATER WEFT_FAST_PROCS OR NOT n IN_LIST arg_PROCS)
      list(TRANSFORM labels_of_n REPLACE "^fast$" full)
    endif()
    if(n EQUAL with_sanitizers)
      list(APPEND labels_of_n memory)
    endif()
    weft_add_run(${name}.np${n} ${timeout} ${n} "${labels_of_n}" "${environment}" $<TARGET_FILE:${program}>)
  endforeach()
endfunction()

# One ctest entry of the calling weft_test or weft_memory_program: COMMAND started as n processes, or plainly
# for n = 0. ctest -j counts the processes, so that two tests do not share cores.
function(weft_add_run name timeout n labels environment)
  set(processors 1)
  if(n GREATER 0)
    add_test(NAME ${name} COMMAND ${PROJECT_BINARY_DIR}/weft-run -n ${n} ${ARGN})
    set(processors ${n})
    list(APPEND environment ${WEFT_LAUNCH_ENVIRONMENT})
  else()
    add_test(NAME ${name} COMMAND ${ARGN})
  endif()
  if(WEFT_SANITIZE)
    set(suppressions ${PROJECT_SOURCE_DIR}/scripts/suppressions)
    # The leaks of the MPI library are told from ours by complete stacks, which make each allocation slow
    # (its modules have no frame pointers). So under MPI only the memory programs look for leaks.
    set(asan detect_leaks=1)
    if(arg_SOURCE)
      string(APPEND asan ":fast_unwind_on_malloc=0:malloc_context_size=40")
    elseif(n GREATER 0)
      set(asan detect_leaks=0)
    endif()
    list(APPEND environment "ASAN_OPTIONS=${asan}"
         "LSAN_OPTIONS=suppressions=${suppressions}/lsan.supp:print_suppressions=0" "UBSAN_OPTIONS=print_stacktrace=1")
    math(EXPR timeout "4 * ${timeout}")
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout} PROCESSORS ${processors} LABELS "${labels}"
                                          ENVIRONMENT "${environment}")
endfunction()

# --- arguments of scripts/check_structure.py -----------------------------------------------------

set(WEFT_STRUCTURE_ARGS --compiler ${CMAKE_CXX_COMPILER} --include ${WEFT_GENERATED_INCLUDE})
foreach(directory IN LISTS MPI_CXX_INCLUDE_DIRS)
  list(APPEND WEFT_STRUCTURE_ARGS --mpi-include ${directory})
endforeach()
get_directory_property(folders DIRECTORY ${PROJECT_SOURCE_DIR}/src DEFINITION WEFT_FOLDERS)
foreach(folder IN LISTS folders)
  get_target_property(closure weft_${folder} WEFT_CLOSURE)
  list(JOIN closure "," closure)
  list(APPEND WEFT_STRUCTURE_ARGS --folder ${folder}=${closure})
  get_target_property(calls_mpi weft_${folder} WEFT_CALLS_MPI)
  if(NOT calls_mpi)
    list(APPEND WEFT_STRUCTURE_ARGS --pure ${folder})
  endif()
endforeach()
