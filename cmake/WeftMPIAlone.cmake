# MPI of one process, without a library (alone): for machines and environments that have none.

set(WEFT_MPI_FAMILY alone)
set(WEFT_MPI_LIBRARY "")
add_library(weft_alone STATIC ${PROJECT_SOURCE_DIR}/alone/data.cpp ${PROJECT_SOURCE_DIR}/alone/messages.cpp
            ${PROJECT_SOURCE_DIR}/alone/process.cpp)
weft_warnings(weft_alone)
# libweft shows its functions, and calls no others of that name.
set_target_properties(weft_alone PROPERTIES CXX_VISIBILITY_PRESET default UNITY_BUILD OFF)
target_include_directories(weft_alone PUBLIC ${PROJECT_SOURCE_DIR}/alone)
target_link_options(weft_alone INTERFACE -Wl,-Bsymbolic)
foreach(language IN ITEMS C CXX)
  add_library(MPI::MPI_${language} INTERFACE IMPORTED)
  target_link_libraries(MPI::MPI_${language} INTERFACE weft_alone)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/alone/mpi.h TYPE INCLUDE)
message(STATUS "MPI: of one process, without a library")
