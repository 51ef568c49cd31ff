// The path of an answer as text and JSON: points, or turns of a disc.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

#include "answer.hpp"

namespace taut::tools {

// In the format of the CSV: `x y;x y@cx cy:l;...`, an arc is attached to the point where it begins.
[[nodiscard]] std::string path_to_csv(const QueryAnswer& answer);

// A line per point, each ending in LF.
[[nodiscard]] std::string path_to_text(const QueryAnswer& answer);

// The points, and for each arc the index of its first point, its center and side.
[[nodiscard]] nlohmann::ordered_json path_to_json(const QueryAnswer& answer);
[[nodiscard]] nlohmann::ordered_json arcs_to_json(const QueryAnswer& answer);

}  // namespace taut::tools
