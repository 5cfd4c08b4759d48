import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { presets, World } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const kViews = ['poses', 'previousPoses', 'velocities', 'slots', 'contacts', 'contactBits'];
const fetchAll = (world) => kViews.map((name) => world.views[name]);

test('views are the same arrays in every frame while nothing is created', () => {
  inWorld({}, (world) => {
    floor(world);
    for (let i = 0; i < 20; i++) box(world, (i % 5) * 1.2, 0.5 + 1.1 * Math.floor(i / 5));
    steps(world, 120); // all that will touch touches
    const before = fetchAll(world);
    for (let i = 0; i < 60; i++) {
      world.step();
      fetchAll(world).forEach((view, k) => assert.equal(view, before[k], kViews[k]));
    }
  });
});

test('reading views and single bodies in a steady scene creates no garbage', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  inWorld({ sleep: false }, (world) => {
    floor(world);
    for (let i = 0; i < 50; i++) box(world, 1.5 * i - 20, 0.5);
    const bodies = [...world.bodies];
    const out = { x: 0.5, y: 0.5 };
    const read = (rounds) => {
      let sum = 0;
      for (let i = 0; i < rounds; i++) {
        const { poses, previousPoses, velocities, slots, contacts, contactBits, contactViewCount } = world.views;
        sum += poses[4] + previousPoses[4] + velocities[4] + slots[0] + contacts[0] + contactBits[0] + contactViewCount;
        for (const body of bodies) sum += body.getPosition(out).x + body.getVelocity(out).y;
      }
      return sum;
    };
    world.step();
    for (let i = 0; i < 20; i++) read(200);
    // Until V8 has optimised `read`, which it does on a thread of its own, late on a busy machine, each vector is
    // garbage.
    let least = Infinity;
    for (let i = 0; i < 50 && least >= 50_000; i++) {
      collect();
      const before = process.memoryUsage().heapUsed;
      read(2000);
      least = Math.min(least, process.memoryUsage().heapUsed - before);
    }
    // 200,000 vectors of 40 bytes would be 8 MB, one array a round 200 KB.
    assert.ok(least < 50_000, `${least} bytes`);
  });
});

// Before the test with 30,000 bodies: the more memory there is, the more is free when it has grown, and the more
// objects it takes to fill that.
test('memory may grow inside any call that creates an object, and in any world', () => {
  const makers = {
    'a body alone': (world) => world.createBody(),
    'a body with shapes': (world) => box(world, 0, 0, { type: 'static' }),
    'a shape': (world, count) => {
      // A body's mass is summed anew with each shape, so not too many on one.
      if (count % 20 === 0) bearer = world.createBody({ type: 'static' });
      bearer.createShape({ type: 'circle', radius: 1 });
    },
    'a world': () => {
      worlds.push(new World({ capacity: { bodies: 1000, contacts: 1000 } }));
    },
  };
  const worlds = [];
  let bearer;
  for (const [what, make] of Object.entries(makers)) {
    inWorld({}, (world) => {
      const body = box(world, 1, 2);
      world.step(0);
      const before = world.views.poses;
      inWorld({}, (other) => {
        other.createBody({ type: 'static' });
        let count = 0;
        while (before.length > 0 && count < 200_000) make(other, count++);
        assert.equal(before.length, 0, `memory did not grow by ${what}, so that this says nothing`);
        for (let i = 0; i < 3; i++) make(other, i);
      });
      assert.equal(world.views.poses[4 * body.slot], 1);
      assert.equal(world.views.velocities.length, 4);
      assert.deepEqual(body.getPosition({ x: 0, y: 0 }), { x: 1, y: 2 });
      assert.deepEqual(body.getVelocity({ x: 9, y: 9 }), { x: 0, y: 0 });
    });
  }
  for (const world of worlds) world.destroy();
});

test('views are found again when memory grows, and no body is lost', () => {
  inWorld({}, (world) => {
    const first = box(world, 1, 2);
    const before = fetchAll(world);
    const count = 30_000;
    for (let i = 0; i < count; i++) box(world, 3 * (i % 200), 10 + 3 * Math.floor(i / 200));
    assert.equal(before[0].length, 0, 'memory did not grow, so that this says nothing');
    assert.equal(world.views.poses.length, 4 * (count + 1));
    assert.deepEqual(first.position, { x: 1, y: 2 });
    let wrong = 0;
    for (const body of world.bodies) {
      const at = 4 * body.slot;
      if (world.views.slots[body.slot] !== body.id) wrong++;
      if (world.views.poses[at] !== body.position.x || world.views.poses[at + 1] !== body.position.y) wrong++;
    }
    assert.equal(wrong, 0);
    world.step();
    assert.equal(world.views.velocities.length, 4 * (count + 1));
    assert.ok(first.velocity.y < 0);
  });
});

