// Characters. Bounds follow from the method (engine/src/world/character.cpp): the gap to what stands is the skin s, off
// by at most c = s / 4 while it moves and t = s / 10 at rest.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Character, History, PhysicsError, World, init, shapeDistance } from '../../dist/index.js';

const dt = 1 / 60;
const kGravity = 12; // m/s^2
const kSkin = 0.01;
const kBand = 0.1 * kSkin;
const forms = {
  capsule: { type: 'capsule', a: [0, -0.35], b: [0, 0.35], radius: 0.27 },
  box: { type: 'box', width: 0.46, height: 1.24 },
};
const kHalf = 0.62; // m, of both
const each = (name, law) => {
  for (const [form, shape] of Object.entries(forms)) test(`${name} (${form})`, () => law(shape));
};
const near = (value, expected, by, what = '') =>
  assert.ok(Math.abs(value - expected) <= by, `${what} ${value} is not within ${by} of ${expected}`);

const make = () => new World({ gravity: [0, -kGravity] });
const solid = (world, position, width, height, shape = {}, body = {}) =>
  world.createBody({ type: 'static', position, ...body, shapes: [{ type: 'box', width, height, ...shape }] });
const ramp = (world, degrees, length = 9) => {
  const [c, s] = [Math.cos((degrees / 180) * Math.PI), Math.sin((degrees / 180) * Math.PI)];
  const points = [[0, 0], [length * c, length * s], [length * c, -1], [0, -1]]; // prettier-ignore
  return world.createBody({ type: 'static', shapes: [{ type: 'polygon', points }] });
};

/** Walks for some steps as a game does; `seen` is called after each. */
function walk(world, who, speed, steps, seen) {
  let fall = 0;
  let moved;
  for (let i = 0; i < steps; i++) {
    moved = who.move([typeof speed === 'function' ? speed(i) : speed, fall - kGravity * dt], dt);
    fall = moved.velocity.y;
    world.step(dt);
    seen?.(moved, i);
  }
  return moved;
}

before(() => init());

