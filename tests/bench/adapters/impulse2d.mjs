// This project's package, as built in dist/ or in the folder that `options.dist` names.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kGravity, kMaterial, kTimeStep, isMoving } from '../conditions.mjs';

const kForms = {
  box: ({ width, height, x, y, angle }) => ({ type: 'box', width, height, center: [x, y], angle }),
  circle: ({ radius }) => ({ type: 'circle', radius }),
  capsule: ({ x1, y1, x2, y2, radius }) => ({ type: 'capsule', a: [x1, y1], b: [x2, y2], radius }),
  polygon: ({ points }) => ({ type: 'polygon', points }),
};

class Adapter {
  orientation = 'cosSin';

  constructor({ World, version }, { solver }) {
    this.World = World;
    this.version = String(version);
    this.solver = solver;
    this.hasJoints = typeof World.prototype.createJoint === 'function';
  }

  create({ sleep }) {
    this.world = new this.World({ gravity: [0, kGravity], sleep, ...(this.solver && { solver: { type: this.solver } }) });
    this.bodies = [];
  }

  /** The row of the body in what `readPoses` fills, or -1 where it has none. */
  add(def) {
    const filter = def.ghost ? { filter: { category: 2, mask: 0 } } : {};
    const body = this.world.createBody({
      type: def.type,
      position: [def.x, def.y],
      angle: def.angle,
      angularVelocity: def.omega,
      sleepAllowed: def.sleepAllowed,
      shapes: def.shapes.map((shape) => ({ ...kForms[shape.type](shape), ...kMaterial, ...filter })),
    });
    this.bodies.push(body);
    return isMoving(def) ? body.slot : -1;
  }

  join({ a, b, localA, localB }) {
    const [bodyA, bodyB] = [this.bodies[a], this.bodies[b]];
    this.world.createJoint({ type: 'revolute', bodyA, bodyB, localAnchorA: localA, localAnchorB: localB });
  }

  step() {
    this.world.step(kTimeStep);
  }

  readPoses(out) {
    out.set(this.world.views.poses);
  }

  awake() {
    return this.world.awakeCount;
  }

  /** Milliseconds of each stage of the last step, where the engine tells. */
  stages() {
    return this.world.profile;
  }

  /** Bytes of the engine's own memory, where it has such. */
  memory() {
    return this.world.views.poses.buffer.byteLength;
  }

  destroy() {
    this.world.destroy();
  }
}

export async function load(options) {
  const engine = await import(pathToFileURL(join(options.dist, 'index.js')).href);
  await engine.init();
  return new Adapter(engine, options);
}
