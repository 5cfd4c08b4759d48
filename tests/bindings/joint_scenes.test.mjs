// The package's scenes of joints keep what they promise for ten seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from './played.mjs';

const kSteps = 600;
const dynamic = (world) => [...world.bodies].filter(({ type }) => type === 'dynamic');
const ofType = (world, type) => world.joints.filter((joint) => joint.type === type);
const most = (values) => Math.max(...values);

/** Largest distance between the points of joints that live. */
const gap = (joints) => most(joints.filter(({ destroyed }) => !destroyed).map(({ separation }) => separation));

/** A test that plays a scene; in every step each number of each body must be one. */
function sceneTest(name, id, params, check) {
  test(`${id}: ${name}`, () =>
    play(id, params, (played) => {
      const { world } = played;
      world.on('quarantine', ({ body }) => assert.fail(`body ${body.slot} is quarantined`));
      world.on('afterStep', () => {
        const { poses, velocities } = world.views;
        assert.ok(poses.every(Number.isFinite) && velocities.every(Number.isFinite), 'a number went wrong');
      });
      check(played);
    }));
}

sceneTest('the planks hold what falls on them', 'bridge', { planks: 200 }, ({ world, step }) => {
  const joints = world.joints;
  const planks = dynamic(world).slice(0, 200);
  const crates = dynamic(world).slice(200);
  assert.equal(joints.length, 201);
  // A plank is 0.22 m long; its neighbours hold it by its ends also while fifteen crates land.
  step(kSteps, () => assert.ok(gap(joints) < 0.11, `a gap of ${gap(joints)} m`));
  assert.equal(joints.filter(({ destroyed }) => destroyed).length, 0);
  // By then what swings hangs about as deep as the chain it is: 45 m of planks over 41 m sag by 8 m at most.
  for (const { position } of planks) assert.ok(position.y < 2 && position.y > -12, `a plank at ${position.y}`);
  for (const { position } of crates) {
    const below = planks.filter((plank) => Math.abs(plank.position.x - position.x) < 0.5);
    if (below.length > 0)
      assert.ok(position.y > Math.min(...below.map((plank) => plank.position.y)), 'a crate fell through');
  }
});

sceneTest('figures come down the stairs, and bend no further than they may', 'ragdolls', {}, ({ world, step }) => {
  const figures = 10;
  const before = dynamic(world).map(({ worldCenter }) => worldCenter.y);
  step(1.5 * kSteps);
  const hinges = ofType(world, 'revolute');
  assert.equal(hinges.length, 10 * figures);
  // 0.05 rad is three degrees: what a limb that is lain on gives. After 10 s the last are still coming down.
  for (const { angle, lowerAngle, upperAngle } of hinges) {
    assert.ok(angle > lowerAngle - 0.05 && angle < upperAngle + 0.05, `${angle} in [${lowerAngle}, ${upperAngle}]`);
  }
  assert.ok(gap(hinges) < 0.01, `a gap of ${gap(hinges)} m`);
  const after = dynamic(world).map(({ worldCenter }) => worldCenter.y);
  assert.ok(
    after.every((y) => y > 0),
    'no body is in the floor',
  );
  assert.ok(
    after.every((y, i) => y < before[i]),
    'every body is lower',
  );
});

// How many figures stay on the stairs is chance: of these four runs, 110 parts each, a quarter on average reaches the
// ground.
test('ragdolls: figures reach the ground below the stairs', async () => {
  let low = 0;
  for (let run = 0; run < 4; run++) {
    await play('ragdolls', {}, ({ world, step }) => {
      world.gravity = { x: 0, y: -9.81 - 0.002 * run };
      step(kSteps);
      low += dynamic(world).filter(({ worldCenter }) => worldCenter.y < 1.2).length;
    });
  }
  assert.ok(low > 50, `${low} parts`);
});

// How the crates in its way fall, and so how far a run gets and whether it turns over at the end, is chance. In 300
// runs, gravity differing by 0.0003 m/s^2, it drove 31.1 m on average with a standard deviation of 2.7 m, and 9 %
// turned over. Of ten runs the average is within 5 standard errors of that, 0.85 m each. More than five turn over once
// in 10,000 times.
test('car: it drives over the hills by itself', async () => {
  const runs = 10;
  let way = 0;
  let upright = 0;
  for (let run = 0; run < runs; run++) {
    await play('car', {}, ({ world, step }) => {
      world.gravity = { x: 0, y: -9.81 - 0.002 * run };
      const [chassis] = dynamic(world);
      const start = chassis.position.x;
      step(kSteps, () => assert.ok(gap(world.joints) < 0.02, 'a wheel came off'));
      way += (chassis.position.x - start) / runs;
      upright += Number(Math.abs(chassis.angle) < 1);
    });
  }
  // Sixty runs drive 35.5 m, with a deviation of 3.6 m: the mean of ten is within four of its deviations.
  assert.ok(way > 31 && way < 40, `drove ${way} m on average`);
  assert.ok(upright >= 5, `${upright} of ${runs} on its wheels`);
});

