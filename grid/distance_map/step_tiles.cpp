#include <taut/engine/step_tiles.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include <taut/engine/distance_map.hpp>

#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {

constexpr std::uint32_t kNoCreature = (std::numeric_limits<std::uint32_t>::max)();
constexpr TileId kUndecided = (std::numeric_limits<TileId>::max)();

// The tiles that a creature may step to, the best first.
struct TileChoices {
  static constexpr std::size_t kMost = 16;
  std::array<TileId, kMost> tiles;
  std::uint32_t count = 0;
};

// A creature that looks for a tile.
struct TileChooser {
  std::uint32_t creature = 0;
  std::uint32_t log_begin = 0;  // of what was decided since its choice
  std::uint32_t next = 0;       // of its choices
  bool has_chosen = false;      // and pushes the creature there
  TileChoices choices;
};

struct CreatureTurn {
  TileId to = kUndecided;
  std::uint32_t first = kNoCreature;  // for whom it was decided
  bool gives_up = false;
  std::uint8_t tries = 0;  // pushes in vain
  bool has_wish = false;   // a lower number beside it
};

struct TAUT_LOCAL StepTilesMemory {
  StepTilesMemory(const Grid& grid, std::size_t creatures)
      : width(grid.width()),
        height(grid.height()),
        now(grid.tile_count(), kNoCreature),
        next(grid.tile_count(), kNoCreature) {
    order.reserve(creatures);
    turns.reserve(creatures);
    choosers.reserve(creatures);
    log.reserve(creatures);
  }

  [[nodiscard]] bool fits(const Grid& grid, std::size_t creatures) const noexcept {
    return width == grid.width() && height == grid.height() && creatures <= turns.capacity();
  }

  int width;
  int height;
  std::vector<std::uint32_t> now;   // who stands on each tile
  std::vector<std::uint32_t> next;  // who will
  std::vector<std::uint32_t> order;
  std::vector<CreatureTurn> turns;
  std::vector<TileChooser> choosers;  // each is pushed by the one before
  std::vector<std::uint32_t> log;     // creatures that decided, and may have to think again
};

namespace {

constexpr std::uint8_t kMostTries = 8;
constexpr float kUnreached = std::numeric_limits<float>::infinity();

// Whether a creature has room at a place.
bool has_place(const detail::MoverTiles& tiles, Tile at, int size) noexcept {
  for (int y = at.y; y < at.y + size; ++y) {
    for (int x = at.x; x < at.x + size; ++x) {
      if (!tiles.is_walkable(x, y)) return false;
    }
  }
  return true;
}

// Bit i: a creature of several tiles can make step i of kSteps.
std::uint32_t allowed_steps_of(const Grid& grid, const TileCreature& creature) noexcept {
  if (creature.size == 1) return detail::allowed_steps(grid, creature.at, creature.steps);
  const detail::MoverTiles tiles(grid, creature.steps.costs);
  unsigned around = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const Tile place{creature.at.x + dx, creature.at.y + dy};
      if (has_place(tiles, place, creature.size)) around |= 1U << (4 + dx + 3 * dy);
    }
  }
  return kStepTables[static_cast<std::size_t>(creature.steps.diagonal)][around];
}

class Turn {
 public:
  Turn(const Grid& grid, std::span<TileCreature> creatures, std::span<const TileLink> links,
       StepTilesMemory& memory) noexcept
      : grid_(grid), creatures_(creatures), links_(links), memory_(memory) {}

  // Sets the creatures on their tiles. False where there is no room for all.
  bool begin() noexcept;
  // Decides for all.
  void run() noexcept;
  // Moves them. Returns how many have moved.
  std::size_t finish() noexcept;
  void clear() noexcept;

 private:
  template <class Visit>
  bool for_each_tile(TileId place, int size, const Visit& visit) const noexcept;
  template <class Visit>
  void for_each_step(const TileCreature& creature, const Visit& visit) const noexcept;
  [[nodiscard]] TileId place_of(std::uint32_t creature) const noexcept {
    return grid_.id(creatures_[creature].at);
  }
  [[nodiscard]] bool is_decided(std::uint32_t creature) const noexcept {
    return memory_.turns[creature].to != kUndecided;
  }
  [[nodiscard]] bool overlap(std::uint32_t a, TileId at_a, std::uint32_t b,
                             TileId at_b) const noexcept;

  void push(std::uint32_t creature) noexcept;
  void list_choices(std::uint32_t creature, TileChoices& choices) const noexcept;
  [[nodiscard]] bool is_free(std::uint32_t creature, TileId to) noexcept;
  [[nodiscard]] bool crosses(std::uint32_t creature, TileId to) noexcept;
  // Takes note of a creature that is in the way.
  [[nodiscard]] bool meets(std::uint32_t other) noexcept {
    has_met_ = has_met_ || memory_.turns[other].first != first_;
    return true;
  }
  void decide(std::uint32_t creature, TileId to) noexcept;
  void undo(std::uint32_t log_begin) noexcept;
  void choose() noexcept;
  void send_next() noexcept;
  void give_up() noexcept;

