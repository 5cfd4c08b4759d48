// Planck: Box2D 2.4 in JavaScript. It has no capsule; a box between two circles stands for it, which are half as dense,
// so that the mass is a capsule's.
import { readFileSync } from 'node:fs';
import { filterOf, kGravity, kMaterial, kTimeStep, isMoving } from '../conditions.mjs';

class Adapter {
  orientation = 'cosSin';
  can = ['revolute', 'limits', 'distance'];

  constructor(planck, version) {
    this.planck = planck;
    this.version = version;
  }

  create({ sleep }) {
    this.world = new this.planck.World({ gravity: { x: 0, y: kGravity }, allowSleep: sleep });
    this.bodies = [];
    this.rows = [];
  }

  add(def) {
    const body = this.world.createBody({
      type: def.type,
      position: { x: def.x, y: def.y },
      angle: def.angle,
      linearVelocity: { x: def.vx, y: def.vy },
      angularVelocity: def.omega,
      allowSleep: def.sleepAllowed,
    });
    const bits = filterOf(def);
    const filter = bits && { filterCategoryBits: bits.category, filterMaskBits: bits.mask };
    for (const form of def.shapes) {
      const density = (shape) =>
        form.type === 'capsule' && shape.getType() === 'circle' ? kMaterial.density / 2 : kMaterial.density;
      for (const shape of this.shapes(form))
        body.createFixture({ shape, ...kMaterial, density: density(shape), ...filter });
    }
    this.bodies.push(body);
    return isMoving(def) ? this.rows.push(body) - 1 : -1;
  }

  shapes(shape) {
    const { Box, Circle, Polygon } = this.planck;
    if (shape.type === 'circle') return [new Circle({ x: 0, y: 0 }, shape.radius)];
    if (shape.type === 'polygon') return [new Polygon(shape.points.map(([x, y]) => ({ x, y })))];
    if (shape.type === 'box')
      return [new Box(shape.width / 2, shape.height / 2, { x: shape.x, y: shape.y }, shape.angle)];
    const [a, b] = [
      { x: shape.x1, y: shape.y1 },
      { x: shape.x2, y: shape.y2 },
    ];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const centre = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const middle = new Box(length / 2, shape.radius, centre, Math.atan2(b.y - a.y, b.x - a.x));
    return [middle, new Circle(a, shape.radius), new Circle(b, shape.radius)];
  }

  join({ type, a, b, localA, localB, length, limits }) {
    const { DistanceJoint, RevoluteJoint } = this.planck;
    const [localAnchorA, localAnchorB] = [localA, localB].map(([x, y]) => ({ x, y }));
    const anchors = { localAnchorA, localAnchorB };
    const [Type, more] =
      type === 'distance'
        ? [DistanceJoint, { length }]
        : [RevoluteJoint, limits && { enableLimit: true, lowerAngle: limits[0], upperAngle: limits[1] }];
    this.world.createJoint(new Type({ ...anchors, ...more }, this.bodies[a], this.bodies[b]));
  }

  step() {
    this.world.step(kTimeStep);
  }

  readPoses(out) {
    const { rows } = this;
    for (let row = 0, i = 0; row < rows.length; row += 1, i += 4) {
      const { p, q } = rows[row].getTransform();
      out[i] = p.x;
      out[i + 1] = p.y;
      out[i + 2] = q.c;
      out[i + 3] = q.s;
    }
  }

  awake() {
    return this.rows.filter((body) => body.isAwake()).length;
  }

  destroy() {}
}

export async function load() {
  const planck = await import('planck');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.resolve('planck')), 'utf8'));
  return new Adapter(planck, version);
}
