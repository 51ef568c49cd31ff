// Catch2, version 2 or 3, and how it prints points.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <ostream>

#include <taut/point.hpp>

namespace taut {

inline std::ostream& operator<<(std::ostream& out, const Point& p) {
  return out << "(" << p.x << ", " << p.y << ")";
}
inline std::ostream& operator<<(std::ostream& out, const DiscPoint& p) {
  return out << "(" << p.x << ", " << p.y << ")";
}

}  // namespace taut