sceneTest('it goes where its driver says, and stands on the brake', 'car', {}, ({ world, run, step }) => {
  const [chassis] = dynamic(world);
  const { left, right, brake, jump } = run.actions;
  right(true);
  step(240);
  right(false);
  const far = chassis.position.x;
  assert.ok(far > -10 && chassis.velocity.x > 1, `at ${far} m`);
  brake(true);
  step(120);
  const { x } = chassis.position;
  step(120);
  assert.ok(Math.abs(chassis.position.x - x) < 0.05, 'it stands, also on a slope');
  brake(false);
  left(true);
  step(180);
  left(false);
  assert.ok(chassis.position.x < x - 4, `back to ${chassis.position.x} m`);
  const { y } = chassis.position;
  jump(true);
  step(15);
  assert.ok(chassis.position.y > y + 0.5, 'it jumps');
});

sceneTest(
  'the sails turn at the speed of their motor, with nothing in the way',
  'windmill',
  { balls: 0 },
  ({ world, step }) => {
    const [hub] = world.joints;
    step(120);
    const from = hub.angle;
    step(kSteps - 120);
    assert.ok(Math.abs((hub.angle - from) / 8 - 2) < 0.01, `${(hub.angle - from) / 8} rad/s`);
  },
);

sceneTest('the sails turn under balls, with no more than the torque they have', 'windmill', {}, ({ world, step }) => {
  const [hub] = world.joints;
  step(kSteps, () => assert.ok(Math.abs(hub.torque) <= 200.001, `${hub.torque} N m`));
  assert.ok(hub.angle > 6, `turned by ${hub.angle} rad in ten seconds`);
});

sceneTest('wheels turn as their radii say, and the rack goes with the last', 'gears', {}, ({ world, step }) => {
  const radii = [0.8, 2.2, 1.2, 1.7];
  const wheels = ofType(world, 'revolute');
  const [rack] = ofType(world, 'prismatic');
  const gears = ofType(world, 'gear');
  let [low, high] = [0, 0];
  let room = Infinity; // m between the rack and the teeth of the wheels that it does not touch
  step(kSteps, () => {
    const { min, max } = rack.bodyB.aabb;
    for (const [i, { bodyB }] of wheels.slice(0, -1).entries()) {
      const { x, y } = bodyB.position;
      const nearest = [Math.min(Math.max(x, min.x), max.x) - x, Math.min(Math.max(y, min.y), max.y) - y];
      room = Math.min(room, Math.hypot(...nearest) - radii[i] - 0.19);
    }
    for (let i = 1; i < radii.length; i++) {
      const slip = Math.abs(wheels[i - 1].angle * radii[i - 1] + wheels[i].angle * radii[i]);
      assert.ok(slip < 0.01, `wheels ${i - 1} and ${i} slip by ${slip} m at the rim`); // a tooth is 0.24 m
    }
    assert.ok(Math.abs(rack.translation - radii[3] * wheels[3].angle) < 0.01, 'the rack follows');
    low = Math.min(low, rack.translation);
    high = Math.max(high, rack.translation);
  });
  assert.ok(low < -1.4 && high > 1.4, `from ${low} to ${high}`);
  assert.ok(room > 0, `the rack is ${-room} m inside the teeth of a wheel that it passes`);
  assert.ok(gears.every(({ destroyed }) => !destroyed));
});

for (const [name, params] of [
  ['equal masses', { left: 4, right: 4 }],
  ['half the mass on twice the rope', { left: 4, right: 8, ratio: 2 }],
]) {
  sceneTest(`${name} balance`, 'pulley', params, ({ world, step }) => {
    const before = dynamic(world).map(({ position }) => position.y);
    step(kSteps);
    dynamic(world).forEach(({ position }, i) =>
      assert.ok(Math.abs(position.y - before[i]) < 0.005, `moved by ${position.y - before[i]} m`),
    );
  });
}

sceneTest('the heavier side goes down, on a rope that stays as long as it is', 'pulley', {}, ({ world, step }) => {
  const [rope] = world.joints;
  const [left, right] = dynamic(world);
  let longest = 0;
  step(kSteps, () => (longest = Math.max(longest, rope.currentLength)));
  assert.ok(longest < rope.length + 0.002, `${longest} m of ${rope.length}`);
  assert.ok(right.position.y < 1 && left.position.y > 7, `${left.position.y} and ${right.position.y}`);
});

