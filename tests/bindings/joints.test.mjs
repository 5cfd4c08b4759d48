// Joints through the boundary: every parameter comes back, every refusal names what is wrong, events tell what broke.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Joint, PhysicsError, World, presets } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

// For every type and every option a value that is not its default. What the package accepts is asked of the package.
const common = { collideConnected: true, breakForce: 1234.5, breakTorque: 67.25 };
const locals = { localAnchorA: { x: 0.25, y: -0.5 }, localAnchorB: { x: -0.125, y: 0.375 } };
const anchor = { anchor: { x: 2.25, y: -0.75 }, ...locals };
const reach = { anchorA: { x: 0.5, y: 0.125 }, anchorB: { x: 1.75, y: -0.25 }, ...locals };
const axis = { axis: { x: 0.6, y: 0.8 }, localAxis: { x: 3, y: -4 } };
const spring = { hertz: 3.5, damping: 0.7 };
const angularSpring = { angularHertz: 2.5, angularDamping: 0.4 };
const slide = { lowerTranslation: -1.5, upperTranslation: 2.5, targetTranslation: 0.3 };
const kValues = {
  revolute: {
    ...anchor,
    ...spring,
    referenceAngle: 0.4,
    lowerAngle: -7,
    upperAngle: 8.5,
    motorSpeed: -2.5,
    maxMotorTorque: 12,
    targetAngle: 0.6,
  },
  prismatic: { ...anchor, ...axis, ...spring, ...slide, referenceAngle: 0.4, motorSpeed: 1.5, maxMotorForce: 30 },
  distance: { ...reach, ...spring, length: 2.25, minLength: 0.5, maxLength: 3.5, motorSpeed: 0.75, maxMotorForce: 9 },
  weld: { ...anchor, ...spring, ...angularSpring, referenceAngle: 0.4 },
  wheel: { ...anchor, ...axis, ...spring, ...slide, referenceAngle: 0.4, motorSpeed: 6, maxMotorTorque: 40 },
  motor: {
    ...anchor,
    ...spring,
    ...angularSpring,
    referenceAngle: 0.4,
    velocity: { x: 1, y: -2 },
    angularVelocity: 3,
    maxForce: 50,
    maxTorque: 20,
  },
  target: {
    anchor: anchor.anchor,
    localAnchorB: locals.localAnchorB,
    ...spring,
    target: { x: 4, y: 5 },
    maxForce: 100,
  },
  filter: {},
  gear: { ratio: -2.5, axisA: { x: 1, y: 0 }, axisB: { x: 0, y: -2 } },
  pulley: {
    ...reach,
    groundAnchorA: { x: -1, y: 6 },
    groundAnchorB: { x: 3, y: 7 },
    ratio: 1.5,
    length: 21,
  },
};
const kTypes = Object.keys(kValues);
const kPlaces = ['anchor', 'anchorA', 'anchorB', 'axis'];
/** Options that decide the same numbers. */
const twinsOf = (name) =>
  ({
    anchor: ['localAnchorA', 'localAnchorB'],
    anchorA: ['localAnchorA'],
    anchorB: ['localAnchorB'],
    axis: ['localAxis'],
    localAnchorA: ['anchor', 'anchorA'],
    localAnchorB: ['anchor', 'anchorB'],
    localAxis: ['axis'],
  })[name] ?? [];

/** Two free boxes; B is 1 to the right of A and turned. */
function pair(world) {
  const a = box(world, 0.5, -0.25, { angle: 0.3 });
  const b = box(world, 1.5, 0.25, { angle: -0.4 });
  return { bodyA: a, bodyB: b };
}
const withoutGravity = { gravity: [0, 0] };

// A float of size 8 is good to 5e-7; a place of the world goes through two poses.
function same(actual, expected, what) {
  if (typeof expected !== 'object') return assert.equal(actual, expected, what);
  assert.deepEqual(Object.keys(actual), ['x', 'y']);
  const near = kPlaces.includes(what) ? 2e-6 : 0;
  assert.ok(Math.hypot(actual.x - expected.x, actual.y - expected.y) <= near, `${what}: ${actual.x}, ${actual.y}`);
}

