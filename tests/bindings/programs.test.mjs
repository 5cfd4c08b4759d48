// Random programs of calls: only PhysicsErrors are thrown, a refusal changes nothing, every state can be restored, and
// the same program gives the same motion. SECONDS and SEED in the environment make it a search.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Character, History, PhysicsError, World, init, presets } from '../../dist/index.js';

const seconds = Number(process.env.SECONDS ?? 3);
const firstSeed = Number(process.env.SEED ?? 1);
await init();

/** Mulberry32. */
function dice(seed) {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const upTo = (n) => Math.floor(next() * n);
  return { next, upTo, of: (list) => list[upTo(list.length)], chance: (p) => next() < p };
}

const odd = [NaN, Infinity, -Infinity, -1, 0, 1e30, 1e-30, undefined, null, 'x', {}, [], [NaN, 0], true, -0];

class Program {
  constructor(seed) {
    this.dice = dice(seed);
    const options = this.dice.chance(0.5) ? { solver: this.dice.of(Object.values(presets)) } : {};
    this.world = new World(options);
    this.bodies = [this.world.createBody({ type: 'static', shapes: [{ type: 'box', width: 30, height: 1 }] })];
    this.joints = [];
    this.characters = [];
    this.snapshots = [];
    this.refused = 0;
    this.trace = [];
  }
  number(scale = 3) {
    return this.dice.chance(0.01) ? this.dice.of(odd) : (this.dice.next() - 0.5) * 2 * scale;
  }
  size() {
    return this.dice.chance(0.01) ? this.dice.of(odd) : 0.1 + this.dice.next();
  }
  point(scale) {
    return this.dice.chance(0.01) ? this.dice.of(odd) : [this.number(scale), this.number(scale)];
  }
  shape() {
    const { dice } = this;
    const common = {
      friction: dice.next(),
      restitution: dice.chance(0.2) ? dice.next() : 0,
      sensor: dice.chance(0.1),
      preSolve: dice.chance(0.1),
      ...(dice.chance(0.1) && { oneWay: [0, 1] }),
      ...(dice.chance(0.1) && { filter: { group: dice.upTo(3) - 1, mask: dice.upTo(4) } }),
    };
    const center = dice.chance(0.3) ? this.point(0.5) : [0, 0];
    return {
      ...dice.of([
        () => ({ type: 'circle', radius: this.size(), center }),
        () => ({ type: 'box', width: this.size(), height: this.size(), center, angle: this.number(1) }),
        () => ({ type: 'capsule', a: this.point(0.5), b: this.point(0.5), radius: this.size() }),
        () => ({ type: 'polygon', points: Array.from({ length: 3 + dice.upTo(6) }, () => this.point(1)) }),
        () => ({ type: 'segment', a: this.point(2), b: this.point(2) }),
        () => ({
          type: 'chain',
          points: Array.from({ length: 4 + dice.upTo(5) }, (_, i) => [i - 3, dice.next()]),
          twoSided: dice.chance(0.5),
        }),
      ])(),
      ...common,
    };
  }
  body() {
    return this.dice.of(this.bodies);
  }
  operations() {
    const { world, dice } = this;
    return [
      () => {
        if (this.bodies.length < 40)
          this.bodies.push(
            world.createBody({
              type: dice.of(['dynamic', 'dynamic', 'dynamic', 'static', 'kinematic']),
              position: this.point(6),
              angle: this.number(3),
              velocity: this.point(5),
              bullet: dice.chance(0.1),
              shapes: Array.from({ length: dice.upTo(3) }, () => this.shape()),
            }),
          );
      },
      () => this.body().createShape(this.shape()),
      () => this.body().destroy(),
      () => dice.of(this.body().shapes)?.destroy(),
      () => {
        const type = dice.of(['revolute', 'prismatic', 'distance', 'weld', 'wheel', 'motor', 'target']);
        const def = {
          type,
          bodyA: this.body(),
          bodyB: this.body(),
          anchor: this.point(4),
          axis: [0, 1],
          target: this.point(4),
        };
        const names = {
          revolute: ['anchor'],
          prismatic: ['anchor', 'axis'],
          weld: ['anchor'],
          wheel: ['anchor', 'axis'],
          target: ['target'],
        };
        for (const name of ['anchor', 'axis', 'target']) if (!names[type]?.includes(name)) delete def[name];
        this.joints.push(world.createJoint(def));
      },
      () => dice.of(this.joints)?.destroy(),
      () => this.body().applyImpulse(this.point(5), this.point(5)),
      () => this.body().setTransform(this.point(6), this.number(3)),
      () => (this.body().type = dice.of(['dynamic', 'static', 'kinematic'])),
      () => (this.body().enabled = dice.chance(0.7)),
      () => (this.body().velocity = this.point(20)),
      () => (this.body().lock = { x: dice.chance(0.5), rotation: dice.chance(0.5) }),
      () => (this.body().mass = this.size()),
      () => (this.body().dominance = dice.upTo(5) - 2),
      () => (this.body().awake = dice.chance(0.5)),
      () => this.body().moveTo(this.point(5), this.number(3), dice.of([0, 1 / 60])),
      () => {
        const shape = dice.of(this.body().shapes);
        if (!shape) return;
        dice.of([
          () => (shape.friction = this.size()),
          () => (shape.sensor = dice.chance(0.5)),
          () => (shape.oneWay = dice.of([null, [0, 1]])),
          () => (shape.preSolve = dice.chance(0.5)),
          () => (shape.density = this.size()),
          () => (shape.filter = { mask: dice.upTo(4) }),
          () => world.recheck(shape),
        ])();
      },
      () => (world.gravity = this.point(10)),
      () => (world.solver = dice.of(Object.values(presets))),
      () => (world.contactFilter = dice.of([null, (a, b) => (a.id + b.id) % 5 > 0])),
      () => world.raycast(this.point(9), this.point(9)),
      () => world.overlap({ shape: { type: 'circle', radius: this.size() }, position: this.point(5) }),
      () => world.shapeCast({ shape: { type: 'box', width: 1, height: 1 }, from: this.point(9), to: this.point(9) }),
      () => world.closest({ point: this.point(5), maxDistance: this.size() }),
      () =>
        world.explode({ position: this.point(5), radius: this.size(), falloff: this.size(), impulse: this.number(5) }),
      () => {
        if (this.characters.length < 2)
          this.characters.push(
            new Character(world, {
              shape: { type: 'capsule', a: [0, 0.3], b: [0, 1], radius: 0.3 },
              position: this.point(5),
            }),
          );
      },
      () => dice.of(this.characters)?.move(this.point(8), dice.of([0, 1 / 60])),
      () => world.views.poses.length + world.contactCount + world.views.contacts.length,
      () => this.snapshots.push([world.snapshot({ static: dice.chance(0.5) }), world.hash()]),
      () => this.goBack(),
      () => this.again(),
      () => this.rewind(),
      () => this.json(),
      () => world.step(dice.of([0, 1 / 240, 1 / 30, 0.2])),
    ];
  }
  /** A refusal is a PhysicsError and changes nothing. */
  attempt(operation) {
    const before = this.world.hash();
    try {
      operation();
    } catch (error) {
      if (!(error instanceof PhysicsError)) throw error;
      this.refused++;
      if (error.code === 'INVALID_ARGUMENT') assert.equal(this.world.hash(), before, error.message);
    }
  }
  goBack() {
    const [bytes, hash] = this.dice.of(this.snapshots) ?? [];
    if (!bytes) return;
    this.world.restore(bytes);
    assert.equal(this.world.hash(), hash);
    this.bodies = [...this.world.bodies];
    this.joints = [...this.world.joints];
  }
  futures(count) {
    return Array.from({ length: count }, () => (this.world.step(), this.world.hash()));
  }
  /** Either kind of snapshot leads to the same future. */
  again() {
    const [whole, small] = [this.world.snapshot(), this.world.snapshot({ static: false })];
    const hash = this.world.hash();
    const first = this.futures(8);
    for (const bytes of [whole, small, small.slice()]) {
      this.world.restore(bytes);
      assert.equal(this.world.hash(), hash);
      assert.deepEqual(this.futures(8), first);
    }
  }
  rewind() {
    const history = new History(this.world, { bytes: 1e6, every: 4 });
    const hashes = [this.world.hash()];
    for (let i = 0; i < 10; i++) {
      this.world.step();
      history.record();
      hashes.push(this.world.hash());
    }
    for (const step of [7, 2, 10]) {
      history.seek(step);
      assert.equal(this.world.hash(), hashes[step]);
    }
  }
  json() {
    const scene = JSON.parse(JSON.stringify(this.world));
    const copy = World.fromJSON(scene);
    assert.deepEqual(JSON.parse(JSON.stringify(copy)).bodies.length, scene.bodies.length);
    copy.destroy();
  }
  run(steps) {
    const operations = this.operations();
    for (let i = 0; i < steps; i++) {
      for (let k = this.dice.upTo(4); k > 0; k--) {
        if (this.bodies.length === 0 || this.bodies.every((body) => body.destroyed)) this.attempt(operations[0]);
        if (this.bodies.length === 0) return;
        this.attempt(this.dice.of(operations));
      }
      this.attempt(() => this.world.step());
      for (const { position, angle } of this.world.bodies)
        assert.ok(Number.isFinite(position.x + position.y + angle), 'a pose is not finite');
      this.trace.push(this.world.hash());
    }
  }
}

test(`random programs from seed ${firstSeed} on`, () => {
  const end = performance.now() + 1000 * seconds;
  for (let seed = firstSeed; performance.now() < end; seed++) {
    const traces = [0, 1].map(() => {
      const program = new Program(seed);
      try {
        program.run(40);
        return program.trace;
      } catch (error) {
        error.message = `seed ${seed}: ${error.message}`;
        throw error;
      } finally {
        program.world.destroy();
      }
    });
    assert.deepEqual(traces[1], traces[0], `seed ${seed}: the second run differs`);
  }
});
