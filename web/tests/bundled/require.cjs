// A program of CommonJS: without a bundler, and after esbuild.

const { init, World } = require('taut');

init().then(() => {
  const world = new World(8, 8);
  world.set(3, 0, 4, 7, false);
  const points = [...world.findPath(0.5, 0.5, 7.5, 0.5)];
  world.set(3, 7, 4, 8, false);
  console.log(JSON.stringify({ points, reason: world.find(0.5, 0.5, 7.5, 0.5).reason }));
});
