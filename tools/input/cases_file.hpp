// Corridors as text: the cases of `taut pull`.
#pragma once

#include <taut/engine/portal.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace taut::tools {

// A corridor, its coordinates already multiplied by the case's scale.
struct CorridorCase {
  std::string name;
  Point start{0.0F, 0.0F};
  Point goal{0.0F, 0.0F};
  std::vector<Portal> portals;
};

// Reads cases, one after the other:
//
//   case: NAME                  begins a case
//   class: WORDS                optional
//   scale: FACTOR               optional, a power of two by which every coordinate is multiplied
//   start: X Y
//   end: X Y
//   portals: K                  then K lines `LEFT_X LEFT_Y RIGHT_X RIGHT_Y`
//   expected_path: N            optional, then a line of N points `X Y`, which is read but not used
//   expected_length: LENGTH     optional, read but not used
//
// Each key occurs once in a case, in any order. Blank lines and lines that begin with # are
// ignored.
//
// Throws Failure with file and line for anything else, and for coordinates that do not allow exact
// decisions: those that are not floats, and cases whose coordinates do not lie on a common lattice
// within its limits (geometry.hpp).
[[nodiscard]] std::vector<CorridorCase> load_cases(const std::string& file);

}  // namespace taut::tools