test('a body keeps its slot while others are created and destroyed, and a free slot has id 0', () => {
  inWorld({}, (world) => {
    const bodies = Array.from({ length: 10 }, (_, i) => box(world, 2 * i, 0));
    const slots = bodies.map((body) => body.slot);
    bodies[3].destroy();
    bodies[7].destroy();
    world.step();
    assert.equal(world.views.slots[slots[3]], 0);
    assert.equal(world.bodyAtSlot(slots[3]), null);
    bodies.forEach((body, i) => {
      if (i === 3 || i === 7) return;
      assert.equal(body.slot, slots[i]);
      assert.equal(world.views.slots[slots[i]], body.id);
      assert.equal(world.bodyAtSlot(slots[i]), body);
    });
  });
});

test('rows of the contact view are the points of contacts()', () => {
  inWorld({}, (world) => {
    floor(world);
    box(world, 0, 0.5);
    box(world, 3, 0.5);
    world.createBody({ position: [6, 0.5], shapes: [{ type: 'circle', radius: 0.5 }] });
    steps(world, 20);
    const { contacts, contactBits, contactViewCount } = world.views;
    assert.equal(world.contactViewCount, contactViewCount);
    const points = world.contacts().flatMap((contact) => contact.points.map((point) => ({ contact, point })));
    assert.equal(points.length, 5);
    assert.equal(contactViewCount, 5);
    points.forEach(({ contact, point }, i) => {
      const row = [...contacts.slice(12 * i, 12 * i + 9)];
      assert.deepEqual(row, [
        point.x,
        point.y,
        contact.normal.x,
        contact.normal.y,
        point.separation,
        point.normalImpulse,
        point.tangentImpulse,
        contact.bodyA.slot,
        contact.bodyB.slot,
      ]);
      assert.equal(world.shapeById(contactBits[12 * i + 9]), contact.shapeA);
      assert.equal(world.shapeById(contactBits[12 * i + 10]), contact.shapeB);
    });
  });
});

// In m, of a float at a few metres, and of the separation that a point is midway of.
const kClose = 2e-3;

test('contact points lie on the bodies as they are after the step, whichever of the two is A and moves', () => {
  const disc = [{ type: 'circle', radius: 0.5, friction: 0 }];
  const crate = [{ type: 'box', width: 1, height: 1, friction: 0 }];
  const rail = [{ type: 'box', width: 100, height: 1, friction: 0 }];
  const velocity = [12, 0];
  for (const solver of Object.values(presets)) {
    for (const [name, under, first, shapes] of [
      ['a disc on a rail', { type: 'static', shapes: rail }, true, disc],
      ['a disc on a rail, which is B', { type: 'static', shapes: rail }, false, disc],
      ['a disc on a belt that moves along', { type: 'kinematic', velocity, shapes: rail }, true, disc],
      ['a crate on a rail', { type: 'static', shapes: rail }, true, crate],
      ['a crate on a rail, which is B', { type: 'static', shapes: rail }, false, crate],
      ['a crate on a lorry', { type: 'kinematic', velocity, shapes: rail }, true, crate],
      ['a crate on a lorry, which is B', { type: 'kinematic', velocity, shapes: rail }, false, crate],
    ]) {
      inWorld({ gravity: [0, -10], solver }, (world) => {
        const low = first && world.createBody(under);
        const body = world.createBody({ position: [0, 1], velocity, shapes });
        if (!low) world.createBody(under);
        for (let i = 0; i < 30; i++) {
          world.step();
          const [contact] = body.contacts;
          const { x } = body.position;
          const at = contact.points.map((point) => point.x).sort((a, b) => a - b);
          const want = shapes === disc ? [x] : [x - 0.5, x + 0.5];
          if (solver.type !== 'substepped-position') assert.equal(at.length, want.length, name);
          if (at.length < want.length) continue; // such a solver leaves no overlap, or that of one corner
          at.forEach((found, k) => assert.ok(Math.abs(found - want[k]) < kClose, `${name}: ${found}, not ${want[k]}`));
          const { contacts, contactViewCount } = world.views;
          assert.equal(contactViewCount, contact.points.length);
          contact.points.forEach((point, k) => assert.equal(contacts[12 * k], point.x));
        }
      });
    }
  }
});

