// A peer: a program of its own, so that nothing of it is linked here.
#include <filesystem>
#include <utility>

#include "peer_files.hpp"
#include "study_method.hpp"

namespace taut::bench {
namespace {

// Runs the program once a round.
class Peer {
 public:
  Peer(const Scene& scene, std::string name, std::string program)
      : scene_(scene), name_(std::move(name)), program_(std::move(program)) {
    write_queries(scene, folder_.file("queries.scen"));
  }

  void run() {
    const std::string map = std::filesystem::absolute(scene_.map.file).string();
    run_peer(name_, program_, {map, folder_.file("queries.scen"), folder_.file("answers")});
    answers_ = read_answers(folder_.file("answers"), scene_.map.queries.size());
    next_ = 0;
  }

  PathResult find(const BenchQuery& query) {
    asked_ = query;
    answer_ = &answers_.queries[next_++];
    return answer_->found;
  }
  [[nodiscard]] QueryTime time() const { return answer_->time; }
  [[nodiscard]] tools::QueryAnswer answer() const {
    tools::QueryAnswer answer;
    answer.points = answer_->points;
    answer.start = center(asked_.start);
    answer.goal = center(asked_.goal);
    return answer;
  }
  [[nodiscard]] const PeerAnswers& answers() const { return answers_; }

 private:
  const Scene& scene_;
  std::string name_;
  std::string program_;
  PeerFolder folder_;
  PeerAnswers answers_;
  const PeerAnswer* answer_ = nullptr;
  std::size_t next_ = 0;
  BenchQuery asked_;
};

}  // namespace

StudyMethod peer_method(const Scene& scene, const std::string& name, const std::string& program) {
  const auto peer = std::make_shared<Peer>(scene, name, program);
  peer->run();  // for what it built
  StudyMethod method;
  method.name = name;
  method.build_ms = peer->answers().build_ms;
  method.bytes = peer->answers().bytes;
  method.begin_round = [peer] { peer->run(); };
  method.find = [peer](const BenchQuery& query) { return peer->find(query); };
  method.take_time = [peer] { return peer->time(); };
  method.answer = [peer](const PathResult&) { return peer->answer(); };
  return method;
}

}  // namespace taut::bench
