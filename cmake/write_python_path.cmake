# cmake -D PYTHON= -D FOLDER= -P write_python_path.cmake
#
# `import weft` in the virtual environment of PYTHON finds FOLDER/weft. Does nothing for a Python that is not
# in a virtual environment: that one belongs to somebody else.

execute_process(
  COMMAND ${PYTHON} -c "import sys, sysconfig; print(sysconfig.get_path('purelib') if sys.prefix != sys.base_prefix else '')"
  OUTPUT_VARIABLE site OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(site)
  file(CONFIGURE OUTPUT ${site}/weft-build.pth CONTENT "${FOLDER}\n")
endif()