/** What the package says it accepts for a type. */
function accepted(world, type) {
  try {
    world.createJoint({ type, ...pair(world), notAnOption: 1 });
  } catch (error) {
    assert.equal(error.path, 'notAnOption');
    return error.expected.replace('one of ', '').split(', ');
  }
  return assert.fail('an unknown option was taken');
}

test('the values below cover every option of every type', () => {
  inWorld({}, (world) => {
    for (const type of kTypes) {
      const options = accepted(world, type).filter((name) => !['type', 'bodyA', 'bodyB', 'userData'].includes(name));
      assert.deepEqual(options.sort(), Object.keys({ ...common, ...kValues[type] }).sort(), type);
    }
    assert.throws(
      () => world.createJoint({ type: 'rope', ...pair(world) }),
      (error) => {
        assert.equal(error.path, 'type');
        for (const type of kTypes) assert.ok(error.expected.includes(`'${type}'`), type);
        assert.equal(error.expected.match(/'/g).length, 2 * kTypes.length);
        return true;
      },
    );
  });
});

test('a joint reads back its definition', () => {
  for (const type of kTypes) {
    for (const [name, value] of Object.entries({ ...common, ...kValues[type] })) {
      inWorld(withoutGravity, (world) => {
        const userData = {};
        const joint = world.createJoint({ type, ...pair(world), [name]: value, userData });
        same(joint[name], value, name);
        assert.equal(joint.userData, userData);
        assert.equal(joint.type, type);
      });
    }
  }
});

test('a joint reads back a set value, and no other value changes', () => {
  for (const type of kTypes) {
    const all = { ...common, ...kValues[type] };
    for (const [name, value] of Object.entries(all)) {
      inWorld(withoutGravity, (world) => {
        const joint = world.createJoint({ type, ...pair(world) });
        const read = () => Object.fromEntries(Object.keys(all).map((key) => [key, joint[key]]));
        const before = read();
        assert.notDeepEqual(before[name], value, `${type}.${name} is no test`);
        joint[name] = value;
        same(joint[name], value, name);
        const after = read();
        for (const key of Object.keys(all)) {
          // The places that the two bodies hold coincide in some joints, so a place is told through either.
          if (key !== name && !twinsOf(name).includes(key) && !kPlaces.includes(key))
            assert.deepEqual(after[key], before[key], `${type}: ${key} after ${name}`);
        }
        joint[name] = before[name];
        for (const key of Object.keys(all)) {
          if (!kPlaces.includes(name) && !twinsOf(name).length)
            assert.deepEqual(joint[key], before[key], `${type}: ${key} after ${name} and back`);
        }
      });
    }
  }
});

test('vectors are accepted in both forms', () => {
  for (const type of kTypes) {
    for (const [name, value] of Object.entries(kValues[type])) {
      if (typeof value !== 'object') continue;
      inWorld(withoutGravity, (world) => {
        const joint = world.createJoint({ type, ...pair(world), [name]: [value.x, value.y] });
        same(joint[name], value, name);
        joint[name] = [value.x + 1, value.y];
        if (name !== 'axis') same(joint[name], { x: value.x + 1, y: value.y }, name);
      });
    }
  }
});

test('all options together read back, and the joint works for a second', () => {
  for (const type of kTypes) {
    inWorld({}, (world) => {
      const all = Object.fromEntries(Object.entries(kValues[type]).filter(([name]) => !kPlaces.includes(name)));
      const joint = world.createJoint({ type, ...pair(world), ...all });
      for (const [name, value] of Object.entries(all)) same(joint[name], value, name);
      steps(world, 60);
      assert.ok(
        Number.isFinite(joint.force.x + joint.force.y + joint.torque + joint.separation + joint.angularSeparation),
        type,
      );
    });
  }
});

test('a joint created at the poses of its bodies is at rest: without anchors, with one, with all', () => {
  inWorld(withoutGravity, (world) => {
    for (const type of ['revolute', 'prismatic', 'distance', 'weld', 'wheel', 'gear', 'pulley']) {
      const kinds = ['gear'].includes(type)
        ? [{}]
        : ['distance', 'pulley'].includes(type)
          ? [{}, { anchorA: [1, 2] }, { anchorB: [3, 0] }, locals]
          : [{}, { anchor: [5, 6] }, { localAnchorA: [2, 2] }, { localAnchorB: [2, 2] }];
      for (const options of kinds) {
        const { bodyA, bodyB } = pair(world);
        const joint = world.createJoint({ type, bodyA, bodyB, ...options });
        const pose = { ...bodyB.position, angle: bodyB.angle };
        // Anchors are floats: what they are apart is at most some of their roundings.
        assert.ok(joint.separation < 2e-6 && joint.angularSeparation < 2e-6, `${type} ${joint.separation}`);
        steps(world, 10);
        assert.ok(Math.hypot(bodyB.position.x - pose.x, bodyB.position.y - pose.y) < 1e-5, type);
        bodyA.destroy();
        bodyB.destroy();
      }
    }
  });
});

test('readings give the state of the joint', () => {
  inWorld(withoutGravity, (world) => {
    const ground = floor(world);
    const wheel = box(world, 3, 4, { angle: 0.5, angularVelocity: 2 });
    const hinge = world.createJoint({ type: 'revolute', bodyA: ground, bodyB: wheel, anchor: [3, 4] });
    assert.equal(hinge.angle, 0);
    assert.equal(hinge.speed, 2);
    steps(world, 240); // 8 rad: more than a turn
    assert.ok(Math.abs(hinge.angle - 8) < 1e-3, `${hinge.angle}`);

    const slider = box(world, 0, 3, { velocity: [0.6, 0.8] });
    const rail = world.createJoint({ type: 'prismatic', bodyA: ground, bodyB: slider, axis: [3, 4] });
    same(rail.axis, { x: 0.6, y: 0.8 }, 'axis');
    assert.ok(Math.abs(rail.speed - 1) < 1e-6);
    steps(world, 60);
    assert.ok(Math.abs(rail.translation - 1) < 1e-4);
    assert.ok(Math.hypot(rail.anchorB.x - slider.position.x, rail.anchorB.y - slider.position.y) < 1e-6);

    const far = box(world, 8, 3, { velocity: [1, 0] });
    const rope = world.createJoint({ type: 'distance', bodyA: ground, bodyB: far, anchorA: [5, 3], maxLength: 10 });
    assert.equal(rope.length, 3);
    assert.ok(Math.abs(rope.currentLength - 3) < 1e-6);
    assert.ok(Math.abs(rope.speed - 1) < 1e-6);
  });
});

test('the reaction of a joint is the weight of the body on it', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const hung = box(world, 0, 3); // 1 kg
    const joint = world.createJoint({ type: 'weld', bodyA: ground, bodyB: hung, anchor: [2, 3] });
    steps(world, 120);
    // In rest to the solver's tolerance: force is the weight; torque the weight at its arm of 2 m.
    const out = { x: 0, y: 0 };
    assert.equal(joint.getForce(out), out);
    assert.deepEqual(joint.force, out);
    assert.ok(Math.abs(out.x) < 0.02 && Math.abs(out.y - 9.81) < 0.02, `${out.x}, ${out.y}`);
    assert.ok(Math.abs(Math.abs(joint.torque) - 2 * 9.81) < 0.05, `${joint.torque}`);
  });
});