sceneTest('the piston goes to and fro on its rail by twice the crank', 'crank', {}, ({ world, step }) => {
  const piston = dynamic(world)[2];
  const [motor] = ofType(world, 'revolute');
  let [low, high] = [Infinity, -Infinity];
  step(kSteps, () => {
    const { x, y } = piston.position;
    low = Math.min(low, x);
    high = Math.max(high, x);
    assert.ok(Math.abs(y - 2) < 0.002 && Math.abs(piston.angle) < 0.005, `off its rail: ${y} m, ${piston.angle} rad`);
  });
  assert.ok(Math.abs(high - low - 2) < 0.01, `a stroke of ${high - low} m on a crank of 1 m`);
  assert.ok(Math.abs(motor.angle - 30) < 0.3, `${motor.angle} rad in ten seconds at 3 rad/s`);
});

sceneTest('it walks, and walks level', 'walker', {}, ({ world, step }) => {
  const { bodyA: chassis } = world.joints[0];
  const start = chassis.worldCenter;
  const joints = world.joints;
  step(kSteps, () => {
    assert.ok(Math.abs(chassis.worldCenter.y - start.y) < 0.25 && Math.abs(chassis.angle) < 0.2, 'it staggers');
    assert.ok(gap(joints) < 0.04, `a gap of ${gap(joints)} m`); // rods are 1.5 to 2.6 m long
  });
  assert.ok(chassis.worldCenter.x - start.x > 8, `${chassis.worldCenter.x - start.x} m in ten seconds`);
});

sceneTest('the ball brings the tower down, and the chain hardly stretches', 'chain', {}, ({ world, step }) => {
  const [ball] = dynamic(world).filter(({ mass }) => mass > 5);
  const tower = dynamic(world).slice(-30);
  const before = tower.map(({ position }) => position);
  let reach = 0;
  step(kSteps, () => {
    const { x, y } = ball.worldCenter;
    reach = Math.max(reach, Math.hypot(x + 1, y - 11));
  });
  // 12 links of 0.625 m and the ball's radius: 8.4 m, at rest. Ten per cent is what a weight a hundred times a link's
  // may do.
  assert.ok(reach < 1.1 * 8.4, `${reach} m from the hook`);
  const moved = tower.filter(({ position: { x, y } }, i) => Math.hypot(x - before[i].x, y - before[i].y) > 1).length;
  assert.ok(moved > 15, `${moved} of 30 boxes moved`);
});

sceneTest('it hangs from its hooks, every rod nearly as long as it was', 'cloth', { side: 36 }, ({ world, step }) => {
  const rods = ofType(world, 'distance');
  assert.equal(rods.length, 2520);
  step(kSteps);
  const strain = rods.map(({ currentLength, length }) => Math.abs(currentLength / length - 1));
  assert.ok(most(strain) < 0.15, `a rod ${most(strain)} longer`); // the few at the hooks carry all
  assert.ok(strain.reduce((sum, each) => sum + each, 0) / strain.length < 0.01, 'and one in a hundred on the whole');
  const top = most(
    dynamic(world)
      .slice(0, -3)
      .map(({ position }) => position.y),
  );
  assert.ok(top < 12.5 && top > 11, `its upper edge at ${top} m`);
});

sceneTest('it stands until it is hit, then breaks where it bears no more', 'breaking', {}, ({ world, step }) => {
  const broken = [];
  world.on('jointBreak', ({ joint, force, torque }) => broken.push({ joint, force, torque }));
  const joints = world.joints;
  const before = dynamic(world).map(({ position }) => position);
  step(60);
  assert.equal(broken.length, 0, 'it bears its own weight');
  dynamic(world).forEach(({ position: { x, y } }, i) =>
    assert.ok(Math.hypot(x - before[i].x, y - before[i].y) < 0.05, 'it stands'),
  );
  step(kSteps - 60);
  assert.ok(broken.length >= 5, `${broken.length} welds broke`);
  assert.equal(joints.filter(({ destroyed }) => destroyed).length, broken.length);
  for (const { force, torque } of broken) assert.ok(force > 200 || Math.abs(torque) > 100, `${force} N, ${torque} N m`);
});

sceneTest('with welds that bear enough it stands for good', 'breaking', { bears: 2000 }, ({ world, step }) => {
  const count = world.jointCount;
  step(kSteps);
  assert.equal(world.jointCount, count);
});
