import assert from 'node:assert/strict';
import test from 'node:test';
import { Character, World, shapeDistance, timeOfImpact } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

// Floats of size 10.
const near = (actual, x, y) => assert.ok(Math.hypot(actual.x - x, actual.y - y) < 1e-5, `${actual.x}, ${actual.y}`);

test('a ray finds the nearest shape, the point and the normal', () => {
  inWorld({}, (world) => {
    floor(world);
    const crate = box(world, 2, 3);
    const hit = world.raycast({ from: [2, 10], to: { x: 2, y: -10 } });
    assert.equal(hit.body, crate);
    assert.equal(hit.shape, crate.shapes[0]);
    near(hit.point, 2, 3.5);
    near(hit.normal, 0, 1);
    assert.ok(Math.abs(hit.fraction - 6.5 / 20) < 1e-6);
    assert.equal(world.raycast({ from: [30, 10], to: [31, 10] }), null);
  });
});

test('all hits of a ray come nearest first', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const [a, b] = [box(world, 0, 2), box(world, 0, 5)];
    const hits = world.raycastAll({ from: [0, 10], to: [0, -10] });
    assert.deepEqual(
      hits.map((hit) => hit.body),
      [b, a, ground],
    );
    assert.ok(hits[0].fraction < hits[1].fraction && hits[1].fraction < hits[2].fraction);
    assert.deepEqual(world.raycastAll({ from: [30, 10], to: [31, 10] }), []);
  });
});

test('a batch of rays gives the results of single rays', () => {
  inWorld({}, (world) => {
    floor(world);
    for (let i = 0; i < 20; i++) box(world, 3.7 * (i % 5) - 8, 1 + 3.7 * Math.floor(i / 5), { angle: i });
    const count = 500;
    const rays = new Float32Array(4 * count);
    for (let i = 0; i < count; i++) {
      const angle = (i * 2 * Math.PI) / count;
      rays.set([0, 4, 12 * Math.cos(angle), 4 + 12 * Math.sin(angle)], 4 * i);
    }
    const out = new Float32Array(7 * count);
    assert.equal(world.raycasts(rays, out), out);
    assert.deepEqual(world.raycasts(rays), out);
    const bits = new Uint32Array(out.buffer);
    let hits = 0;
    for (let i = 0; i < count; i++) {
      const alone = world.raycast({ from: [rays[4 * i], rays[4 * i + 1]], to: [rays[4 * i + 2], rays[4 * i + 3]] });
      const row = [...out.slice(7 * i, 7 * i + 6)];
      if (alone) {
        hits++;
        assert.deepEqual(row, [
          alone.point.x,
          alone.point.y,
          alone.normal.x,
          alone.normal.y,
          alone.fraction,
          alone.body.slot,
        ]);
        assert.equal(world.shapeById(bits[7 * i + 6]), alone.shape);
      } else {
        assert.deepEqual(row, [rays[4 * i + 2], rays[4 * i + 3], 0, 0, 1, -1]);
        assert.equal(bits[7 * i + 6], 0);
      }
    }
    assert.ok(hits > 0 && hits < count, `${hits}`);
    assert.equal(world.raycasts(new Float32Array(0)).length, 0);
  });
});

test('an overlap finds the shapes that contain a point, and those that overlap a box', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const [a, b] = [box(world, 0, 0.6), box(world, 0.5, 1.2)];
    assert.deepEqual(world.overlap({ point: [0.25, 0.9] }), [a.shapes[0], b.shapes[0]]);
    assert.deepEqual(world.overlap({ point: { x: 0, y: 30 } }), []);
    const met = world.overlap({ aabb: { min: [-1, -0.5], max: [1, 0.3] } });
    assert.deepEqual(
      met.map((shape) => shape.body),
      [ground, a],
    );
  });
});

