// Jump point search of warthog, by its authors (Harabor and Grastien, 2014), with intermediate
// points pruned: JPS (B+P), or JPS+ (B+P) by TAUT_JUMP_POINT.
#include <jps/jump/jump_point_offline.h>
#include <jps/jump/jump_point_online.h>
#include <jps/search/jps_prune_expansion_policy.h>
#include <warthog/domain/gridmap.h>
#include <warthog/heuristic/octile_heuristic.h>
#include <warthog/search/unidirectional_search.h>
#include <warthog/util/pqueue.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "adapter.hpp"
#include "heap.hpp"

namespace {

std::uint32_t unsigned_of(int value) { return static_cast<std::uint32_t>(value); }

class Warthog {
 public:
  explicit Warthog(const peers::Map& map)
      : before_(peers::heap_bytes()), map_(unsigned_of(map.height), unsigned_of(map.width)) {
    for (int y = 0; y < map.height; ++y) {
      for (int x = 0; x < map.width; ++x) {
        if (map.at(x, y)) map_.set_label(unsigned_of(x), unsigned_of(y), true);
      }
    }
    expander_ = std::make_unique<Expander>(&map_);
    heuristic_ = std::make_unique<Heuristic>(map_.width(), map_.height());
    search_ = std::make_unique<Search>(heuristic_.get(), expander_.get(), &queue_);
    bytes_ = peers::heap_bytes() - before_;
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void find(const peers::Query& query) {
    warthog::search::problem_instance problem(expander_->get_pack(query.start_x, query.start_y),
                                              expander_->get_pack(query.goal_x, query.goal_y));
    warthog::search::search_parameters parameters;
    solution_.reset();
    search_->get_path(&problem, &parameters, &solution_);
  }
  // From one jump point to the next diagonally first, then straight.
  [[nodiscard]] peers::Answer answer() {
    peers::Answer answer;
    answer.is_ok = !solution_.path_.empty();
    answer.expanded = solution_.met_.nodes_expanded_;
    int x = 0;
    int y = 0;
    for (const warthog::pack_id& tile : solution_.path_) {
      int next_x = 0;
      int next_y = 0;
      expander_->get_xy(tile, next_x, next_y);
      if (!answer.path.empty()) {
        const int diagonal = (std::min)(std::abs(next_x - x), std::abs(next_y - y));
        answer.path.push_back({x + (next_x < x ? -diagonal : diagonal) + 0.5,
                               y + (next_y < y ? -diagonal : diagonal) + 0.5});
      }
      x = next_x;
      y = next_y;
      answer.path.push_back({x + 0.5, y + 0.5});
    }
    return answer;
  }

 private:
  using Expander = jps::search::jps_prune_expansion_policy<TAUT_JUMP_POINT>;
  using Heuristic = warthog::heuristic::octile_heuristic;
  using Queue = warthog::util::pqueue_min;
  using Search = warthog::search::unidirectional_search<Heuristic, Expander, Queue>;

  std::size_t before_;
  warthog::domain::gridmap map_;
  Queue queue_;
  std::unique_ptr<Expander> expander_;
  std::unique_ptr<Heuristic> heuristic_;
  std::unique_ptr<Search> search_;
  warthog::search::solution solution_;
  std::size_t bytes_ = 0;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_adapter<Warthog>(argc, argv); }
