# cmake -D SOURCE= -D VERSION= -D TEMPLATE= -D OUTPUT= -P write_version.cmake
#
# The commit is "unknown" outside a git checkout (a source archive) or without git, and ends with
# "-dirty" when tracked files differ from it.

set(COMMIT "unknown")
if(EXISTS ${SOURCE}/.git)
  execute_process(
    COMMAND git -c safe.directory=* describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE described
    RESULT_VARIABLE status
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(status EQUAL 0)
    set(COMMIT ${described})
  endif()
endif()
string(REPLACE "." ";" parts ${VERSION})
list(GET parts 0 VERSION_MAJOR)
list(GET parts 1 VERSION_MINOR)
list(GET parts 2 VERSION_PATCH)
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
