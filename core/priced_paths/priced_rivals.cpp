// Which beams are dropped: those whose places others reach as cheaply. That is tested at the ends
// of a beam's interval and of theirs, in the middle and at places where the difference is likely to
// be least: the difference of two waves is not convex.
#include "priced_search_state.hpp"

namespace taut {

namespace {

// By how much a beam must be worse than another that covers a place, and than one that reaches it
// along the edge, in units of the least cost: roots of refracted beams are virtual, and their costs
// err by hundredths of a tile.
constexpr double kCoverMargin = 0.03;
constexpr double kRideMargin = 0.1;

}  // namespace

// The other paths to places of a beam's edge: through beams that were expanded, or along the edge
// from its ends.
class PricedSearch::Rivals {
 public:
  Rivals(const PricedSearch& search, const Node& node, const EdgeFrame& frame,
         const Wave& wave) noexcept
      : search_(search), frame_(frame), wave_(wave) {
    const ConvexMesh& mesh = search.mesh();
    const MeshEdge& edge = mesh.edge(node.edge);
    const EdgeMark& mark = search.edge_marks_[node.edge];
    if (mark.query == search.number_) first_ = mark.first;
    along_ = std::min(search.cost_of(mesh.cell_of(node.edge)),
                      search.cost_of(mesh.cell_of(edge.twin())));
    ends_[0] = end_at(edge.vertex(), 0.0);
    ends_[1] = end_at(mesh.edge(mesh.next(node.edge)).vertex(), frame.length);
  }

  // What a unit of length costs along the edge.
  [[nodiscard]] double along() const noexcept { return along_; }
  // Whether different ones were found to reach places.
  [[nodiscard]] bool is_mixed() const noexcept { return is_mixed_; }

  // Whether is_reached(place) holds at the ends of the beams that reached places.
  template <class IsReached>
  [[nodiscard]] bool are_ends_reached(const IsReached& is_reached) const noexcept {
    const std::size_t count = beam_count_;
    for (std::size_t i = 0; i < count; ++i) {
      const Node& beam = search_.nodes_[beams_[i]];
      if (!is_reached(beam.low) || !is_reached(beam.high)) return false;
    }
    return true;
  }

  // Whether one reaches a place as cheaply as the beam.
  [[nodiscard]] bool reach(double place) noexcept {
    const double cost = wave_.at(place) - kCoverMargin * search_.unit_;
    for (std::uint32_t i = 0; i < 2; ++i) {
      const End& end = ends_[i];
      const double by_end = end.cost + along_ * std::abs(place - end.place);
      if (end.is_known && by_end < cost) return note(kNobody - 1 - i);
    }
    for (std::uint32_t i = first_; i != kNone; i = search_.nodes_[i].next) {
      const Node& beam = search_.nodes_[i];
      const double x = std::clamp(place, beam.low, beam.high);
      const Wave known = wave_of(frame_, search_.source_of(i));
      const double extra = std::abs(place - x);
      const double margin = extra == 0.0 ? 0.0 : kRideMargin * search_.unit_;
      if (known.at(x) + along_ * extra <= cost - margin) return note(i);
    }
    return false;
  }

 private:
  static constexpr std::uint32_t kNobody = 0xfffffff0U;

  struct End {
    double place;
    double cost;
    bool is_known;
  };

  [[nodiscard]] End end_at(VertexId vertex, double place) const noexcept {
    const VertexMark& mark = search_.vertex_marks_[vertex];
    return {place, mark.cost, mark.query == search_.number_};
  }
  bool note(std::uint32_t rival) noexcept {
    if (rival != last_ && rival < kNobody - 2 && beam_count_ < beams_.size()) {
      beams_[beam_count_++] = rival;
    }
    is_mixed_ = is_mixed_ || (last_ != kNobody && last_ != rival);
    last_ = rival;
    return true;
  }

  const PricedSearch& search_;
  const EdgeFrame& frame_;
  const Wave& wave_;
  std::uint32_t first_ = kNone;  // of the beams
  double along_;
  std::array<End, 2> ends_{};
  std::uint32_t last_ = kNobody;
  bool is_mixed_ = false;
  std::array<std::uint32_t, 8> beams_{};
  std::size_t beam_count_ = 0;
};

// Whether other paths reach every place of the interval as cheaply.
bool PricedSearch::is_dominated(const Node& node, const EdgeFrame& frame,
                                const Wave& wave) const noexcept {
  Rivals rivals(*this, node, frame, wave);
  const double middle = 0.5 * (node.low + node.high);
  if (!rivals.reach(middle) || !rivals.reach(node.low) || !rivals.reach(node.high)) return false;
  if (rivals.along() < wave.weight) {
    const double sine = rivals.along() / wave.weight;
    const double away = wave.behind * sine / std::sqrt(1.0 - sine * sine);
    for (const double place : {wave.along + away, wave.along - away}) {
      if (place > node.low && place < node.high && !rivals.reach(place)) return false;
    }
  }
  // Next to its end a beam may reach none of many directions, in however narrow an interval.
  const auto is_reached = [&](double place) {
    return place <= node.low || place >= node.high || rivals.reach(place);
  };
  if (!rivals.are_ends_reached(is_reached)) return false;
  if (!rivals.is_mixed()) return true;
  const double width = node.high - node.low;
  const int samples = static_cast<int>(std::min(12.0, 2.0 + 2.0 * width));
  for (int i = 0; i < samples; ++i) {
    if (!rivals.reach(node.low + width * (i + 0.5) / samples)) return false;
  }
  return true;
}

}  // namespace taut
