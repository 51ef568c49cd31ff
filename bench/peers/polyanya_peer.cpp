// Polyanya (Cui, Harabor, Grastien, 2017), by its authors: optimal paths over a mesh.
#include <searchinstance.h>

#include <memory>
#include <sstream>
#include <vector>

#include "adapter.hpp"
#include "heap.hpp"
#include "rectangle_mesh.hpp"

namespace {

class Polyanya {
 public:
  explicit Polyanya(const peers::Map& map) {
    const std::size_t before = peers::heap_bytes();
    {
      std::istringstream text(peers::RectangleMesh(map).text());
      mesh_ = std::make_unique<polyanya::Mesh>(text);
    }
    search_ = std::make_unique<polyanya::SearchInstance>(mesh_.get());
    bytes_ = peers::heap_bytes() - before;
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void find(const peers::Query& query) {
    path_.clear();
    search_->set_start_goal({query.start_x + 0.5, query.start_y + 0.5},
                            {query.goal_x + 0.5, query.goal_y + 0.5});
    if (search_->search()) search_->get_path_points(path_);
  }
  [[nodiscard]] peers::Answer answer() const {
    peers::Answer answer;
    answer.is_ok = !path_.empty();
    answer.expanded = static_cast<std::size_t>(search_->nodes_popped);
    for (const polyanya::Point& point : path_) answer.path.push_back({point.x, point.y});
    return answer;
  }

 private:
  std::unique_ptr<polyanya::Mesh> mesh_;
  std::unique_ptr<polyanya::SearchInstance> search_;
  std::vector<polyanya::Point> path_;
  std::size_t bytes_ = 0;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_adapter<Polyanya>(argc, argv); }