test('a query returns only the shapes that its filter selects', () => {
  inWorld({}, (world) => {
    const shape = (filter) => [{ type: 'circle', radius: 1, filter }];
    const one = world.createBody({ position: [0, 0], shapes: shape({ category: 1 }) });
    const two = world.createBody({ position: [5, 0], shapes: shape({ category: 2, mask: 0x80000000 }) });
    const ray = { from: [-5, 0], to: [10, 0] };
    assert.equal(world.raycast(ray).body, one);
    assert.equal(world.raycast({ ...ray, filter: { mask: 2 } }).body, two);
    assert.equal(world.raycast({ ...ray, filter: { mask: 2, category: 1 } }), null);
    assert.equal(world.raycast({ ...ray, filter: { mask: 2, category: 0x80000000 } }).body, two);
    assert.deepEqual(
      world.raycastAll({ ...ray, filter: { mask: 2 } }).map((hit) => hit.body),
      [two],
    );
    assert.deepEqual(world.overlap({ point: [0, 0], filter: { mask: 2 } }), []);
    const rows = world.raycasts(new Float32Array([-5, 0, 10, 0]), undefined, { mask: 2 });
    assert.equal(rows[5], two.slot);
  });
});

test('a query without a filter returns shapes that collide with nothing, one with a filter does not', () => {
  inWorld({}, (world) => {
    const ghost = world.createBody({ shapes: [{ type: 'circle', radius: 1, filter: { category: 2, mask: 0 } }] });
    assert.deepEqual(
      world.overlap({ point: [0, 0] }).map(({ body }) => body),
      [ghost],
    );
    assert.deepEqual(world.overlap({ point: [0, 0], filter: { category: 1 } }), []);
    assert.deepEqual(world.overlap({ point: [0, 0], filter: { mask: 1 } }), []);
  });
});

test('contacts support a resting weight: impulses per step add up to m g dt', () => {
  inWorld({ sleep: false }, (world) => {
    const ground = floor(world);
    const crate = box(world, 0, 0.5, {
      shapes: [{ type: 'box', width: 1, height: 1, density: 3, friction: 0.4, restitution: 0.25 }],
    });
    steps(world, 200);
    const contacts = world.contacts();
    assert.equal(contacts.length, world.contactCount);
    const [contact] = contacts;
    assert.deepEqual([contact.bodyA, contact.bodyB], [ground, crate]);
    assert.deepEqual([contact.shapeA, contact.shapeB], [ground.shapes[0], crate.shapes[0]]);
    near(contact.normal, 0, 1);
    assert.equal(contact.points.length, 2);
    const impulse = contact.points.reduce((sum, point) => sum + point.normalImpulse, 0);
    const expected = (3 * 9.81) / 60;
    assert.ok(Math.abs(impulse / expected - 1) < 0.01, `${impulse} and not ${expected}`);
    for (const point of contact.points) {
      assert.ok(Math.abs(Math.abs(point.x) - 0.5) < 0.01 && Math.abs(point.y) < 0.02);
      assert.ok(point.separation < 0.02 && point.separation > -0.02);
    }
    assert.ok(Math.abs(contact.friction - Math.sqrt(0.6 * 0.4)) < 1e-6); // geometric by default
    assert.equal(contact.restitution, 0.25); // the greater by default
    assert.deepEqual(crate.contacts, contacts);
    assert.deepEqual(box(world, 20, 20).contacts, []);
  });
});

test('the contacts of a body are those of the world with it, in the order of their pairs', () => {
  inWorld({ sleep: false }, (world) => {
    const ground = floor(world);
    const crates = Array.from({ length: 12 }, (_, i) => box(world, 1.01 * i - 6, 0.5));
    steps(world, 10);
    // New bodies take the ids of those destroyed, so that the order of creation is another one.
    for (const i of [2, 7, 3]) {
      crates[i].destroy();
      crates[i] = box(world, 1.01 * i - 6, 0.5);
    }
    steps(world, 10);
    const all = world.contacts();
    for (const body of [ground, ...crates]) {
      const own = all.filter(({ bodyA, bodyB }) => bodyA === body || bodyB === body);
      assert.ok(own.length > 0);
      assert.deepEqual(body.contacts, own);
    }
    assert.equal(ground.contacts.length, crates.length);
  });
});

