# weft/version.hpp in the build folder: the version of the project and the commit it was built from.
#
# Written by a build step, not when configuring, so that a commit changes it without a new configure;
# the file is touched only when its text changes.

set(WEFT_GENERATED_INCLUDE ${PROJECT_BINARY_DIR}/include)
add_custom_target(
  weft_version
  COMMAND
    ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D VERSION=${PROJECT_VERSION}
    -D TEMPLATE=${PROJECT_SOURCE_DIR}/cmake/version.hpp.in
    -D OUTPUT=${WEFT_GENERATED_INCLUDE}/weft/version.hpp
    -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake
  BYPRODUCTS ${WEFT_GENERATED_INCLUDE}/weft/version.hpp
  COMMENT "Checking the version")