test('a motor with a speed has no maximum unless one is given', () => {
  inWorld(withoutGravity, (world) => {
    const make = (options) => world.createJoint({ type: 'revolute', ...pair(world), ...options }).maxMotorTorque;
    assert.deepEqual([make({}), make({ motorSpeed: 1 }), make({ motorSpeed: 1, maxMotorTorque: 3 })], [0, Infinity, 3]);
    assert.equal(world.createJoint({ type: 'prismatic', ...pair(world), motorSpeed: 1 }).maxMotorForce, Infinity);
  });
});

test('a target joint moves its body to the target, at any time', () => {
  inWorld({}, (world) => {
    const crate = box(world, 0, 0);
    const hand = world.createJoint({ type: 'target', bodyB: crate, target: [0, 0], hertz: 4, damping: 1 });
    assert.equal(hand.bodyA, null);
    hand.target = [2, 1];
    steps(world, 180);
    // The spring gives by g / (2 pi f)^2 = 1.6 cm.
    assert.ok(Math.hypot(crate.position.x - 2, crate.position.y - 1 + 9.81 / (8 * Math.PI) ** 2) < 2e-3);
    hand.destroy();
    world.step();
    assert.ok(crate.velocity.y < 0);
  });
});

test('worlds and bodies list their joints; one object per joint', () => {
  inWorld({}, (world) => {
    const { bodyA, bodyB } = pair(world);
    const other = box(world, 9, 9);
    assert.deepEqual([...world.joints], []);
    const hinge = world.createJoint({ type: 'revolute', bodyA, bodyB });
    const rod = world.createJoint({ type: 'distance', bodyA, bodyB: other });
    assert.ok(hinge instanceof Joint);
    assert.equal(world.jointCount, 2);
    assert.deepEqual([...world.joints], [hinge, rod]);
    assert.equal(world.jointById(rod.id), rod);
    assert.deepEqual(new Set(bodyA.joints), new Set([hinge, rod]));
    assert.deepEqual([bodyB.joints, other.joints], [[hinge], [rod]]);
    hinge.destroy();
    hinge.destroy();
    assert.ok(hinge.destroyed);
    assert.equal(world.jointById(hinge.id), null);
    assert.deepEqual([world.jointCount, bodyA.joints, bodyB.joints], [1, [rod], []]);
    assert.throws(() => hinge.force, { code: 'DESTROYED' });
    assert.throws(() => hinge.speed, { code: 'DESTROYED' });
    assert.throws(() => hinge.motorSpeed, { code: 'DESTROYED' });
    assert.throws(
      () => {
        hinge.motorSpeed = 1;
      },
      { code: 'DESTROYED' },
    );
    assert.deepEqual([hinge.type, hinge.bodyA, hinge.bodyB], ['revolute', bodyA, bodyB]);
  });
});