test('returned contacts are plain objects of the caller, which neither steps nor later calls change', () => {
  inWorld({ sleep: false }, (world) => {
    const ground = floor(world);
    const crate = box(world, 0, 0.5);
    const bird = box(world, 20, 20);
    steps(world, 30);
    const { contacts } = crate;
    const text = ({ bodyA, bodyB, shapeA, shapeB, ...numbers }) =>
      JSON.stringify([bodyA.id, bodyB.id, shapeA.id, shapeB.id, numbers]);
    const before = text(contacts[0]);
    assert.deepEqual(Object.keys(contacts[0]), [
      'shapeA',
      'shapeB',
      'bodyA',
      'bodyB',
      'normal',
      'points',
      'friction',
      'restitution',
      'meanImpulse',
    ]);
    assert.deepEqual(Object.keys(contacts[0].points[1]), ['x', 'y', 'separation', 'normalImpulse', 'tangentImpulse']);
    crate.velocity = [3, 2];
    steps(world, 5);
    assert.deepEqual([bird.contacts, crate.contacts], [[], []]);
    assert.equal(text(contacts[0]), before);
    assert.deepEqual([contacts[0].bodyA, contacts[0].bodyB], [ground, crate]);
    // Each call makes its own, also the empty ones.
    contacts[0].points.length = 0;
    bird.contacts.push(contacts[0]);
    assert.deepEqual(bird.contacts, []);
    steps(world, 200);
    assert.equal(crate.contacts[0].points.length, 2);
    assert.notEqual(crate.contacts[0], crate.contacts[0]);
  });
});

test('energy and momentum are those of the bodies', () => {
  inWorld({ gravity: [0, -10] }, (world) => {
    world.createBody({
      position: [0, 3],
      velocity: [2, 0],
      angularVelocity: 3,
      shapes: [{ type: 'box', width: 1, height: 1, density: 2 }],
    });
    const { kinetic, potential } = world.energy();
    assert.ok(Math.abs(kinetic - (0.5 * 2 * 4 + 0.5 * (2 / 6) * 9)) < 1e-5);
    assert.ok(Math.abs(potential - 2 * 10 * 3) < 1e-4);
    const { x, y, angular } = world.momentum();
    assert.ok(Math.abs(x - 4) < 1e-5 && Math.abs(y) < 1e-5);
    assert.ok(Math.abs(angular - (-3 * 4 + (2 / 6) * 3)) < 1e-4); // r x p + I w
  });
});

test('the deepest overlap is in metres', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    floor(world);
    assert.equal(world.maxPenetration(), 0);
    box(world, 0, 0.4);
    world.step(0);
    assert.ok(Math.abs(world.maxPenetration() - 0.1) < 1e-5);
  });
});

test('equal worlds have equal hashes, and any change changes the hash', () => {
  const hash = (change = () => {}) =>
    inWorld({}, (world) => {
      floor(world);
      const crate = box(world, 0, 3);
      steps(world, 30);
      change(crate, world);
      return world.hash();
    });
  const plain = hash();
  assert.match(plain, /^[0-9a-f]{16}$/);
  assert.equal(hash(), plain);
  const changes = [
    (crate) => {
      crate.position = [1e-6, 3];
    },
    (crate) => {
      crate.velocity = [0, -1];
    },
    (crate) => {
      crate.angularVelocity = 1e-6;
    },
    (crate) => {
      crate.gravityScale = 2;
    },
    (crate) => {
      crate.linearDamping = 1e-6;
    },
    (crate) => {
      crate.applyForce([1e-6, 0]);
    },
    (_, world) => {
      world.gravity = [0, -9.8];
    },
    (_, world) => {
      world.step();
    },
  ];
  changes.forEach((change, i) => assert.notEqual(hash(change), plain, `change ${i}`));
});

