// The taut program: paths, scenarios, replays and pictures on the command line.
#include <csignal>

#include "commands.hpp"

int main(int argc, char** argv) {
  // Failed writes are reported where they happen.
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  return taut::tools::run(argc, argv);
}
