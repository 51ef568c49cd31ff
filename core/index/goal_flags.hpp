// Toward which parts of a map the sights of a CornerIndex are needed (internal).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/corner_index.hpp>
#include <taut/engine/geometry.hpp>

#include "corner_graph.hpp"
#include "hub_labels.hpp"

namespace taut {

// A part is a box, which no straight path between two of its points leaves: so the last corner of a
// path outside of it sees into it. A label of a corner is needed toward a part
//
// - if its hub lies in it;
// - if a shortest path over the hub leads on to another corner, which sees into it where that path
//   may turn; or if that path ends at the hub, or does not leave the corner.
//
// A sight of the corner is needed if one of its labels is, and
//
// - if the corner sees into the part, where a path from the sight may turn;
// - or if the way on that such a path takes is the first one of a shortest path to another corner,
//   outside of the part, which sees into it where that path may turn.
//
// Flags may be too many: a path counts as shortest if it is no longer up to a rounding, and as
// turning if it does up to an angle of 1e-6. So each shortest path has its flags at both ends.
class GoalFlags {
 public:
  using Bits = CornerIndex::PartBits;
  using Sight = CornerIndex::Sight;

  // Uses them all until the end.
  GoalFlags(const CornerIndex::Parts& parts, const std::vector<IndexCorner>& corners,
            const CornerGraph& graph);

  // A corner sees from the side of a sight into some parts.
  void add_view(const Sight& sight, Bits parts);
  // After all views.
  void add_paths(const HubLabels& labels, std::size_t threads);
  // After both. The parts toward which a label of a corner is needed, for paths that come from a
  // side; and those toward which a sight is, as far as its labels tell nothing.
  [[nodiscard]] Bits find_label_flags(std::uint32_t corner, CornerSide from, std::size_t label,
                                      const HubLabel& of) const noexcept;
  [[nodiscard]] Bits find_flags(const Sight& sight) const noexcept;

 private:
  using Vector = detail::Vector;
  static constexpr std::size_t kParts = CornerIndex::kParts;

  // Paths that come from a side turn at most so far; zero where there is no view.
  using View = std::array<Vector, kParts>;
  // A way on from a corner, and the parts toward which it leads, and none before it in order.
  struct Step {
    Vector way;
    Bits parts;
  };
  // The labels of all corners, one after the other.
  struct Label {
    std::uint32_t hub;
    std::int16_t distance;  // in steps
    Bits seen;              // parts into which a path from the hub may go on
    Bits flags;             // parts toward which paths over the hub lead
  };

  // The distances from a hub to the corners of a batch, as whole numbers, and the parts that are
  // seen there. Those of a label, which are at most kMostSteps, can be added; that to a corner
  // without such a label is longer than any path.
  static constexpr std::size_t kLanes = 128;
  struct HubRow {
    static constexpr int kMostSteps = 21'800;
    static constexpr int kZero = -32'768;
    static constexpr std::int16_t kFar = kZero + 2 * kMostSteps + 4;
    static_assert(kFar + kMostSteps + 2 <= 32'767);

    std::array<std::int16_t, kLanes> distance;
    std::array<Bits, kLanes> seen{};

    HubRow() noexcept { distance.fill(kFar); }
    void set(std::size_t lane, std::int16_t steps, Bits parts) noexcept {
      distance[lane] = static_cast<std::int16_t>(kZero + steps);
      seen[lane] = parts;
    }
  };

  // The hubs of a batch have rows, numbered from 1 on.
  struct HubRows {
    std::vector<HubRow> all;
    std::vector<std::uint32_t> row_of;  // per corner, 0 without one
  };

  [[nodiscard]] std::span<Label> labels_of(std::uint32_t corner) noexcept {
    return std::span(labels_).subspan(first_[corner], first_[corner + 1] - first_[corner]);
  }
  [[nodiscard]] std::span<const Label> labels_of(std::uint32_t corner) const noexcept {
    return std::span(labels_).subspan(first_[corner], first_[corner + 1] - first_[corner]);
  }
  [[nodiscard]] Vector way(std::uint32_t from, std::uint32_t to) const noexcept {
    return detail::between(corners_[from].at, corners_[to].at);
  }
  [[nodiscard]] CornerSide side_of(std::uint32_t corner, const Vector& way) const noexcept {
    return corners_[corner].side_of(way);
  }
  [[nodiscard]] Bits own_parts(std::uint32_t corner) const noexcept {
    return parts_.touching(corners_[corner].at, corners_[corner].at);
  }
  [[nodiscard]] Bits find_seen(std::uint32_t corner, std::uint32_t before) const noexcept;
  [[nodiscard]] Bits& flags_of_arc(std::uint32_t from, std::uint32_t to) noexcept;
  void list_labels(const HubLabels& labels);
  void flag_labels(std::size_t threads);
  void set_rows(std::span<const std::uint32_t> batch, HubRows& rows) const;
  void flag_labels_of(std::uint32_t corner, const HubRows& rows) noexcept;
  void flag_arcs(const HubLabels& labels);
  void list_steps();

  const CornerIndex::Parts& parts_;
  const std::vector<IndexCorner>& corners_;
  const CornerGraph& graph_;
  std::vector<View> views_;  // per half
  std::vector<Label> labels_;
  std::vector<std::uint32_t> first_;  // per corner, of its labels, and the end of the last one
  std::vector<Bits> arcs_;            // of the graph
  std::vector<Step> steps_;
  std::vector<std::uint32_t> first_step_;  // per half, and the end of the last one
};

}  // namespace taut
