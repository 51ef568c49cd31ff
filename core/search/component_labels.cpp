#include <taut/detail/component_labels.hpp>

#include "core/base/trim.hpp"

namespace taut {

void ComponentLabels::renumber() {
  std::vector<Label> renumbered(parent_.size(), kNone);
  std::vector<std::uint32_t> sizes{0};
  for (Label& label : labels_) {
    if (label == kNone) continue;
    Label& fresh = renumbered[find(label)];
    if (fresh == kNone) {
      fresh = static_cast<Label>(sizes.size());
      sizes.push_back(0);
    }
    label = fresh;
    ++sizes[fresh];
  }
  parent_.resize(sizes.size());
  for (Label label = 0; label < parent_.size(); ++label) parent_[label] = label;
  sizes_ = std::move(sizes);
}

void ComponentLabels::trim() {
  detail::trim(labels_);
  detail::trim(parent_);
  detail::trim(sizes_);
}

}  // namespace taut
