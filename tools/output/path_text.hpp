// The path of an answer as text and JSON: points, or turns of a disc.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

#include "answer.hpp"
#include "floors.hpp"

namespace taut::tools {

// In the format of the CSV: `x y;x y@cx cy:l;...`, an arc is attached to the point where it begins,
// as is a link, `x y@link ID`. On several floors a point is `f:x y`.
[[nodiscard]] std::string path_to_csv(const QueryAnswer& answer, const Floors& floors);

// A line per point, each ending in LF.
[[nodiscard]] std::string path_to_text(const QueryAnswer& answer, const Floors& floors);

// A point: [x, y], or [f, x, y] on several floors.
[[nodiscard]] nlohmann::ordered_json point_to_json(const Point& point, const Floors& floors);

// The points; for each arc the index of its first point, its center and side; for each link the
// index of its entry, and its id.
[[nodiscard]] nlohmann::ordered_json path_to_json(const QueryAnswer& answer, const Floors& floors);
[[nodiscard]] nlohmann::ordered_json arcs_to_json(const QueryAnswer& answer, const Floors& floors);
[[nodiscard]] nlohmann::ordered_json links_to_json(const QueryAnswer& answer);

}  // namespace taut::tools