  const Grid& grid_;
  std::span<TileCreature> creatures_;
  std::span<const TileLink> links_;
  StepTilesMemory& memory_;
  std::uint32_t first_ = kNoCreature;  // for whom all that follow are pushed
  bool has_met_ = false;               // one that had decided before
};

// Calls visit(TileId) for the tiles of a creature until it returns false; whether it never did.
template <class Visit>
bool Turn::for_each_tile(TileId place, int size, const Visit& visit) const noexcept {
  const auto width = static_cast<TileId>(grid_.width());
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      if (!visit(place + static_cast<TileId>(y) * width + static_cast<TileId>(x))) return false;
    }
  }
  return true;
}

// Calls visit(Tile to, double cost) for each step and link of a creature.
template <class Visit>
void Turn::for_each_step(const TileCreature& creature, const Visit& visit) const noexcept {
  for (std::uint32_t left = allowed_steps_of(grid_, creature); left != 0; left &= left - 1) {
    const auto step = static_cast<std::size_t>(std::countr_zero(left));
    const Tile to = detail::step_target(creature.at, step);
    visit(to, detail::step_cost(grid_, creature.at, to, creature.steps));
  }
  if (links_.empty()) return;
  const detail::MoverTiles tiles(grid_, creature.steps.costs);
  for (const TileLink& link : links_) {
    const bool is_usable =
        link.from == creature.at && link.cost <= static_cast<double>(kMaxTileValue) &&
        has_place(tiles, link.from, creature.size) && has_place(tiles, link.to, creature.size);
    if (is_usable) visit(link.to, link.cost);
  }
}

bool Turn::overlap(std::uint32_t a, TileId at_a, std::uint32_t b, TileId at_b) const noexcept {
  const Tile one = grid_.tile(at_a);
  const Tile two = grid_.tile(at_b);
  const int size_a = creatures_[a].size;
  const int size_b = creatures_[b].size;
  return one.x < two.x + size_b && two.x < one.x + size_a && one.y < two.y + size_b &&
         two.y < one.y + size_a;
}

bool Turn::begin() noexcept {
  const auto count = static_cast<std::uint32_t>(creatures_.size());
  memory_.order.clear();
  memory_.turns.clear();
  memory_.log.clear();
  memory_.choosers.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const TileCreature& creature = creatures_[i];
    memory_.order.push_back(i);
    memory_.turns.emplace_back();
    const bool has_room = for_each_tile(place_of(i), creature.size, [&](TileId tile) {
      if (memory_.now[tile] != kNoCreature) return false;
      memory_.now[tile] = i;
      return true;
    });
    if (!has_room) return false;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (creatures_[i].stays) decide(i, place_of(i));
    const std::span<const float> values = creatures_[i].values;
    if (values.empty()) continue;
    for_each_step(creatures_[i], [&](Tile to, double) {
      if (values[grid_.id(to)] < values[place_of(i)]) memory_.turns[i].has_wish = true;
    });
  }
  return true;
}

void Turn::clear() noexcept {
  for (std::uint32_t i = 0; i < memory_.turns.size(); ++i) {
    const TileId to = memory_.turns[i].to;
    for_each_tile(place_of(i), creatures_[i].size, [&](TileId tile) {
      memory_.now[tile] = kNoCreature;
      return true;
    });
    if (to == kUndecided) continue;
    for_each_tile(to, creatures_[i].size, [&](TileId tile) {
      memory_.next[tile] = kNoCreature;
      return true;
    });
  }
}

void Turn::decide(std::uint32_t creature, TileId to) noexcept {
  memory_.turns[creature].to = to;
  memory_.turns[creature].first = first_;
  for_each_tile(to, creatures_[creature].size, [&](TileId tile) {
    memory_.next[tile] = creature;
    return true;
  });
}

// Takes back what was decided since.
void Turn::undo(std::uint32_t log_begin) noexcept {
  for (; memory_.log.size() > log_begin; memory_.log.pop_back()) {
    CreatureTurn& turn = memory_.turns[memory_.log.back()];
    for_each_tile(turn.to, creatures_[memory_.log.back()].size, [&](TileId tile) {
      memory_.next[tile] = kNoCreature;
      return true;
    });
    turn.to = kUndecided;
  }
}

