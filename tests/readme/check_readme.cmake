# Holds the documents against the tree: cmake -P tests/readme/check_readme.cmake
#
# - README.md has at most 120 lines. Its one C++ example is the text of examples/first_path.cpp,
#   which is built and run. The rows of its table of figures stand in docs/measurements.md.
# - Each C++ block of docs/tutorial.md stands in examples/tutorial.cpp, that of docs/crowd.md in
#   examples/crowd.cpp; both are built and run. The example of docs/c.md is the text of
#   examples/first_path.c.
# - Every link to a file or folder of the tree leads to one.
# - The README of each room names its files; so do those of bench and examples.
# - Pictures are small files.
# - No line of a document, source, build file or script is longer than 100 bytes.
# - docs/architecture.md has the sizes that sources assert.
cmake_minimum_required(VERSION 3.22)
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(faults 0)

function(fault text)
  message("${text}")
  math(EXPR count "${faults} + 1")
  set(faults ${count} PARENT_SCOPE)
endfunction()

# ---- the example ----

file(READ "${root}/README.md" readme)
file(READ "${root}/examples/first_path.cpp" example)
set(fence "```cpp\n")
string(LENGTH "${fence}" fence_length)
string(FIND "${readme}" "${fence}" first)
string(FIND "${readme}" "${fence}" last REVERSE)
if(first EQUAL -1 OR NOT first EQUAL last)
  fault("README.md: there must be one block that begins with ```cpp")
else()
  math(EXPR begin "${first} + ${fence_length}")
  string(SUBSTRING "${readme}" ${begin} -1 shown)
  string(FIND "${shown}" "```\n" end)
  string(SUBSTRING "${shown}" 0 ${end} shown)
  if(NOT shown STREQUAL example)
    fault("README.md: the C++ example is not the text of examples/first_path.cpp")
  endif()
endif()
string(REGEX REPLACE "[^\n]" "" newlines "${readme}")
string(LENGTH "${newlines}" lines)
if(lines GREATER 120)
  fault("README.md: ${lines} lines, more than 120")
endif()

# ---- the figures ----

file(STRINGS "${root}/README.md" figures REGEX "^[|].*[0-9]" ENCODING UTF-8)
file(READ "${root}/docs/measurements.md" page)
if(figures STREQUAL "")
  fault("README.md: found no table of figures")
endif()
foreach(row IN LISTS figures)
  string(FIND "${page}" "\n${row}\n" at)
  if(at EQUAL -1)
    fault("README.md: docs/measurements.md does not have the row ${row}")
  endif()
endforeach()

# ---- pages with parts of a program ----

# check_blocks(<page> <program> <least>): the program contains the blocks of C++ of the page, at
# least so many. Blocks are indented in the program and not on the page: both are compared without
# indentation.
function(check_blocks name program_name least)
  file(READ "${root}/${name}" page)
  file(READ "${root}/${program_name}" program)
  string(REGEX REPLACE "\n +" "\n" page "${page}")
  string(REGEX REPLACE "\n +" "\n" program "${program}")
  set(block_count 0)
  string(FIND "${page}" "${fence}" begin)
  while(NOT begin EQUAL -1)
    math(EXPR begin "${begin} + ${fence_length}")
    string(SUBSTRING "${page}" ${begin} -1 page)
    string(FIND "${page}" "```\n" end)
    string(SUBSTRING "${page}" 0 ${end} block)
    string(FIND "${program}" "\n${block}" at)
    math(EXPR block_count "${block_count} + 1")
    if(at EQUAL -1)
      fault("${name}: ${program_name} does not contain the block\n${block}")
    endif()
    string(FIND "${page}" "${fence}" begin)
  endwhile()
  if(block_count LESS least)
    fault("${name}: found only ${block_count} blocks of C++")
  endif()
  set(faults ${faults} PARENT_SCOPE)
endfunction()

check_blocks(docs/tutorial.md examples/tutorial.cpp 6)
check_blocks(docs/crowd.md examples/crowd.cpp 1)

# ---- a page with a whole program ----

file(READ "${root}/docs/c.md" page)
file(READ "${root}/examples/first_path.c" program)
string(FIND "${page}" "```c\n${program}```\n" at)
if(at EQUAL -1)
  fault("docs/c.md: the example is not the text of examples/first_path.c")
endif()

# ---- links ----

file(GLOB pages RELATIVE "${root}" "${root}/*.md" "${root}/docs/*.md" "${root}/maps/*.md"
  "${root}/c/*.md" "${root}/python/*.md" "${root}/web/*.md" "${root}/web/js/*.md"
  "${root}/core/*/*.md" "${root}/grid/*/*.md" "${root}/quadtree/*/*.md"
  "${root}/world/*/*.md" "${root}/tools/*.md" "${root}/tools/*/*.md" "${root}/packaging/*.md"
  "${root}/bindings/*.md")
set(link_count 0)
foreach(page IN LISTS pages)
  file(READ "${root}/${page}" text)
  get_filename_component(folder "${root}/${page}" DIRECTORY)
  # Lists of CMake do not bear brackets and semicolons.
  string(REPLACE "](" "@LINK@" text "${text}")
  string(REGEX REPLACE "<img src=\"([^\"]*)\"" "@LINK@\\1)" text "${text}")
  string(REGEX REPLACE "[][;]" " " text "${text}")
  string(REGEX MATCHALL "@LINK@[^)]*" links "${text}")
  foreach(link IN LISTS links)
    string(REGEX REPLACE "^@LINK@" "" link "${link}")
    string(REGEX REPLACE "#.*$" "" link "${link}")
    if(link MATCHES "^[a-z]+:" OR link STREQUAL "")
      continue()
    endif()
    math(EXPR link_count "${link_count} + 1")
    if(NOT EXISTS "${folder}/${link}")
      fault("${page}: the link to ${link} leads nowhere")
    endif()
  endforeach()
