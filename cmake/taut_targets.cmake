# Functions for the targets of all folders.

# taut_own_target(<target>): compile options of every library and program of this project.
function(taut_own_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # Fused multiply-adds would make lengths differ between compilers and machines.
  if(MSVC)
    target_compile_options(${target} PRIVATE /utf-8 /fp:precise)
  else()
    # A section each: programs that link with -Wl,--gc-sections carry only what they call.
    target_compile_options(${target} PRIVATE
      -ffp-contract=off -ffunction-sections -fdata-sections)
  endif()
  if(NOT PROJECT_IS_TOP_LEVEL)
    return()
  endif()
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${TAUT_WARNINGS_AS_ERRORS}>:/WX>)
    return()
  endif()
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    $<$<BOOL:${TAUT_WARNINGS_AS_ERRORS}>:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # gcc 12 warns about correct concatenations of strings: gcc bug 105329.
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
endfunction()

# taut_precompile(<target> <header>...): parses large headers once per target.
function(taut_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <cmath> <optional> <span> <string> <vector> ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # The same bug, in std::string, which counts as our own code when it is precompiled.
    target_compile_options(${target} PRIVATE
      -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

# taut_compile_quickly(<target>): for code that takes longer to compile than to run. The presets
# with sanitizers ask for -O1, which doubles its compilation.
function(taut_compile_quickly target)
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O0>)
  endif()
endfunction()

# taut_layer(<layer> LINK <target>...): defines taut_<layer> and taut::<layer> in the folder of that
# name. taut_room() adds its sources.
function(taut_layer layer)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  add_library(taut_${layer})
  add_library(taut::${layer} ALIAS taut_${layer})
  taut_own_target(taut_${layer})
  taut_precompile(taut_${layer})
  # Internal headers are included by their place: "core/base/trim.hpp".
  target_include_directories(taut_${layer}
    PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(taut_${layer} PUBLIC ${arg_LINK})
  set_target_properties(taut_${layer} PROPERTIES
    EXPORT_NAME ${layer}
    POSITION_INDEPENDENT_CODE ON
    # A shared library exports what public headers declare: see taut/detail/api.hpp.
    CXX_VISIBILITY_PRESET hidden
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    WINDOWS_EXPORT_ALL_SYMBOLS ON)
  # Joined, sources compile in a third of the time. Those of the core are not: g++ inlines less in
  # searches then, which take 2 to 10 % longer (taut_bench mesh).
  if(NOT DEFINED CMAKE_UNITY_BUILD AND NOT layer STREQUAL "core")
    set_target_properties(taut_${layer} PROPERTIES UNITY_BUILD ON)
  endif()
endfunction()

# taut_room(<layer> <room> <source>...): a folder of a layer. Its public headers are in
# <room>/include/taut.
function(taut_room layer room)
  list(TRANSFORM ARGN PREPEND "${room}/")
  target_sources(taut_${layer} PRIVATE ${ARGN})
  target_include_directories(taut_${layer}
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/${room}/include>)
endfunction()

# taut_program(<target> SOURCES <file>... LINK <target>...)
function(taut_program target)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${target} ${arg_SOURCES})
  taut_own_target(${target})
  taut_compile_quickly(${target})
  target_link_libraries(${target} PRIVATE ${arg_LINK})
endfunction()

# taut_watch_branches(<target> <source>...): where fuzzers are built, they see which branches these
# sources of the target take. Sources with options of their own would be neither joined nor given
# the precompiled header.
function(taut_watch_branches target)
  if(NOT TAUT_BUILD_FUZZERS)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${ARGN})
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  add_library(${target}_watched OBJECT ${ARGN})
  taut_own_target(${target}_watched)
  taut_precompile(${target}_watched)
  target_compile_options(${target}_watched PRIVATE -fsanitize=fuzzer-no-link)
  target_include_directories(${target}_watched PRIVATE
    $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_link_libraries(${target}_watched PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_watched>)
endfunction()
