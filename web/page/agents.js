// Up to 1 000 agents of three sizes. They walk to random places, or all to the goal. An agent whose
// path may be cut by an edit stops until it has a new one, so none ever passes through a wall.

import { Pace } from './pace.js';
import { findRoom } from './room.js';
import { kGround } from './tiles.js';
import { Walk } from './walk.js';

export const kMostAgents = 1000;
export const agentSizes = [
  { radius: 0.2, speed: 5, share: 0.62 },
  { radius: 0.4, speed: 4, share: 0.3 },
  { radius: 0.8, speed: 3, share: 0.08 },
];

const kPlanTime = 4;      // ms per frame for new paths
const kRange = 60;        // how far away a place to go to may be, in tiles
const kTries = 12;
const kRetryTime = 500;    // ms until an agent without a path tries again
const kMaxPush = 8;      // tiles
const kSpacing = 0.55;    // tiles: how a crowd spreads around the goal
const kLongestStep = 0.1; // s: after a pause the agents do not leap

const kWaiting = 0;       // for a path
const kWalking = 1;
const kStanding = 2;      // at the goal

// All mind terrain.
const movesAs = ({ radius }) => ({ radius, ground: kGround });

export class Agents {
  constructor(random = Math.random) {
    this.random = random;
    this.list = [];
    this.queue = [];  // of agents that wait
    this.gathers = false;
    this.fields = agentSizes.map(() => ({ field: null, isOld: true, pace: new Pace() }));
    this.pushed = 0;
  }

  // After a change of the map: all start again at random places.
  reset(app) {
    const count = this.list.length;
    this.list = [];
    this.queue = [];
    this.setCount(app, count);
  }

  // After the world was built anew: each agent stays where it is if there is room.
  moveTo(app) {
    for (const agent of this.list) {
      if (!app.world.hasRoom(agent.x, agent.y, movesAs(agent))) this.pushOut(app, agent);
      this.wait(agent);
    }
  }

  dropFields() {
    for (const each of this.fields) {
      each.field?.free();
      each.field = null;
      each.isOld = true;
    }
  }

  setCount(app, count) {
    while (this.list.length > count) this.list.pop().isGone = true;
    for (let tries = 0; this.list.length < count && tries < 20 * kMostAgents; ++tries) {
      const agent = this.make(this.list.length);
      if (this.place(app, agent)) {
        this.list.push(agent);
        this.wait(agent);
      }
    }
  }

  // Those that are not among them are gone.
  keep(kept) {
    for (const agent of this.list) agent.isGone = !kept.has(agent);
    this.list = this.list.filter((agent) => kept.has(agent));
  }

  // Any number of agents has about the same mix of sizes.
  make(number) {
    const share = ((number * 0.618034) % 1 + 1) % 1;
    const [small, middle] = agentSizes;
    const size = share < small.share ? 0 : share < small.share + middle.share ? 1 : 2;
    const speed = agentSizes[size].speed * (0.8 + 0.4 * this.random());
    return { number, size, radius: agentSizes[size].radius, speed, x: 0, y: 0, walk: null,
      state: kWaiting, isQueued: false, retryAt: 0, isGone: false };
  }

  // Puts the agent at a random place. Returns whether one with room was found.
  place({ map, world }, agent) {
    for (let i = 0; i < kTries; ++i) {
      const x = Math.floor(this.random() * map.width) + 0.5;
      const y = Math.floor(this.random() * map.height) + 0.5;
      if (!world.hasRoom(x, y, movesAs(agent))) continue;
      agent.x = x;
      agent.y = y;
      return true;
    }
    return false;
  }

  // The agent stops until it has a new path.
  wait(agent) {
    agent.walk = null;
    agent.state = kWaiting;
    this.enqueue(agent);
  }

  enqueue(agent) {
    if (agent.isQueued) return;
    agent.isQueued = true;
    this.queue.push(agent);
  }

  setGathers(app, gathers) {
    this.gathers = gathers;
    this.goalMoved();
    if (!gathers) this.dropFields();
  }

  // All need new paths, and follow the old ones until then.
  goalMoved() {
    for (const each of this.fields) each.isOld = true;
    for (const agent of this.list) this.enqueue(agent);
  }

  // A link leads elsewhere: nobody goes on to its old ends.
  linksChanged() {
    for (const each of this.fields) each.isOld = true;
    for (const agent of this.list) {
      if (agent.walk?.hasLinkAhead) this.wait(agent);
      else if (this.gathers) this.enqueue(agent);
    }
  }

  // The tiles of the rectangle were edited; `isBlocked`: some of them are walls now.
  edited(app, rect, isBlocked) {
    for (const each of this.fields) each.isOld = true;
    if (!isBlocked) return;
    for (const agent of this.list) {
      const extent = agent.radius + 0.01;
      const isNear = agent.x + extent > rect.x0 && agent.x - extent < rect.x1 &&
        agent.y + extent > rect.y0 && agent.y - extent < rect.y1;
      if (isNear && !app.world.hasRoom(agent.x, agent.y, movesAs(agent))) {
        this.pushOut(app, agent);
        this.wait(agent);
      } else if (agent.walk?.meets(rect, agent.radius + 0.01)) {
        this.wait(agent);
      }
    }
  }

  // A wall was built where the agent stands: to the nearest place with room, or to another one.
  pushOut(app, agent) {
    ++this.pushed;
    const place = findRoom(app.world, agent, movesAs(agent), kMaxPush);
    if (place) Object.assign(agent, place);
    else this.place(app, agent);
  }