describe('what stands', () => {
  each('it walks on a row of tiles as on one piece: no speed and no height is lost', (shape) => {
    const world = make();
    for (let i = -3; i < 14; i++) solid(world, [0.7 * i, -0.35], 0.7, 0.7);
    const who = new Character(world, { shape, position: [-1, kHalf + 0.02] });
    walk(world, who, 0, 20);
    const start = who.position;
    near(start.y, kHalf + kSkin, kBand);
    walk(world, who, 3.7, 120, ({ ground, wall, velocity }) => {
      assert.ok(ground && !wall);
      near(velocity.x, 3.7, 1e-5);
      near(who.position.y, start.y, 1e-6); // rounding at 1 m
    });
    near(who.position.x - start.x, 7.4, 120 * 1e-6);
  });

  each(
    'half a degree below the slope limit it climbs, half a degree above it does not, and neither slope moves it',
    (shape) => {
      for (const [degrees, climbs] of [
        [41.5, true],
        [42.5, false],
      ]) {
        const world = make();
        solid(world, [-5, -0.5], 12, 1);
        ramp(world, degrees);
        const who = new Character(world, { shape, position: [-1.5, kHalf + 0.02], maxSlope: (42 / 180) * Math.PI });
        walk(world, who, 2.3, 150);
        // 150 steps of 2.3 m/s are 5.75 m; it starts 1.5 m before the ramp, and speed along x is kept.
        if (climbs) near(who.position.x, 4.25, 2 * kSkin);
        else assert.ok(who.position.x < 0 && who.position.y < kHalf + 2 * kSkin);
        const { x, y } = who.position;
        walk(world, who, 0, 300);
        assert.deepEqual(who.position, { x, y });
      }
    },
  );

  each('a step of stepHeight is climbed at any speed, one that is 1 cm higher is not', (shape) => {
    for (const stepHeight of [0.12, 0.24, 0.4]) {
      for (const over of [0, 0.01]) {
        for (const speed of [0.2, 1.7, 8]) {
          const world = make();
          solid(world, [0, -0.5], 30, 1);
          solid(world, [6, (stepHeight + over) / 2], 10, stepHeight + over);
          const who = new Character(world, { shape, position: [0.4, kHalf + 0.02], stepHeight });
          walk(world, who, speed, Math.ceil(1.3 / speed / dt));
          const what = `step ${stepHeight} + ${over} at ${speed} m/s`;
          if (over) assert.ok(who.position.x < 1 && who.position.y < kHalf + 2 * kSkin, what);
          else near(who.position.y, stepHeight + kHalf + kSkin, kBand, what);
        }
      }
    }
  });

  each('it stays on the ground down stairs, up stairs and over a crest', (shape) => {
    const world = make();
    for (let i = 0; i < 10; i++) solid(world, [0.35 * i, 1.1 - 0.11 * i], 0.35, 2.2 - 0.22 * i);
    solid(world, [-4, 1.1], 7.65, 2.2);
    solid(world, [8, -0.5], 14, 1);
    const who = new Character(world, { shape, position: [-2, 2.2 + kHalf + 0.02] });
    for (const speed of [3, -3]) walk(world, who, speed, 130, ({ ground }) => assert.ok(ground));
    near(who.position.y, 2.2 + kHalf + kSkin, kBand);

    const hill = make();
    const points = [[-8, 0], [-4, 0], [0, 2], [4, 0], [8, 0]]; // prettier-ignore
    hill.createBody({ type: 'static', shapes: [{ type: 'chain', points }] });
    const other = new Character(hill, { shape, position: [-6, kHalf + 0.02] });
    walk(hill, other, 4, 180, ({ ground }) => assert.ok(ground));
    near(other.position.x, 6, 2 * kSkin);
  });

  each('in a corner, between two slopes and under a wedge it stands as it stood, to the last bit', (shape) => {
    for (const [points, speed, x0 = 1] of [
      [
        [
          [-4, 5],
          [0, 0],
          [3, 4],
        ],
        0,
      ],
      [
        [
          [-4, 1],
          [0, 0],
          [3, 0.7],
        ],
        0,
      ],
      [
        [
          [-4, 0],
          [2, 0],
          [2, 5],
        ],
        2,
      ],
      [
        [
          [3, 2.2],
          [-4, 0],
          [5, 0],
        ],
        -3,
        2.5,
      ],
    ]) {
      // prettier-ignore
      const world = make();
      world.createBody({ type: 'static', shapes: [{ type: 'chain', points }] });
      const who = new Character(world, { shape, position: [x0, x0 > 1 ? kHalf + 0.02 : 1.5 + kHalf] });
      walk(world, who, speed, 400);
      const { x, y } = who.position;
      walk(world, who, speed, 600, () => assert.deepEqual(who.position, { x, y }));
    }
  });

  each('it does not pass a wall of 1 cm at 400 m/s', (shape) => {
    const world = make();
    solid(world, [0, -0.5], 90, 1);
    for (const x of [-2.3, 2.9]) solid(world, [x, 2], 0.01, 8);
    solid(world, [0, 5], 90, 0.01);
    const who = new Character(world, { shape, position: [0.3, 1] });
    const fast = [[400, 0], [-400, 0], [400, 400], [-400, 400], [0, -400], [-400, -400]]; // prettier-ignore
    for (let i = 0; i < 60; i++) {
      const { hits } = who.move(fast[i % 6], dt);
      world.step(dt);
      assert.ok(hits.length > 0);
      const { x, y } = who.position;
      assert.ok(x > -2.3 && x < 2.9 && y > kHalf && y < 5 - kHalf, `${x}, ${y}`);
    }
  });

  test('among 100 random shapes, near and far from the origin, the gap is never below s - c', () => {
    let seed = 71;
    const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32;
    for (let scene = 0; scene < 24; scene++) {
      const world = make();
      const [x0, y0] = scene % 3 ? [0, 0] : [1500, -900];
      const things = [];
      for (let i = 0; i < 30; i++) {
        const kinds = [
          { type: 'box', width: 0.2 + 2 * random(), height: 0.2 + 2 * random() },
          { type: 'circle', radius: 0.1 + random() },
          { type: 'capsule', a: [-random(), 0], b: [random(), random()], radius: 0.1 + 0.2 * random() },
          { type: 'segment', a: [-0.5 - random(), random() - 0.5], b: [1, random()] },
        ];
        const at = [x0 + 14 * random() - 7, y0 + 9 * random() - 5];
        const angle = scene % 2 ? 6 * random() : 0;
        things.push(world.createBody({ type: 'static', position: at, angle, shapes: [kinds[i % 4]] }));
      }
      things.push(solid(world, [x0, y0 - 7], 30, 1));
      const shape = Object.values(forms)[scene % 2];
      const who = new Character(world, { shape, position: [x0, y0 + 9] });
      // Positions are rounded to floats, and those of things too: half an ulp each.
      const least = kSkin - 0.25 * kSkin * 1.05 - 2 * 2 ** -24 * Math.max(Math.abs(x0), 16);
      const run = () => 8 * random() - 4;
      let speed = 0;
      walk(
        world,
        who,
        (i) => (i % 25 ? speed : (speed = random() < 0.1 ? 40 * run() : run())),
        300,
        () => {
          for (const { position, angle, shapes } of things) {
            const { distance } = shapeDistance(shape, { position: who.position }, shapes[0], { position, angle });
            assert.ok(distance >= least, `scene ${scene}: ${distance}`);
          }
        },
      );
      world.destroy();
    }
  });
});

