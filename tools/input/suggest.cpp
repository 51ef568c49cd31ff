#include "suggest.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace taut::tools {
namespace {

constexpr std::size_t kLongest = 64;

// The optimal string alignment of two words.
std::size_t count_edits(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        edits[i][k] = i + k;
        continue;
      }
      const std::size_t wrong = a[i - 1] == b[k - 1] ? 0U : 1U;
      edits[i][k] =
          std::min({edits[i - 1][k] + 1, edits[i][k - 1] + 1, edits[i - 1][k - 1] + wrong});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
        edits[i][k] = std::min(edits[i][k], edits[i - 2][k - 2] + 1);
      }
    }
  }
  return edits[a.size()][b.size()];
}

// Letters in lower case, without dashes in front.
std::string simplify(std::string_view word) {
  std::string text(word.substr(std::min(word.find_first_not_of('-'), word.size())));
  for (char& c : text) {
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

}  // namespace

std::string suggest(std::string_view text, const std::vector<std::string>& words) {
  const std::string typed = simplify(text);
  if (typed.empty() || typed.size() > kLongest) return "";
  const std::string* nearest = nullptr;
  std::size_t least = (typed.size() + 2) / 3 + 1;
  for (const std::string& word : words) {
    const std::size_t edits = count_edits(typed, simplify(word));
    if (edits >= least) continue;
    least = edits;
    nearest = &word;
  }
  return nearest == nullptr ? "" : "; did you mean " + *nearest + "?";
}

}  // namespace taut::tools
