// Why a query has no path, in words.
#pragma once

#include <taut/geometry.hpp>
#include <taut/status.hpp>

#include <string>

#include "how.hpp"
#include "query.hpp"

namespace taut::tools {

// The reason of the runner's last query, which was asked for `start` and `goal`, in one line and
// with what may help. Empty when it was ok.
[[nodiscard]] std::string explain(const QueryRunner& runner, const How& how, const Point& start,
                                  const Point& goal, const QueryOutcome& outcome);

}  // namespace taut::tools