describe('what moves', () => {
  each('on a platform that moves, turns, rises, falls or swings it keeps its place to a millimetre', (shape) => {
    const swings = (body, i) => body.moveTo([2 * Math.sin(i / 30) ** 2, 0.5 - 0.5 * Math.cos(i / 20)], 0, dt);
    for (const [motion, drive] of [
      [{ velocity: [2.1, 0] }],
      [{ velocity: [-0.7, 1.4] }],
      [{ velocity: [0.3, -2] }],
      [{ angularVelocity: 0.35 }],
      [{ angularVelocity: -0.25, velocity: [1, 0.5] }],
      [{}, swings],
    ]) {
      for (const order of ['move, step', 'step, move', 'move, drive, step']) {
        const world = make();
        const platform = solid(world, [0, 0], 5, 0.4, {}, { type: 'kinematic' });
        const who = new Character(world, { shape, position: [0.8, 0.2 + kHalf + 0.02] });
        walk(world, who, 0, 10);
        Object.assign(platform, motion);
        const place = [];
        let fall = 0;
        for (let i = 0; i < 120; i++) {
          if (order !== 'move, drive, step') drive?.(platform, i);
          if (order === 'step, move') world.step(dt);
          const moved = who.move([0, fall - kGravity * dt], dt);
          assert.ok(i < 40 || moved.ground?.body === platform); // one falls away in an instant
          fall = moved.velocity.y;
          if (i >= 60) place.push(platform.localPoint(moved.ground.point));
          if (order === 'move, drive, step') drive?.(platform, i);
          if (order !== 'step, move') world.step(dt);
        }
        const [first] = place;
        for (const { x } of place) near(x, first.x, 1e-3, `${order} ${JSON.stringify(motion)}`);
        near(who.move([0, 0], dt).ground.velocity.x, platform.velocityAt(who.position).x, 0.35);
      }
    }
  });

  each('it rides what `beforeStep` handlers drive, whether they were subscribed before it or after', (shape) => {
    for (const late of [false, true]) {
      for (const inHandler of [false, true]) {
        const world = make();
        const platform = solid(world, [0, 0], 4, 0.4, {}, { type: 'kinematic' });
        let time = 0;
        const drive = () =>
          world.on('beforeStep', (event) => {
            time += event.dt;
            platform.moveTo([4 * Math.sin(2 * time), 0], 0, event.dt);
          });
        if (!late) drive();
        const who = new Character(world, { shape, position: [0.8, 0.2 + kHalf + kSkin] });
        if (late) drive();
        let fall = 0;
        const move = () => (fall = who.move([0, fall - kGravity * dt], dt).velocity.y);
        if (inHandler) world.on('afterStep', move);
        for (let i = 0; i < 200; i++) {
          if (!inHandler) move();
          world.step(dt);
          // A lag of one step would be 8 m/s for 1/60 s, 133 mm.
          near(who.position.x - platform.position.x, 0.8, 1e-3, `late ${late}, step ${i}:`);
        }
      }
    }
  });

  each('a wall that comes moves it aside, and nothing overlaps by more than what the wall did in one step', (shape) => {
    const world = make();
    solid(world, [0, -0.5], 40, 1);
    const wall = solid(world, [-3, 2], 0.5, 4, {}, { type: 'kinematic', velocity: [1.8, 0] });
    const who = new Character(world, { shape, position: [0, kHalf + 0.02] });
    walk(world, who, 0, 150, () => {
      const { distance } = shapeDistance(shape, { position: who.position }, wall.shapes[0], {
        position: wall.position,
      });
      assert.ok(distance > -1.8 * dt);
    });
    // The wall's face is at -2.75 + 1.8 * 2.5.
    near(who.position.x, 1.75 + kSkin + (shape.radius ?? 0.23), kSkin + 1e-3);
  });

  each('a crate gets at most pushImpulse a move, and no more speed than the character has', (shape) => {
    for (const pushImpulse of [0, 2, 100]) {
      const world = make();
      solid(world, [0, -0.5], 60, 1);
      const boxes = [{ type: 'box', width: 0.9, height: 0.9, density: 16, friction: 0.4 }];
      const crate = world.createBody({ position: [1.5, 0.45], shapes: boxes });
      const who = new Character(world, { shape, position: [0, kHalf + 0.02], pushImpulse });
      walk(world, who, 1.6, 120, ({ hits }) => {
        const given = hits.reduce((sum, { impulse }) => sum + impulse, 0);
        assert.ok(given <= pushImpulse * (1 + 1e-6));
        assert.ok(crate.velocity.x <= 1.6 * 1.02);
      });
      // Friction takes 0.4 * 13 kg * 12 m/s^2 / 60 = 1.04 N s a step: 0 does not move it, 100 keeps it at the walk's
      // pace.
      if (pushImpulse === 0) near(crate.position.x, 1.5, 1e-3);
      if (pushImpulse === 100) near(who.position.x, 3.2, 0.35);
      assert.ok(who.position.x < crate.position.x - 0.45);
    }
  });

  each('it stands beside a crate on its head and one at its feet without moving', (shape) => {
    const world = make();
    solid(world, [0, -0.5], 60, 1);
    const boxes = [{ type: 'box', width: 0.8, height: 0.5 }];
    const crate = world.createBody({ position: [0, 2.2], shapes: boxes });
    world.createBody({ position: [0.8, 0.25], shapes: boxes });
    const who = new Character(world, { shape, position: [0, kHalf + kSkin] });
    walk(world, who, 0, 240);
    const { x, y } = who.position;
    walk(world, who, 0, 300, () => assert.deepEqual(who.position, { x, y }));
    near(crate.position.y, 2 * kHalf + kSkin + 0.25, 0.01);
  });

  each('it comes through a one-way shape from below, stands on it, and drops through on demand', (shape) => {
    for (const velocity of [
      [0, 0],
      [0.5, 0],
      [0, 0.8],
      [0, -0.8],
    ]) {
      const world = make();
      solid(world, [0, -0.5], 60, 1);
      const way = { oneWay: [0, 1] };
      const platform = solid(world, [0, 2.3], 6, 0.3, way, { type: 'kinematic', velocity });
      const who = new Character(world, { shape, position: [0, kHalf + 0.02] });
      walk(world, who, 0, 5);
      let fall = 11;
      let moved;
      for (let i = 0; i < 130; i++) {
        moved = who.move([0, fall - kGravity * dt], dt);
        fall = moved.velocity.y;
        assert.ok(i > 40 || moved.ceiling === null);
        world.step(dt);
      }
      assert.equal(moved.ground?.body, platform, String(velocity));
      platform.velocity = [0, 0];
      walk(world, who, 0, 5);
      near(who.position.y, platform.position.y + 0.15 + kHalf + kSkin, kBand);
      who.dropThrough();
      moved = walk(world, who, 0, 90);
      near(who.position.y, kHalf + kSkin, kBand);
    }
  });

  // The displacement of the platform in a step must not put the character back on its top.
  each('it drops through a one-way platform that moves, and lands on the next one that moves along', (shape) => {
    for (const unit of [1, 0.01]) {
      for (const [vx, vy] of [0, 0.5, 1, 2, 4].flatMap((v) => [
        [0, v],
        [0, -v],
        [1.5, v],
        [-1.5, -v],
      ])) {
        for (const gravity of [3, kGravity, 30]) {
          const world = new World({ gravity: [0, -gravity / unit], lengthUnit: unit });
          const size = (value) => value / unit;
          const put = (y) =>
            world.createBody({
              type: 'kinematic',
              position: [0, size(y)],
              velocity: [size(vx), size(vy)],
              shapes: [{ type: 'box', width: size(20), height: size(0.3), oneWay: [0, 1] }],
            });
          const platforms = [put(0), put(-2.5)];
          const scaled = Object.fromEntries(
            Object.entries(shape).map(([key, value]) => [
              key,
              Array.isArray(value) ? value.map(size) : typeof value === 'number' ? size(value) : value,
            ]),
          );
          const who = new Character(world, { shape: scaled, position: [0, size(0.15 + kHalf + kSkin)] });
          let fall = 0;
          let moved;
          const play = (steps) => {
            for (let i = 0; i < steps; i++) {
              moved = who.move([0, fall - (gravity / unit) * dt], dt);
              fall = moved.velocity.y;
              world.step(dt);
            }
          };
          const what = `gravity ${gravity}, platform ${vx}, ${vy}, unit ${unit}:`;
          play(20);
          assert.equal(moved.ground?.body, platforms[0], what);
          who.dropThrough();
          play(2);
          assert.equal(moved.ground, null, what);
          play(150);
          assert.equal(moved.ground?.body, platforms[1], what);
          near((who.position.y - platforms[1].position.y) * unit, 0.15 + kHalf + kSkin, 2 * kBand, what);
        }
      }
    }
  });
});

