// What callers do that nobody expects: nothing breaks, and no other world is concerned.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { Character, PhysicsError, World } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const physics = (error) => {
  assert.ok(error instanceof PhysicsError, String(error));
  return true;
};

test('drawing changes no bit: a program that fetches the views has the same hashes', () => {
  const run = (draw) => {
    const world = new World();
    const hashes = [];
    const body = world.createBody({
      position: [0.3, 4],
      angle: 0.3,
      angularVelocity: 2,
      shapes: [
        { type: 'circle', radius: 0.5 },
        { type: 'circle', radius: 0.5, center: [1, 0] },
      ],
    });
    for (let i = 0; i < 300; i++) {
      world.step();
      if (draw) void (world.views.poses, world.views.velocities);
      if (i % 5 === 0) {
        body.shapes[1].radius = 0.3 + (i % 50) * 0.01;
        if (draw) void world.views.poses;
        body.angle += 0.01;
        if (i % 15 === 0) body.position = [body.position.x + 0.1, body.position.y];
      }
      hashes.push(world.hash());
    }
    world.destroy();
    return hashes;
  };
  assert.deepEqual(run(false), run(true));
});

test('a list of shapes with holes is refused, and nothing is made', () => {
  inWorld({}, (world) => {
    world.createBody({
      shapes: [
        { type: 'circle', radius: 1 },
        { type: 'circle', radius: 2 },
      ],
    });
    assert.throws(() => world.createBody({ shapes: new Array(2) }), { code: 'INVALID_ARGUMENT', path: 'shapes[0]' });
    assert.equal(world.bodyCount, 1);
  });
});

test('velocities and contacts are those after an edit, without a step between', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const body = world.createBody({
      angularVelocity: 5,
      shapes: [
        { type: 'circle', radius: 0.5 },
        { type: 'circle', radius: 0.5, center: [2, 0] },
      ],
    });
    world.step();
    const before = body.velocity.y;
    body.shapes[1].density = 50;
    const at = body.velocityAt(body.worldCenter);
    assert.notEqual(body.velocity.y, before);
    assert.ok(Math.abs(body.velocity.y - at.y) < 1e-5, 'that of the material at the new centre');
    assert.equal(world.views.velocities[4 * body.slot + 1], body.velocity.y);
  });
  const touching = (edit) =>
    inWorld({}, (world) => {
      const ground = floor(world);
      const body = box(world, 0, 0.5);
      steps(world, 5);
      assert.equal(world.contactViewCount, 2);
      edit(world, ground, body);
      assert.equal(world.contactViewCount, 0);
      assert.equal(world.contactCount, 0);
    });
  touching((_world, _ground, body) => {
    body.shapes[0].filter = { mask: 0 };
  });
  touching((world, bodyA, bodyB) => world.createJoint({ type: 'weld', bodyA, bodyB }));
});

test('a world that is destroyed while its arguments are read is DESTROYED, and no other world', () => {
  const other = new World();
  floor(other);
  const attempts = [
    (w, trap) => w.createBody(trap('angle', 0)),
    (w, trap) => w.raycast(trap('to', [1, 1], { from: [0, 0] })),
    (w, trap) => w.overlap(trap('point', [0, 0])),
    (w, trap) => (w.gravity = trap('x', 0, { y: 1 })),
    (w, trap) => w.bodies[0].createShape(trap('radius', 1, { type: 'circle' })),
    (w, trap) => (w.bodies[0].position = trap('x', 1, { y: 1 })),
    (w, trap) => w.bodies[0].setMass(trap('mass', 1)),
    (w, trap) => w.createJoint(trap('bodyA', w.bodies[0], { type: 'weld', bodyB: w.bodies[1] })),
  ];
  for (const attempt of attempts) {
    const world = new World();
    floor(world);
    box(world, 0, 2);
    const trap = (name, value, rest = {}) =>
      Object.defineProperty(rest, name, {
        enumerable: true,
        get() {
          world.destroy();
          new World().destroy(); // its memory may be where the other's was
          return value;
        },
      });
    assert.throws(() => attempt(world, trap), { code: 'DESTROYED' }, String(attempt));
  }
  other.step();
  assert.equal(other.bodyCount, 1);
  other.destroy();
});