endforeach()
if(link_count EQUAL 0)
  fault("found no link to check")
endif()

# ---- the files of each folder ----

# check_files(<page> <glob>...): the page names every file that the globs find.
set(source_count 0)
function(check_files page)
  file(READ "${root}/${page}" text)
  foreach(glob IN LISTS ARGN)
    file(GLOB sources RELATIVE "${root}" "${root}/${glob}")
    foreach(source IN LISTS sources)
      math(EXPR source_count "${source_count} + 1")
      get_filename_component(name "${source}" NAME_WE)
      if(NOT text MATCHES "[^a-z_]${name}[^a-z_]")
        fault("${page} does not name ${source}")
      endif()
    endforeach()
  endforeach()
  set(source_count ${source_count} PARENT_SCOPE)
  set(faults ${faults} PARENT_SCOPE)
endfunction()

check_files(web/README.md "web/*.js" "web/page/*.js" "web/js/*.js" "web/tests/*.js"
  "web/js/bench/*.[jc]*" "web/wasm/*.[ch]pp")
foreach(folder IN ITEMS bench examples c)
  check_files(${folder}/README.md "${folder}/*.[ch]pp" "${folder}/*.[ch]" "${folder}/*/*.[ch]pp"
    "${folder}/*/*.h")
endforeach()
check_files(bindings/README.md "bindings/*.py" "bindings/*/*.cs" "bindings/*/*.rs"
  "bindings/*/*/*.cs" "bindings/*/*/*.rs")
check_files(python/README.md "python/src/*.[ch]pp" "python/tests/*.cpp" "python/*.py"
  "python/*/*.py")
file(GLOB rooms RELATIVE "${root}" "${root}/core/*" "${root}/grid/*" "${root}/quadtree/*"
  "${root}/world/*" "${root}/tools/*")
foreach(room IN LISTS rooms)
  if(IS_DIRECTORY "${root}/${room}")
    check_files(${room}/README.md "${room}/*.[ch]pp" "${room}/include/taut/*.hpp"
      "${room}/include/taut/detail/*.hpp" "${room}/include/taut/engine/*.hpp")
  endif()
endforeach()
if(source_count EQUAL 0)
  fault("found no source to look for")
endif()

# ---- pictures ----

file(GLOB pictures RELATIVE "${root}" "${root}/docs/images/*.png")
foreach(picture IN LISTS pictures)
  file(SIZE "${root}/${picture}" size)
  if(size GREATER 150000)
    fault("${picture}: ${size} bytes, more than 150 000")
  endif()
endforeach()

# ---- lines ----

set(text_files "${root}/run" "${root}/.ci/run" "${root}/tests/layers" "${root}/tests/headers"
  "${root}/tests/page"
  "${root}/docs/images/draw")
foreach(folder IN ITEMS core grid quadtree world c python tools bench tests examples maps docs
    cmake packaging bindings)
  file(GLOB_RECURSE found "${root}/${folder}/*.[ch]pp" "${root}/${folder}/*.[ch]"
    "${root}/${folder}/*.md" "${root}/${folder}/*.py" "${root}/${folder}/*.pyi"
    "${root}/${folder}/*.cmake" "${root}/${folder}/CMakeLists.txt" "${root}/${folder}/*.cs"
    "${root}/${folder}/*.rs")
  list(APPEND text_files ${found})
endforeach()
file(GLOB found "${root}/*.md" "${root}/CMakeLists.txt")
list(APPEND text_files ${found})
file(GLOB found "${root}/web/*.js" "${root}/web/*.md" "${root}/web/*/*.js" "${root}/web/*/*.css"
  "${root}/web/*/*.html" "${root}/web/js/*.ts" "${root}/web/js/*/*.js")
list(APPEND text_files ${found})
string(REPEAT "." 101 too_long)
set(line_files 0)
foreach(file IN LISTS text_files)
  file(STRINGS "${file}" lines REGEX "${too_long}" ENCODING UTF-8)
  math(EXPR line_files "${line_files} + 1")
  if(NOT lines STREQUAL "")
    file(RELATIVE_PATH name "${root}" "${file}")
    list(GET lines 0 line)
    fault("${name}: a line is longer than 100 bytes: ${line}")
  endif()
endforeach()
if(line_files LESS 100)
  fault("found only ${line_files} files whose lines to measure")
endif()

# ---- sizes ----

file(GLOB_RECURSE sized "${root}/core/*.[ch]pp" "${root}/grid/*.[ch]pp" "${root}/quadtree/*.[ch]pp")
file(READ "${root}/docs/architecture.md" architecture)
set(size_count 0)
foreach(file IN LISTS sized)
  file(STRINGS "${file}" lines REGEX "// docs/architecture.md: \"")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*: \"(.*)\".*" "\\1" words "${line}")
    string(FIND "${architecture}" "${words}" place)
    math(EXPR size_count "${size_count} + 1")
    if(place EQUAL -1)
      fault("docs/architecture.md does not say: ${words}")
    endif()
  endforeach()
endforeach()
if(size_count LESS 4)
  fault("found only ${size_count} sizes that sources assert")
endif()

if(faults GREATER 0)
  message(FATAL_ERROR "readme: ${faults} faults")
endif()
message("readme: the examples, ${link_count} links and ${source_count} sources are right")
