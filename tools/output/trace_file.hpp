// Traces of searches for Posthoc (https://posthoc-app.pathfinding.ai), in its format 1.4.0.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "answer.hpp"
#include "search_view.hpp"

namespace taut::tools {

// An event per shape, in this order: `expand`, what the search expanded, in order of discovery (the
// cones of intervals of an optimal search, else cells); `cell` and `portal`, the corridor;
// `path`, a leg of it; each with `points`, in tiles. `source` and `destination` are the ends. The
// path of a disc leads by the centres of its turns.
[[nodiscard]] nlohmann::ordered_json make_trace(const SearchView& view, const QueryAnswer& answer);

}  // namespace taut::tools
