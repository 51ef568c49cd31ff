#include "study_rows.hpp"

#include <fmt/format.h>

namespace taut::bench {
namespace {

template <class Value>
std::string to_field(const std::optional<Value>& value) {
  if (!value) return {};
  if constexpr (std::is_same_v<Value, double>) return fmt::format("{:.10g}", *value);
  return fmt::to_string(*value);
}

// In quotes where it contains a comma.
std::string to_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text)
    quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + "\"";
}

// Keeps the checks of answers, which measure_queries() asks for once per query.
Contender to_contender(const Scene& scene, const StudyMethod& method,
                       std::vector<CheckedAnswer>& checks) {
  Contender contender;
  contender.name = method.name;
  contender.run_query = method.find;
  contender.find_fault = [&](const BenchQuery& query, const PathResult& found) {
    checks.push_back(check_answer(scene, method, query, found));
    return checks.back().fault;
  };
  contender.begin_round = method.begin_round;
  contender.take_time = method.take_time;
  return contender;
}

}  // namespace

std::string to_string(const Agent& agent) {
  const std::string shape = taut::to_string(agent.shape);
  return agent.shape == AgentShape::point ? shape : fmt::format("{} {:g}", shape, agent.radius);
}

StudyTable::StudyTable(const std::string& csv) : csv_(csv) {
  csv_.write(
      "map,family,query,bucket,method,agent,status,length,optimum,cost,corners,expanded,us,lo,hi,"
      "build_ms,bytes\n");
}

void StudyTable::add(const StudyRow& row) {
  if (row.status == "wrong") ++wrong_;
  std::string times = ",,";
  if (row.us)
    times = fmt::format("{:.5g},{:.5g},{:.5g}", row.us->median, row.us->low, row.us->high);
  csv_.write(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", to_field(row.map),
                         row.family, row.query, to_field(row.bucket), to_field(row.method),
                         row.agent, row.status, to_field(row.length), to_field(row.optimum),
                         to_field(row.cost), to_field(row.corners), to_field(row.expanded), times,
                         to_field(row.build_ms), to_field(row.bytes)));
}

void StudyTable::add_queries(const Scene& scene, const std::vector<StudyMethod>& methods,
                             const Rounds& rounds) {
  std::vector<std::vector<CheckedAnswer>> checks(methods.size());
  std::vector<Contender> contenders;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    contenders.push_back(to_contender(scene, methods[i], checks[i]));
  }
  const std::vector<QueryFigures> figures = measure_queries(scene.map, rounds, contenders);
  for (std::size_t i = 0; i < methods.size(); ++i) {
    for (std::size_t k = 0; k < figures[i].answers.size(); ++k) {
      const PathResult& found = figures[i].answers[k];
      const BenchQuery& query = scene.map.queries[k];
      const CheckedAnswer& checked = checks[i][k];
      StudyRow row{scene.map.name, scene.family, query.index, query.bucket, methods[i].name};
      row.agent = to_string(scene.agent);
      row.status = figures[i].faults[k].empty() ? taut::to_string(found.status) : "wrong";
      row.optimum = query.optimum;
      row.build_ms = methods[i].build_ms;
      row.bytes = methods[i].bytes;
      if (found.status == Status::ok) {
        row.length = found.length;
        row.cost = checked.cost;
        row.corners = checked.corners;
        row.expanded = found.expanded;
      }
      for (const RoundTimes* const times : {&figures[i].cold, &figures[i].warm}) {
        if (!times->of(k).empty()) {
          row.us = find_median(times->of(k));
        } else if (times == &figures[i].warm) {
          continue;
        }
        add(row);
        row.method = methods[i].name + " (warm)";
      }
    }
  }
}

}  // namespace taut::bench