test('a getter that throws or grows its own list leaves the world as it was', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0);
    const hash = world.hash();
    let reads = 0;
    const moody = {
      type: 'box',
      height: 1,
      get width() {
        if (reads++ > 0) throw new Error('twice');
        return 3;
      },
    };
    body.shapes[0].geometry = moody;
    assert.equal(reads, 1, 'read once');
    body.shapes[0].geometry = { type: 'box', width: 1, height: 1 };
    assert.equal(world.hash(), hash);
    const shapes = [
      {
        type: 'circle',
        get radius() {
          shapes.push({ type: 'circle', radius: 9 });
          return 1;
        },
      },
    ];
    assert.equal(world.createBody({ shapes }).shapes.length, 1);
  });
});

test('every mistake is a PhysicsError', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0);
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const detached = world.snapshot();
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    const attempts = [
      () => world.jointById(1n),
      () => world.jointById(Symbol('x')),
      () => world.jointById('1'),
      () => world.on('sleep', () => {}, { signal: 1 }),
      () => body.getPosition(null),
      () => body.getPosition(3),
      () => body.getPosition(Object.freeze({ x: 0, y: 0 })),
      () => body.getAabb({}),
      () => world.getGravity(null),
      () => world.restore(detached),
      () => world.createBody(revoked.proxy),
      () => (body.position = revoked.proxy),
      () => new World(revoked.proxy),
      () => new World({ lengthUnit: 1e-38 }),
    ];
    for (const attempt of attempts) assert.throws(attempt, physics, String(attempt));
    const off = world.on('beforeStep', () => world.step());
    assert.throws(() => world.step(), { code: 'INVALID_ARGUMENT', path: 'step' });
    off();
    world.step();
  });
});

test('errors name what the caller gave', () => {
  inWorld({}, (world) => {
    const make = (shape) => () => world.createBody({ shapes: [shape] });
    for (const side of ['width', 'height']) {
      for (const value of [1e-10, 1e18]) {
        assert.throws(make({ type: 'box', width: 1, height: 1, [side]: value }), { path: `shapes[0].${side}`, value });
      }
    }
    assert.throws(make({ type: 'box', width: 1, height: 1, center: [1e7, 0] }), { path: 'shapes[0].center' });
    assert.throws(() => world.overlap({ aabb: { min: 3, max: [1, 1] } }), { path: 'aabb.min', value: 3 });
    const long = new Float32Array(1e7 + 1);
    const start = performance.now();
    assert.throws(() => world.raycasts(long), { path: 'rays' });
    assert.ok(performance.now() - start < 100, 'without writing down ten million numbers');
  });
});

test('a long list is refused without being copied', () => {
  inWorld({}, (world) => {
    assert.throws(() => world.restore(new Uint8Array(2 ** 30)), { code: 'SNAPSHOT_INVALID' });
  });
});

test('a joint between two static bodies does nothing until one of them can move', () => {
  inWorld({}, (world) => {
    const a = world.createBody({ type: 'static' });
    const b = box(world, 1, 0, { type: 'static' });
    const joint = world.createJoint({ type: 'weld', bodyA: a, bodyB: b });
    world.createJoint({ type: 'target', bodyB: b });
    steps(world, 10);
    assert.deepEqual(joint.force, { x: 0, y: 0 });
    b.type = 'dynamic';
    steps(world, 60);
    assert.ok(Math.abs(b.position.y) < 0.01, `${b.position.y}`);
    assert.ok(Math.abs(joint.force.y - 9.81 * b.mass) < 0.05 * 9.81 * b.mass || world.jointCount === 2);
  });
});

test('want of memory is OUT_OF_MEMORY, and every world goes on', () => {
  inWorld({}, (other) => {
    floor(other);
    box(other, 0, 3);
    const worlds = [];
    assert.throws(
      () => {
        for (let i = 0; i < 20; i++) worlds.push(new World({ capacity: { bodies: 2 ** 20, contacts: 2 ** 20 } }));
      },
      { name: 'PhysicsError', code: 'OUT_OF_MEMORY' },
    );
    assert.ok(worlds.length > 0);
    other.step();
    for (const world of worlds) {
      box(world, 0, 0);
      world.step();
      world.destroy();
    }
    const hash = other.hash();
    assert.throws(() => other.raycasts(new Float32Array(4 * 60e6)), { code: 'OUT_OF_MEMORY' });
    assert.equal(other.hash(), hash);
    other.step();
    new World({ capacity: { bodies: 2 ** 20 } }).destroy();
  });
});

