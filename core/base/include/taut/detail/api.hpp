// What every public header includes before it declares anything: the check of the language, and
// what a shared library exports.
#pragma once

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "taut needs C++20: compile with -std=c++20 or later (MSVC: /std:c++20 /Zc:__cplusplus)"
// No such header exists: the failed include ends the compilation at once.
#include <taut_needs_cpp20>
#endif

// Our libraries are compiled with hidden visibility. A shared one exports what is declared between
// TAUT_API_BEGIN and TAUT_API_END, except types declared with TAUT_LOCAL. Windows exports
// everything (see cmake/taut_targets.cmake).
#if defined(__GNUC__) && !defined(_WIN32)
#define TAUT_API_BEGIN _Pragma("GCC visibility push(default)")
#define TAUT_API_END _Pragma("GCC visibility pop")
#define TAUT_LOCAL __attribute__((visibility("hidden")))
#else
#define TAUT_API_BEGIN
#define TAUT_API_END
#define TAUT_LOCAL
#endif