describe('where it is put', () => {
  // The skin is the resolution of what it touches: nearer than that to a top, above or below it, it is on it.
  const tops = {
    'one-way box': (world, y) => solid(world, [0, y - 0.1], 6, 0.2, { oneWay: [0, 1] }),
    'one-sided chain': (world, y) =>
      world.createBody({
        type: 'static',
        position: [0, y],
        shapes: [{ type: 'chain', points: [[3, 0], [-3, 0]], twoSided: false }], // prettier-ignore
      }),
  };
  for (const [name, put] of Object.entries(tops)) {
    each(`within the skin of a ${name} it stands on it, by whatever way it came there`, (shape) => {
      for (const y of [0, 2.1, -4.85]) {
        for (const gap of [0, 0.0005, 0.002, 0.005, kSkin, 0.02, -0.001, -0.005, -0.9 * kSkin]) {
          const world = make();
          put(world, y);
          const stands = (who, skin) => {
            walk(world, who, 0, 30);
            near(who.position.y, y + kHalf + skin, 0.1 * skin, `${gap} m over ${y}, skin ${skin}:`);
          };
          const who = new Character(world, { shape, position: [0, y + kHalf + gap] });
          stands(who, kSkin);
          who.position = [1, y + kHalf + gap];
          stands(who, kSkin);
          for (const skin of [0.025, 0.001, 0.02]) {
            who.skin = skin;
            stands(who, skin);
          }
        }
        const world = make();
        put(world, y);
        const who = new Character(world, { shape, position: [0, y + kHalf - 1.5 * kSkin] });
        walk(world, who, 0, 30);
        assert.ok(who.position.y < y, 'deeper inside it falls on');
      }
    });
  }
});

