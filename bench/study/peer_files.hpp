// Writes and reads the files between the study and its peers; docs/study.md has the formats.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/harness/query_times.hpp"
#include "study_method.hpp"
#include "tools/input/crowd_file.hpp"

namespace taut::bench {

// A new folder, which is removed in the end.
class PeerFolder {
 public:
  PeerFolder();
  PeerFolder(const PeerFolder&) = delete;
  PeerFolder& operator=(const PeerFolder&) = delete;
  ~PeerFolder();

  [[nodiscard]] std::string file(const char* name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

// Runs a program to its end. Throws Failure where it fails.
void run_peer(const std::string& name, const std::string& program,
              const std::vector<std::string>& arguments);

struct PeerAnswer {
  PathResult found;
  QueryTime time;
  std::vector<Point> points;
};

struct PeerAnswers {
  double build_ms = 0.0;
  std::size_t bytes = 0;
  std::vector<PeerAnswer> queries;  // one each; no_path where the file has none
};

void write_queries(const Scene& scene, const std::string& file);
// Throws Failure with file, line and value.
[[nodiscard]] PeerAnswers read_answers(const std::string& file, std::size_t queries);

void write_crowd_file(const tools::CrowdScenario& scenario, const std::string& file);

struct CrowdTrack {
  double us = 0.0;  // of a unit and tick
  std::vector<std::vector<Point>> ticks;
};
// Throws Failure with file, line and value.
[[nodiscard]] CrowdTrack read_positions(const std::string& file, std::size_t units);

}  // namespace taut::bench