/** 1,200 discs in one place: 719,400 pairs, for which a step asks for most of the engine's 2 GB. */
function crowd() {
  const world = new World();
  const shapes = [{ type: 'circle', radius: 0.5 }];
  for (let i = 0; i < 1200; i++) world.createBody({ position: [0.0001 * i, 0], shapes });
  return world;
}

/** Worlds that leave room for no world of that capacity. */
function fill(capacity) {
  const fillers = [];
  assert.throws(
    () => {
      for (;;) fillers.push(new World({ capacity }));
    },
    { code: 'OUT_OF_MEMORY' },
  );
  return fillers;
}

test('a step without memory for its new pairs is refused and changes nothing', () => {
  inWorld({}, (other) => {
    floor(other);
    box(other, 0, 3);
    const world = crowd();
    const bytes = world.snapshot();
    const fillers = [2 ** 19, 2 ** 16].flatMap((contacts) => fill({ contacts }));
    for (let i = 0; i < 4; i++) fillers.pop().destroy(); // 40 MB, for the list of pairs
    const [hash, its] = [other.hash(), world.hash()];
    for (let i = 0; i < 2; i++) {
      assert.throws(() => world.step(), { name: 'PhysicsError', code: 'OUT_OF_MEMORY', path: 'memory' });
      assert.equal(world.hash(), its);
    }
    assert.equal(other.hash(), hash);
    steps(other, 60);
    // Its pairs are found as soon as there is memory for them: here, for fewer of them.
    const twin = new World();
    twin.restore(bytes);
    for (const one of [world, twin]) for (const body of one.bodies.slice(60)) body.destroy();
    assert.equal(world.step().pairsCreated, (60 * 59) / 2);
    assert.equal(twin.step().pairsCreated, (60 * 59) / 2);
    assert.equal(world.hash(), twin.hash());
    // The memory of destroyed worlds can be allocated again.
    for (const filler of fillers) {
      box(filler, 0, 0);
      filler.step();
      filler.destroy();
    }
    for (const one of [world, twin]) one.destroy();
    for (let i = 0; i < 3; i++) {
      const again = crowd();
      again.restore(bytes);
      again.step();
      again.destroy();
    }
  });
});

// A ball arrives at the character, which moves on: the next step goes back and repeats that move. Between the two, a
// step of another length is refused.
test('a refused step leaves a character where it is, and its impact to the next step', () => {
  const shapes = [{ type: 'circle', radius: 0.2, restitution: 0.5 }];
  const scene = (steps) => {
    const world = new World({ gravity: [0, 0] });
    const who = new Character(world, { shape: { type: 'box', width: 0.6, height: 1.4 }, position: [100, 0] });
    const ball = world.createBody({ position: [96.6, 0], velocity: [20, 0], shapes });
    let count = 0;
    for (; count < steps && ball.velocity.x > 19; count++) {
      who.move([3, 0], 1 / 60);
      world.step();
    }
    return { world, who, ball, count };
  };
  const { world: trial, count } = scene(60);
  trial.destroy();
  const impact = (refuse) => {
    const { world, who, ball } = scene(count - 1);
    who.move([3, 0], 1 / 60);
    if (refuse) {
      for (let i = 0; i < 1200; i++) world.createBody({ position: [0.0001 * i, 0], shapes });
      const fillers = [2 ** 19, 2 ** 16].flatMap((contacts) => fill({ contacts }));
      for (let i = 0; i < 4; i++) fillers.pop().destroy();
      const seen = () => [who.position.x, who.body.position.x, who.body.velocity.x, ball.position.x];
      const before = seen();
      for (let i = 0; i < 2; i++) {
        assert.throws(() => world.step(1 / 100), { code: 'OUT_OF_MEMORY' });
        for (const [k, value] of seen().entries()) assert.ok(Math.abs(value - before[k]) < 1e-5, `${k}: ${value}`);
      }
      for (const filler of fillers) filler.destroy();
      for (const body of world.bodies.slice(2)) body.destroy();
    }
    let hits = 0;
    world.on('contactHit', () => hits++);
    world.step();
    const after = [hits, ball.velocity.x, who.body.position.x, who.body.velocity.x];
    world.destroy();
    return after;
  };
  const [refused, expected] = [impact(true), impact(false)];
  assert.equal(expected[0], 1);
  for (const [k, value] of expected.entries())
    assert.ok(Math.abs(value - refused[k]) < 1e-4, `${expected}; ${refused}`);
});

