#include <taut/build_landmarks.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <taut/detail/require.hpp>
#include <taut/field.hpp>

#include "core/mesh_paths/landmark_bounds.hpp"

#include "field_memory.hpp"
#include "field_sight.hpp"

namespace taut {

class LandmarkBuild {
 public:
  LandmarkBuild(const ConvexMesh& mesh, Landmarks& landmarks) : mesh_(mesh), l_(landmarks) {
    find_places();
  }

  void build(std::size_t count) {
    constexpr std::size_t kLanes = detail::LandmarkBounds::kLanes;
    l_.stride_ = (count + kLanes - 1) / kLanes * kLanes;
    l_.made_.assign(count, 0);
    clear();
    // The first landmarks are far from any corner.
    for_each_component([&](std::size_t begin, std::size_t end) {
      const auto first =
          std::find_if(places_.begin() + to_step(begin), places_.begin() + to_step(end),
                       [](const Place& place) { return place.is_corner; });
      if (first != places_.begin() + to_step(end)) first->nearest = kFar;
    });
    measure(choose());
    for (Place& place : places_) place.nearest = place.distance;
    for (std::size_t i = 0; i < count; ++i) {
      measure(choose());
      for (Place& place : places_) {
        place.nearest = i == 0 ? place.distance : std::min(place.nearest, place.distance);
      }
      write(i);
    }
  }

  void refresh(std::size_t fields) {
    if (!l_.is_current(mesh_)) clear();
    for (; fields > 0 && l_.outdated_count() > 0; --fields) {
      // Those made last are younger than all that are outdated.
      const auto oldest = std::min_element(l_.made_.begin(), l_.made_.end());
      const auto i = static_cast<std::size_t>(oldest - l_.made_.begin());
      find_nearest(i);
      measure(choose());
      write(i);
    }
  }

 private:
  static constexpr double kFar = Field::kUnreached;

  // A vertex.
  struct Place {
    std::uint32_t component;
    VertexId vertex;
    Point at;
    bool is_corner;
    double distance = 0.0;  // to the landmark of its component that was chosen last
    double nearest = 0.0;   // to the nearest of the other landmarks
  };

  static std::ptrdiff_t to_step(std::size_t i) noexcept { return static_cast<std::ptrdiff_t>(i); }

  // Landmarks that bound nothing, for the mesh as it is.
  void clear() {
    l_.revision_ = mesh_.revision();
    l_.edge_ids_ = mesh_.edge_ids();
    l_.most_ = 0.0;
    l_.quantum_ = 1.0;
    l_.slack_ = 0.0F;
    l_.distances_.assign(mesh_.vertex_ids() * l_.stride_, 0.0F);
    std::fill(l_.made_.begin(), l_.made_.end(), 0U);
  }

  void find_places() {
    index_.assign(mesh_.vertex_ids(), kNone);
    mesh_.for_each_cell([&](CellId cell) {
      for (const MeshEdge& edge : mesh_.edges(cell)) {
        if (index_[edge.vertex()] != kNone) continue;
        index_[edge.vertex()] = 0;
        places_.push_back({mesh_.component(cell), edge.vertex(), edge.start(), edge.is_corner()});
      }
    });
    std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
      return std::pair(a.component, a.vertex) < std::pair(b.component, b.vertex);
    });
    for (std::size_t i = 0; i < places_.size(); ++i) {
      index_[places_[i].vertex] = static_cast<std::uint32_t>(i);
    }
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

  // Of each component the corner that is farthest from its landmarks, unless it is one.
  [[nodiscard]] std::vector<FieldGoal> choose() const {
    std::vector<FieldGoal> goals;
    for_each_component([&](std::size_t begin, std::size_t end) {
      const Place* best = nullptr;
      for (std::size_t i = begin; i < end; ++i) {
        const Place& place = places_[i];
        if (place.is_corner && place.nearest > (best != nullptr ? best->nearest : 0.0)) {
          best = &place;
        }
      }
      if (best != nullptr) goals.push_back({best->at, 0.0});
    });
    return goals;
  }

  // Sets `nearest` by the distances to the landmarks except one. After edits these are too short:
  // then landmarks are not as far apart as they could be.
  void find_nearest(std::size_t except) {
    for_each_component([&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) places_[i].nearest = kFar;
      bool has_other = false;
      for (std::size_t k = 0; k < l_.count(); ++k) {
        if (k != except) has_other = bring_near(begin, end, k) || has_other;
      }
      if (has_other) return;
      for (std::size_t i = begin; i < end; ++i) {
        // The first one too is chosen where it is the only one.
        places_[i].nearest =
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
      places_[i].nearest = std::min(places_[i].nearest, near);
    }
    return is_landmark;
  }

  // Sets the distances of all places to the goals: to that of their component. Each cell knows the
  // distances of its own vertices; those of a vertex are the least of its cells'.
  void measure(const std::vector<FieldGoal>& goals) {
    (void)build_field(mesh_, goals, {}, scratch_, field_);
    for (Place& place : places_) place.distance = kFar;
    mesh_.for_each_cell([&](CellId cell) {
      for (const MeshEdge& edge : mesh_.edges(cell)) {
        Place& place = places_[index_[edge.vertex()]];
        FieldSight sight(place.at);
        sight.consider_cell(*field_.memory_, cell);
        place.distance = std::min(place.distance, sight.distance());
      }
    });
  }

  // Where a component has no corner left to choose, all are equally far.
  void write(std::size_t landmark) {
    for (const Place& place : places_) {
      if (place.distance != kFar) l_.most_ = std::max(l_.most_, place.distance);
    }
    l_.quantum_ = std::ldexp(1.0, std::ilogb(std::max(l_.most_, 1.0)) - 23);
    l_.slack_ = static_cast<float>(std::ldexp(l_.most_, -20));
    for (const Place& place : places_) {
      const double rounded = std::round(place.distance / l_.quantum_) * l_.quantum_;
      l_.distances_[place.vertex * l_.stride_ + landmark] =
          place.distance == kFar ? 0.0F : static_cast<float>(rounded);
    }
    l_.made_[landmark] = l_.revision_ + 1;
  }

  static constexpr std::uint32_t kNone = 0xffffffffU;

  const ConvexMesh& mesh_;
  Landmarks& l_;
  std::vector<Place> places_;         // by component and vertex
  std::vector<std::uint32_t> index_;  // of each vertex in places_
  FieldScratch scratch_;
  Field field_;
};

Landmarks build_landmarks(const ConvexMesh& mesh, std::size_t count) {
  detail::require_within("build_landmarks: the number of landmarks", count, 1,
                         Landmarks::kMaxCount);
  Landmarks landmarks;
  LandmarkBuild(mesh, landmarks).build(count);
  return landmarks;
}

void refresh_landmarks(const ConvexMesh& mesh, std::size_t fields, Landmarks& landmarks) {
  if (fields == 0 || landmarks.count() == 0) return;
  if (landmarks.is_current(mesh) && landmarks.outdated_count() == 0) return;
  LandmarkBuild(mesh, landmarks).refresh(fields);
}

}  // namespace taut
