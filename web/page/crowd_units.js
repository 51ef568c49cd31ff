// The agents as units of a crowd of the library: they go to the goal, give way to each other, and
// never overlap each other or a wall.

import { unitStates } from '../js/taut.js';
import { kGround } from './tiles.js';

const kSearchTime = 4000;   // us per tick for paths
const kLongestTick = 0.1;   // s
const kPlaceTries = 8;      // places for an agent that overlaps another one
const kAtLink = unitStates.indexOf('at_link');

export class CrowdUnits {
  constructor() {
    this.isOn = false;
    this.isOld = false;  // agents or the world are others
    this.crowd = null;
    this.agents = [];    // by the number of their unit
  }

  stop() {
    this.crowd?.free();
    this.crowd = null;
    this.isOld = true;
  }

  // Agents without room are left out: they are taken from the page.
  start(app) {
    this.stop();
    this.isOld = false;
    this.crowd = app.world.crowd({ microseconds: kSearchTime });
    this.agents = [];
    for (const agent of app.agents.list) {
      for (let tries = 0; tries < kPlaceTries && !this.add(agent); ++tries) {
        app.agents.place(app, agent);
      }
    }
    app.agents.keep(new Set(this.agents));
    this.goalMoved(app);
    app.onChange('agents');
  }

  add(agent) {
    const { x, y, radius, speed } = agent;
    const unit = this.crowd.add(x, y, { radius, speed, ground: kGround });
    if (unit >= 0) this.agents[unit] = agent;
    return unit >= 0;
  }

  goalMoved({ route }) {
    this.crowd?.order([...this.agents.keys()], route.goal.x, route.goal.y);
  }

  // One frame.
  step(app, seconds) {
    if (this.isOld) this.start(app);
    if (seconds <= 0) return;
    const { crowd } = this;
    crowd.advance(Math.min(seconds, kLongestTick));
    const places = crowd.places();
    const states = crowd.states();
    this.agents.forEach((agent, unit) => {
      agent.x = places[2 * unit];
      agent.y = places[2 * unit + 1];
      if (states[unit] === kAtLink) crowd.passLink(unit);
    });
  }
}