test('a step of zero duration finds contacts and moves nothing', () => {
  inWorld({}, (world) => {
    floor(world);
    const crate = box(world, 0.3, 0.5, { velocity: [1, -1] });
    const before = [crate.position, crate.velocity];
    const report = world.step(0);
    assert.deepEqual([crate.position, crate.velocity], before);
    assert.equal(world.contactCount, 1);
    assert.equal(report.contacts, 1);
  });
});

test('a sprite that follows the moved bodies follows a character, moved at any time', () => {
  for (const name of ['beforeStep', 'afterStep'])
    inWorld({}, (world) => {
      floor(world);
      const shape = { type: 'box', width: 0.6, height: 1.6 };
      const player = new Character(world, { shape, position: [0, 0.81] });
      world.on(name, ({ dt }) => player.move([3, -1], dt));
      let drawn = 0;
      for (let i = 0; i < 60; i++) {
        world.step();
        for (const body of world.movedBodies) if (body === player.body) drawn = body.position.x;
      }
      assert.ok(drawn > 2.9, name);
      assert.equal(drawn, player.position.x);
    });
});

test('bodies, awake bodies and moved bodies are iterated by slot', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const resting = box(world, 0, 0.5);
    const lift = box(world, 20, 5, { type: 'kinematic', velocity: [0, 1] });
    const still = box(world, 30, 5, { type: 'kinematic' });
    steps(world, 120);
    const falling = box(world, 10, 30);
    assert.deepEqual([...world.bodies], [ground, resting, lift, still, falling]);
    assert.deepEqual([...world.awakeBodies], [lift, falling]);
    assert.equal(world.awakeCount, 2);
    assert.equal(world.bodyCount, 5);
    world.step();
    assert.deepEqual([...world.movedBodies], [lift, falling]);
    still.position = [31, 5];
    assert.deepEqual([...world.movedBodies], [lift, still, falling], 'placed after the step');
    world.step();
    assert.deepEqual([...world.movedBodies], [lift, still, falling], 'placed before the step');
    still.position = [31, 5];
    ground.angle = ground.angle;
    world.step();
    assert.deepEqual([...world.movedBodies], [lift, falling], 'not placed anew');
    const seen = [];
    for (const body of world.bodies) {
      seen.push(body);
      if (body === resting) falling.destroy();
    }
    assert.deepEqual(seen, [ground, resting, lift, still, falling], 'a list that was read stays as it is');
    assert.deepEqual(world.bodies, [ground, resting, lift, still]);
    assert.equal(world.bodies, world.bodies);
    assert.throws(() => world.bodies.push(ground), TypeError);
  });
});

test('the profile contains milliseconds per stage and their total', () => {
  inWorld({}, (world) => {
    floor(world);
    for (let i = 0; i < 200; i++) box(world, (i % 20) * 1.1 - 10, 0.6 + 1.05 * Math.floor(i / 20));
    steps(world, 30);
    const { total, ...stages } = world.profile;
    const sum = Object.values(stages).reduce((a, b) => a + b, 0);
    assert.ok(total > 0);
    for (const [stage, ms] of Object.entries(stages)) assert.ok(ms >= 0 && ms <= total, stage);
    assert.ok(sum <= total * 1.01);
  });
});

const kBall = { type: 'circle', radius: 0.5, friction: 0.1 }; // of a definition the form alone counts

