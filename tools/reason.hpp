// Why a query has no path, in words.
#pragma once

#include <taut/engine/geometry.hpp>
#include <taut/status.hpp>

#include <string>

#include "query.hpp"
#include "query_settings.hpp"

namespace taut::tools {

// The reason for the status of the runner's last query, requested from `start` to `goal`: one line,
// with a suggestion. Empty when it was ok.
[[nodiscard]] std::string explain(const QueryRunner& runner, const QuerySettings& settings,
                                  const Point& start, const Point& goal,
                                  const QueryOutcome& outcome);

}  // namespace taut::tools
