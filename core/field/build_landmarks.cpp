#include <taut/engine/build_landmarks.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include <taut/detail/require.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/optimal_search.hpp>

#include "core/base/float_lanes.hpp"

#include "edge_contest.hpp"
#include "field_build.hpp"
#include "field_memory.hpp"
#include "landmark_build.hpp"

namespace taut {

class LandmarkBuild {
 public:
  LandmarkBuild(const ConvexMesh& mesh, LandmarkMeasure& by, Landmarks& landmarks)
      : mesh_(mesh), by_(by), l_(landmarks) {
    find_places();
  }

  void build(std::size_t count) {
    l_.forget(mesh_);
    find_nearest(kNoLandmark);
    extend(count);
  }

  // Doubles their number while searches between some places become faster by it.
  void build_by_samples() {
    build(0);
    const std::vector<Sample> samples = choose_samples();
    if (samples.empty()) return;
    double least_work = 0.0;
    for (const Sample& of : samples) least_work += as_double(of.expanded);
    for (std::size_t count = kLeastCount; count <= kMostCount; count *= 2) {
      const std::size_t bytes = mesh_.vertex_ids() * count * sizeof(float);
      if (count > kLeastCount && bytes > kMostBytes) return;
      Landmarks fewer = l_;
      extend(count);
      const double work = find_work(samples);
      if (work > kLeastGain * least_work) {
        l_ = std::move(fewer);
        return;
      }
      least_work = work;
    }
  }

  void refresh(std::size_t fields) {
    if (!l_.is_current(mesh_)) l_.forget(mesh_);
    for (; fields > 0 && l_.outdated_count() > 0; --fields) {
      // Those made last are younger than all that are outdated.
      const auto oldest = std::min_element(l_.made_.begin(), l_.made_.end());
      const auto i = static_cast<std::size_t>(oldest - l_.made_.begin());
      find_nearest(i);
      by_.measure(choose(), distances_);
      write(i);
    }
  }

 private:
  static constexpr double kFar = Field::kUnreached;

  // A vertex.
  struct Place {
    std::uint32_t component = 0;
    VertexId vertex = 0;
    Point at{0.0F, 0.0F};
    bool is_candidate = false;
    bool is_known = false;
  };

  struct Sample {
    Point start{0.0F, 0.0F};
    Point goal{0.0F, 0.0F};
    std::size_t expanded = 0;  // without landmarks
  };

  // How much longer a search takes for a node: the mean of 16 maps, `taut_bench landmarks`.
  static constexpr double kWithLandmarks = 1.25;
  static constexpr double kPerLandmark = 0.0085;
  // Twice as many take twice the memory, and the time of edits: not for less than a twelfth.
  static constexpr double kLeastGain = 11.0 / 12.0;
  static constexpr std::size_t kLeastCount = 8;
  static constexpr std::size_t kMostCount = 32;
  // More than the least count takes no more: an edit that opens tiles goes through all distances.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 25U;
  static constexpr std::size_t kSamples = 64;
  static constexpr std::size_t kTries = 4 * kSamples;
  static constexpr std::size_t kSampleNodes = std::size_t{1} << 22U;  // of all samples

  static double as_double(std::size_t count) noexcept { return static_cast<double>(count); }

  // Makes more, up to a number. Those that there are, find_nearest() or this has measured.
  void extend(std::size_t count) {
    const std::size_t made = l_.count();
    make_room(count);
    for (std::size_t i = made; i < count; ++i) {
      by_.measure(choose(), distances_);
      for (std::size_t k = 0; k < places_.size(); ++k) {
        const double distance = distances_[places_[k].vertex];
        nearest_[k] = i == 0 ? distance : std::min(nearest_[k], distance);
      }
      write(i);
    }
  }

  void make_room(std::size_t count) {
    constexpr std::size_t kLanes = detail::kFloatLanes;
    const std::size_t stride = (count + kLanes - 1) / kLanes * kLanes;
    std::vector<float> distances(mesh_.vertex_ids() * stride, 0.0F);
    for (VertexId vertex = 0; l_.count() > 0 && vertex < mesh_.vertex_ids(); ++vertex) {
      std::copy_n(l_.distances(vertex).begin(), l_.count(), &distances[vertex * stride]);
    }
    l_.distances_ = std::move(distances);
    l_.stride_ = stride;
    l_.made_.resize(count, 0);
  }