test('a shape cast stops where the shapes touch, with point and normal', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const hit = world.shapeCast({ shape: kBall, from: [2, 10], to: { x: 2, y: -10 } });
    assert.deepEqual(Object.keys(hit).sort(), ['body', 'fraction', 'normal', 'point', 'shape', 'startsInside']);
    assert.equal(hit.body, ground);
    assert.equal(hit.shape, ground.shapes[0]);
    assert.ok(Math.abs(hit.fraction - 9.5 / 20) < 1e-6);
    near(hit.point, 2, 0);
    near(hit.normal, 0, 1);
    assert.equal(hit.startsInside, false);
    assert.equal(world.shapeCast({ shape: kBall, from: [2, 10], to: [2, 5] }), null);
    const inside = world.shapeCast({ shape: kBall, from: [2, 0.25], to: [2, 5] });
    assert.deepEqual([inside.startsInside, inside.fraction], [true, 0]);
    near(inside.normal, 0, 1);
    // A plank that stands up on its way: 1 m instead of 0.1 m above its centre's path.
    const plank = { type: 'box', width: 2, height: 0.2 };
    assert.ok(world.shapeCast({ shape: plank, from: [0, 0.5], to: [1, 0.5], angleTo: Math.PI / 2 }));
    assert.equal(world.shapeCast({ shape: plank, from: [0, 0.5], to: [1, 0.5] }), null);
    // A shape of a body stands for its form.
    const crate = box(world, 0, 3);
    const down = world.shapeCast({ shape: crate.shapes[0], from: [0, 3], to: [0, -7], except: crate });
    assert.ok(Math.abs(down.fraction - 0.25) < 1e-6);
  });
});

test('all hits of a shape cast come nearest first, and a batch gives the results of single casts', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const [a, b] = [box(world, 0, 2), box(world, 0, 5)];
    const cast = { shape: kBall, from: [0, 10], to: [0, -10] };
    assert.deepEqual(
      world.shapeCastAll(cast).map((hit) => hit.body),
      [b, a, ground],
    );
    const casts = [
      cast,
      { ...cast, except: b },
      { ...cast, to: [0, 9] },
      { ...cast, where: ({ body }) => body === ground },
    ];
    const alone = casts.map((one) => world.shapeCast(one));
    assert.deepEqual(
      alone.map((hit) => hit && hit.body),
      [b, a, null, ground],
    );
    const out = world.shapeCasts(casts);
    assert.deepEqual(out, alone);
    const [first] = out;
    assert.equal(world.shapeCasts(casts, out), out);
    assert.equal(out[0], first); // filled anew
    assert.deepEqual(out, alone);
    assert.deepEqual(world.shapeCasts([], out), []);
  });
});

test('the closest shape to a point, how far its surface is, and nothing beyond the distance', () => {
  inWorld({}, (world) => {
    floor(world);
    const crate = box(world, 3, 5);
    const hit = world.closest({ point: [5, 5.25] });
    assert.deepEqual(Object.keys(hit).sort(), ['body', 'distance', 'normal', 'point', 'shape']);
    assert.equal(hit.shape, crate.shapes[0]);
    assert.ok(Math.abs(hit.distance - 1.5) < 1e-6);
    near(hit.point, 3.5, 5.25);
    near(hit.normal, 1, 0);
    assert.equal(world.closest({ point: [5, 5.25], maxDistance: 1.49 }), null);
    const inside = world.closest({ point: [3.4, 5] });
    assert.ok(Math.abs(inside.distance + 0.1) < 1e-6);
    near(inside.point, 3.5, 5);
  });
});

test('an overlap with a box or a shape is exact', () => {
  inWorld({}, (world) => {
    const [bar] = world.createBody({ angle: Math.PI / 4, shapes: [{ type: 'box', width: 4, height: 0.1 }] }).shapes;
    assert.deepEqual(world.overlap({ aabb: { min: [1, -1.3], max: [1.3, -1] } }), []);
    assert.deepEqual(world.overlap({ aabb: { min: [0.9, 0.9], max: [1.1, 1.1] } }), [bar]);
    const gap = Math.SQRT1_2 - 0.05; // of (0, 1) from the bar's face
    const disc = (radius) => world.overlap({ shape: { type: 'circle', radius }, position: [0, 1] });
    assert.deepEqual(disc(gap - 1e-4), []);
    assert.deepEqual(disc(gap + 1e-4), [bar]);
    const line = { type: 'segment', a: [-1, 0], b: [1, 0] };
    assert.deepEqual(world.overlap({ shape: line, position: [0, 0.5] }), [bar]);
    assert.deepEqual(world.overlap({ shape: line, position: [0, 0.5], angle: Math.PI / 4 }), []);
  });
});

