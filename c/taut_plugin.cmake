# taut_plugin: libtaut.so, taut.dll or libtaut.dylib, all of taut in one file for C#, Rust, Unity,
# Godot and whoever loads libraries at run time. It exports what the headers for C declare, and
# needs only the system's own libraries.
get_target_property(core_type taut_core TYPE)
if(NOT core_type STREQUAL "STATIC_LIBRARY")
  message(FATAL_ERROR "TAUT_BUILD_PLUGIN joins static libraries: configure without "
    "BUILD_SHARED_LIBS.")
endif()

add_library(taut_plugin SHARED $<TARGET_OBJECTS:taut_c>)
target_link_libraries(taut_plugin PRIVATE taut::world)
set_target_properties(taut_plugin PROPERTIES OUTPUT_NAME taut LINKER_LANGUAGE CXX)
if(WIN32)
  set_target_properties(taut_plugin PROPERTIES PREFIX "")
endif()

file(GLOB headers CONFIGURE_DEPENDS include/*.h)
set(names)
foreach(header IN LISTS headers)
  file(STRINGS ${header} declared REGEX "^TAUT_C_API")
  foreach(declaration IN LISTS declared)
    string(REGEX MATCH "taut_[a-z_]+[(]" name "${declaration}")
    string(REPLACE "(" "" name "${name}")
    list(APPEND names ${name})
  endforeach()
endforeach()
if(WIN32)
  list(JOIN names "\n  " names)
  file(CONFIGURE OUTPUT taut.def CONTENT "EXPORTS\n  ${names}\n")
  target_sources(taut_plugin PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/taut.def)
elseif(APPLE)
  list(TRANSFORM names PREPEND "_")
  list(JOIN names "\n" names)
  file(CONFIGURE OUTPUT taut.exp CONTENT "${names}\n")
  target_link_options(taut_plugin PRIVATE
    -Wl,-exported_symbols_list,${CMAKE_CURRENT_BINARY_DIR}/taut.exp -Wl,-dead_strip)
else()
  file(CONFIGURE OUTPUT taut.map CONTENT "{ global: taut_*; local: *; };\n")
  target_link_options(taut_plugin PRIVATE
    -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/taut.map -Wl,--no-undefined)
endif()
if(NOT MSVC AND NOT APPLE)
  target_link_options(taut_plugin PRIVATE -static-libgcc -static-libstdc++ -Wl,--gc-sections
    $<$<CONFIG:Release,MinSizeRel>:-s>)
  if(MINGW)
    target_link_options(taut_plugin PRIVATE -static)
  endif()
endif()
