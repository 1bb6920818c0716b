# The Python package weft_figures, which the program runs: links in build/python/, beside the package weft, so that an edit
# is seen at once; an installed program finds it in ../libexec. A wheel has it beside weft.

set(package ${CMAKE_CURRENT_LIST_DIR}/weft_figures)
weft_link_package(${package} ${PROJECT_BINARY_DIR}/python/weft_figures *.py kinds/*.py data/*.csv report/*.py report/*.j2)
if(NOT SKBUILD)
  install(DIRECTORY ${package} DESTINATION libexec/weft FILES_MATCHING REGEX "\\.(py|csv|j2)$"
          PATTERN __pycache__ EXCLUDE)
endif()