test('joined bodies collide if collideConnected is set; those of a filter joint never do', () => {
  inWorld({}, (world) => {
    floor(world);
    const [a, b] = [box(world, 0, 0.5), box(world, 0, 1.5)];
    const rope = world.createJoint({ type: 'distance', bodyA: a, bodyB: b, maxLength: 50 });
    steps(world, 60);
    assert.ok(b.position.y < 0.6); // fell through A
    b.position = [0, 2];
    rope.collideConnected = true;
    steps(world, 120);
    assert.ok(b.position.y > 1.4);
    world.createJoint({ type: 'filter', bodyA: a, bodyB: b });
    steps(world, 60);
    assert.ok(b.position.y < 0.6);
  });
});

test('destroying a body destroys its joints, with events after the next step', () => {
  inWorld({}, (world) => {
    const { bodyA, bodyB } = pair(world);
    const joint = world.createJoint({ type: 'revolute', bodyA, bodyB, userData: 'mine' });
    const told = [];
    for (const name of ['jointDestroyed', 'jointBreak', 'bodyDestroyed'])
      world.on(name, (event) => told.push([name, event]));
    bodyB.destroy();
    assert.ok(joint.destroyed);
    assert.deepEqual([world.jointCount, bodyA.joints, told.length], [0, [], 0]);
    world.step();
    assert.deepEqual(
      told.map(([name]) => name),
      ['jointDestroyed', 'bodyDestroyed'],
    );
    const [, event] = told[0];
    assert.deepEqual(event, { joint, bodyA, bodyB });
    assert.deepEqual([event.joint.userData, event.joint.id, event.joint.type], ['mine', joint.id, 'revolute']);
    world.step();
    assert.equal(told.length, 2);
  });
});