test('a contact point turns with a corner, and stays under a disc that rolls', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    world.createBody({ type: 'static', shapes: [{ type: 'box', width: 100, height: 1 }] });
    // A pivot on its lower corner: the body turns about (0, 0.5).
    const w = 6;
    const angle = 0.6;
    const arm = [Math.cos(angle + Math.PI / 4) * Math.SQRT1_2, Math.sin(angle + Math.PI / 4) * Math.SQRT1_2];
    const pivot = world.createBody({
      position: [arm[0], 0.5 + arm[1]],
      angle,
      angularVelocity: w,
      velocity: [-w * arm[1], w * arm[0]],
      shapes: [{ type: 'box', width: 1, height: 1 }],
    });
    const wheel = world.createBody({
      position: [5, 1],
      velocity: [12, 0],
      angularVelocity: -24,
      shapes: [{ type: 'circle', radius: 0.5, friction: 1 }],
    });
    world.step();
    const corner = pivot.worldPoint([-0.5, -0.5]);
    const [turned] = pivot.contacts[0].points;
    assert.ok(Math.hypot(turned.x - corner.x, turned.y - corner.y) < kClose, JSON.stringify([turned, corner]));
    const [rolled] = wheel.contacts[0].points;
    assert.ok(Math.abs(rolled.x - wheel.position.x) < kClose, `${rolled.x}, not ${wheel.position.x}`);
    assert.ok(Math.abs(rolled.y - 0.5) < kClose, `${rolled.y}`);
  });
});

test('points of two round shapes lie midway, and those of contactBegin and contactHit where they were found', () => {
  inWorld({ gravity: [0, 0], solver: { type: 'soft-step' } }, (world) => {
    const disc = (x, vx) =>
      world.createBody({ position: [x, 0], velocity: [vx, 6], shapes: [{ type: 'circle', radius: 0.5, friction: 0 }] });
    const discs = [disc(0, 3), disc(1.005, 0)];
    const found = [];
    world.on('contactBegin', ({ points }) => found.push(points[0]));
    world.on('contactHit', ({ point }) => found.push(point));
    world.step();
    const y = 6 / 60;
    const [point] = discs[0].contacts[0].points;
    assert.ok(Math.abs(point.y - y) < kClose, `${point.y}`);
    assert.ok(Math.abs(point.x - (discs[0].position.x + discs[1].position.x) / 2) < kClose, `${point.x}`);
    assert.equal(found.length, 2);
    for (const { x: at, y: height } of found) {
      assert.ok(Math.abs(at - 0.5025) < 1e-6 && Math.abs(height) < 1e-6, `${at}, ${height}`);
    }
  });
});

test('interpolation goes from the poses before the step to those after it, by unit rotations', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 10, { velocity: [6, 0], angularVelocity: 30 });
    world.step();
    const { poses, previousPoses } = world.views;
    assert.deepEqual([...world.interpolate(0).slice(0, 2)], [...previousPoses.slice(0, 2)]);
    assert.deepEqual([...world.interpolate(1).slice(0, 2)], [...poses.slice(0, 2)]);
    const half = world.interpolate(0.5);
    const at = 4 * body.slot;
    assert.ok(Math.abs(half[at] - (poses[at] + previousPoses[at]) / 2) < 1e-6);
    assert.ok(Math.abs(Math.hypot(half[at + 2], half[at + 3]) - 1) < 1e-6); // rounding of a float
    assert.ok(Math.abs(Math.atan2(half[at + 3], half[at + 2]) - 0.25) < 1e-3); // half of 30 / 60
    assert.equal(world.interpolate(0.25), half); // the world's own array
    const mine = new Float32Array(8);
    assert.equal(world.interpolate(0.25, mine), mine);
  });
});

test('a body that was placed is drawn at its new position, without interpolation', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 10);
    world.step();
    body.position = [50, 50];
    assert.deepEqual([...world.interpolate(0.5).slice(0, 2)], [50, 50]);
  });
});

test('views of a destroyed world are not readable', () => {
  const world = new World();
  box(world, 0, 0);
  const { views } = world;
  assert.equal(views.poses.length, 4);
  world.destroy();
  for (const name of [...kViews, 'contactViewCount']) assert.throws(() => views[name], { code: 'DESTROYED' }, name);
});
