// What leads one path past obstacles (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "way_round.hpp"
#include "way_search.hpp"

namespace taut {

// Leads one path past obstacles, to WayRound::turns.
class Crowd::Memory::PathLeader {
 public:
  PathLeader(Memory& memory, const crowds::LeadOptions& options)
      : memory_(memory),
        round_(memory.around),
        options_(options),
        radius_(static_cast<double>(options.radius) / kLatticePerTile),
        search_(memory, options) {}

  // How many ways round there are; nothing where a part has none.
  std::optional<std::size_t> lead(const FoundPath& path);

 private:
  // Between which turns a way is searched for: how far from what is in the way, in tiles, and how
  // many.
  struct Reach {
    double back;
    double ahead;
    std::size_t most_back;
    std::size_t most_targets;
  };
  enum class WayEnd : std::uint8_t { none, too_narrow, found };

  [[nodiscard]] bool ends_on_units();
  [[nodiscard]] const PassedLink* find_link(std::size_t turn) const noexcept;
  [[nodiscard]] std::size_t find_part_end() const noexcept;
  [[nodiscard]] crowds::WayHit find_block(const DiscTurn& turn) const;
  [[nodiscard]] bool go_past(const crowds::WayHit& block);
  [[nodiscard]] bool go_near(const crowds::WayHit& block, const Reach& reach,
                             const crowds::WayLimits& limits);
  [[nodiscard]] bool may_be_left(const crowds::WayLimits& limits);
  [[nodiscard]] bool go_far(crowds::WayLimits limits);
  void add_targets(std::size_t first, std::size_t last);
  [[nodiscard]] WayEnd find_way(std::size_t kept);
  void write_ring(const crowds::WayNode& node, const crowds::WayNode& next);
  [[nodiscard]] bool touch_arcs();
  [[nodiscard]] bool is_way_free() const;
  void add_turn(const DiscTurn& turn);

  // detour.cpp
  [[nodiscard]] bool is_barred(const crowds::WayHit& block);
  [[nodiscard]] bool find_detour(const crowds::WayHit& block);
  [[nodiscard]] bool search_detour();
  [[nodiscard]] bool close_passage(const crowds::WayHit& block);
  [[nodiscard]] bool is_long_detour() const noexcept;
  [[nodiscard]] bool take_detour();
  [[nodiscard]] bool pull_detour();

  Memory& memory_;
  crowds::WayRound& round_;
  const crowds::LeadOptions& options_;
  double radius_;
  WaySearch search_;
  DiscPoint from_;              // so far
  std::size_t next_ = 1;        // turn of the path
  std::size_t part_first_ = 0;  // turn of the path: the start, or the exit of the last link
  std::size_t part_begin_ = 0;  // the same of the answer
  std::size_t detours_ = 0;     // of this part
  double detour_length_ = 0.0;
};

}  // namespace taut