test('an overloaded joint breaks and reports its load', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const hung = box(world, 0, 3); // 1 kg: 9.81 N
    const joint = world.createJoint({
      type: 'distance',
      bodyA: ground,
      bodyB: hung,
      anchorA: [0, 5],
      breakForce: 20,
      userData: 7,
    });
    const told = [];
    world.on('jointBreak', (event) => told.push(event), { filter: joint });
    world.on('jointBreak', (event) => told.push(event), { filter: hung });
    world.on('jointBreak', () => assert.fail('about another body'), { filter: box(world, 9, 9) });
    steps(world, 60);
    assert.equal(told.length, 0);
    hung.applyImpulse([0, -3]);
    steps(world, 5);
    assert.equal(told.length, 2);
    const [event] = told;
    assert.equal(event.joint, joint);
    assert.deepEqual([event.bodyA, event.bodyB, event.joint.userData], [ground, hung, 7]);
    assert.ok(event.force > 20 && Number.isFinite(event.force) && event.torque >= 0);
    assert.ok(joint.destroyed && world.jointCount === 0);
    steps(world, 30);
    assert.equal(told.length, 2);
  });
});

test('a broken joint is destroyed without listeners too, and its id may be reused', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const joint = world.createJoint({ type: 'weld', bodyA: ground, bodyB: box(world, 0, 3), breakForce: 1 });
    steps(world, 3);
    assert.ok(joint.destroyed);
    assert.deepEqual([...world.joints], []);
    const next = world.createJoint({ type: 'weld', bodyA: ground, bodyB: box(world, 5, 3) });
    assert.notEqual(next.id, joint.id);
    assert.deepEqual([...world.joints], [next]);
  });
});

// --- refusals -------------------------------------------------------------------------------------------------------

function refused(world, attempt, path, value = undefined, code = 'INVALID_ARGUMENT') {
  const before = world.hash();
  const joints = [...world.joints];
  assert.throws(attempt, (error) => {
    const told = `${path}: ${error.message}`;
    assert.ok(error instanceof PhysicsError, `${told} ${error.stack}`);
    assert.equal(error.code, code, told);
    assert.equal(error.path, path, told);
    assert.ok(error.message.includes(path), told);
    if (code === 'INVALID_ARGUMENT') assert.notEqual(error.expected, '', told);
    if (value !== undefined) assert.ok(Object.is(error.value, value), `${told}: ${error.value}`);
    return true;
  });
  assert.equal(world.hash(), before, path);
  assert.deepEqual([...world.joints], joints, path);
}

test('invalid joints are errors and change nothing', () => {
  const world = new World();
  const ground = floor(world);
  const { bodyA, bodyB } = pair(world);
  const gone = box(world, 7, 7);
  gone.destroy();
  const other = new World();
  const foreign = box(other, 0, 0);
  for (const type of kTypes) {
    refused(world, () => world.createJoint({ type, bodyA, bodyB: bodyA }), 'bodyB', bodyA);
    refused(world, () => world.createJoint({ type, bodyA: foreign, bodyB }), 'bodyA', foreign);
    refused(world, () => world.createJoint({ type, bodyA, bodyB: foreign }), 'bodyB', foreign);
    refused(world, () => world.createJoint({ type, bodyA: gone, bodyB }), 'bodyA', undefined, 'DESTROYED');
    refused(world, () => world.createJoint({ type, bodyA, bodyB: gone }), 'bodyB', undefined, 'DESTROYED');
    refused(world, () => world.createJoint({ type, bodyA }), 'bodyB');
    if (type !== 'target') refused(world, () => world.createJoint({ type, bodyB }), 'bodyA');
    refused(world, () => world.createJoint({ type, bodyA, bodyB, hertzz: 1 }), 'hertzz', 1);
  }
  refused(world, () => world.createJoint({ bodyA, bodyB }), 'type');
  refused(world, () => world.createJoint(), 'options');
  refused(world, () => world.createJoint({ type: 'rope', bodyA, bodyB }), 'type', 'rope');
  refused(
    world,
    () => world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0], localAnchorA: [0, 0] }),
    'localAnchorA',
  );
  refused(
    world,
    () => world.createJoint({ type: 'wheel', bodyA, bodyB, axis: [0, 1], localAxis: [0, 1] }),
    'localAxis',
  );
  other.destroy();
  world.destroy();
});

