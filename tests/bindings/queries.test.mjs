import assert from 'node:assert/strict';
import test from 'node:test';
import { box, floor, inWorld, steps } from './scenes.mjs';

const near = (actual, x, y) => assert.ok(Math.hypot(actual.x - x, actual.y - y) < 1e-5, `${actual.x}, ${actual.y}`); // floats of size 10

test('a ray finds the nearest shape, where, and from which side', () => {
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

test('many rays at once say what each alone says', () => {
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

test('an overlap finds the shapes that hold a point, and those whose boxes meet a box', () => {
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

test('a query sees only what its filter lets it see', () => {
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

test('a query without a filter sees what collides with nothing, one with a filter does not', () => {
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

test('contacts hold a resting weight up: impulses a step add to m g dt', () => {
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

test('the deepest overlap is told in metres', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    floor(world);
    assert.equal(world.maxPenetration(), 0);
    box(world, 0, 0.4);
    world.step(0);
    assert.ok(Math.abs(world.maxPenetration() - 0.1) < 1e-5);
  });
});

test('equal worlds have equal hashes, and any change shows', () => {
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

test('a step of no time finds contacts and moves nothing', () => {
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

test('bodies, awake bodies and moved bodies are walked by slot', () => {
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

test('the profile holds milliseconds a stage, and the total holds them all', () => {
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