describe('its life', () => {
  test('a snapshot restores all of its state', () => {
    const play = (world, who, from, to, trail) => {
      let fall = 0;
      for (let i = from; i < to; i++) {
        if (i % 40 === 0) fall = 5;
        const moved = who.move([3 * Math.sin(i / 17), fall - kGravity * dt], dt);
        fall = moved.ground ? 0 : moved.velocity.y;
        world.step(dt);
        trail.push([who.position.x, who.position.y, world.hash()].join());
      }
    };
    const world = make();
    solid(world, [0, -0.5], 60, 1);
    solid(world, [0, 1.5], 2, 0.1, { oneWay: [0, 1] }, { type: 'kinematic', velocity: [0.4, 0] });
    world.createBody({ position: [1, 1], shapes: [{ type: 'box', width: 0.5, height: 0.5 }] });
    const who = new Character(world, { shape: forms.capsule, position: [0, 1] });
    play(world, who, 0, 80, []);
    const bytes = world.snapshot();
    const [first, second] = [[], []];
    play(world, who, 80, 200, first);
    world.restore(bytes);
    play(world, who, 80, 200, second);
    assert.deepEqual(second, first);
  });

  test('queries, sensors and masks know it as a kinematic body', () => {
    const world = make();
    solid(world, [0, -0.5], 60, 1);
    const zone = solid(world, [2, 1], 1, 2, { sensor: true });
    const ghost = solid(world, [1, 1], 0.1, 2, { filter: { category: 8 } });
    const who = new Character(world, { shape: forms.box, position: [0, 1], mask: ~8 >>> 0, category: 4 });
    assert.equal(who.body.type, 'kinematic');
    assert.equal(world.overlap({ point: [0, 1] })[0].body, who.body);
    const seen = [];
    world.on('sensorBegin', ({ bodyA, bodyB }) => seen.push(bodyA, bodyB));
    walk(world, who, 2, 60);
    near(who.position.x, 2, 1e-3);
    assert.deepEqual([seen.length, seen.includes(who.body), seen.includes(zone)], [2, true, true]);
    assert.ok(!ghost.destroyed);
    assert.deepEqual([who.mask, who.category], [0xfffffff7, 4]);
    who.position = [-3, 1];
    who.mask = 0xffffffff;
    walk(world, who, 4, 120);
    assert.ok(who.position.x < 1);
    who.destroy();
    who.destroy();
    assert.ok(who.destroyed);
    assert.throws(() => who.move([0, 0]), { code: 'DESTROYED', path: 'character' });
    assert.throws(() => (who.maxSlope = 1), { code: 'DESTROYED', path: 'character' });
    assert.throws(() => who.maxSlope, { code: 'DESTROYED', path: 'character' });
    assert.equal(world.bodyCount, 3);
  });

  test('two characters stop each other', () => {
    const world = make();
    solid(world, [0, -0.5], 60, 1);
    const [a, b] = [-1, 1].map((x) => new Character(world, { shape: forms.capsule, position: [x, 1] }));
    for (let i = 0; i < 90; i++) {
      a.move([2, -1], dt);
      b.move([-2, -1], dt);
      world.step(dt);
    }
    near(b.position.x - a.position.x, 0.54 + kSkin, 0.3 * kSkin);
  });

  test('gravity defines the up direction', () => {
    const world = new World({ gravity: [0, 9.81] });
    solid(world, [0, 1.5], 30, 1);
    const who = new Character(world, { shape: forms.capsule, position: [0, 0] });
    let moved;
    for (let i = 0; i < 60; i++) moved = who.move([1, 3], dt);
    near(who.position.y, 1 - kHalf - kSkin, kBand);
    assert.equal(moved.ground.normal.y, -1);
    near(moved.velocity.y, 0, 1e-6);
  });

  test('errors name the invalid value and change nothing', () => {
    const world = make();
    const shape = forms.capsule;
    const refuses = (path, options) =>
      assert.throws(
        () => new Character(world, options),
        (error) => error instanceof PhysicsError && error.code === 'INVALID_ARGUMENT' && error.path === path,
        path,
      );
    refuses('shape', {});
    refuses('shape', { shape: { type: 'segment', a: [0, 0], b: [1, 0] } });
    refuses('shape.radius', { shape: { ...shape, radius: -1 } });
    refuses('maxSlope', { shape, maxSlope: 2 });
    refuses('stepHeight', { shape, stepHeight: -0.1 });
    refuses('snapDistance', { shape, snapDistance: Infinity });
    refuses('skin', { shape, skin: 0 });
    refuses('pushImpulse', { shape, pushImpulse: '3' });
    refuses('mask', { shape, mask: 1.5 });
    refuses('position', { shape, position: [NaN, 0] });
    refuses('slope', { shape, slope: 1 });
    assert.throws(() => new Character({}, { shape }), { path: 'world' });
    assert.equal(world.bodyCount, 0);
    const who = new Character(world, { shape });
    assert.throws(() => who.move([NaN, 0]), { path: 'velocity' });
    assert.throws(() => who.move([0, 0], -1), { path: 'dt' });
    assert.throws(() => (who.skin = -1), { path: 'skin', value: -1 });
    assert.throws(() => (who.speed = 1), { code: 'INVALID_ARGUMENT' });
    for (const [name, value] of Object.entries({
      maxSlope: 0.6,
      stepHeight: 0.2,
      snapDistance: 0.1,
      skin: 0.02,
      pushImpulse: 3,
    })) {
      who[name] = value;
      assert.equal(who[name], value);
    }
    assert.deepEqual(who.position, { x: 0, y: 0 });
  });
});

