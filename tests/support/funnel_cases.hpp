// Corridors with their shortest paths, as text files (the format is described at the head of each
// file).
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "support/lattice.hpp"

namespace taut::test {

struct FunnelCase {
  std::string name;
  std::string kind;
  double scale = 1.0;  // the coordinates of the query are these times `scale`
  LatticeCorridor corridor;
  std::vector<LatticePoint> expected;
  double expected_length = 0.0;  // unscaled
};

// Reads all cases of a file. Throws std::runtime_error that names file and line.
std::vector<FunnelCase> load_funnel_cases(const std::filesystem::path& file);

// Writes a case as load_funnel_cases() reads it.
void write_funnel_case(std::ostream& out, const FunnelCase& funnel_case);

}  // namespace taut::test
