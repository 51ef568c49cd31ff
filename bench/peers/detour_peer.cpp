// Detour: A* over the polygons of a mesh by Recast, and the string pulled through them.
#include <recastnavigation/DetourNavMeshQuery.h>

#include "adapter.hpp"
#include "detour_mesh.hpp"

namespace {

constexpr int kNodes = 65535;  // the most that it can have
constexpr int kPolygons = 16384;

class Detour {
 public:
  explicit Detour(const peers::Map& map)
      : mesh_(map), query_(dtAllocNavMeshQuery()), corridor_(kPolygons), points_(3 * kPolygons) {
    query_->init(&mesh_.mesh(), kNodes);
  }
  Detour(const Detour&) = delete;
  Detour& operator=(const Detour&) = delete;
  ~Detour() { dtFreeNavMeshQuery(query_); }

  [[nodiscard]] std::size_t bytes() const { return mesh_.bytes(); }
  void find(const peers::Query& query) {
    is_ok_ = false;
    const float start[3] = {static_cast<float>(query.start_x) + 0.5F, 1.0F,
                            static_cast<float>(query.start_y) + 0.5F};
    const float goal[3] = {static_cast<float>(query.goal_x) + 0.5F, 1.0F,
                           static_cast<float>(query.goal_y) + 0.5F};
    const float reach[3] = {0.25F, 2.0F, 0.25F};
    dtPolyRef from = 0;
    dtPolyRef to = 0;
    float nearest[3];
    query_->findNearestPoly(start, reach, &filter_, &from, nearest);
    query_->findNearestPoly(goal, reach, &filter_, &to, nearest);
    if (from == 0 || to == 0) return;
    int count = 0;
    query_->findPath(from, to, start, goal, &filter_, corridor_.data(), &count, kPolygons);
    if (count == 0 || corridor_[static_cast<std::size_t>(count - 1)] != to) return;
    query_->findStraightPath(start, goal, corridor_.data(), count, points_.data(), nullptr, nullptr,
                             &points_count_, kPolygons);
    is_ok_ = points_count_ > 0;
  }
  [[nodiscard]] peers::Answer answer() const {
    peers::Answer answer;
    answer.is_ok = is_ok_;
    for (int i = 0; is_ok_ && i < points_count_; ++i) {
      const float* const point = &points_[static_cast<std::size_t>(3 * i)];
      answer.path.push_back({point[0], point[2]});
    }
    return answer;
  }

 private:
  peers::DetourMesh mesh_;
  dtNavMeshQuery* query_;
  dtQueryFilter filter_;
  std::vector<dtPolyRef> corridor_;
  std::vector<float> points_;
  int points_count_ = 0;
  bool is_ok_ = false;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_adapter<Detour>(argc, argv); }