test('a character that moves after each step is interpolated between its positions, and at its position when it stands', () => {
  const world = make();
  solid(world, [0, -0.5], 40, 1);
  const character = new Character(world, { shape: forms.box, position: [0, 0.65] });
  const drawn = (alpha) => world.interpolate(alpha)[4 * character.body.slot];
  const walk = (speed) => {
    world.step(dt);
    const from = character.position.x;
    character.move([speed, -1], dt);
    return from;
  };
  for (let i = 0; i < 30; i++) walk(0);
  for (let i = 0; i < 30; i++) {
    const from = walk(3);
    const to = character.position.x;
    assert.ok(to - from > 0.049, `it went ${to - from} m`); // 3 m/s in 1/60 s are 0.05 m
    for (const alpha of [0, 0.25, 1]) near(drawn(alpha), from + alpha * (to - from), 1e-6, `at ${alpha}`);
  }
  for (let i = 0; i < 3; i++) walk(0);
  assert.equal(drawn(0), drawn(1));
  character.position = [5, 0.65];
  assert.equal(drawn(0), drawn(1), 'placed, it did not walk there');
  world.destroy();
});

test('a world that restores the snapshot of another one continues with the same bits once its characters exist', () => {
  const a = make();
  solid(a, [0, -0.5], 100, 1);
  a.createBody({ position: [0, 0.5], velocity: [4, 0], shapes: [{ type: 'box', width: 3, height: 1, friction: 0.3 }] });
  const options = { stepHeight: 0.4, maxSlope: 0.9 };
  const hero = new Character(a, { ...options, shape: forms.box, position: [0, 1 + kHalf + kSkin] });
  const rider = new Character(a, { ...options, shape: forms.box, position: [0.8, 1 + kHalf + kSkin] });
  const act = (world, ...characters) => {
    characters.forEach((character, i) => character.move([0.5 - i, -1]));
    world.step();
  };
  for (let i = 0; i < 10; i++) act(a, hero, rider);

  const bytes = a.snapshot();
  const b = make();
  b.restore(bytes.slice());
  const [there, second] = [hero, rider].map(({ body }) => new Character(b, { ...options, body: b.bodyById(body.id) }));
  assert.equal(b.hash(), a.hash());
  assert.equal(there.stepHeight, 0.4);
  assert.equal(there.skin, 0.01);
  for (let i = 0; i < 40; i++) {
    // Without a move the step alone carries them.
    if (i < 20) for (const world of [a, b]) world.step();
    else {
      act(a, hero, rider);
      act(b, there, second);
    }
    assert.equal(b.hash(), a.hash(), `step ${i}`);
  }

  const crate = b.createBody({ shapes: [{ type: 'box', width: 1, height: 1 }] });
  const empty = b.createBody({ type: 'kinematic' });
  const gone = b.createBody({ type: 'kinematic', shapes: [{ type: 'box', width: 1, height: 1 }] });
  gone.destroy();
  for (const body of [hero.body, crate, empty, gone, null, {}, 5]) {
    const code = body === gone ? 'DESTROYED' : 'INVALID_ARGUMENT';
    assert.throws(() => new Character(b, { body }), { code, path: 'body' });
  }
  assert.throws(() => new Character(b, { body: there.body, shape: forms.box }), { path: 'shape' });
  assert.throws(() => new Character(b, { body: there.body, skin: 0 }), { path: 'skin' });
  there.destroy();
  assert.equal(b.bodyById(hero.body.id), null);
  a.destroy();
  b.destroy();
});

