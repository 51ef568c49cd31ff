// What a mistyped word was meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace taut::tools {

// "; did you mean optimal?" for the first of the words that is nearest to `text`, with an edit in
// three letters at most. A letter that is missing, too many, wrong, or swapped with the next is an
// edit. Empty where no word is as near.
[[nodiscard]] std::string suggest(std::string_view text, const std::vector<std::string>& words);

}  // namespace taut::tools
