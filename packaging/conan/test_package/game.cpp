// Exit status 0 where a path is found.
#include <taut/taut.hpp>

int main() {
  const taut::World world(*taut::read_map(".@...\n.@.@.\n...@.\n", "my map").value);
  taut::Finder finder(world);
  return finder.find({0.5F, 0.5F}, {4.5F, 2.5F}) ? 0 : 1;
}