test('a sensor detects a character at any speed, whether it moves before the step or after it', () => {
  for (const when of ['before', 'afterStep']) {
    for (const speed of [5, 50, 200, 330]) {
      for (let phase = 0; phase < 10; phase++) {
        const world = new World({ gravity: [0, 0] });
        const gate = solid(world, [5 + (phase / 10) * speed * dt, 0], 0.1, 5, { sensor: true });
        solid(world, [8, 0], 0.1, 5, { sensor: true, filter: { category: 2 } });
        const player = new Character(world, { shape: forms.capsule, mask: 1 });
        const told = [];
        for (const name of ['sensorBegin', 'sensorEnd'])
          world.on(name, ({ bodyA, bodyB }) => told.push([name, bodyA === gate, bodyB === player.body]));
        const move = () => player.move([speed, 0], dt);
        if (when === 'afterStep') world.on(when, move);
        for (let k = 0; k < 14 / (speed * dt) + 5; k++) {
          if (when === 'before') move();
          world.step(dt);
        }
        const expected = [['sensorBegin', true, true], ['sensorEnd', true, true]]; // prettier-ignore
        assert.deepEqual(told, expected, `${when} ${speed} ${phase}`);
        world.destroy();
      }
    }
  }
});

/** A world with a block that slides over a floor. */
const withSledge = () => {
  const world = make();
  solid(world, [0, -0.5], 100, 1);
  const sledge = { type: 'box', width: 3, height: 1, friction: 0.3 };
  world.createBody({ position: [0, 0.5], velocity: [4, 0], shapes: [sledge] });
  return world;
};
const hashLater = (world) => {
  for (let i = 0; i < 20; i++) world.step();
  return world.hash();
};

test('a character that was destroyed and comes back by restore follows its ground again', () => {
  const world = withSledge();
  const hero = new Character(world, { shape: forms.box, position: [0, 1 + kHalf + kSkin] });
  hero.move([0, -1]);
  world.step();
  const bytes = world.snapshot();
  const after = () => hashLater(world);
  const hash = after();
  hero.destroy();
  world.step();
  world.restore(bytes);
  assert.equal(hero.destroyed, false);
  assert.equal(after(), hash);
  world.destroy();
});

test('a conveyor belt carries a character as it carries a crate, and is no motion of a wall', () => {
  for (const [tangentSpeed, platform] of [[1.5, 0], [-2.5, 0], [0.8, 1.2]]) {
    const world = make();
    const belt = { type: 'box', width: 60, height: 1, tangentSpeed };
    world.createBody({ type: 'kinematic', position: [0, -0.5], velocity: [platform, 0], shapes: [belt] });
    const hero = new Character(world, { shape: forms.capsule, position: [0, kHalf + kSkin] });
    const crate = world.createBody({ position: [4, 0.5], shapes: [{ type: 'box', width: 1, height: 1, friction: 1 }] });
    const { ground } = walk(world, hero, 0, 60);
    near(ground.velocity.x, crate.velocity.x, 1e-3);
    near(ground.velocity.x, platform - tangentSpeed, 1e-5);
    const { x } = hero.position;
    for (let i = 0; i < 60; i++) world.step(dt); // without a move the step alone carries it
    near(hero.position.x - x, platform - tangentSpeed, 1e-3);
    near(hero.position.y, kHalf + kSkin, kBand);
    world.destroy();
  }
  const world = make();
  solid(world, [0, -0.5], 20, 1);
  solid(world, [1, 2], 1, 4, { tangentSpeed: 3 });
  const hero = new Character(world, { shape: forms.box, position: [0, kHalf + kSkin] });
  const { wall, ground } = walk(world, hero, 2, 30);
  near(Math.abs(wall.velocity.y), 3, 1e-5);
  near(ground.velocity.x, 0, 1e-9);
  near(hero.position.y, kHalf + kSkin, kBand);
  world.destroy();
}); // prettier-ignore

test('a character whose shape is replaced follows its ground in a step and in its repetition', () => {
  const world = withSledge();
  const hero = new Character(world, { shape: forms.box, position: [0, 1 + kHalf + kSkin] });
  const { body } = hero;
  body.shapes[0].destroy();
  world.step();
  assert.equal(hero.destroyed, true);
  body.createShape(forms.box);
  assert.equal(hero.destroyed, false);
  const bytes = world.snapshot();
  const after = () => hashLater(world);
  const hash = after();
  assert.ok(hero.position.x > 0.3, `it is at ${hero.position.x} m`);
  world.restore(bytes);
  assert.equal(after(), hash);
  world.destroy();
});

