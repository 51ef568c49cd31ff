// Built with core/base/require.cpp and without exceptions: prints the error and aborts.
#include <csignal>
#include <cstdlib>

#include <taut/engine/tile_bits.hpp>

int main() {
  // An abort is what is expected; ctest looks for the message.
  std::signal(SIGABRT, [](int) { std::_Exit(0); });
  const taut::TileBits bits(0, 1);
  return bits.width() + 1;
}
