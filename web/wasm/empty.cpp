// The module is made of libraries only; CMake wants a source.
