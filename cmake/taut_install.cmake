# Installation, for find_package(taut) and for pkg-config.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/taut)
install(TARGETS taut_core taut_grid taut_quadtree taut_world taut_c taut EXPORT taut-targets)
file(GLOB header_folders CONFIGURE_DEPENDS
  core/*/include/taut grid/*/include/taut quadtree/*/include/taut world/*/include/taut)
install(DIRECTORY ${header_folders} TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY c/include/ TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(EXPORT taut-targets NAMESPACE taut:: DESTINATION ${package_dir})
if(TARGET taut_plugin)
  install(TARGETS taut_plugin)
endif()
if(TARGET taut_cli)
  install(TARGETS taut_cli)
endif()

# Users of the static library must link Highway too, and C programs the library of C++; the shared
# one links them itself.
get_target_property(core_type taut_core TYPE)
set(TAUT_HANDS_ON_HIGHWAY OFF)
set(TAUT_PC_REQUIRES "")
set(TAUT_C_PC_LIBS "")
if(core_type STREQUAL "STATIC_LIBRARY")
  set(TAUT_C_PC_LIBS "-ltaut_world -ltaut_grid -ltaut_core -pthread -lm")
  foreach(library IN LISTS CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
    if(library MATCHES "^(stdc|c)[+][+]$")
      string(APPEND TAUT_C_PC_LIBS " -l${library}")
    endif()
  endforeach()
endif()
if(TAUT_HAS_HIGHWAY AND core_type STREQUAL "STATIC_LIBRARY")
  set(TAUT_HANDS_ON_HIGHWAY ON)
  set(TAUT_PC_REQUIRES "libhwy")
endif()

configure_package_config_file(cmake/taut-config.cmake.in taut-config.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 a new minor version may break users.
write_basic_package_version_file(taut-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/taut-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/taut-config-version.cmake
  DESTINATION ${package_dir})

# A system include: users' warnings are not meant for Eigen.
get_target_property(TAUT_EIGEN_INCLUDE Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)

# The .pc file finds its prefix from where it lies, so that the installed tree can be moved.
file(RELATIVE_PATH TAUT_PC_TO_PREFIX
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
foreach(pc_file IN ITEMS taut.pc taut-c.pc)
  configure_file(cmake/${pc_file}.in ${pc_file} @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${pc_file}
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
