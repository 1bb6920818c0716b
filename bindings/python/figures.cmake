# The Python package weft_figures, which the program runs: links in build/python/, beside the package weft, so that an edit
# is seen at once; an installed program finds it in ../libexec. A wheel has it beside weft.

set(package ${CMAKE_CURRENT_LIST_DIR}/weft_figures)
file(GLOB files RELATIVE ${package} CONFIGURE_DEPENDS ${package}/*.py ${package}/data/*.csv ${package}/report/*.py
                                                      ${package}/report/*.j2)
foreach(file IN LISTS files)
  set(link ${PROJECT_BINARY_DIR}/python/weft_figures/${file})
  cmake_path(GET link PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  file(CREATE_LINK ${package}/${file} ${link} SYMBOLIC)
endforeach()
if(NOT SKBUILD)
  install(DIRECTORY ${package} DESTINATION libexec/weft FILES_MATCHING REGEX "\\.(py|csv|j2)$"
          PATTERN __pycache__ EXCLUDE)
endif()
