// `dominance`: in a contact of two dynamic bodies the one with the higher number is not moved.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, presets } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const round = (world, x, vx, more = {}) =>
  world.createBody({
    position: [x, 0],
    velocity: [vx, 0],
    shapes: [{ type: 'circle', radius: 0.5, friction: 0 }],
    ...more,
  });
const impacts = ['bias', 'zero-duration'];

test('dominance is an integer from -127 to 127, set, read and in JSON', () => {
  inWorld({}, (world) => {
    assert.equal(box(world, 0, 0).dominance, 0);
    const body = box(world, 5, 0, { dominance: -127 });
    assert.equal(body.dominance, -127);
    body.dominance = 127;
    assert.equal(body.dominance, 127);
    for (const odd of [128, -128, 0.5, NaN, '1', null]) {
      assert.throws(() => (body.dominance = odd), { code: 'INVALID_ARGUMENT', path: 'dominance' });
      assert.throws(() => world.createBody({ dominance: odd }), { code: 'INVALID_ARGUMENT', path: 'dominance' });
    }
    assert.equal(body.dominance, 127);
    const again = World.fromJSON(world.toJSON());
    assert.deepEqual(
      again.bodies.map((each) => each.dominance),
      [0, 127],
    );
    again.destroy();
  });
});

for (const [name, preset] of Object.entries(presets)) {
  test(`${name}: what dominates goes on as if nothing were in its way, and throws the other off`, () => {
    for (const impact of impacts) {
      inWorld({ gravity: [0, 0], solver: { ...preset, impacts: impact } }, (world) => {
        const light = round(world, 0, 2, {
          dominance: 1,
          shapes: [{ type: 'circle', radius: 0.5, density: 0.01, friction: 0 }],
        });
        const heavy = round(world, 1.5, 0);
        steps(world, 60);
        assert.equal(light.velocity.x, 2);
        assert.equal(light.velocity.y, 0);
        assert.ok(heavy.velocity.x > 1.99, `${heavy.velocity.x}`);
        assert.ok(heavy.position.x - light.position.x > 0.98);
      });
    }
  });

  test(`${name}: a bullet that dominates keeps its speed, one that is dominated does not move what it hits, and none passes`, () => {
    for (const dominance of [1, -1]) {
      inWorld({ gravity: [0, 0], solver: preset }, (world) => {
        const bullet = round(world, 0, 100, { dominance, bullet: true });
        const ball = round(world, 5.3, 1);
        steps(world, 30);
        assert.equal((dominance > 0 ? bullet : ball).velocity.x, dominance > 0 ? 100 : 1);
        assert.ok(ball.position.x - bullet.position.x > 0.9, `${bullet.position.x} and ${ball.position.x}`);
        if (dominance > 0) assert.ok(ball.velocity.x > 99);
        else assert.ok(bullet.velocity.x < 1.1, `${bullet.velocity.x}`);
      });
    }
  });

  test(`${name}: elastic against what dominates, a body bounces as off a wall that moves`, () => {
    const bouncy = { shapes: [{ type: 'circle', radius: 0.5, friction: 0, restitution: 1 }] };
    for (const order of [0, 1]) {
      inWorld({ gravity: [0, 0], solver: preset }, (world) => {
        const make = [
          () => round(world, 0, 3, { ...bouncy, dominance: 5 }),
          () => round(world, 1.6, -1, { ...bouncy, dominance: 4 }),
        ];
        const made = (order === 0 ? make : make.reverse()).map((create) => create());
        const [wall, ball] = order === 0 ? made : made.reverse();
        steps(world, 30);
        assert.equal(wall.velocity.x, 3);
        // 2 * 3 - (-1)
        assert.ok(Math.abs(ball.velocity.x - 7) < 0.15, `${ball.velocity.x}`);
      });
    }
  });

  test(`${name}: equal numbers change no bit, and different ones do not touch what is static`, () => {
    const run = (numbers) =>
      inWorld({ solver: preset }, (world) => {
        floor(world);
        const bodies = numbers.map((dominance, i) => box(world, 0.1 * i, 0.5 + 1.01 * i, { dominance }));
        steps(world, 120);
        return bodies.map(({ position, angle }) => [position.x, position.y, angle]);
      });
    assert.deepEqual(run([0, 0, 0]), run([7, 7, 7]));
    // A tower stands where each dominates what lies on it.
    for (const [i, [, y]] of run([3, 2, 1]).entries()) assert.ok(Math.abs(y - 0.5 - i) < 0.1, `${i}: ${y}`);
  });

  test(`${name}: it changes while bodies rest, wakes them, and comes back with a snapshot`, () => {
    inWorld({ solver: preset }, (world) => {
      floor(world);
      const bodies = [box(world, 0, 0.5), box(world, 0, 1.5)];
      steps(world, 240);
      for (const body of bodies) body.putToSleep();
      const before = world.hash();
      bodies[1].dominance = 3;
      assert.notEqual(world.hash(), before);
      assert.equal(bodies[0].awake, true);
      steps(world, 30);
      const bytes = world.snapshot();
      const ways = [0, 1].map(() => {
        world.restore(bytes);
        assert.equal(bodies[1].dominance, 3);
        steps(world, 60);
        return world.hash();
      });
      assert.equal(ways[0], ways[1]);
      bodies[1].dominance = 0;
      steps(world, 240);
      assert.ok(Math.abs(bodies[1].position.y - 1.5) < 0.05);
    });
  });

  test(`${name}: a pile in which each dominates what lies on it stays calm; with ranks at random nothing passes floor and walls`, () => {
    for (const rank of [(i) => -Math.floor(i / 10), (i) => ((i * 7) % 11) - 5]) {
      inWorld({ solver: preset }, (world) => {
        floor(world);
        for (const x of [-6, 6])
          box(world, x, 990, { type: 'static', shapes: [{ type: 'box', width: 1, height: 2000 }] });
        const bodies = Array.from({ length: 60 }, (_, i) =>
          box(world, (i % 10) - 4.5, 1 + 1.1 * Math.floor(i / 10), { dominance: rank(i) }),
        );
        let fastest = 0;
        for (let i = 0; i < 400; i++) {
          world.step();
          for (const { velocity } of bodies) fastest = Math.max(fastest, Math.hypot(velocity.x, velocity.y));
        }
        // What is wedged between a floor and a body that does not give way is shot out: only the calm pile has a bound.
        if (rank(0) === -0) assert.ok(fastest < 12, `${fastest}`);
        for (const { position } of bodies)
          // The walls end at 1,990 m: nothing is shot over them.
          assert.ok(Math.abs(position.x) < 7 && position.y > -1, JSON.stringify(position));
      });
    }
  });
}

