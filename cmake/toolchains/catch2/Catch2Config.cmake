# The headers of Debian's package alone: its library is for this machine, and beside the folder of
# the headers lie those of its C library.
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
file(CREATE_LINK /usr/include/catch2 ${headers}/catch2 SYMBOLIC)
add_library(Catch2::Catch2 INTERFACE IMPORTED)
target_include_directories(Catch2::Catch2 INTERFACE ${headers})
list(APPEND CMAKE_MODULE_PATH /usr/lib/cmake/Catch2)
