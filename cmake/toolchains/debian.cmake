# What the toolchains share. Packages of headers alone are those of this machine; its libraries are
# not found.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
set(CMAKE_DISABLE_FIND_PACKAGE_HWY ON)
set(Catch2_DIR ${CMAKE_CURRENT_LIST_DIR}/catch2)
