# The table of fuzz targets: NAME is tests/fuzz/NAME.cpp, and its inputs lie in tests/fuzz/corpus/NAME.
set(WEFT_FUZZ_TARGETS npy seal settings machine wisdom hdf5 choice command_line json)
set(WEFT_FUZZ_SOURCES targets.cpp)
foreach(name IN LISTS WEFT_FUZZ_TARGETS)
  list(APPEND WEFT_FUZZ_SOURCES ${name}.cpp)
endforeach()