test('a body, shape or joint for which the lists cannot grow is refused and changes nothing', () => {
  inWorld({}, (world) => {
    const fillers = [2 ** 20, 2 ** 16, 2 ** 12, 2 ** 8, 2 ** 6].flatMap((bodies) => fill({ bodies }));
    const refused = (create) => {
      let [hash, count] = [world.hash(), 0];
      assert.throws(
        () => {
          for (; count < 1e5; count++) {
            create();
            hash = world.hash();
          }
        },
        { name: 'PhysicsError', code: 'OUT_OF_MEMORY', path: 'memory' },
      );
      assert.equal(world.hash(), hash);
      return count;
    };
    const bodies = refused(() => world.createBody({ position: [0, 1] }));
    assert.equal(world.bodyCount, bodies);
    fillers.shift().destroy();
    const [a, b] = [world.createBody(), box(world, 0, 3)];
    world.createJoint({ type: 'revolute', bodyA: a, bodyB: b });
    for (let i = 0; i < 60; i++) world.step();
    assert.ok(b.position.y < 3);
    for (const filler of fillers) filler.destroy();
  });
});

// In a worker, whose engine has no memory that earlier worlds left behind. The host lends `megabytes`, and no more.
const kRefused = `
import(${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)}).then(async ({ init, World }) => {
  await init();
  const { parentPort, workerData } = require('node:worker_threads');
  const circle = { type: 'circle', radius: 0.5 };
  const [other, world] = [new World(), new World()];
  other.createBody({ shapes: [circle] });
  for (let i = 0; i < 800; i++) world.createBody({ position: [0.0001 * i, 0], shapes: [circle] });
  const hashes = () => [world.hash(), other.hash()].join();
  const before = hashes();
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  let left = workerData.megabytes * 16; // pages
  prototype.grow = function (pages) {
    if (pages > left) throw new RangeError('no memory');
    left -= pages;
    return grow.call(this, pages);
  };
  const codeOf = (call) => {
    try {
      call();
      return '';
    } catch ({ code }) {
      return code;
    }
  };
  const said = [codeOf(() => world.step()), codeOf(() => world.step())];
  const same = hashes() === before;
  prototype.grow = grow;
  world.step();
  other.step();
  parentPort.postMessage({ said, same, contacts: world.contactCount });
});`;

test('a step to which the host refuses memory changes nothing, and is possible once there is memory', async () => {
  // 3 MB are its list of pairs, 125 MB all that it needs.
  for (const megabytes of [0, 1, 5, 15, 45, 90, 250]) {
    const worker = new Worker(kRefused, { eval: true, workerData: { megabytes } });
    const [{ said, same, contacts }] = await once(worker, 'message');
    await worker.terminate();
    const refused = megabytes < 125;
    assert.deepEqual(said, refused ? ['OUT_OF_MEMORY', 'OUT_OF_MEMORY'] : ['', ''], `${megabytes} MB`);
    assert.equal(same, refused);
    if (refused) assert.equal(contacts, (800 * 799) / 2);
  }
});

// The list of rays is copied to the engine in the middle of the step, and takes memory that events were to have.
const kTaken = `
import(${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)}).then(async ({ init, World }) => {
  await init();
  const { parentPort, workerData } = require('node:worker_threads');
  const circle = { type: 'circle', radius: 0.5 };
  const [other, world] = [new World(), new World()];
  other.createBody({ shapes: [circle] });
  for (let i = 0; i < 600; i++) world.createBody({ position: [0.0001 * i, 0], shapes: [circle] });
  const hash = other.hash();
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  const said = [];
  const say = (call) => {
    try {
      call();
      said.push('');
    } catch ({ code, message }) {
      said.push(code + ' ' + message);
    }
  };
  let asked = false;
  world.on('contactBegin', () => {});
  world.contactFilter = () => {
    if (asked) return true;
    asked = true;
    prototype.grow = () => {
      throw new RangeError('no memory');
    };
    say(() => other.raycasts(new Float32Array(4 * workerData.rays)));
    return true;
  };
  say(() => world.step());
  prototype.grow = grow;
  say(() => world.step());
  const same = other.hash() === hash;
  say(() => other.step());
  world.destroy();
  parentPort.postMessage({ said, same });
});`;

