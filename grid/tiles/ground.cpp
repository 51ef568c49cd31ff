#include <taut/grid.hpp>

#include <algorithm>

#include <taut/detail/require.hpp>

namespace taut {
namespace {

float require_factor(const char* what, float factor) {
  if (factor != kBlockedTerrain) {
    detail::require_within(what, static_cast<double>(factor),
                           static_cast<double>(kLeastTerrainCost),
                           static_cast<double>(kMostTerrainCost));
  }
  return factor;
}

}  // namespace

Ground::Ground(float factor) {
  factors_.fill(require_factor("Ground: factor", factor));
  blocked_ = factor == kBlockedTerrain ? kTerrainClasses : 0;
  costly_ = factor != 1.0F ? kTerrainClasses : 0;
}

void Ground::set(std::uint8_t terrain_class, float factor) {
  require_factor("Ground::set: factor", factor);
  float& known = factors_[terrain_class];
  if (known == kBlockedTerrain) --blocked_;
  if (known != 1.0F) --costly_;
  known = factor;
  if (known == kBlockedTerrain) ++blocked_;
  if (known != 1.0F) ++costly_;
}

void Ground::set_margin(int tiles, float factor) {
  detail::require_within("Ground::set_margin: tiles", tiles, 0, kMostMargin);
  detail::require_within("Ground::set_margin: factor", static_cast<double>(factor), 1.0,
                         static_cast<double>(kMostTerrainCost));
  margin_ = factor == 1.0F ? 0 : tiles;
  margin_factor_ = margin_ == 0 ? 1.0F : factor;
}

float Ground::near_walls(std::uint8_t terrain_class) const noexcept {
  if (is_blocked(terrain_class)) return kBlockedTerrain;
  return std::min(factors_[terrain_class] * margin_factor_, kMostTerrainCost);
}

}  // namespace taut
