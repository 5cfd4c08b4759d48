// Box2D 3 through embind, box2d3-wasm: `deluxe` has SIMD and memory shared with threads, `compat` neither. One thread.
//
// Every object it returns is a handle, to be freed by hand. Poses are read by b2Body_GetPosition and
// b2Body_GetRotation, the fastest of its documented ways where all bodies move: b2Body_GetTransform takes 1.4 times as
// long, its ToBytes 2.6 times. Where few move, the list of moved bodies is shorter, so that is taken instead.
import { readFileSync } from 'node:fs';
import { filterOf, kGravity, kMaterial, kTimeStep, isMoving } from '../conditions.mjs';

const kSubsteps = 4; // what Box2D's documentation recommends, and its samples have
const kTypes = { static: 'b2_staticBody', kinematic: 'b2_kinematicBody', dynamic: 'b2_dynamicBody' };

class Adapter {
  orientation = 'cosSin';
  can = ['revolute', 'limits', 'distance'];

  constructor(b2, version) {
    this.b2 = b2;
    this.version = version;
  }

  vector(x, y) {
    return new this.b2.b2Vec2(x, y);
  }

  create({ sleep }) {
    const { b2 } = this;
    const def = b2.b2DefaultWorldDef();
    def.gravity = this.vector(0, kGravity);
    def.enableSleep = sleep;
    this.world = b2.b2CreateWorld(def);
    def.delete();
    this.bodies = [];
    this.known = false; // were all poses read once?
    this.rows = []; // handles of the moving bodies
    this.rowOf = new Map(); // from the body's index in Box2D
  }

  add(def) {
    const { b2 } = this;
    const bodyDef = b2.b2DefaultBodyDef();
    bodyDef.type = b2.b2BodyType[kTypes[def.type]];
    bodyDef.position = this.vector(def.x, def.y);
    bodyDef.rotation = b2.b2MakeRot(def.angle);
    bodyDef.linearVelocity = this.vector(def.vx, def.vy);
    bodyDef.angularVelocity = def.omega;
    bodyDef.enableSleep = def.sleepAllowed;
    const body = b2.b2CreateBody(this.world, bodyDef);
    const shapeDef = b2.b2DefaultShapeDef();
    shapeDef.density = kMaterial.density;
    const { material, filter } = shapeDef;
    material.friction = kMaterial.friction;
    material.restitution = kMaterial.restitution;
    const bits = filterOf(def);
    if (bits) {
      filter.setCategoryBits64(String(bits.category));
      filter.setMaskBits64(String(bits.mask));
    }
    for (const shape of def.shapes) this.addShape(body, shapeDef, shape);
    shapeDef.delete();
    bodyDef.delete();
    this.bodies.push(body);
    if (!isMoving(def)) return -1;
    this.rowOf.set(body.index1, this.rows.length);
    return this.rows.push(body) - 1;
  }

  addShape(body, shapeDef, shape) {
    const { b2 } = this;
    if (shape.type === 'circle') {
      const circle = new b2.b2Circle();
      circle.center = this.vector(0, 0);
      circle.radius = shape.radius;
      b2.b2CreateCircleShape(body, shapeDef, circle);
    } else if (shape.type === 'capsule') {
      const capsule = new b2.b2Capsule();
      capsule.center1 = this.vector(shape.x1, shape.y1);
      capsule.center2 = this.vector(shape.x2, shape.y2);
      capsule.radius = shape.radius;
      b2.b2CreateCapsuleShape(body, shapeDef, capsule);
    } else if (shape.type === 'polygon') {
      const hull = b2.b2ComputeHull(shape.points.map(([x, y]) => this.vector(x, y)));
      b2.b2CreatePolygonShape(body, shapeDef, b2.b2MakePolygon(hull, 0));
    } else {
      const box = b2.b2MakeOffsetBox(
        shape.width / 2,
        shape.height / 2,
        this.vector(shape.x, shape.y),
        b2.b2MakeRot(shape.angle),
      );
      b2.b2CreatePolygonShape(body, shapeDef, box);
      box.delete();
    }
  }

  join({ type, a, b, localA, localB, length, limits }) {
    const { b2 } = this;
    const def = type === 'distance' ? b2.b2DefaultDistanceJointDef() : b2.b2DefaultRevoluteJointDef();
    const { base } = def;
    base.bodyIdA = this.bodies[a];
    base.bodyIdB = this.bodies[b];
    base.localFrameA.p = this.vector(...localA);
    base.localFrameB.p = this.vector(...localB);
    if (type === 'distance') {
      def.length = length;
      b2.b2CreateDistanceJoint(this.world, def);
    } else {
      if (limits) [def.enableLimit, def.lowerAngle, def.upperAngle] = [true, ...limits];
      b2.b2CreateRevoluteJoint(this.world, def);
    }
    def.delete();
  }

  step() {
    this.b2.b2World_Step(this.world, kTimeStep, kSubsteps);
  }

  readPoses(out) {
    const { b2, rows } = this;
    const events = b2.b2World_GetBodyEvents(this.world);
    const moved = events.moveCount;
    if (moved < rows.length / 2 && this.known) {
      this.readMoved(out, events, moved);
    } else {
      for (let row = 0, i = 0; row < rows.length; row += 1, i += 4) {
        const position = b2.b2Body_GetPosition(rows[row]);
        const rotation = b2.b2Body_GetRotation(rows[row]);
        out[i] = position.x;
        out[i + 1] = position.y;
        out[i + 2] = rotation.c;
        out[i + 3] = rotation.s;
        position.delete();
        rotation.delete();
      }
      this.known = true;
    }
    events.delete();
  }

  // The transform and its parts are places inside the event, which alone is freed.
  readMoved(out, events, moved) {
    for (let i = 0; i < moved; i += 1) {
      const event = events.GetMoveEvent(i);
      const at = 4 * this.rowOf.get(event.bodyId.index1);
      const { p, q } = event.transform;
      out[at] = p.x;
      out[at + 1] = p.y;
      out[at + 2] = q.c;
      out[at + 3] = q.s;
      event.delete();
    }
  }

  awake() {
    return this.b2.b2World_GetAwakeBodyCount(this.world);
  }

  memory() {
    return this.b2.HEAPU8.buffer.byteLength;
  }

  destroy() {
    this.b2.b2DestroyWorld(this.world);
  }
}

export async function load({ flavour }) {
  const entry = import.meta.resolve('box2d3-wasm');
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', entry), 'utf8'));
  const { default: make } = await import(new URL(`./${flavour}/Box2D.${flavour}.mjs`, entry).href);
  return new Adapter(await make({ pthreadCount: 0 }), version);
}