test('every query ignores exceptions, sensors and shapes that `where` rejects', () => {
  inWorld({}, (world) => {
    const disc = (x, more) =>
      world.createBody({ position: [x, 0], shapes: [{ type: 'circle', radius: 0.5, ...more }] });
    const sensor = disc(1, { sensor: true });
    const [a, b] = [disc(3), disc(5)];
    const ray = { from: [-1, 0], to: [9, 0] };
    const bodies = (hits) => hits.map((hit) => hit.body ?? null);
    const queries = {
      raycast: (options) => bodies([world.raycast({ ...ray, ...options }) ?? {}]),
      raycastAll: (options) =>
        bodies(
          world
            .raycastAll({ ...ray, ...options })
            .slice(0, 1)
            .concat({})
            .slice(0, 1),
        ),
      raycasts: (options) => [world.bodyAtSlot(world.raycasts(new Float32Array([-1, 0, 9, 0]), undefined, options)[5])],
      shapeCast: (options) => bodies([world.shapeCast({ shape: kBall, ...ray, ...options }) ?? {}]),
      shapeCastAll: (options) =>
        bodies(
          world
            .shapeCastAll({ shape: kBall, ...ray, ...options })
            .concat({})
            .slice(0, 1),
        ),
      shapeCasts: (options) => bodies([world.shapeCasts([{ shape: kBall, ...ray, ...options }])[0] ?? {}]),
      closest: (options) => bodies([world.closest({ point: [0, 0], ...options }) ?? {}]),
      aabb: (options) =>
        bodies(
          world
            .overlap({ aabb: { min: [-9, -9], max: [9, 9] }, ...options })
            .concat({})
            .slice(0, 1),
        ),
      shape: (options) =>
        bodies(
          world
            .overlap({ shape: { type: 'circle', radius: 9 }, position: [0, 0], ...options })
            .concat({})
            .slice(0, 1),
        ),
      point: (options) =>
        bodies(
          world
            .overlap({ point: [3, 0], ...options })
            .concat({})
            .slice(0, 1),
        ),
    };
    const asked = [];
    // Of the same id as `sensor`, and of another world.
    const other = new World();
    const foreign = other.createBody({ shapes: [{ type: 'circle', radius: 1 }] });
    assert.deepEqual([foreign.id, foreign.shapes[0].id], [sensor.id, sensor.shapes[0].id]);
    for (const [name, query] of Object.entries(queries)) {
      const next = name === 'point' ? null : b; // the point is in one alone
      assert.deepEqual(query({}), [a], name);
      assert.deepEqual(query({ sensors: true }), [name === 'point' ? a : sensor], name);
      assert.deepEqual(query({ except: a }), [next], name);
      assert.deepEqual(query({ except: a.shapes[0] }), [next], name);
      assert.deepEqual(query({ except: [a, b.shapes[0]] }), [null], name);
      assert.deepEqual(query({ filter: { mask: 2 } }), [null], name);
      assert.deepEqual(query({}), [a], `${name} again`);
      const where = (shape) => {
        asked.push(shape);
        world.raycast({ from: [20, 0], to: [21, 0], except: b }); // a query of its own does no harm
        return shape.body !== a;
      };
      assert.deepEqual(query({ where }), [next], name);
      for (const [option, value] of Object.entries({ except: {}, sensors: 1, where: 1, filter: { mask: -1.5 } })) {
        assert.throws(
          () => query({ [option]: value }),
          ({ code, path }) => code === 'INVALID_ARGUMENT' && path.includes(option),
          name,
        );
      }
      for (const except of [foreign, foreign.shapes[0], [a, foreign]]) {
        assert.throws(
          () => query({ except }),
          ({ code, path, message }) =>
            code === 'INVALID_ARGUMENT' && path.endsWith('except') && message.includes('of this world'),
          name,
        );
      }
    }
    other.destroy();
    assert.equal(asked[0], a.shapes[0]);
    b.destroy();
    assert.equal(world.raycast({ ...ray, except: [a, b] }), null); // what is gone is ignored
  });
});

