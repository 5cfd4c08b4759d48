// Rapier 2D: `options.package` is its scalar or its SIMD build. It has no rods; ropes stand for them, which do not
// push.
import { filterOf, kGravity, kMaterial, kTimeStep, isMoving } from '../conditions.mjs';

class Adapter {
  orientation = 'angle';
  can = ['revolute', 'limits', 'distance'];
  instead = { distance: 'ropes for rods' };

  constructor(rapier, version) {
    this.rapier = rapier;
    this.version = version;
  }

  create({ sleep }) {
    this.world = new this.rapier.World({ x: 0, y: kGravity });
    this.world.timestep = kTimeStep;
    this.sleep = sleep;
    this.bodies = [];
    this.rows = [];
    this.known = false; // were all poses read once?
  }

  add(def) {
    const { RigidBodyDesc } = this.rapier;
    const makers = {
      static: RigidBodyDesc.fixed,
      kinematic: RigidBodyDesc.kinematicVelocityBased,
      dynamic: RigidBodyDesc.dynamic,
    };
    const desc = makers[def.type]()
      .setTranslation(def.x, def.y)
      .setRotation(def.angle)
      .setLinvel(def.vx, def.vy)
      .setAngvel(def.omega)
      .setCanSleep(this.sleep && def.sleepAllowed);
    const body = this.world.createRigidBody(desc);
    const bits = filterOf(def);
    for (const shape of def.shapes) {
      const collider = this.collider(shape);
      collider.setDensity(kMaterial.density).setFriction(kMaterial.friction).setRestitution(kMaterial.restitution);
      if (bits) collider.setCollisionGroups(((bits.category << 16) | bits.mask) >>> 0);
      this.world.createCollider(collider, body);
    }
    this.bodies.push(body);
    if (!isMoving(def)) return -1;
    body.userData = this.rows.length;
    return this.rows.push(body) - 1;
  }

  collider(shape) {
    const { ColliderDesc } = this.rapier;
    if (shape.type === 'circle') return ColliderDesc.ball(shape.radius);
    if (shape.type === 'polygon') return ColliderDesc.convexHull(new Float32Array(shape.points.flat()));
    if (shape.type === 'box') {
      return ColliderDesc.cuboid(shape.width / 2, shape.height / 2)
        .setTranslation(shape.x, shape.y)
        .setRotation(shape.angle);
    }
    const [dx, dy] = [shape.x2 - shape.x1, shape.y2 - shape.y1]; // Rapier's capsules stand upright
    return ColliderDesc.capsule(Math.hypot(dx, dy) / 2, shape.radius)
      .setTranslation((shape.x1 + shape.x2) / 2, (shape.y1 + shape.y2) / 2)
      .setRotation(Math.atan2(dy, dx) - Math.PI / 2);
  }

  join({ type, a, b, localA, localB, length, limits }) {
    const { JointData } = this.rapier;
    const [anchorA, anchorB] = [localA, localB].map(([x, y]) => ({ x, y }));
    const data = type === 'distance' ? JointData.rope(length, anchorA, anchorB) : JointData.revolute(anchorA, anchorB);
    const joint = this.world.createImpulseJoint(data, this.bodies[a], this.bodies[b], true);
    if (limits) joint.setLimits(...limits);
  }

  step() {
    this.world.step();
  }

  // Where bodies sleep, only the active ones are read: the cheapest of its ways.
  readPoses(out) {
    this.out = out;
    if (this.sleep && this.known) {
      this.world.forEachActiveRigidBody(this.readOne);
    } else {
      for (const body of this.rows) this.readOne(body);
      this.known = true;
    }
  }

  target = { x: 0, y: 0 };
  readOne = (body) => {
    const { out } = this;
    const at = 4 * body.userData;
    const { x, y } = body.translation(this.target); // 0.19 has no target and returns a new object
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = body.rotation();
  };

  awake() {
    let count = 0;
    this.world.forEachActiveRigidBody(() => {
      count += 1;
    });
    return count;
  }

  destroy() {
    this.world.free();
  }
}

export async function load(options) {
  const { default: rapier } = await import(options.package);
  await rapier.init();
  return new Adapter(rapier, rapier.version());
}