// The contact would push one of the two, the hinge would pull the other along: a pair that propels itself.
for (const [name, preset] of Object.entries(presets)) {
  test(`${name}: between bodies that a joint connects there is no dominance, as long as it connects them`, () => {
    for (const [dx, dy] of [
      [0.8, 0],
      [0.5, 0.3],
      [0.15, -0.7],
    ]) {
      inWorld({ gravity: [0, 0], solver: preset }, (world) => {
        const a = box(world, 0, 0, { dominance: 2 });
        const b = box(world, dx, dy, { dominance: -1 });
        const apart = () => ({ x: a.velocity.x + b.velocity.x, y: a.velocity.y + b.velocity.y });
        const hinge = world.createJoint({
          type: 'revolute',
          bodyA: a,
          bodyB: b,
          anchor: [0, 0],
          collideConnected: true,
        });
        steps(world, 240);
        const drift = Math.hypot(apart().x, apart().y);
        assert.ok(drift < 1e-3, `the pair propels itself: ${drift} m/s`);
        assert.ok(world.joints.length === 1 && [...a.contacts].length === 1);
        hinge.destroy();
        a.position = [0, 0];
        a.angle = 0;
        b.position = [0.95, 0];
        b.angle = 0;
        a.velocity = [3, 0];
        b.velocity = [0, 0];
        a.angularVelocity = b.angularVelocity = 0;
        steps(world, 30);
        assert.equal(a.velocity.x, 3);
        assert.ok(b.velocity.x > 2.9, `${b.velocity.x}`);
      });
    }
  });
}
