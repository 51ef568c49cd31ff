// What answers the queries of `path`, `scen` and `replay`.
#pragma once

#include <taut/grid.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "tools/input/map_input.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/output/answer.hpp"
#include "tools/output/floors.hpp"
#include "tools/output/search_view.hpp"
#include "tools/stages/query_runner.hpp"

namespace taut::tools {

// Answers one query after the other. What is told is of the last one, and valid until the next.
class Query {
 public:
  Query() = default;
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  virtual ~Query() = default;

  // start and goal must be on the lattice.
  [[nodiscard]] virtual QueryAnswer find(const Point& start, const Point& goal) = 0;
  // Why it has no path, in words; empty when it has one.
  [[nodiscard]] virtual std::string why() const = 0;

  [[nodiscard]] virtual SearchFigures figures() = 0;
  [[nodiscard]] virtual SearchView view() = 0;
  // The stages that found the answer; nullptr where a Finder did.
  [[nodiscard]] virtual QueryRunner* stages() noexcept { return nullptr; }

  // Edits return the microseconds that what is derived from the tiles took.
  virtual double set(const TileRect& tiles, TileState state) = 0;
  // kBlockedTerrain: they are walls to the agent, wherever they are walkable.
  virtual double set_cost(const TileRect& tiles, float factor) = 0;
  // Makes a link that of an index of links(). Requires one.
  virtual double set_link(std::size_t, const MapLink&) { return 0.0; }
  // The tiles as the agent finds them.
  [[nodiscard]] virtual const Grid& grid() const noexcept = 0;
  [[nodiscard]] virtual const Floors& floors() const noexcept = 0;
  [[nodiscard]] virtual std::span<const MapLink> links() const noexcept { return {}; }
  // Their ends. Null where stages answer: they know no links.
  [[nodiscard]] virtual const World* world() const noexcept { return nullptr; }
  // What its classes cost.
  [[nodiscard]] virtual const Ground& ground() const noexcept = 0;

  // The index of --index, for messages: a line without its name and end; empty without one.
  [[nodiscard]] virtual std::string index_text() const = 0;
};

// A Finder of a World, or the stages that were chosen. Throws Failure for what does not work
// together.
[[nodiscard]] std::unique_ptr<Query> make_query(LoadedMap map, const QuerySettings& settings);

// Its index as a line of a summary; empty without one.
[[nodiscard]] std::string index_line(const Query& query);

}  // namespace taut::tools