// First the lower ones, by number and cost; then to stay; then the others. Of equal ones that from
// which the sender has farther to go: beside its way, and not ahead on it.
void Turn::list_choices(std::uint32_t index, TileChoices& choices) const noexcept {
  const TileCreature& creature = creatures_[index];
  const bool has_map = !creature.values.empty();
  const float own = has_map ? creature.values[place_of(index)] : 0.0F;
  struct Key {
    int group = 0;
    double sum = 0.0;
    float in_way = 0.0F;  // how far along the sender's way, as a number below 0
    bool is_taken = false;
    [[nodiscard]] bool operator<(const Key& other) const noexcept {
      if (group != other.group) return group < other.group;
      if (sum != other.sum) return sum < other.sum;
      if (in_way != other.in_way) return in_way < other.in_way;
      return !is_taken && other.is_taken;
    }
  };
  std::array<Key, TileChoices::kMost> keys;
  choices.count = 0;
  const auto add = [&](TileId tile, const Key& key) {
    std::uint32_t place = choices.count;
    while (place > 0 && key < keys[place - 1]) --place;
    if (place == TileChoices::kMost) return;
    choices.count = std::min<std::uint32_t>(choices.count + 1, TileChoices::kMost);
    for (std::uint32_t i = choices.count - 1; i > place; --i) {
      keys[i] = keys[i - 1];
      choices.tiles[i] = choices.tiles[i - 1];
    }
    keys[place] = key;
    choices.tiles[place] = tile;
  };
  std::span<const float> sender;
  if (memory_.choosers.size() > 1) {
    sender = creatures_[memory_.choosers[memory_.choosers.size() - 2].creature].values;
  }
  // A creature with the same map does not push this one farther up it.
  const bool is_rival = has_map && sender.data() == creature.values.data();
  if (!is_rival) add(place_of(index), {1, 0.0, 0.0F, false});
  for_each_step(creature, [&](Tile to, double cost) {
    const TileId tile = grid_.id(to);
    const float value = has_map ? creature.values[tile] : 0.0F;
    if (std::isnan(value) || (value == kUnreached && own != kUnreached)) return;
    if (is_rival && !(value < own)) return;
    const std::uint32_t there = memory_.now[tile];
    const bool is_reached = !sender.empty() && sender[tile] < kUnreached;
    add(tile, {value < own ? 0 : 2, static_cast<double>(value) + cost,
               is_reached ? -sender[tile] : 0.0F, there != kNoCreature && there != index});
  });
}

// Whether two diagonal steps over four tiles would cross.
bool Turn::crosses(std::uint32_t creature, TileId to) noexcept {
  const Tile from = creatures_[creature].at;
  const Tile target = grid_.tile(to);
  const bool is_diagonal = std::abs(target.x - from.x) == 1 && std::abs(target.y - from.y) == 1;
  if (creatures_[creature].size != 1 || !is_diagonal) return false;
  const TileId beside[2] = {grid_.id({target.x, from.y}), grid_.id({from.x, target.y})};
  const auto goes = [&](TileId a, TileId b) {
    const std::uint32_t other = memory_.now[a];
    const bool is_crossing =
        other != kNoCreature && creatures_[other].size == 1 && memory_.turns[other].to == b;
    return is_crossing && meets(other);
  };
  return goes(beside[0], beside[1]) || goes(beside[1], beside[0]);
}

// Whether nobody has decided to come there, or would pass the creature on the way.
bool Turn::is_free(std::uint32_t creature, TileId to) noexcept {
  const bool is_open = for_each_tile(to, creatures_[creature].size, [&](TileId tile) {
    if (memory_.next[tile] != kNoCreature) return !meets(memory_.next[tile]);
    const std::uint32_t other = memory_.now[tile];
    if (other == kNoCreature || other == creature || !is_decided(other)) return true;
    const bool passes = overlap(other, memory_.turns[other].to, creature, place_of(creature));
    return !(passes && meets(other));
  });
  return is_open && !crosses(creature, to);
}

void Turn::push(std::uint32_t creature) noexcept {
  memory_.choosers.emplace_back();
  TileChooser& chooser = memory_.choosers.back();
  chooser.creature = creature;
  chooser.log_begin = static_cast<std::uint32_t>(memory_.log.size());
  list_choices(creature, chooser.choices);
}

// The next tile of the last chooser that is free.
void Turn::choose() noexcept {
  TileChooser& chooser = memory_.choosers.back();
  while (chooser.next < chooser.choices.count) {
    const TileId to = chooser.choices.tiles[chooser.next++];
    if (!is_free(chooser.creature, to)) continue;
    decide(chooser.creature, to);
    memory_.log.push_back(chooser.creature);
    chooser.has_chosen = true;
    return;
  }
  give_up();
}

