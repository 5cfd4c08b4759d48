// Matter: pixels, 100 of them a metre, because then its own gravity is that of the scenes. Air friction is off, as
// nothing else has any. It has no capsule (a box with rounded corners stands for it), no kinematic body (a static one
// is turned by hand) and no limits on angles.
import Matter from 'matter-js';
import { readFileSync } from 'node:fs';
import { filterOf, kGravity, kMaterial, kTimeStep, isMoving } from '../conditions.mjs';

const { Bodies, Body, Composite, Constraint, Engine } = Matter;
const kPixels = 100; // a metre
const kScale = 0.001; // px/ms^2 a unit of its gravity

class Adapter {
  orientation = 'angle';
  unitsPerMetre = kPixels;
  can = ['revolute', 'distance'];

  constructor(version) {
    this.version = version;
  }

  create({ sleep }) {
    this.engine = Engine.create({ enableSleeping: sleep });
    this.engine.gravity.y = (kGravity * kPixels) / 1e6 / kScale;
    this.bodies = [];
    this.rows = [];
    this.turning = [];
  }

  add(def) {
    const filter = filterOf(def);
    const options = {
      isStatic: def.type !== 'dynamic',
      angle: def.angle,
      density: kMaterial.density / kPixels ** 2,
      friction: kMaterial.friction,
      restitution: kMaterial.restitution,
      frictionAir: 0,
      ...(!def.sleepAllowed && { sleepThreshold: Infinity }),
      ...(filter && { collisionFilter: { ...filter, group: 0 } }),
    };
    const parts = def.shapes.map((shape) => this.part(shape, kPixels * def.x, kPixels * def.y, options));
    const body = parts.length === 1 ? parts[0] : Body.create({ parts, isStatic: options.isStatic });
    Composite.add(this.engine.world, body);
    if (def.type === 'dynamic')
      Body.setVelocity(body, { x: kPixels * kTimeStep * def.vx, y: kPixels * kTimeStep * def.vy });
    if (def.type === 'kinematic') this.turning.push({ body, turn: def.omega * kTimeStep });
    this.bodies.push(body);
    return isMoving(def) ? this.rows.push(body) - 1 : -1;
  }

  part(shape, x, y, options) {
    if (shape.type === 'circle') return Bodies.circle(x, y, kPixels * shape.radius, options);
    if (shape.type === 'box') {
      const [dx, dy, width, height] = [shape.x, shape.y, shape.width, shape.height].map((value) => kPixels * value);
      return Bodies.rectangle(x + dx, y + dy, width, height, options);
    }
    if (shape.type === 'polygon') {
      const vertices = shape.points.map(([px, py]) => ({ x: kPixels * px, y: kPixels * py }));
      return Body.create({ ...options, position: { x, y }, vertices });
    }
    const radius = kPixels * shape.radius;
    const length = kPixels * (shape.x2 - shape.x1);
    return Bodies.rectangle(x, y, length + 2 * radius, 2 * radius, { ...options, chamfer: { radius: 0.999 * radius } });
  }

  join({ a, b, localA, localB, length = 0 }) {
    const [pointA, pointB] = [localA, localB].map(([x, y]) => ({ x: kPixels * x, y: kPixels * y }));
    Composite.add(
      this.engine.world,
      Constraint.create({ bodyA: this.bodies[a], bodyB: this.bodies[b], pointA, pointB, length: kPixels * length }),
    );
  }

  step() {
    for (const { body, turn } of this.turning) Body.setAngle(body, body.angle + turn, true);
    Engine.update(this.engine, 1000 * kTimeStep);
  }

  readPoses(out) {
    const { rows } = this;
    for (let row = 0, i = 0; row < rows.length; row += 1, i += 4) {
      const { position, angle } = rows[row];
      out[i] = position.x;
      out[i + 1] = position.y;
      out[i + 2] = angle;
    }
  }

  awake() {
    return this.rows.filter((body) => !body.isSleeping).length;
  }

  destroy() {
    Engine.clear(this.engine);
  }
}

export async function load() {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.resolve('matter-js')), 'utf8'));
  return new Adapter(version);
}
