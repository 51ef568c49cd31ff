#include "scenario_input.hpp"

#include <string_view>
#include <utility>

#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

// The number of the line that holds a query: the first line that is not blank is the header, each
// of the others is a query.
std::size_t line_of_query(std::string_view text, std::size_t query) {
  LineReader lines(text);
  for (std::size_t left = query + 2; left > 0 && lines.next();) {
    if (!split_words(lines.line()).empty()) --left;
  }
  return lines.number();
}

}  // namespace

std::vector<ScenarioQuery> load_queries(const std::string& file, const Grid& grid,
                                        const std::string& map_file) {
  const std::string text = read_file(file);
  Loaded<std::vector<ScenarioQuery>> loaded = read_scenario(text, file);
  if (!loaded) throw Failure(loaded.error.message());
  std::vector<ScenarioQuery> queries = std::move(*loaded.value);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const ScenarioQuery& query = queries[i];
    if (query.map_width != grid.width() || query.map_height != grid.height()) {
      fail_at(file, line_of_query(text, i),
              "the query is for a map of {} x {} tiles, {} has {} x {}", query.map_width,
              query.map_height, map_file, grid.width(), grid.height());
    }
  }
  return queries;
}

}  // namespace taut::tools