const kNoVectors = [[NaN, 0], [0, NaN], [Infinity, 0], { x: 1 }, [1], [1, 2, 3], 'up', 5, null];
// Names whose number may be infinite; 1e39 is infinite to the engine.
const unbounded = (name) => /^(break|max|lower|upper)/.test(name) || name === 'minLength';

test('every option of every type throws for wrong types: in the definition and when set', () => {
  const world = new World();
  for (const type of kTypes) {
    const bodies = pair(world);
    const joint = world.createJoint({ type, ...bodies });
    for (const [name, good] of Object.entries({ ...common, ...kValues[type] })) {
      const bad =
        typeof good === 'object'
          ? kNoVectors
          : typeof good === 'boolean'
            ? [0, 1, 'true', null]
            : [NaN, '1', null, {}, [], true, ...(unbounded(name) ? [] : [Infinity, -Infinity, 1e39])];
      for (const value of bad) {
        refused(world, () => world.createJoint({ type, ...bodies, [name]: value }), name, value);
        refused(
          world,
          () => {
            joint[name] = value;
          },
          name,
          value,
        );
      }
      if (typeof good !== 'boolean')
        refused(
          world,
          () => {
            joint[name] = undefined;
          },
          name,
        );
    }
    joint.destroy();
  }
  world.destroy();
});

test('numbers out of range are errors: springs, maximum forces, limits, lengths, ratios, axes', () => {
  const world = new World();
  const bad = (type, options, path = Object.keys(options)[0], others = {}) => {
    const bodies = pair(world);
    refused(world, () => world.createJoint({ type, ...bodies, ...others, ...options }), path);
    const joint = world.createJoint({ type, ...bodies, ...others });
    const [name, value] = Object.entries(options)[0];
    refused(
      world,
      () => {
        joint[name] = value;
      },
      path,
    );
  };
  for (const type of kTypes) {
    for (const name of [
      'hertz',
      'damping',
      'angularHertz',
      'angularDamping',
      'maxMotorTorque',
      'maxMotorForce',
      'maxForce',
      'maxTorque',
    ]) {
      if (name in kValues[type]) bad(type, { [name]: -1 });
    }
    bad(type, { breakForce: 0 });
    bad(type, { breakForce: -1 });
    bad(type, { breakTorque: 0 });
    for (const name of ['axis', 'localAxis']) if (name in kValues[type]) bad(type, { [name]: [0, 0] });
  }
  bad('revolute', { lowerAngle: 2 }, 'lowerAngle', { upperAngle: 1 });
  const hinge = world.createJoint({ type: 'revolute', ...pair(world), lowerAngle: 1 });
  refused(
    world,
    () => {
      hinge.upperAngle = 0.5;
    },
    'upperAngle',
  ); // the one that was set is to blame
  bad('revolute', { lowerAngle: Infinity });
  bad('revolute', { upperAngle: -Infinity });
  for (const type of ['prismatic', 'wheel'])
    bad(type, { lowerTranslation: 2 }, 'lowerTranslation', { upperTranslation: 1 });
  bad('distance', { minLength: 2 }, 'minLength', { maxLength: 1 });
  bad('distance', { minLength: -1 });
  bad('distance', { minLength: -1e-30 }, 'minLength', { maxLength: 2 });
  bad('distance', { maxLength: 0 });
  bad('distance', { maxLength: -1 });
  bad('distance', { length: 0 });
  bad('distance', { length: -1 });
  bad('target', { hertz: 0 });
  bad('gear', { ratio: 0 });
  bad('pulley', { ratio: 0 });
  bad('pulley', { ratio: -1 });
  bad('pulley', { length: 0 });
  const { bodyA, bodyB } = pair(world);
  bodyB.position = bodyA.position;
  // A rod between a point and itself.
  refused(world, () => world.createJoint({ type: 'distance', bodyA, bodyB }), 'length');
  assert.equal(world.createJoint({ type: 'distance', bodyA, bodyB, maxLength: 2 }).maxLength, 2); // a rope is all right
  world.destroy();
});