// Sends away one that stands where the last chooser goes; where there is none it is done.
void Turn::send_next() noexcept {
  TileChooser& chooser = memory_.choosers.back();
  std::uint32_t other = kNoCreature;
  const std::uint32_t creature = chooser.creature;
  for_each_tile(memory_.turns[creature].to, creatures_[creature].size, [&](TileId tile) {
    const std::uint32_t on = memory_.now[tile];
    if (on == kNoCreature || is_decided(on)) return true;
    other = on;
    return false;
  });
  if (other == kNoCreature) {
    memory_.choosers.pop_back();
  } else if (memory_.turns[other].tries < kMostTries) {
    push(other);
  } else {
    undo(chooser.log_begin);
    chooser.has_chosen = false;
  }
}

// The last chooser has no tile. It stays where it is, unless others than its sender want the place,
// and the sender tries its next tile.
void Turn::give_up() noexcept {
  const std::uint32_t creature = memory_.choosers.back().creature;
  memory_.choosers.pop_back();
  if (!memory_.choosers.empty()) {
    undo(memory_.choosers.back().log_begin);
    memory_.choosers.back().has_chosen = false;
    ++memory_.turns[creature].tries;
  }
  const TileId place = place_of(creature);
  const bool can_stay = for_each_tile(place, creatures_[creature].size, [&](TileId tile) {
    return memory_.next[tile] == kNoCreature;
  });
  if (can_stay) decide(creature, place);
}

void Turn::run() noexcept {
  std::sort(memory_.order.begin(), memory_.order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const TileCreature& one = creatures_[a];
    const TileCreature& two = creatures_[b];
    if (one.rank != two.rank) return one.rank > two.rank;
    if (one.waited != two.waited) return one.waited > two.waited;
    return a < b;
  });
  for (const std::uint32_t first : memory_.order) {
    if (is_decided(first)) continue;
    memory_.log.clear();
    first_ = first;
    has_met_ = false;
    push(first);
    while (!memory_.choosers.empty()) {
      memory_.choosers.back().has_chosen ? send_next() : choose();
    }
    // Who is in its way cannot leave: now that one goes first.
    memory_.turns[first].gives_up = !has_met_ && memory_.turns[first].to == place_of(first);
  }
}

std::size_t Turn::finish() noexcept {
  std::size_t moved = 0;
  for (std::uint32_t i = 0; i < creatures_.size(); ++i) {
    TileCreature& creature = creatures_[i];
    const CreatureTurn& turn = memory_.turns[i];
    const Tile to = grid_.tile(turn.to);
    if (to != creature.at) ++moved;
    creature.at = to;
    const auto most = (std::numeric_limits<std::uint32_t>::max)();
    const bool waits = turn.has_wish && !turn.gives_up;
    creature.waited = !waits ? 0 : creature.waited < most ? creature.waited + 1 : most;
  }
  return moved;
}

bool is_valid_creature(const Grid& grid, const TileCreature& creature) noexcept {
  if (creature.size < 1 || creature.size > TileCreature::kMostSize) return false;
  if (!grid.is_inside(creature.at)) return false;
  const Tile last{creature.at.x + creature.size - 1, creature.at.y + creature.size - 1};
  return grid.is_inside(last) && is_valid(creature.steps) &&
         (creature.values.empty() || creature.values.size() >= grid.tile_count());
}

}  // namespace

StepTilesScratch::StepTilesScratch(const Grid& grid, std::size_t creatures)
    : memory_(detail::make_hidden<StepTilesMemory>(grid, creatures)) {}

void StepTilesScratch::fit(const Grid& grid, std::size_t creatures) {
  if (memory_ != nullptr && memory_->fits(grid, creatures)) return;
  memory_ = detail::make_hidden<StepTilesMemory>(grid, creatures);
}

std::size_t StepTilesScratch::memory_bytes() const noexcept {
  if (memory_ == nullptr) return 0;
  constexpr std::size_t kCreature =
      2 * sizeof(std::uint32_t) + sizeof(CreatureTurn) + sizeof(TileChooser);
  return sizeof(StepTilesMemory) + 2 * sizeof(std::uint32_t) * memory_->now.size() +
         kCreature * memory_->turns.capacity();
}

StepTilesResult step_tiles(const Grid& grid, std::span<TileCreature> creatures,
                           std::span<const TileLink> links, StepTilesScratch& scratch) noexcept {
  StepTilesMemory* const memory = scratch.memory();
  const bool is_valid = memory != nullptr && memory->fits(grid, creatures.size()) &&
                        std::all_of(creatures.begin(), creatures.end(), [&](const auto& creature) {
                          return is_valid_creature(grid, creature);
                        });
  if (!is_valid) return {Status::invalid_input, 0};
  Turn turn(grid, creatures, links, *memory);
  if (!turn.begin()) {
    // The one that found no room shares tiles with another.
    std::fill(memory->now.begin(), memory->now.end(), kNoCreature);
    std::fill(memory->next.begin(), memory->next.end(), kNoCreature);
    return {Status::invalid_input, 0};
  }
  turn.run();
  turn.clear();
  return {Status::ok, turn.finish()};
}

}  // namespace taut
