import assert from 'node:assert/strict';
import test from 'node:test';
import { World, presets } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const platform = (world, def = {}) =>
  world.createBody({
    type: 'static',
    shapes: [{ type: 'box', width: 6, height: 0.3, center: [0, -0.15], oneWay: [0, 1], ...def }],
  });
const solvers = Object.entries(presets);
const near = (a, b, by) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b} within ${by}`);

test('a handler may destroy what a later event of the step names: its last pose and velocity can still be read', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    world.createBody({
      position: [2, 0.6],
      shapes: [-1, 1].map((x) => ({ type: 'circle', radius: 0.5, center: [x, 0] })),
    });
    const told = [];
    world.on('contactBegin', ({ bodyA, bodyB }) => {
      const other = bodyA === ground ? bodyB : bodyA;
      told.push([other.position, other.angle, other.velocity.y, other.angularVelocity, other.worldPoint([0, 0])]);
      other.destroy();
    });
    steps(world, 30);
    assert.equal(told.length, 2);
    assert.deepEqual(told[0], told[1]);
    near(told[1][0].x, 2, 1e-3);
    const gone = box(world, 0, 5);
    gone.destroy();
    assert.throws(() => gone.position, { code: 'DESTROYED' });
  });
});

test('contactBegin has normal and points; contactHit has the impulse of the step, contacts the mean one', () => {
  for (const [name, solver] of solvers) {
    inWorld({ solver }, (world) => {
      floor(world);
      const ball = world.createBody({ position: [0, 1.5], shapes: [{ type: 'circle', radius: 0.5, density: 4 }] });
      let begin;
      world.once('contactBegin', (event) => (begin = event));
      let before = 0;
      let hits = 0;
      world.on('beforeStep', () => (before = ball.velocity.y));
      world.on('contactHit', (event) => {
        hits++;
        const truth = ball.mass * (ball.velocity.y - before + 9.81 / 60);
        near(event.impulse, truth, 0.02 * truth);
        near(world.contacts()[0].meanImpulse, event.impulse, 1e-6);
        assert.ok(event.approachSpeed > 3.5 && event.approachSpeed < 4.6, name);
      });
      steps(world, 60);
      assert.equal(hits, 1);
      assert.equal(Math.abs(begin.normal.y), 1);
      assert.equal(begin.points.length, 1);
      near(begin.points[0].x, 0, 1e-6);
      near(begin.points[0].y, 0, 0.06);
      assert.ok(Math.abs(begin.points[0].separation) < 0.1);
    });
  }
});

test('once delivers one event of those that the filter selects', () => {
  inWorld({}, (world) => {
    floor(world);
    box(world, 3, 0.6);
    const second = box(world, -3, 0.8);
    const told = [];
    world.once('contactBegin', ({ bodyA, bodyB }) => told.push(bodyA, bodyB), { filter: second });
    const off = world.once('contactBegin', () => assert.fail());
    off();
    steps(world, 60);
    assert.equal(told.length, 2);
    assert.ok(told.includes(second));
    assert.throws(() => world.once('contactBegin', 3), { code: 'INVALID_ARGUMENT', path: 'handler' });
  });
});

test('a sensor lists its overlaps, also after restore; it may report sensors; a shape may become a sensor and back', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const zone = world.createBody({ type: 'static', shapes: [{ type: 'circle', radius: 2, sensor: true }] }).shapes[0];
    const [a, b] = [box(world, 0.5, 0), box(world, -0.7, 1)].map((body) => body.shapes[0]);
    const other = world.createBody({ position: [0, -1], shapes: [{ type: 'circle', radius: 0.2, sensor: true }] });
    world.step();
    assert.deepEqual(zone.overlaps, [a, b]);
    assert.deepEqual(a.overlaps, []);
    const bytes = world.snapshot();
    b.body.destroy();
    world.step();
    assert.deepEqual(zone.overlaps, [a]);
    world.restore(bytes);
    assert.deepEqual(zone.overlaps, [a, b]);
    const fresh = new World();
    fresh.restore(new Uint8Array(bytes));
    assert.deepEqual(
      fresh.shapeById(zone.id).overlaps.map(({ id }) => id),
      [a.id, b.id],
    );
    fresh.destroy();

    assert.equal(zone.sensorSees, 'shapes');
    const told = [];
    world.on('sensorBegin', ({ shapeA, shapeB }) => told.push([shapeA, shapeB]));
    zone.sensorSees = 'all';
    world.step();
    assert.deepEqual(zone.overlaps, [a, b, other.shapes[0]]);
    assert.deepEqual(told.at(-1), [zone, other.shapes[0]]); // the other way round only if that one sees all, too
    assert.deepEqual(other.shapes[0].overlaps, []);
    assert.throws(() => (zone.sensorSees = 'none'), { code: 'INVALID_ARGUMENT', path: 'sensorSees' });

    a.sensor = true;
    assert.equal(a.sensor, true);
    world.step();
    assert.deepEqual(
      a.overlaps,
      [b].filter(() => false),
    );
    a.sensor = false;
    assert.equal(a.sensor, false);
    assert.throws(() => (a.sensor = 1), { code: 'INVALID_ARGUMENT', path: 'sensor' });
  });
});

test('one-way: up through it, down onto it, under every solver; settable, with errors by name', () => {
  for (const [name, solver] of solvers) {
    inWorld({ solver, sleep: false }, (world) => {
      const stage = platform(world);
      const jumper = box(world, 0, -0.9, { velocity: [0, 8] });
      steps(world, 180);
      near(jumper.position.y, 0.5, 0.02);
      assert.deepEqual(stage.shapes[0].oneWay, { x: 0, y: 1 });
      stage.shapes[0].oneWay = [0, -1]; // drops all
      assert.deepEqual(stage.shapes[0].oneWay, { x: 0, y: -1 });
      steps(world, 60);
      assert.ok(jumper.position.y < -1, name);
      stage.shapes[0].oneWay = null;
      assert.equal(stage.shapes[0].oneWay, null);
      for (const bad of [[0, 0], [NaN, 1], 3, 'up'])
        assert.throws(() => (stage.shapes[0].oneWay = bad), { code: 'INVALID_ARGUMENT', path: 'oneWay' });
      assert.throws(() => platform(world, { oneWay: [0, 0] }), { path: 'shapes[0].oneWay' });
    });
  }
});

test('a preSolve handler reads the world, but takes no snapshot: within a step the state is incomplete', () =>
  inWorld({}, (world) => {
    floor(world);
    box(world, 0, 0.5).shapes[0].preSolve = true;
    let calls = 0;
    world.on('preSolve', () => {
      calls++;
      for (const read of ['hash', 'toJSON', 'contacts', 'energy', 'maxPenetration', 'sensorOverlaps']) world[read]();
      for (const refused of ['snapshot', 'snapshotSize'])
        assert.throws(() => world[refused](), { code: 'INVALID_ARGUMENT', path: 'handler' });
    });
    world.step();
    assert.equal(calls, 1);
  }));

test('drop through: the handler of preSolve disables one pair once', () => {
  for (const [, solver] of solvers) {
    inWorld({ solver, sleep: false }, (world) => {
      platform(world);
      const player = box(world, -1, 0.5);
      const other = box(world, 1, 0.5);
      player.shapes[0].preSolve = true;
      assert.equal(player.shapes[0].preSolve, true);
      let down = false;
      world.on('preSolve', ({ shapeA, shapeB, disable }) => {
        if (down && (shapeA.oneWay ?? shapeB.oneWay)) disable();
      });
      steps(world, 30);
      down = true;
      world.step();
      down = false;
      steps(world, 60);
      assert.ok(player.position.y < -2);
      near(other.position.y, 0.5, 0.02);
    });
  }
});

test('a fast body flies at full speed through what preSolve disables, and is asked at each impact; others stop it', () => {
  const fly = (solver, speed, shape, holds) =>
    inWorld({ solver, gravity: [0, 0] }, (world) => {
      const panes = Array.from({ length: 20 }, (_, i) =>
        world.createBody({
          type: 'static',
          position: [2 + 1.3 * i, 0],
          shapes: [{ type: 'box', width: 0.1, height: 9 }],
        }),
      );
      const body = world.createBody({ velocity: [speed, 0], shapes: [{ ...shape, preSolve: true }] });
      const met = new Map();
      world.on('preSolve', (event) => {
        const i = panes.indexOf(event.bodyA);
        if (!met.has(i)) met.set(i, event);
        if (i !== holds) event.disable();
      });
      world.on('contactBegin', ({ bodyA }) => assert.equal(panes.indexOf(bodyA), holds));
      steps(world, 60);
      return { x: body.position.x, speed: body.velocity.x, met };
    });
  for (const [name, solver] of solvers) {
    for (const shape of [
      { type: 'circle', radius: 0.1 },
      { type: 'box', width: 0.2, height: 0.2 },
    ]) {
      for (const speed of [30, 60, 150, 300]) {
        const free = fly(solver, speed, shape, null);
        near(free.x, speed, 1e-3);
        assert.equal(free.speed, speed);
        assert.equal(free.met.size, 20, name);
        for (const [i, { normal, points }] of free.met) {
          near(normal.x, -1, 1e-4);
          near(points[0].x, 2 + 1.3 * i - 0.05, 0.05 + 0.02); // also seen within the pane, at the start of a step
        }
        const held = fly(solver, speed, shape, 9);
        near(held.x, 2 + 1.3 * 9 - 0.15, 0.02);
        assert.deepEqual([...held.met.keys()], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      }
    }
  }
});

test('preSolve sets friction, restitution and surface velocity for a step; motion is that of a world with these values', () => {
  for (const [, solver] of solvers) {
    const run = (friction) => {
      const world = new World({ solver });
      const ground = floor(world);
      ground.shapes[0].friction = friction ? 0.6 : 0.2;
      if (friction) ground.shapes[0].preSolve = true;
      world.on('preSolve', (event) => (event.friction = friction));
      const crate = box(world, 0, 0.5, { velocity: [3, 0] });
      world.step();
      const found = { friction: world.contacts()[0].friction };
      steps(world, 100);
      found.x = crate.position.x;
      world.destroy();
      return found;
    };
    const plain = run(0);
    const hooked = run(plain.friction);
    assert.equal(hooked.friction, plain.friction);
    near(hooked.x, plain.x, 1e-3); // points are found anew each step, which differs by rounding
  }
});

test('a handler of preSolve may read contacts; reading changes nothing', () => {
  for (const [, solver] of solvers) {
    const hashes = [false, true].map((reads) => {
      const world = new World({ solver });
      const ground = floor(world);
      ground.shapes[0].preSolve = true;
      const crates = Array.from({ length: 5 }, (_, i) => box(world, 0.9 * i, 0.5 + 0.3 * i));
      let read = 0;
      world.on('preSolve', () => {
        if (!reads) return;
        for (const body of [ground, ...crates])
          for (const { bodyA, bodyB } of body.contacts) read += bodyA === body || bodyB === body ? 1 : NaN;
      });
      steps(world, 60);
      assert.equal(read > 0, reads);
      const hash = world.hash();
      world.destroy();
      return hash;
    });
    assert.equal(hashes[0], hashes[1]);
  }
});

test('a call not permitted within a step throws after the step; the world continues', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const crate = box(world, 0, 0.5);
    ground.shapes[0].preSolve = true;
    let act = () => {};
    let read;
    world.on('preSolve', (event) => {
      read = [event.bodyB.position, event.shapeA.friction, world.raycast({ from: [0, 3], to: [0, -3] })];
      act(event);
    });
    world.step();
    assert.equal(read[1], 0.6);
    for (act of [
      () => world.step(),
      () => crate.destroy(),
      () => world.destroy(),
      () => (crate.position = [0, 9]),
      () => crate.applyForce([1, 0]),
      () => world.createBody(),
      () => world.restore(world.snapshot()),
      () => world.recheck(crate.shapes[0]),
      () => (ground.shapes[0].preSolve = false),
      () => (world.hitSpeed = 3),
    ])
      assert.throws(() => world.step(), { code: 'INVALID_ARGUMENT', path: 'handler' });
    assert.equal(world.hitSpeed, 1);
    act = () => {
      throw new RangeError('mine');
    };
    assert.throws(() => world.step(), RangeError);
    act = () => {};
    steps(world, 10);
    near(crate.position.y, 0.5, 0.01);
  });
});

test('contactFilter: once per pair, overrides masks; recheck calls it again; null removes it', () => {
  for (const [, solver] of solvers) {
    inWorld({ solver, sleep: false }, (world) => {
      const ground = floor(world);
      const asked = [];
      let answer = null;
      assert.equal(world.contactFilter, null);
      world.contactFilter = (a, b) => (asked.push([a, b]), answer);
      const crate = box(world, 0, 0.5);
      steps(world, 30);
      assert.deepEqual(asked, [[ground.shapes[0], crate.shapes[0]]]);
      answer = false;
      world.recheck(crate.shapes[0]);
      assert.equal(asked.length, 2);
      steps(world, 60);
      assert.ok(crate.position.y < -1);
      assert.equal(asked.length, 2);
      answer = 7;
      box(world, 5, 0.5);
      assert.throws(() => world.step(), { code: 'INVALID_ARGUMENT', path: 'contactFilter' });
      world.contactFilter = null;
      steps(world, 10);
      assert.throws(() => (world.contactFilter = 3), { code: 'INVALID_ARGUMENT', path: 'contactFilter' });
      assert.throws(() => world.recheck(null), { code: 'INVALID_ARGUMENT', path: 'shape' });
    });
  }
});

test('with hooks worlds with the same calls have the same hashes, also from a snapshot in between', () => {
  for (const [, solver] of solvers) {
    const make = () => {
      const world = new World({ solver });
      floor(world);
      platform(world, { center: [0, 1.5], preSolve: true });
      for (let i = 0; i < 8; i++) box(world, -4 + i * 1.1, 0.5, { velocity: [0.2 * (i % 3), 7 + (i % 4)] });
      return world;
    };
    const hook = (world) => {
      world.on('preSolve', (event) => {
        event.friction = 0.1;
        if (event.points[0].x > 2.5) event.disable();
      });
      world.contactFilter = (a, b) => (a.id + b.id) % 5 !== 0 || null;
    };
    const [one, two] = [make(), make()];
    hook(one);
    hook(two);
    for (let i = 0; i < 200; i++) {
      one.step();
      two.step();
      if (i === 70) two.restore(two.snapshot());
      assert.equal(one.hash(), two.hash());
    }
    one.destroy();
    two.destroy();
  }
});

test('a handler of preSolve may unsubscribe and subscribe in the middle of a step', () => {
  inWorld({}, (world) => {
    floor(world).shapes[0].preSolve = true;
    for (const x of [-2, 2]) box(world, x, 0.49);
    const calls = [];
    world.once('preSolve', () => calls.push('once'));
    steps(world, 3);
    assert.deepEqual(calls, ['once']);
    const off = world.on('preSolve', () => {
      off();
      world.once('preSolve', () => calls.push('later'));
    });
    steps(world, 3);
    assert.deepEqual(calls, ['once', 'later']);
  });
});

test('a wrong answer to preSolve throws where it is set, and changes nothing', () => {
  inWorld({}, (world) => {
    floor(world).shapes[0].preSolve = true;
    box(world, 0, 0.5);
    const told = [];
    world.on('preSolve', (event) => {
      for (const [name, value] of [
        ['friction', -1],
        ['friction', '0.5'],
        ['friction', 1e39],
        ['restitution', 5],
        ['restitution', NaN],
        ['tangentSpeed', undefined],
        ['tangentSpeed', -Infinity],
      ]) {
        const before = event[name];
        assert.throws(
          () => (event[name] = value),
          (error) => {
            told.push(error.message);
            return error.code === 'INVALID_ARGUMENT' && error.path === name && Object.is(error.value, value);
          },
        );
        assert.equal(event[name], before);
      }
      event.tangentSpeed = -2;
      assert.equal(event.tangentSpeed, -2);
      assert.equal({ ...event }.tangentSpeed, -2);
    });
    world.step();
    assert.deepEqual(told, [
      'friction must be a finite number >= 0, got -1',
      'friction must be a finite number >= 0, got "0.5"',
      'friction must be a finite number >= 0, got 1e+39',
      'restitution must be a number from 0 to 4, got 5',
      'restitution must be a number from 0 to 4, got NaN',
      'tangentSpeed is missing: it must be a finite number',
      'tangentSpeed must be a finite number, got -Infinity',
    ]);
    world.on('preSolve', (event) => (event.friction = -1));
    assert.throws(() => world.step(), { code: 'INVALID_ARGUMENT', path: 'friction' });
  });
});

test('an answer to preSolve after its handler has returned throws', () => {
  inWorld({}, (world) => {
    floor(world).shapes[0].preSolve = true;
    box(world, 0, 0.49);
    const kept = [];
    world.on('preSolve', (event) => kept.push(event));
    world.step();
    const [event] = kept;
    assert.throws(() => event.disable(), { code: 'INVALID_ARGUMENT', path: 'disable' });
    for (const name of ['friction', 'restitution', 'tangentSpeed'])
      assert.throws(() => (event[name] = 0), { code: 'INVALID_ARGUMENT', path: name });
    assert.throws(() => (event.normal = { x: 0, y: 1 }), TypeError);
    world.step();
    assert.equal(kept.length, 2);
  });
});

test('contactFilter: what it answers holds at any speed, for walls and for sensors, whatever the masks say', () => {
  const fly = (solver, answer, filter, speed, sensor) =>
    inWorld({ solver, gravity: [0, 0] }, (world) => {
      const wall = { type: 'box', width: 0.05, height: 9, filter, sensor };
      world.createBody({ type: 'static', shapes: [wall] });
      const ball = { type: 'circle', radius: 0.2, filter };
      const body = world.createBody({ position: [-5.3, 0], velocity: [speed, 0], shapes: [ball] });
      const told = { calls: 0, begins: 0, ends: 0 };
      world.contactFilter = () => (told.calls++, answer);
      world.on('sensorBegin', () => told.begins++);
      world.on('sensorEnd', () => told.ends++);
      steps(world, Math.ceil((8 / speed) * 60) + 2);
      return { ...told, through: body.position.x > 0 };
    });
  for (const [name, solver] of solvers) {
    for (const filter of [{}, { mask: 0 }, { group: -1 }]) {
      for (const answer of [true, false, null]) {
        const holds = answer ?? Object.keys(filter).length === 0;
        for (const speed of [5, 20, 60, 300]) {
          const what = JSON.stringify([name, filter, answer, speed]);
          const wall = { calls: 1, begins: 0, ends: 0, through: !holds };
          assert.deepEqual(fly(solver, answer, filter, speed, false), wall, what);
          const seen = { calls: 1, begins: +holds, ends: +holds, through: true };
          assert.deepEqual(fly(solver, answer, filter, speed, true), seen, what);
        }
      }
    }
  }
});

test('contactFilter cannot be replaced within a step', () => {
  inWorld({}, (world) => {
    floor(world).shapes[0].preSolve = true;
    box(world, 0, 0.49);
    const own = () => {
      assert.throws(() => (world.contactFilter = null), { code: 'INVALID_ARGUMENT', path: 'handler' });
      return true;
    };
    world.contactFilter = own;
    world.on('preSolve', own);
    steps(world, 2);
    assert.equal(world.contactFilter, own);
  });
});

test('a handler of preSolve that throws leaves the settings of the others', () => {
  inWorld({}, (world) => {
    floor(world);
    const body = box(world, 0, 0.5, { velocity: [5, 0] });
    body.shapes[0].preSolve = true;
    world.on('preSolve', (event) => {
      event.friction = 0;
    });
    world.on('preSolve', () => {
      throw new Error('unrelated');
    });
    for (let i = 0; i < 60; i++) assert.throws(() => world.step(), /unrelated/);
    assert.ok(body.velocity.x > 4.99, `${body.velocity.x}`);
  });
});

test('contactFilter is asked again after a touching body was put elsewhere', () => {
  for (const away of [
    [-30, 0.5],
    [-500, 80],
  ]) {
    inWorld({}, (world) => {
      floor(world);
      const door = box(world, 0, 0.5, { type: 'static' });
      const player = box(world, -1.005, 0.5);
      let open = false;
      let asked = 0;
      world.contactFilter = (a, b) => {
        if (a.body !== door && b.body !== door) return null;
        asked++;
        return !open;
      };
      let gone = 0;
      const run = (n, x) => {
        for (let i = 0; i < n; i++) {
          player.velocity = [x, player.velocity.y];
          gone += world.step().pairsDestroyed;
        }
      };
      run(30, 2);
      player.position = away;
      run(2, 0);
      assert.ok(gone >= 1, 'the pair ended');
      open = true;
      player.position = [-1.5, 0.5];
      run(60, 4);
      assert.equal(asked, 2);
      assert.ok(player.position.x > 1, `${player.position.x}`);
    });
  }
});

test('a world that a handler of preSolve loads is refused as a call, not as a scene', () => {
  inWorld({}, (world) => {
    floor(world).shapes[0].preSolve = true;
    box(world, 0, 0.5);
    const scene = world.toJSON();
    world.once('preSolve', () => World.fromJSON(scene));
    assert.throws(() => world.step(), { code: 'INVALID_ARGUMENT', path: 'handler' });
  });
});

// A bin with fast bodies, sensors, one-way and filtered shapes, and shapes with `preSolve`.
function busy(solver, seed) {
  let state = seed;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const world = new World({ solver });
  floor(world);
  for (const x of [-6, 6]) {
    world.createBody({ type: 'static', position: [x, 4], shapes: [{ type: 'box', width: 0.1, height: 9 }] });
  }
  platform(world, { center: [0, 2], preSolve: true });
  world.createBody({ type: 'static', shapes: [{ type: 'box', width: 1, height: 9, sensor: true, preSolve: true }] });
  for (let i = 0; i < 16; i++) {
    const own = {
      preSolve: random() < 0.5,
      restitution: 0.5 * random(),
      filter: random() < 0.3 ? { group: -1 } : random() < 0.3 ? { category: 2, mask: 1 } : {},
      sensor: i === 15,
    };
    const size = 0.4 + 0.5 * random();
    const form = i % 2 ? { type: 'circle', radius: 0.5 * size } : { type: 'box', width: size, height: 0.5 };
    world.createBody({
      position: [2.4 * (i % 4) - 3.6 + random(), 1.3 + 1.2 * Math.floor(i / 4)],
      velocity: [4 * random() - 2, i % 5 === 4 ? -80 : 0],
      bullet: i === 4,
      shapes: [{ ...form, ...own }],
    });
  }
  return world;
}
const idle = {
  preSolve: (world) => void world.on('preSolve', () => {}),
  contactFilter: (world) => void (world.contactFilter = () => null),
};

test('hooks that decide nothing change no bit of a motion', () => {
  for (const [name, solver] of solvers) {
    for (const [hook, set] of Object.entries(idle)) {
      for (const seed of [11, 5, 77]) {
        const [free, hooked] = [busy(solver, seed), busy(solver, seed)];
        set(hooked);
        for (let i = 0; i < 200; i++) {
          free.step();
          hooked.step();
          assert.equal(hooked.hash(), free.hash(), `${name}, ${hook}, seed ${seed}, step ${i}`);
          // Snapshots also say which pairs that the filters exclude were asked about.
          if (hook === 'preSolve') assert.ok(Buffer.compare(hooked.snapshot(), free.snapshot()) === 0);
        }
        free.destroy();
        hooked.destroy();
      }
    }
  }
});

test('hooks that decide nothing change no bit where they are set late, or in the world of a snapshot', () => {
  for (const [name, solver] of solvers) {
    for (const [hook, set] of Object.entries(idle)) {
      for (const at of [5, 20, 60]) {
        const [free, other] = [busy(solver, 3), busy(solver, 4)];
        steps(free, at);
        other.restore(free.snapshot());
        set(other);
        for (let i = 0; i < 60; i++) {
          free.step();
          other.step();
          assert.equal(other.hash(), free.hash(), `${name}, ${hook}, from step ${at}, step ${i}`);
        }
        free.destroy();
        other.destroy();
      }
    }
  }
});