test('a world with joints continues after these errors, and frees its joints', () => {
  const world = new World();
  const ground = floor(world);
  const joints = kTypes.map((type, i) => {
    const bodyB = box(world, 3 * i, 8);
    return world.createJoint({
      type,
      bodyA: ground,
      bodyB,
      ...(kValues[type].motorSpeed && {
        motorSpeed: 1,
        [type === 'prismatic' || type === 'distance' ? 'maxMotorForce' : 'maxMotorTorque']: 5,
      }),
    });
  });
  steps(world, 120);
  for (const body of world.bodies) assert.ok(Number.isFinite(body.position.x + body.position.y));
  world.destroy();
  for (const joint of joints) {
    assert.ok(joint.destroyed);
    assert.throws(() => joint.force, { code: 'DESTROYED', path: 'world' });
  }
});

test('a spring of any frequency and damping leaves its bodies and forces finite', () => {
  for (const solver of Object.values(presets))
    for (const [hertz, damping] of [
      [1e6, 0],
      [1e10, 1],
      [5e30, 0],
      [5, 1e20],
      [3e38, 3e38],
    ])
      // prettier-ignore
      inWorld({ solver }, (world) => {
        const wall = world.createBody({ type: 'static' });
        const [a, b] = [3, 4].map((x) => world.createBody({ position: [x, 1], shapes: [{ type: 'circle', radius: 0.5 }] }));
        const spring = { hertz, damping };
        const joints = [
          world.createJoint({ type: 'distance', bodyA: a, bodyB: wall, length: 2, ...spring }),
          world.createJoint({ type: 'weld', bodyA: a, bodyB: b, angularHertz: hertz, angularDamping: damping, ...spring }),
        ];
        world.on('quarantine', () => assert.fail(`${solver.type} ${hertz} ${damping}`));
        steps(world, 30);
        for (const { force, torque } of joints) assert.ok(Number.isFinite(force.x + force.y + torque), `${hertz}`);
      });
});

const near = (a, b, by) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b} within ${by}`);

test('the stiffness of a spring is that of the effective mass at its anchors, as the guide of migration says', () => {
  const k = 200; // N/m
  for (const [at, height] of [
    [2, 0], // across the end of a plank
    [-1, 0.1],
    [0, 0], // at its centre: the mass of the plank
  ]) {
    inWorld({ sleep: false }, (world) => {
      const frame = world.createBody({ type: 'static' });
      const plank = box(world, 0, 0, { shapes: [{ type: 'box', width: 4, height: 0.2, density: 5 }] });
      const m = 1 / (1 / plank.mass + at ** 2 / plank.inertia); // the spring is vertical: rB x n = at
      const anchorB = [at, height];
      const hertz = Math.sqrt(k / m) / (2 * Math.PI);
      const spring = { type: 'distance', bodyA: frame, bodyB: plank, anchorB, anchorA: [at, 50], hertz, damping: 1 };
      const joint = world.createJoint(spring);
      // A slider lets the plank sink only, so that it does not turn and the spring carries its weight.
      world.createJoint({ type: 'prismatic', bodyA: frame, bodyB: plank, axis: [0, 1] });
      steps(world, 1200);
      near(joint.force.y, 9.81 * plank.mass, 0.01);
      near(joint.force.y / (joint.currentLength - joint.length), k, 0.01 * k);
    });
  }
});

test('a spring of ratio 1 that carries four times its mass oscillates with ratio 0.5, at half its frequency', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const frame = world.createBody({ type: 'static', position: [0, 9] });
    const small = box(world, 0, 0);
    const load = box(world, 0, -2);
    load.mass = 3 * small.mass;
    world.createJoint({ type: 'weld', bodyA: small, bodyB: load });
    world.createJoint({ type: 'distance', bodyA: frame, bodyB: small, length: 8.9, hertz: 1, damping: 1 });
    let most = 0;
    let when = 0;
    for (let i = 1; i <= 120; i++) {
      world.step();
      if (small.position.y > most) [most, when] = [small.position.y, i / 60];
    }
    const root = Math.sqrt(1 - 0.5 ** 2);
    near(most - 0.1, 0.1 * Math.exp((-Math.PI * 0.5) / root), 0.001); // m over the target
    near(when, 1 / (2 * 0.5 * root), 0.03); // s: half a damped period of 0.5 Hz
  });
});
