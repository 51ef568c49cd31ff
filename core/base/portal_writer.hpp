// Writes portals and counts those that do not fit (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

namespace taut::detail {

class PortalWriter {
 public:
  explicit PortalWriter(std::span<Portal> out) noexcept : out_(out) {}
  void write(const Portal& portal) noexcept {
    if (count_ < out_.size()) out_[count_] = portal;
    ++count_;
  }
  [[nodiscard]] Result result() const noexcept {
    if (count_ > out_.size()) return {Status::truncated, out_.size()};
    return {Status::ok, count_};
  }

 private:
  std::span<Portal> out_;
  std::size_t count_ = 0;
};

}  // namespace taut::detail