  // Pairs of vertices between which a path leads: by place, as ids depend on edits.
  [[nodiscard]] std::vector<Sample> choose_samples() const {
    std::vector<Point> points;
    for (const Place& place : places_) points.push_back(place.at);
    std::sort(points.begin(), points.end(), detail::is_before);
    std::vector<Sample> samples;
    if (points.empty()) return samples;
    std::minstd_rand random;
    std::size_t work = 0;
    for (std::size_t i = 0; i < kTries && samples.size() < kSamples && work < kSampleNodes; ++i) {
      const Point& start = points[random() % points.size()];
      const Point& goal = points[random() % points.size()];
      const std::size_t expanded = by_.expand(start, goal, l_);
      work += expanded;
      if (expanded > 0) samples.push_back({start, goal, expanded});
    }
    return samples;
  }

  // What the same searches take with the landmarks, in nodes expanded without.
  [[nodiscard]] double find_work(const std::vector<Sample>& samples) const {
    std::size_t expanded = 0;
    for (const Sample& of : samples) expanded += by_.expand(of.start, of.goal, l_);
    return as_double(expanded) * (kWithLandmarks + kPerLandmark * as_double(l_.count()));
  }

  void find_places() {
    distances_.resize(mesh_.vertex_ids());
    std::vector<Place> known(mesh_.vertex_ids());  // by vertex
    places_.reserve(mesh_.vertex_count());
    mesh_.for_each_cell([&](CellId cell) {
      const std::uint32_t component = mesh_.component(cell);
      for (const MeshEdge& edge : mesh_.edges(cell)) {
        Place& place = known[edge.vertex()];
        place.is_candidate = place.is_candidate || by_.is_candidate(cell, edge);
        if (place.is_known) continue;
        place = {component, edge.vertex(), edge.start(), place.is_candidate, true};
      }
    });
    for (const Place& place : known) {
      if (place.is_known) places_.push_back(place);
    }
    // By place, as the ids of vertices depend on the edits that led to the mesh.
    std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
      return std::tie(a.component, a.at.y, a.at.x, a.vertex) <
             std::tie(b.component, b.at.y, b.at.x, b.vertex);
    });
    nearest_.resize(places_.size());
  }

  // Calls visit(begin, end) for the places of each component.
  template <class Visit>
  void for_each_component(const Visit& visit) const {
    for (std::size_t begin = 0; begin < places_.size();) {
      std::size_t end = begin;
      while (end < places_.size() && places_[end].component == places_[begin].component) ++end;
      visit(begin, end);
      begin = end;
    }
  }

  // For each component the corner that is farthest from its landmarks, unless it is one.
  [[nodiscard]] std::vector<FieldGoal> choose() const {
    std::vector<FieldGoal> goals;
    for_each_component([&](std::size_t begin, std::size_t end) {
      double most = 0.0;
      std::size_t best = end;
      for (std::size_t i = begin; i < end; ++i) {
        if (!(nearest_[i] > most) || !places_[i].is_candidate) continue;
        best = i;
        most = nearest_[i];
      }
      if (best != end) goals.push_back({places_[best].at, 0.0});
    });
    return goals;
  }

  // Sets what is nearest by the distances to the landmarks except one. After edits these are too
  // short: then landmarks are not as far apart as they could be.
  void find_nearest(std::size_t except) {
    for_each_component([&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) nearest_[i] = kFar;
      bool has_other = false;
      for (std::size_t k = 0; k < l_.count(); ++k) {
        if (k != except) has_other = bring_near(begin, end, k) || has_other;
      }
      if (has_other) return;
      for (std::size_t i = begin; i < end; ++i) {
        // The first one too is chosen where it is the only one.
        nearest_[i] =
            std::numeric_limits<double>::min() + distance(places_[begin].at, places_[i].at);
      }
    });
  }

  // Returns whether the component has the landmark.
  bool bring_near(std::size_t begin, std::size_t end, std::size_t landmark) {
    const auto known = [&](std::size_t i) { return l_.distances(places_[i].vertex)[landmark]; };
    bool is_landmark = false;
    for (std::size_t i = begin; i < end; ++i) is_landmark = is_landmark || known(i) > 0.0F;
    for (std::size_t i = begin; is_landmark && i < end; ++i) {
      // Where nothing is known it may be anywhere.
      const double near = std::isnan(known(i)) ? 0.0 : static_cast<double>(known(i));
      nearest_[i] = std::min(nearest_[i], near);
    }
    return is_landmark;
  }

  // Where a component has no corner left to choose, all are equally far.
  void write(std::size_t landmark) {
    for (const double distance : distances_) {
      if (distance != kFar) l_.most_ = std::max(l_.most_, distance);
    }
    l_.quantum_ = std::ldexp(1.0, std::ilogb(std::max(l_.most_, kLeastDistance)) - 23);
    l_.slack_ = static_cast<float>(std::ldexp(l_.most_, -20) + by_.error());
    // A power of two: the division is exact.
    const double scale = 1.0 / l_.quantum_;
    for (const Place& place : places_) {
      const double distance = distances_[place.vertex];
      l_.distances_[place.vertex * l_.stride_ + landmark] =
          distance == kFar ? 0.0F
                           : static_cast<float>(round_to_whole(distance * scale) * l_.quantum_);
    }
    l_.made_[landmark] = l_.state_.revision + 1;
  }

  static constexpr double kLeastDistance = 1.0 / kLatticePerTile;  // of two vertices
  static constexpr std::size_t kNoLandmark = Landmarks::kMaxCount;

  const ConvexMesh& mesh_;
  LandmarkMeasure& by_;
  Landmarks& l_;
  std::vector<Place> places_;      // by component and vertex
  std::vector<double> nearest_;    // of each place: to the nearest landmark, of others than one
  std::vector<double> distances_;  // of the last field, by vertex id
};