test('errors of queries name the option, the value and the accepted range', () => {
  inWorld({}, (world) => {
    floor(world);
    const cast = { shape: kBall, from: [0, 5], to: [0, 0] };
    const refused = (call, path, expected) =>
      assert.throws(call, (error) => {
        assert.equal(error.code, 'INVALID_ARGUMENT');
        assert.equal(error.path, path);
        assert.match(error.expected, expected);
        return true;
      });
    refused(() => world.shapeCast({ ...cast, shape: { type: 'circle', radius: -1 } }), 'shape.radius', /> 0/);
    refused(
      () => world.shapeCast({ ...cast, shape: { type: 'box', width: 1, height: 1, angle: NaN } }),
      'shape.angle',
      /finite/,
    );
    refused(() => world.shapeCast({ ...cast, shape: { type: 'blob' } }), 'shape.type', /circle/);
    refused(() => world.shapeCast({ ...cast, shape: undefined }), 'shape', /object/);
    refused(() => world.shapeCast({ ...cast, from: [0, NaN] }), 'from', /vector/);
    refused(() => world.shapeCast({ ...cast, angle: '1' }), 'angle', /finite/);
    refused(() => world.shapeCast({ ...cast, angleTo: Infinity }), 'angleTo', /finite/);
    refused(() => world.shapeCast({ ...cast, too: 1 }), 'too', /from, to/);
    refused(() => world.shapeCasts([cast, { ...cast, to: null }]), 'casts[1].to', /vector/);
    refused(() => world.shapeCasts({}), 'casts', /list/);
    refused(() => world.closest({ point: [0, 0], maxDistance: -1 }), 'maxDistance', />= 0/);
    refused(() => world.closest({ point: null }), 'point', /finite/);
    refused(() => world.overlap({ shape: kBall }), 'position', /vector/);
    refused(() => world.overlap({ shape: { ...kBall, radius: 0 }, position: [0, 0] }), 'shape.radius', /> 0/);
    refused(
      () => shapeDistance(kBall, { position: [0, 0] }, { type: 'circle' }, { position: [0, 0] }),
      'shapeB.radius',
      /> 0/,
    );
    refused(() => shapeDistance(kBall, {}, kBall, { position: [0, 0] }), 'poseA.position', /vector/);
    refused(
      () => timeOfImpact(kBall, { from: [0, 0], to: 1 }, kBall, { from: [0, 0], to: [1, 1] }),
      'sweepA.to',
      /vector/,
    );
  });
});

test('two shapes without a world: distance, depth and time of impact', () => {
  const crate = { type: 'box', width: 2, height: 1 };
  const gap = shapeDistance(crate, { position: [0, 0] }, kBall, { position: [0.5, 3], angle: 1 });
  assert.ok(Math.abs(gap.distance - 2) < 1e-6);
  near(gap.normal, 0, 1);
  near(gap.pointA, 0.5, 0.5);
  near(gap.pointB, 0.5, 2.5);
  const depth = shapeDistance(crate, { position: [0, 0] }, crate, { position: [1.75, 0.25] });
  assert.ok(Math.abs(depth.distance + 0.25) < 1e-6);
  const still = { from: [5.5, 0], to: [5.5, 0] };
  const hit = timeOfImpact(crate, { from: [-5.5, 0], to: [4.5, 0] }, crate, still);
  assert.ok(Math.abs(hit.fraction - 0.9) < 1e-6);
  near(hit.normal, -1, 0);
  near(hit.point, 4.5, 0);
  assert.equal(hit.startsInside, false);
  assert.equal(timeOfImpact(crate, { from: [-5.5, 0], to: [-9, 0] }, crate, still), null);
});

