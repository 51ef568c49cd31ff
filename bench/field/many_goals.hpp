// Fields of many goals at once, as rows of a table.
#pragma once

#include "bench/harness/table.hpp"

namespace taut::bench {

// Sets `map`, `cells`, `goals`, `funnels`, `build_us` and `wrong`.
void add_many_goals(int rounds, Table& table);

}  // namespace taut::bench