namespace {

class LengthMeasure final : public LandmarkMeasure {
 public:
  explicit LengthMeasure(const ConvexMesh& mesh) : mesh_(mesh), hidden_(mesh) {}

  void measure(std::span<const FieldGoal> goals, std::span<double> distances) override {
    FieldBuild(mesh_, scratch_, field_).measure(goals, hidden_, distances);
  }
  [[nodiscard]] bool is_candidate(CellId /*cell*/, const MeshEdge& edge) const override {
    return edge.is_corner();
  }
  [[nodiscard]] std::size_t expand(const Point& start, const Point& goal,
                                   const Landmarks& landmarks) override {
    if (!search_) search_.emplace(mesh_);
    return find_optimal_path(mesh_, start, goal, {.landmarks = &landmarks}, *search_, {}).expanded;
  }
  [[nodiscard]] double error() const override { return 0.0; }

 private:
  const ConvexMesh& mesh_;
  std::optional<OptimalScratch> search_;
  HiddenVertices hidden_;
  FieldScratch::Memory scratch_;
  FieldMemory field_;
};

}  // namespace

Landmarks build_landmarks_by(const ConvexMesh& mesh, LandmarkMeasure& by,
                             std::optional<std::size_t> count) {
  Landmarks landmarks;
  if (count) {
    detail::require_within("build_landmarks: the number of landmarks", *count, 1,
                           Landmarks::kMaxCount);
    LandmarkBuild(mesh, by, landmarks).build(*count);
  } else {
    LandmarkBuild(mesh, by, landmarks).build_by_samples();
  }
  return landmarks;
}

bool can_refresh(const ConvexMesh& mesh, std::size_t fields, const Landmarks& landmarks) noexcept {
  if (fields == 0 || landmarks.count() == 0) return false;
  return !landmarks.is_current(mesh) || landmarks.outdated_count() != 0;
}

void refresh_landmarks_by(const ConvexMesh& mesh, LandmarkMeasure& by, std::size_t fields,
                          Landmarks& landmarks) {
  LandmarkBuild(mesh, by, landmarks).refresh(fields);
}

Landmarks build_landmarks(const ConvexMesh& mesh, std::optional<std::size_t> count) {
  LengthMeasure by(mesh);
  return build_landmarks_by(mesh, by, count);
}

void refresh_landmarks(const ConvexMesh& mesh, std::size_t fields, Landmarks& landmarks) {
  if (!can_refresh(mesh, fields, landmarks)) return;
  LengthMeasure by(mesh);
  refresh_landmarks_by(mesh, by, fields, landmarks);
}

}  // namespace taut
