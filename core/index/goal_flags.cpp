#include "goal_flags.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <taut/engine/vectors.hpp>

#include "core/base/run_threads.hpp"

namespace taut {
namespace {

// In radians. A path that turns the wrong way by less gets a flag that it may not need: flags may
// be too many, never too few.
constexpr double kTurnSlack = 1e-6;

// Whether a path that comes along a line from a side may go on a way, up to kTurnSlack.
[[nodiscard]] bool may_turn(CornerSide side, const detail::Vector& line,
                            const detail::Vector& way) noexcept {
  const double turn = (side == CornerSide::out ? 1.0 : -1.0) * cross(line, way);
  return turn <= 0.0 || turn * turn <= kTurnSlack * kTurnSlack * dot(line, line) * dot(way, way);
}

// Orders corners so that about `count` in a row lie in a square: many of their hubs are the same.
void sort_by_place(std::vector<std::uint32_t>& numbers, const std::vector<IndexCorner>& corners,
                   std::size_t count) {
  if (numbers.empty()) return;
  Point low = corners[numbers.front()].at;
  Point high = low;
  for (const std::uint32_t number : numbers) {
    low = component_min(low, corners[number].at);
    high = component_max(high, corners[number].at);
  }
  const detail::Vector sides = detail::between(low, high);
  const double squares = static_cast<double>(numbers.size()) / static_cast<double>(count);
  const double height = std::sqrt(sides.x * sides.y / squares) + 1.0;
  const auto key = [&](std::uint32_t number) {
    const detail::Vector place = detail::between(low, corners[number].at);
    return std::tuple(std::floor(place.y / height), place.x, place.y, number);
  };
  std::sort(numbers.begin(), numbers.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
}

[[nodiscard]] bool is_zero(const detail::Vector& a) noexcept { return a.x == 0.0 && a.y == 0.0; }

}  // namespace

GoalFlags::GoalFlags(const CornerIndex::Parts& parts, const std::vector<IndexCorner>& corners,
                     const CornerGraph& graph)
    : parts_(parts),
      corners_(corners),
      graph_(graph),
      views_(2 * corners.size(), View{}),
      arcs_(graph.arc_count(), 0) {}

void GoalFlags::add_view(const Sight& sight, Bits parts) {
  const bool is_out = sight.half % 2 == 0;
  const Vector ray = detail::to_vector(is_out ? sight.rays.right : sight.rays.left);
  View& view = views_[sight.half];
  for (std::size_t part = 0; part < kParts; ++part) {
    if ((parts >> part & 1U) == 0) continue;
    Vector& most = view[part];
    const double turn = (is_out ? 1.0 : -1.0) * cross(most, ray);
    if (is_zero(most) || turn < 0.0) most = ray;
  }
}

void GoalFlags::add_paths(const HubLabels& labels, std::size_t threads) {
  list_labels(labels);
  flag_labels(threads);
  flag_arcs(labels);
  list_steps();
}

// The parts, but its own, into which a path to a corner may go on.
GoalFlags::Bits GoalFlags::find_seen(std::uint32_t corner, std::uint32_t before) const noexcept {
  const Vector line = way(corner, before);
  const CornerSide from = side_of(corner, line);
  const bool has_sides = corners_[corner].has_sides();
  const CornerSide to = has_sides ? opposite(from) : from;
  const View& view = views_[half_of(corner, to)];
  Bits seen = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    if (is_zero(view[part])) continue;
    if (!has_sides || may_turn(to, view[part], line)) seen |= Bits{1} << part;
  }
  return seen & ~own_parts(corner);
}

GoalFlags::Bits& GoalFlags::flags_of_arc(std::uint32_t from, std::uint32_t to) noexcept {
  const CornerSide side = side_of(from, way(from, to));
  const std::span<const CornerArc> arcs = graph_.arcs(from, side);
  const auto at =
      std::lower_bound(arcs.begin(), arcs.end(), to,
                       [](const CornerArc& arc, std::uint32_t corner) { return arc.to < corner; });
  return arcs_[graph_.first_arc(from, side) + static_cast<std::size_t>(at - arcs.begin())];
}

void GoalFlags::list_labels(const HubLabels& labels) {
  double most = 1.0;
  for (const std::vector<HubLabel>& own : labels) {
    for (const HubLabel& label : own) most = std::max(most, label.distance);
  }
  const double steps = HubRow::kMostSteps / most;
  for (std::uint32_t corner = 0; corner < labels.size(); ++corner) {
    first_.push_back(static_cast<std::uint32_t>(labels_.size()));
    for (const HubLabel& label : labels[corner]) {
      const bool is_own = label.hub == corner;
      labels_.push_back({label.hub, static_cast<std::int16_t>(label.distance * steps),
                         is_own ? Bits{0} : find_seen(corner, label.before), 0});
    }
  }
  first_.push_back(static_cast<std::uint32_t>(labels_.size()));
}

// For each label of a corner: the parts that are seen from corners to which a shortest path leads
// over the hub. The corner and the hub themselves are left to flag_arcs(). Each thread flags labels
// of other corners, by all batches.
void GoalFlags::flag_labels(std::size_t threads) {
  std::vector<std::uint32_t> sources;
  for (std::uint32_t corner = 0; corner < corners_.size(); ++corner) {
    const std::span<Label> own = labels_of(corner);
    const auto sees = [](const Label& label) { return label.seen != 0; };
    if (std::any_of(own.begin(), own.end(), sees)) sources.push_back(corner);
  }
  sort_by_place(sources, corners_, kLanes);
  detail::run_threads(threads, [&](std::size_t thread) {
    HubRows rows{{}, std::vector<std::uint32_t>(corners_.size(), 0)};
    for (std::size_t i = 0; i < sources.size(); i += kLanes) {
      const auto batch = std::span(sources).subspan(i, std::min(kLanes, sources.size() - i));
      set_rows(batch, rows);
      for (std::size_t corner = thread; corner < corners_.size(); corner += threads) {
        flag_labels_of(static_cast<std::uint32_t>(corner), rows);
      }
      for (const std::uint32_t source : batch) {
        for (const Label& label : labels_of(source)) rows.row_of[label.hub] = 0;
      }
    }
  });
}

void GoalFlags::set_rows(std::span<const std::uint32_t> batch, HubRows& rows) const {
  rows.all.assign(1, HubRow());
  for (std::size_t lane = 0; lane < batch.size(); ++lane) {
    for (const Label& label : labels_of(batch[lane])) {
      std::uint32_t& row = rows.row_of[label.hub];
      if (row == 0) {
        row = static_cast<std::uint32_t>(rows.all.size());
        rows.all.emplace_back();
      }
      rows.all[row].set(lane, label.distance, label.seen);
    }
  }
}

// By the paths to a batch of corners. The loops over lanes have no branches, for vector
// instructions.
void GoalFlags::flag_labels_of(std::uint32_t corner, const HubRows& rows) noexcept {
  std::array<std::int16_t, kLanes> most;
  most.fill(HubRow::kFar);
  for (const Label& label : labels_of(corner)) {
    if (rows.row_of[label.hub] == 0) continue;
    const HubRow& row = rows.all[rows.row_of[label.hub]];
    for (std::size_t i = 0; i < kLanes; ++i) {
      const auto length = static_cast<std::int16_t>(label.distance + row.distance[i]);
      most[i] = length < most[i] ? length : most[i];
    }
  }
  // Each length is the sum of two distances that are rounded down.
  for (std::int16_t& length : most) length = static_cast<std::int16_t>(length + 2);
  for (Label& label : labels_of(corner)) {
    if (rows.row_of[label.hub] == 0) continue;
    const HubRow& row = rows.all[rows.row_of[label.hub]];
    Bits flags = 0;
    for (std::size_t i = 0; i < kLanes; ++i) {
      const auto length = static_cast<std::int16_t>(label.distance + row.distance[i]);
      const Bits seen = row.seen[i];
      flags |= length <= most[i] ? seen : 0;
    }
    label.flags |= flags;
  }
}

// A path over a hub may begin at either end, and the hub may be one of the ends.
void GoalFlags::flag_arcs(const HubLabels& labels) {
  for (std::uint32_t corner = 0; corner < labels.size(); ++corner) {
    for (std::size_t i = 0; i < labels[corner].size(); ++i) {
      const HubLabel& from = labels[corner][i];
      if (from.hub == corner) continue;
      const Label& label = labels_[first_[corner] + i];
      flags_of_arc(corner, from.before) |= label.flags | find_seen(from.hub, from.after_hub);
      flags_of_arc(from.hub, from.after_hub) |= label.seen;
    }
  }
}

// By half: the ways to the other side, those first that are open to the most paths.
void GoalFlags::list_steps() {
  std::vector<Step> ways;
  for (std::uint32_t corner = 0; corner < corners_.size(); ++corner) {
    const bool has_sides = corners_[corner].has_sides();
    for (const CornerSide from : {CornerSide::out, CornerSide::in}) {
      first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
      const CornerSide to = has_sides ? opposite(from) : CornerSide::out;
      ways.clear();
      const std::span<const CornerArc> arcs = graph_.arcs(corner, to);
      for (std::size_t i = 0; i < arcs.size(); ++i) {
        const Bits flags = arcs_[graph_.first_arc(corner, to) + i];
        if (flags != 0) ways.push_back({way(corner, arcs[i].to), flags});
      }
      const View& view = views_[half_of(corner, to)];
      for (std::size_t part = 0; part < kParts; ++part) {
        if (!is_zero(view[part])) ways.push_back({view[part], Bits{1} << part});
      }
      if (has_sides) {
        std::sort(ways.begin(), ways.end(), [from](const Step& a, const Step& b) {
          const double turn = cross(a.way, b.way);
          return from == CornerSide::out ? turn < 0.0 : turn > 0.0;
        });
      }
      Bits known = 0;
      for (const Step& step : ways) {
        const Bits added = step.parts & ~known;
        if (added == 0) continue;
        steps_.push_back({step.way, added});
        known |= added;
      }
    }
  }
  first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

GoalFlags::Bits GoalFlags::find_label_flags(std::uint32_t corner, CornerSide from,
                                            std::size_t label, const HubLabel& of) const noexcept {
  const Bits flags = labels_[first_[corner] + label].flags | own_parts(of.hub);
  if (of.hub != corner) return flags | find_seen(of.hub, of.after_hub);
  const CornerSide to = corners_[corner].has_sides() ? opposite(from) : CornerSide::out;
  Bits seen = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    if (!is_zero(views_[half_of(corner, to)][part])) seen |= Bits{1} << part;
  }
  return flags | seen;
}

GoalFlags::Bits GoalFlags::find_flags(const Sight& sight) const noexcept {
  const std::uint32_t corner = sight.half / 2;
  const CornerSide from = side_of_half(sight.half);
  const Vector line =
      detail::to_vector(from == CornerSide::out ? sight.rays.right : sight.rays.left);
  const bool has_sides = corners_[corner].has_sides();
  Bits flags = 0;
  for (std::uint32_t i = first_step_[sight.half]; i < first_step_[sight.half + 1]; ++i) {
    if (has_sides && !may_turn(from, line, steps_[i].way)) continue;
    flags |= steps_[i].parts;
  }
  return flags;
}

}  // namespace taut