  // One frame.
  step(app, seconds) {
    this.plan(app);
    const time = Math.min(seconds, kLongestStep);
    for (const agent of this.list) {
      if (agent.state !== kWalking) continue;
      const stop = this.gathers ? this.stopDistance(agent) : 0;
      const distance = Math.min(agent.speed * time, agent.walk.left - stop);
      if (distance > 0) agent.walk.advance(distance, agent);
      const isThere = agent.walk.left <= stop + 1e-6;
      if (!isThere && !agent.walk.isDone) continue;
      if (!this.gathers) this.wait(agent);
      else if (isThere || !agent.walk.rest) agent.state = kStanding;
      else this.walkOn(app, agent);
    }
  }

  walkOf({ passages }, path) {
    return new Walk(path, (link) => passages.costOf(link));
  }

  // From a corner to the next one.
  walkOn(app, agent) {
    const leg = this.legToGoal(agent);
    if (leg) agent.walk = this.walkOf(app, leg);
    else this.wait(agent);
  }

  stopDistance(agent) {
    return kSpacing * Math.sqrt(agent.number);
  }

  // New paths for those that wait, in turn, as many as the time allows.
  plan(app) {
    if (this.queue.length === 0) return;
    if (this.gathers) this.updateFields(app);
    const end = performance.now() + kPlanTime;
    let left = this.queue.length;  // one that finds none waits for the next frame
    while (left-- > 0 && performance.now() < end) {
      const agent = this.queue.shift();
      agent.isQueued = false;
      if (agent.isGone) continue;
      if (agent.retryAt > performance.now()) {
        this.enqueue(agent);
        continue;
      }
      const path = this.gathers ? this.pathToGoal(app, agent) : this.pathAnywhere(app, agent);
      if (path?.isOk) {
        agent.walk = this.walkOf(app, path);
        agent.state = kWalking;
      } else {
        agent.retryAt = performance.now() + kRetryTime * (0.5 + this.random());
        this.enqueue(agent);
      }
    }
  }

  pathAnywhere({ map, world }, agent) {
    const x = agent.x + kRange * (2 * this.random() - 1);
    const y = agent.y + kRange * (2 * this.random() - 1);
    const goalX = Math.floor(Math.min(Math.max(x, 0), map.width - 1)) + 0.5;
    const goalY = Math.floor(Math.min(Math.max(y, 0), map.height - 1)) + 0.5;
    if (!world.hasRoom(goalX, goalY, movesAs(agent))) return null;
    return this.find(world, agent, goalX, goalY);
  }

  find(world, agent, x, y, goal = 'exact') {
    return world.find(agent.x, agent.y, x, y, { ...movesAs(agent), method: 'best', goal });
  }

  pathToGoal({ world, route }, agent) {
    if (!this.fields[agent.size].field?.isCurrent) return null; // its turn comes
    return this.legToGoal(agent) ??
      this.find(world, agent, route.goal.x, route.goal.y, 'nearest');
  }

  // The straight way to the next corner, or a link; null where the field has none.
  legToGoal({ x, y, size }) {
    const { field } = this.fields[size];
    if (!field?.isCurrent) return null;
    const step = field.linkAt(x, y);
    if (step) {
      return { isOk: true, turns: null, points: [x, y, step.exit.x, step.exit.y],
        links: [{ link: step.link, exit: 1 }], rest: field.distance(step.exit.x, step.exit.y) };
    }
    const next = field.nextCorner(x, y);
    if (!next) return null;
    return { isOk: true, turns: null, points: [x, y, next.x, next.y],
      rest: field.distance(next.x, next.y) };
  }

  // One field per size has the paths of all; at most one is built per frame.
  updateFields({ world, route }) {
    const size = this.fields.findIndex((each) => each.isOld && each.pace.isReady);
    if (size < 0) return;
    const each = this.fields[size];
    each.pace.run(() => {
      each.isOld = false;
      const goals = [this.goalFor(world, route.goal, size)];
      if (each.field) each.field.setGoals(goals);
      else each.field = world.field(goals, movesAs(agentSizes[size]));
      for (const one of this.list) if (one.size === size) this.enqueue(one);
    });
  }

  // The goal, where an agent of this size reaches it; else the place nearest to it that one reaches
  // without links.
  goalFor(world, goal, size) {
    const own = this.list.filter((agent) => agent.size === size);
    const comes = ({ x, y, ...agent }) =>
      world.isReachable(x, y, goal.x, goal.y, movesAs(agent));
    if (own.some(comes)) return goal;
    for (const agent of own) {
      const { x, y } = agent;
      const place = world.nearestPlace(x, y, goal.x, goal.y, movesAs(agent));
      if (place) return place;
    }
    return goal;
  }

  // A path is followed exactly, so drawing needs no more than the place of an agent.
  draw(context, theme, pixel) {
    for (let size = 0; size < agentSizes.length; ++size) {
      const radius = Math.max(agentSizes[size].radius, 1.6 * pixel);
      context.beginPath();
      for (const agent of this.list) {
        if (agent.size !== size) continue;
        context.moveTo(agent.x + radius, agent.y);
        context.arc(agent.x, agent.y, radius, 0, 2 * Math.PI);
      }
      context.fillStyle = theme.agents[size];
      context.fill();
      if (radius < 4 * pixel) continue;
      context.strokeStyle = theme.halo;
      context.lineWidth = Math.min(1.25 * pixel, 0.15 * radius);
      context.stroke();
    }
  }
}