async function taken(rays) {
  const worker = new Worker(kTaken, { eval: true, workerData: { rays } });
  const [{ said, same }] = await once(worker, 'message');
  await worker.terminate();
  assert.ok(same);
  return said;
}

test('a query in a filter that runs out of memory leaves the step that called the filter as it was', async () => {
  const [query, ...rest] = await taken(3e6);
  assert.match(query, /^OUT_OF_MEMORY/);
  assert.deepEqual(rest, ['', '', '']);
});

test('a step that runs out of memory midway loses its world, says so, and leaves the others as they were', async () => {
  let lost = 0;
  for (const rays of [4e5, 8e5, 1.1e6, 1.2e6]) {
    const [query, step, later, others] = await taken(rays);
    assert.equal(others, '');
    if (step === '') continue;
    assert.equal(query, '');
    assert.match(step, /^OUT_OF_MEMORY no memory for \d+ more bytes$/);
    if (later === '') continue; // the step was complete, and there was no memory to read its events
    assert.match(later, /^DESTROYED .*was destroyed when it ran out of memory/);
    lost++;
  }
  assert.ok(lost > 0);
});

// A heap that grows to 720 bodies while the host lends no memory but for each second attempt. With 1,800 bodies a
// single array exceeds the reserve, and the world is lost.
const kEnding = `
import(${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)}).then(async ({ init, World }) => {
  await init();
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  const play = (attempt) => {
    const world = new World();
    world.createBody({ type: 'static', shapes: [{ type: 'box', width: 30, height: 1 }] });
    world.on('contactBegin', () => {});
    const hashes = [];
    for (let i = 0; i < 60; i++) {
      for (let k = 0; k < 12; k++)
        attempt(world, () => world.createBody({ position: [k - 6 + 0.01 * i, 1 + 0.2 * i], shapes: [{ type: 'box', width: 0.6, height: 0.6 }] }));
      if (i % 10 === 0) attempt(world, () => world.createJoint({ type: 'weld', bodyA: world.bodies[3 * i + 1], bodyB: world.bodies[3 * i + 2], anchor: [0, 0] }));
      attempt(world, () => world.step());
      hashes.push(world.hash());
    }
    world.destroy();
    return hashes;
  };
  let refused = 0;
  let changed = 0;
  const tight = play((world, call) => {
    const before = world.hash();
    prototype.grow = () => {
      throw new RangeError('no memory');
    };
    try {
      call();
    } catch (error) {
      if (error.code !== 'OUT_OF_MEMORY') throw error;
      refused++;
      if (world.hash() !== before) changed++;
      prototype.grow = grow;
      call();
    } finally {
      prototype.grow = grow;
    }
  });
  const free = play((_world, call) => call());
  require('node:worker_threads').parentPort.postMessage({ refused, changed, same: String(tight) === String(free) });
});`;

test('memory that ends in the middle of a call comes from a reserve: the next call is refused and changes nothing', async () => {
  const worker = new Worker(kEnding, { eval: true });
  const [{ refused, changed, same }] = await once(worker, 'message');
  await worker.terminate();
  assert.ok(refused > 0, `${refused}`);
  assert.equal(changed, 0);
  assert.ok(same);
});

test('worlds that nobody can reach are freed', async () => {
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc');
  const bytes = () => {
    const probe = new World();
    const { byteLength } = probe.views.slots.buffer;
    probe.destroy();
    return byteLength;
  };
  const batch = async () => {
    for (let i = 0; i < 200; i++) {
      const world = new World();
      if (i % 3 === 1) world.on('preSolve', () => world.bodyCount);
      if (i % 3 === 2) world.contactFilter = () => (world.bodyCount > 0 ? null : false);
      for (let k = 0; k < 50; k++) box(world, k, 0);
      world.step();
    }
    for (let i = 0; i < 3; i++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await batch();
  const before = bytes();
  for (let i = 0; i < 5; i++) await batch();
  assert.equal(bytes(), before, 'later worlds fit where earlier ones were');
});
