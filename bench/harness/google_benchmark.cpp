#include "google_benchmark.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <map>
#include <optional>
#include <utility>

#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"

namespace taut::bench {
namespace {

bool has_thrown = false;

// The figures of one counter over the repetitions, in nanoseconds.
struct Spread {
  std::optional<double> mean;
  std::optional<double> median;
  std::optional<double> stddev;
};

// MAP and the rest of MAP/NAME, where MAP itself has one slash.
std::pair<std::string, std::string> split_name(const std::string& name) {
  const std::size_t slash = name.find('/', name.find('/') + 1);
  return {name.substr(0, slash), name.substr(slash + 1)};
}

// Prints as Google Benchmark does and writes a row of CSV for each benchmark and counter.
class CsvReporter : public benchmark::ConsoleReporter {
 public:
  explicit CsvReporter(const std::string& csv) {
    if (csv.empty()) return;
    csv_.emplace(csv);
    csv_->write("map,benchmark,item,repetitions,mean_ns,median_ns,stddev_ns\n");
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    if (csv_) write(runs);
  }

  void close() {
    if (csv_) csv_->close();
  }

 private:
  // The runs are those of one benchmark: its repetitions, or their aggregates. A single repetition
  // has no aggregates.
  void write(const std::vector<Run>& runs) {
    std::map<std::string, Spread> items;
    for (const Run& run : runs) {
      for (const auto& [item, counter] : run.counters) {
        const double ns = 1e9 * counter.value;
        if (run.run_type == Run::RT_Iteration && run.repetitions <= 1) {
          items[item] = {ns, ns, std::nullopt};
        } else if (run.aggregate_name == "mean") {
          items[item].mean = ns;
        } else if (run.aggregate_name == "median") {
          items[item].median = ns;
        } else if (run.aggregate_name == "stddev") {
          items[item].stddev = ns;
        }
      }
    }
    const auto number = [](const std::optional<double>& ns) {
      return ns ? fmt::format("{:.6g}", *ns) : std::string();
    };
    for (const auto& [item, spread] : items) {
      if (!spread.mean) continue;
      const auto [map, name] = split_name(runs.front().run_name.function_name);
      csv_->write(fmt::format("{},{},{},{},{},{},{}\n", map, name, item,
                              std::max<std::int64_t>(runs.front().repetitions, 1),
                              number(spread.mean), number(spread.median), number(spread.stddev)));
    }
  }

  std::optional<tools::OutputFile> csv_;
};

}  // namespace

void require(bool is_right, const std::string& what) {
  if (!is_right) throw WrongAnswer(what);
}

void register_benchmark(const std::string& map, const std::string& name,
                        std::function<void(benchmark::State& state)> body) {
  benchmark::RegisterBenchmark((map + "/" + name).c_str(), [body = std::move(body)](
                                                               benchmark::State& state) {
    try {
      body(state);
    } catch (const std::exception& error) {
      has_thrown = true;
      state.SkipWithError(error.what());
    }
  })->Unit(benchmark::kMicrosecond);
}

void report_each(benchmark::State& state, const char* item, std::size_t count) {
  state.counters[item] =
      benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

void add_google_options(CLI::App& table, BenchOptions& options) {
  add_map_and_csv(table, options);
  table.allow_extras();
}

int run_benchmarks(const BenchOptions& options, const std::vector<std::string>& flags,
                   std::span<const char* const> defaults) {
  std::vector<std::string> words{"taut_bench"};
  words.insert(words.end(), defaults.begin(), defaults.end());
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (count > 1) {
    tools::fail("{}: neither an option of this table nor of Google Benchmark", arguments[1]);
  }
  CsvReporter reporter(options.csv);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  reporter.close();
  return has_thrown ? 1 : 0;
}

}  // namespace taut::bench