test('queries find one-way and one-sided shapes from all sides', () => {
  const points = [
    [2, 0],
    [-2, 0],
  ];
  for (const def of [
    { type: 'box', width: 4, height: 0.002, oneWay: [0, 1] },
    { type: 'segment', a: points[0], b: points[1], oneSided: true },
    { type: 'chain', points, twoSided: false },
  ]) {
    inWorld({}, (world) => {
      world.createBody({ type: 'static', shapes: [def] });
      for (const side of [1, -1]) {
        const path = { from: [0, 3 * side], to: [0, -3 * side] };
        const shape = { type: 'circle', radius: 0.3 };
        for (const hit of [
          world.raycast(path),
          world.raycastAll(path)[0],
          world.shapeCast({ ...path, shape }),
          world.closest({ point: path.from }),
        ])
          assert.equal(Math.sign(hit.normal.y), side, def.type);
        assert.equal(world.overlap({ shape, position: [0, 0.25 * side] }).length, 1);
      }
    });
  }
});

test('a query takes a single shape, and its error names the types', () => {
  inWorld({}, (world) => {
    const shape = { type: 'concave', points: [[0, 0], [2, 0], [1, 1]] }; // prettier-ignore
    const message = /^shape\.type must be one of 'circle', 'capsule', 'polygon', 'segment', 'box', got "concave"/;
    assert.throws(() => world.overlap({ shape, position: [0, 0] }), { message });
    assert.throws(() => world.shapeCast({ shape, from: [0, 0], to: [1, 0] }), { message });
  });
});

test('a destroyed body or shape in `except` has no effect, also where a live one has its id', () => {
  const shape = { type: 'box', width: 1, height: 1 };
  const ray = { from: [0, 9], to: [0, -9] };
  const probe = { type: 'circle', radius: 0.1 };
  const finders = {
    raycast: (world, except) => world.raycast({ ...ray, except })?.body,
    raycastAll: (world, except) => world.raycastAll({ ...ray, except })[0]?.body,
    raycasts: (world, except) =>
      world.bodyAtSlot(world.raycasts(new Float32Array([0, 9, 0, -9]), undefined, { except })[5]),
    shapeCast: (world, except) => world.shapeCast({ ...ray, shape: probe, except })?.body,
    shapeCastAll: (world, except) => world.shapeCastAll({ ...ray, shape: probe, except })[0]?.body,
    shapeCasts: (world, except) => world.shapeCasts([{ ...ray, shape: probe, except }])[0]?.body,
    overlap: (world, except) => world.overlap({ point: [0, 2], except })[0]?.body,
    closest: (world, except) => world.closest({ point: [0, 5], except })?.body,
  };
  const check = (world, old, part, live) => {
    assert.equal(live.id, old.id);
    assert.equal(live.shapes[0].id, part.id);
    for (const [name, find] of Object.entries(finders)) {
      for (const except of [old, part, [old, part]]) assert.equal(find(world, except), live, name);
      for (const except of [live, live.shapes[0], [old, live]]) assert.notEqual(find(world, except), live, name);
    }
  };
  inWorld({}, (world) => {
    const start = world.snapshot();
    const old = world.createBody({ position: [0, 2], shapes: [shape] });
    const [part] = old.shapes;
    world.restore(start);
    check(world, old, part, world.createBody({ position: [0, 2], shapes: [shape] }));
  });
  inWorld({}, (world) => {
    const old = world.createBody({ position: [0, 2], shapes: [shape] });
    const [part] = old.shapes;
    old.destroy();
    for (let i = 0; i < 5000; i++) {
      const live = world.createBody({ position: [0, 2], shapes: [shape] });
      if (live.id === old.id) return check(world, old, part, live);
      live.destroy();
    }
    assert.fail('the id did not come back');
  });
});
