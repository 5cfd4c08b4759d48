// This project's package, as built in dist/ or in the folder that `options.dist` names.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filterOf, kGravity, kMaterial, kTimeStep, isMoving } from '../conditions.mjs';

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
    this.can = typeof World.prototype.createJoint === 'function' ? ['revolute', 'limits', 'distance'] : [];
  }

  create({ sleep }) {
    this.world = new this.World({
      gravity: [0, kGravity],
      sleep,
      ...(this.solver && { solver: { type: this.solver } }),
    });
    this.bodies = [];
  }

  /** The row of the body in what `readPoses` fills, or -1 where it has none. */
  add(def) {
    const filter = filterOf(def);
    const body = this.world.createBody({
      type: def.type,
      position: [def.x, def.y],
      angle: def.angle,
      velocity: [def.vx, def.vy],
      angularVelocity: def.omega,
      sleepAllowed: def.sleepAllowed,
      shapes: def.shapes.map((shape) => ({ ...kForms[shape.type](shape), ...kMaterial, ...(filter && { filter }) })),
    });
    this.bodies.push(body);
    return isMoving(def) ? body.slot : -1;
  }

  join({ type, a, b, localA, localB, length, limits }) {
    const joint = { type, bodyA: this.bodies[a], bodyB: this.bodies[b], localAnchorA: localA, localAnchorB: localB };
    const more = type === 'distance' ? { length } : limits && { lowerAngle: limits[0], upperAngle: limits[1] };
    this.world.createJoint({ ...joint, ...more });
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

  contacts() {
    return this.world.contactCount;
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
