// What the programs of peers share: timing and writing answers (docs/study.md). A peer is a class
// with the members that answer_queries() names.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <exception>
#include <string>
#include <type_traits>
#include <vector>

#include "bench/harness/evict_caches.hpp"
#include "map_files.hpp"

namespace peers {

struct Answer {
  bool is_ok = false;
  std::size_t expanded = 0;
  std::vector<std::array<double, 2>> path;  // x, y in tiles; centres are at .5
};

inline double now_us() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

// With that of programs that were run to their end.
inline double build_time_us() {
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  const auto us = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_usec);
  };
  return now_us() + us(children.ru_utime) + us(children.ru_stime);
}

// Those that take a folder keep there what took long to build: the next round finds it.
template <class Peer>
Peer make_peer(const Map& map, const std::string& folder) {
  if constexpr (std::is_constructible_v<Peer, const Map&, const std::string&>) {
    return Peer(map, folder);
  } else {
    return Peer(map);
  }
}

// Peer has: a constructor from a Map, and a folder or not, which builds; bytes(); find(query),
// which is timed and keeps what it found; answer(), which turns that into an Answer.
template <class Peer>
bool answer_queries(const Map& map, const std::vector<Query>& queries, const std::string& file) {
  double begin = build_time_us();
  Peer peer = make_peer<Peer>(map, file + ".index");
  const double build_us = build_time_us() - begin;
  std::vector<double> cold(queries.size());
  std::vector<double> warm(queries.size());
  const auto time = [&](const Query& query) {
    begin = now_us();
    peer.find(query);
    return now_us() - begin;
  };
  for (const Query& query : queries) peer.find(query);  // which allocates
  taut::bench::evict_caches();
  for (std::size_t i = 0; i < queries.size(); ++i) cold[i] = time(queries[i]);
  std::FILE* const out = std::fopen(file.c_str(), "w");
  if (out == nullptr) return false;
  std::fprintf(out, "build %.6g %zu\n", build_us / 1000.0, peer.bytes());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    peer.find(queries[i]);
    warm[i] = time(queries[i]);
    const Answer answer = peer.answer();
    std::fprintf(out, "%zu %s %.6g %.6g %zu 0", i, answer.is_ok ? "ok" : "no_path", cold[i],
                 warm[i], answer.expanded);
    for (const auto& [x, y] : answer.path) std::fprintf(out, " %.9g %.9g", x, y);
    std::fprintf(out, "\n");
  }
  return std::fclose(out) == 0;
}

template <class Peer>
int run_adapter(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s MAP QUERIES ANSWERS\n", argv[0]);
    return 2;
  }
  try {
    return answer_queries<Peer>(read_map(argv[1]), read_queries(argv[2]), argv[3]) ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

}  // namespace peers
