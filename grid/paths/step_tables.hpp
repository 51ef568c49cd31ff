// The steps out of a tile, by the tiles around it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <taut/engine/constants.hpp>
#include <taut/engine/tile_steps.hpp>

namespace taut {

struct Step {
  int dx;
  int dy;
  double length;
};

// The order in which neighbours are visited.
inline constexpr std::array<Step, 8> kSteps{{{1, 0, 1.0},
                                             {0, 1, 1.0},
                                             {-1, 0, 1.0},
                                             {0, -1, 1.0},
                                             {1, 1, kDiagonalCost},
                                             {-1, 1, kDiagonalCost},
                                             {-1, -1, kDiagonalCost},
                                             {1, -1, kDiagonalCost}}};

// Bit i of an entry: step i of kSteps is allowed where the tiles around are those of the index
// (TileBits::around()).
using StepTable = std::array<std::uint8_t, 512>;

constexpr StepTable make_step_table(DiagonalRule rule) {
  StepTable table{};
  for (unsigned around = 0; around < table.size(); ++around) {
    const auto is_walkable = [&](int dx, int dy) { return (around >> (4 + dx + 3 * dy) & 1) != 0; };
    for (unsigned i = 0; i < kSteps.size(); ++i) {
      const Step& step = kSteps[i];
      bool is_allowed = is_walkable(step.dx, step.dy);
      if (step.dx != 0 && step.dy != 0) {
        const bool is_x_free = is_walkable(step.dx, 0);
        const bool is_y_free = is_walkable(0, step.dy);
        switch (rule) {
          case DiagonalRule::never:
            is_allowed = false;
            break;
          case DiagonalRule::only_if_no_obstacles:
            is_allowed &= is_x_free && is_y_free;
            break;
          case DiagonalRule::at_least_one_walkable:
            is_allowed &= is_x_free || is_y_free;
            break;
          case DiagonalRule::always:
            break;
        }
      }
      if (is_allowed) table[around] = static_cast<std::uint8_t>(table[around] | 1U << i);
    }
  }
  return table;
}

inline constexpr std::array<StepTable, 4> kStepTables{
    make_step_table(DiagonalRule::never), make_step_table(DiagonalRule::only_if_no_obstacles),
    make_step_table(DiagonalRule::at_least_one_walkable), make_step_table(DiagonalRule::always)};

// Whether a query may use these steps.
inline bool is_valid(const TileSteps& steps) noexcept {
  return steps.diagonal <= DiagonalRule::always && steps.length <= DiagonalLength::one;
}

// Where tiles cost the same, and with a rule that cuts no corner, most steps out of a tile lead to
// tiles that a path from the tile before reaches as cheaply without it. Those are pruned, as jump
// point search does (Harabor and Grastien 2011; without corner cutting: Harabor and Grastien 2012):
// after a diagonal step only its three forward neighbours remain; after an orthogonal one only the
// tile ahead, and, where the tile beside the last one is blocked, the tiles beside and half ahead
// on that side. Without diagonal steps those up and down come first: after one of them all but the
// step back remain. Entry [i] is for arrival by step i of kSteps, entry [8] for the start.
inline constexpr std::size_t kNoArrival = kSteps.size();
using PrunedTables = std::array<StepTable, kNoArrival + 1>;

constexpr bool is_needed(const Step& arrival, const Step& step, unsigned around,
                         DiagonalRule rule) {
  if (arrival.dx != 0 && arrival.dy != 0) {
    return (step.dx == 0 || step.dx == arrival.dx) && (step.dy == 0 || step.dy == arrival.dy);
  }
  if (rule == DiagonalRule::never && arrival.dx == 0) return step.dy != -arrival.dy;
  // Along and across the arrival.
  const int along = step.dx * arrival.dx + step.dy * arrival.dy;
  const int across_x = step.dx - along * arrival.dx;
  const int across_y = step.dy - along * arrival.dy;
  if (across_x == 0 && across_y == 0) return along > 0;
  const int beside_x = across_x - arrival.dx;
  const int beside_y = across_y - arrival.dy;
  const bool is_beside_last_walkable = (around >> (4 + beside_x + 3 * beside_y) & 1) != 0;
  return along >= 0 && !is_beside_last_walkable;
}

constexpr PrunedTables make_pruned_tables(DiagonalRule rule) {
  PrunedTables tables{};
  const StepTable all = make_step_table(rule);
  for (std::size_t i = 0; i < kNoArrival; ++i) {
    for (unsigned around = 0; around < all.size(); ++around) {
      unsigned needed = 0;
      for (unsigned rest = all[around]; rest != 0; rest &= rest - 1) {
        const int k = std::countr_zero(rest);
        const Step& step = kSteps[static_cast<std::size_t>(k)];
        if (is_needed(kSteps[i], step, around, rule)) needed |= 1U << k;
      }
      tables[i][around] = static_cast<std::uint8_t>(needed);
    }
  }
  tables[kNoArrival] = all;
  return tables;
}

inline constexpr PrunedTables kPrunedTables =
    make_pruned_tables(DiagonalRule::only_if_no_obstacles);

}  // namespace taut