test('what characters on each other do does not depend on the order in which they came back', () => {
  const world = withSledge();
  const tower = Array.from(
    { length: 3 },
    (_, i) => new Character(world, { shape: forms.box, position: [0, 1 + (2 * i + 1) * kHalf + (i + 1) * kSkin] }),
  );
  for (const one of tower) one.move([0, -1]);
  world.step();
  const bytes = world.snapshot();
  const after = () => hashLater(world);
  const hash = after();
  assert.ok(tower[2].position.x > 0.3, `the highest is at ${tower[2].position.x} m`);
  for (let first = 0; first < 3; first++) {
    world.restore(bytes);
    tower[first].destroy();
    world.step();
    world.restore(bytes);
    assert.equal(after(), hash, `character ${first}`);
  }
  world.destroy();
});

describe('dropThrough and restored snapshots', () => {
  const onPlatform = () => {
    const world = make();
    solid(world, [0, 2], 6, 0.2, { oneWay: [0, 1] });
    const who = new Character(world, { shape: forms.box, position: [0, 2.1 + kHalf + kSkin] });
    walk(world, who, 0, 20);
    return { world, who };
  };

  test('a request that was made before a restore does not affect the step that is simulated again', () => {
    for (const copy of [(bytes) => bytes, (bytes) => bytes.slice()]) {
      const { world, who } = onPlatform();
      const bytes = world.snapshot();
      const { position, ground } = who.move([0, -1], dt);
      assert.ok(ground);
      world.restore(bytes);
      who.dropThrough();
      world.restore(copy(bytes));
      assert.deepEqual(who.move([0, -1], dt).position, position);
      who.dropThrough();
      assert.ok(who.move([0, -1], dt).position.y < position.y - 0.01, 'a request after it counts');
      world.destroy();
    }
  });

  test('a restore that fails, or that of another world, leaves the request', () => {
    const { world, who } = onPlatform();
    const other = make();
    who.dropThrough();
    assert.throws(() => world.restore(new Uint8Array(64)), { code: 'SNAPSHOT_INVALID' });
    other.restore(other.snapshot());
    assert.equal(who.move([0, -1], dt).ground, null);
    world.destroy();
    other.destroy();
  });

  test('called in the step in which its key is down, History repeats it', () => {
    const { world, who } = onPlatform();
    const history = new History(world, { bytes: 1e6, every: 10 });
    const act = (down) => {
      if (down) who.dropThrough();
      who.move([0, -1], dt);
    };
    const heights = [who.position.y];
    for (let i = 1; i <= 20; i++) {
      act(i === 11);
      world.step(dt);
      history.record(i === 11);
      heights.push(who.position.y);
    }
    assert.ok(heights[10] - heights[11] > 0.01);
    for (const step of [15, 9, 20]) {
      who.dropThrough(); // of a future that is given up
      history.seek(step, act);
      assert.equal(who.position.y, heights[step], `${step}`);
    }
    world.destroy();
  });
});

// The impact law for a body that goes on at u: v' = u - e (v - u), p = (1 + e) m (v - u).
test('a body that flies at a character, or after it, bounces off it and reports its impact', () => {
  for (const u of [0, 2, 5]) {
    for (const mass of [0.05, 2, 10]) {
      for (const order of ['before', 'after']) {
        const world = make();
        solid(world, [0, -0.5], 200, 1);
        const player = new Character(world, { shape: forms.box, position: [0, kHalf + kSkin] });
        const [v, e] = [12, 0.6];
        const ball = world.createBody({
          position: [-3, 0.7],
          velocity: [v, 0],
          gravityScale: 0,
          shapes: [{ type: 'circle', radius: 0.2, restitution: e, friction: 0 }],
        });
        ball.mass = mass;
        const seen = [];
        const pair = ({ bodyA, bodyB }) => [bodyA, bodyB].includes(ball) && [bodyA, bodyB].includes(player.body);
        world.on('contactBegin', (event) => pair(event) && seen.push('begin'));
        world.on('contactHit', (event) => pair(event) && seen.push(event));
        let fall = 0;
        const move = () => {
          const moved = player.move([u, fall - kGravity * dt], dt);
          fall = moved.velocity.y;
          assert.deepEqual({ ...player.position }, moved.position);
        };
        world.on('beforeStep', () => order === 'before' && move());
        world.on('afterStep', () => order === 'after' && move());
        for (let i = 0; i < 60; i++) world.step(dt);
        const what = `u ${u}, ${mass} kg, ${order}:`;
        assert.equal(seen.length, 2, `${what} ${seen}`);
        assert.equal(seen[0], 'begin');
        near(seen[1].approachSpeed, v - u, 1e-3 * v, what);
        near(seen[1].impulse, (1 + e) * mass * (v - u), 1e-3 * mass * v, what);
        near(ball.velocity.x, u - e * (v - u), 1e-3 * v, what);
        near(player.body.velocity.x, 0, 0, what); // m/s: no ground carries it
      }
    }
  }
});
