// Everything that is set comes back: for bodies, shapes and worlds.
import assert from 'node:assert/strict';
import test from 'node:test';
import { presets } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

// Values that no default has. Vectors are given in both forms.
const kBody = {
  position: [[3, -2.5], { x: 3, y: -2.5 }],
  angle: [0.75],
  velocity: [[1.5, -4], { x: 1.5, y: -4 }],
  angularVelocity: [-2.25],
  linearDamping: [0.125],
  angularDamping: [0.3],
  gravityScale: [-0.6],
  lock: [{ x: false, y: false, rotation: true }],
  bullet: [true],
  sleepAllowed: [false],
  enabled: [false],
  sleepThreshold: [{ linear: 0.3, angular: 0.7, seconds: 1.25 }],
};
const asVector = (value) => (Array.isArray(value) ? { x: value[0], y: value[1] } : value);
// An angle goes through its cosine and sine: two roundings of 6e-8 and the engine's own 1e-6.
const same = (actual, expected, what) => {
  if (what === 'angle') assert.ok(Math.abs(actual - expected) < 2e-6, `${actual}`);
  else assert.deepEqual(actual, asVector(expected), what);
};

test('a body reads back its definition', () => {
  for (const [name, values] of Object.entries(kBody)) {
    for (const value of values) {
      inWorld({}, (world) => same(box(world, 0, 0, { [name]: value })[name], value, name));
    }
  }
  inWorld({}, (world) => {
    for (const type of ['static', 'kinematic', 'dynamic']) assert.equal(box(world, 0, 0, { type }).type, type);
    assert.equal(box(world, 0, 0, { awake: false }).awake, false);
    const data = { mine: 1 };
    const body = box(world, 0, 0, { name: 'crate', userData: data });
    assert.equal(body.name, 'crate');
    assert.equal(body.userData, data);
  });
});

test('a body reads back a set value, and no other value changes', () => {
  for (const [name, values] of Object.entries(kBody)) {
    for (const value of values) {
      inWorld({}, (world) => {
        const body = box(world, 1, 2);
        const before = Object.fromEntries(Object.keys(kBody).map((key) => [key, body[key]]));
        body[name] = value;
        same(body[name], value, name);
        for (const key of Object.keys(kBody))
          if (key !== name) assert.deepEqual(body[key], before[key], `${key} after ${name}`);
      });
    }
  }
});

test('type, awake and userData of a body are set', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0);
    for (const type of ['static', 'kinematic', 'dynamic']) {
      body.type = type;
      assert.equal(body.type, type);
    }
    body.awake = false;
    assert.equal(body.awake, false);
    body.wake();
    assert.equal(body.awake, true);
    body.putToSleep();
    assert.equal(body.awake, false);
    body.userData = 7;
    assert.equal(world.bodyById(body.id).userData, 7);
  });
});

test('mass is that of the shapes until it is set, and again after it is reset', () => {
  inWorld({}, (world) => {
    const body = world.createBody({ shapes: [{ type: 'box', width: 2, height: 1, density: 3, center: [1, 0] }] });
    assert.equal(body.mass, 6);
    assert.ok(Math.abs(body.inertia - (6 * (4 + 1)) / 12) < 1e-5); // m (w^2 + h^2) / 12, six digits
    assert.deepEqual(body.localCenter, { x: 1, y: 0 });
    body.setMass({ mass: 4, inertia: 8, center: [0.5, 0.25] });
    assert.deepEqual([body.mass, body.inertia, body.localCenter], [4, 8, { x: 0.5, y: 0.25 }]);
    body.setMass(null);
    assert.equal(body.mass, 6);
    body.shapes[0].density = 1.5;
    assert.equal(body.mass, 3);
  });
});

test('vectors read by property, into an object of ours, and from the views are the same', () => {
  inWorld({}, (world) => {
    const body = box(world, 1, 2, { angle: 0.5, velocity: [3, 4], angularVelocity: 5 });
    for (const settle of [
      () => {},
      () => world.step(),
      () => {
        body.velocity = [1, 1];
      },
      () => {
        body.position = [9, 9];
      },
    ]) {
      settle();
      const out = { x: 0, y: 0 };
      assert.equal(body.getPosition(out), out);
      assert.deepEqual(body.position, out);
      assert.deepEqual([...world.views.poses.slice(4 * body.slot, 4 * body.slot + 2)], [out.x, out.y]);
      body.getVelocity(out);
      assert.deepEqual(body.velocity, out);
      const at = 4 * body.slot;
      assert.deepEqual([...world.views.velocities.slice(at, at + 4)], [out.x, out.y, body.angularVelocity, 0]);
      assert.deepEqual(body.getWorldCenter({ x: 0, y: 0 }), body.worldCenter);
      assert.deepEqual(body.getLocalCenter({ x: 0, y: 0 }), body.localCenter);
      assert.deepEqual(body.getAabb({ min: { x: 0, y: 0 }, max: { x: 0, y: 0 } }), body.aabb);
    }
    assert.deepEqual(world.getGravity({ x: 0, y: 0 }), world.gravity);
  });
});

test('points and vectors convert to the world and back', () => {
  inWorld({}, (world) => {
    const body = box(world, 3, -1, { angle: Math.PI / 2, velocity: [1, 0], angularVelocity: 2 });
    // Float poses of size 3.
    const near = (a, b) => assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 1e-5, `${a.x}, ${a.y}`);
    near(body.worldPoint([1, 0]), { x: 3, y: 0 });
    near(body.worldVector([1, 0]), { x: 0, y: 1 });
    near(body.localPoint(body.worldPoint([0.3, 0.7])), { x: 0.3, y: 0.7 });
    near(body.localVector(body.worldVector([0.3, 0.7])), { x: 0.3, y: 0.7 });
    near(body.velocityAt([3, 0]), { x: 1 - 2, y: 0 }); // v + w x r, r = (0, 1)
    const out = { x: 1, y: 0 };
    assert.equal(body.worldPoint(out, out), out); // in place
    near(out, { x: 3, y: 0 });
    body.localPoint(out, out);
    near(out, { x: 1, y: 0 });
  });
});

test('moveTo brings a kinematic body to a pose in the given time', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const body = box(world, 0, 0, { type: 'kinematic' });
    body.moveTo([0.5, 0.25], 0.1, 1 / 60);
    world.step(1 / 60);
    assert.ok(Math.hypot(body.position.x - 0.5, body.position.y - 0.25) < 1e-5); // one float step
    assert.ok(Math.abs(body.angle - 0.1) < 1e-4); // the engine's rotation errs by angle^5 / 120 and rounding
    body.setTransform({ x: 7, y: 8 }, -1);
    assert.deepEqual(body.position, { x: 7, y: 8 });
    same(body.angle, -1, 'angle');
  });
});

test("forces and impulses change velocities by Newton's law", () => {
  inWorld({ gravity: [0, 0], solver: { type: 'sequential-impulse' } }, (world) => {
    // 2 kg, 1/3 kg m^2.
    const make = () => world.createBody({ shapes: [{ type: 'box', width: 1, height: 1, density: 2 }] });
    const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-5, `${a} and not ${b}`);
    const [a, b, c, d] = [make(), make(), make(), make()];
    [a, b, c, d].forEach((body, i) => {
      body.position = [10 * i, 0];
    });
    a.applyImpulse([4, 0]);
    near(a.velocity.x, 2);
    b.applyImpulse([0, 4], [10.5, 0]); // arm 0.5
    near(b.velocity.y, 2);
    near(b.angularVelocity, 0.5 * 4 * 3);
    c.applyAngularImpulse(2);
    near(c.angularVelocity, 6);
    d.applyForce([6, 0]);
    d.applyForce([0, 6], [30.5, 0]);
    d.applyTorque(1);
    world.step(0.1);
    near(d.velocity.x, 0.3);
    near(d.velocity.y, 0.3);
    near(d.angularVelocity, (0.5 * 6 + 1) * 3 * 0.1);
    world.step(0.1);
    near(d.velocity.x, 0.3); // a force lasts a step
  });
});

const kGeometries = [
  { type: 'circle', radius: 0.7, center: { x: 0.1, y: 0.2 } },
  { type: 'box', width: 2, height: 0.5, center: { x: 0.1, y: 0.2 }, angle: 0.3, radius: 0.05 },
  { type: 'capsule', a: { x: -1, y: 0 }, b: { x: 1, y: 0.5 }, radius: 0.25 },
  {
    type: 'polygon',
    points: [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 0, y: 2 },
    ],
    radius: 0.1,
  },
  { type: 'segment', a: { x: -2, y: 0 }, b: { x: 2, y: 1 } },
];
const rotations = (points) => points.map((_, i) => [...points.slice(i), ...points.slice(0, i)]);
function sameGeometry(actual, expected) {
  if (expected.type !== 'polygon') return assert.deepEqual(actual, expected);
  const { points, ...rest } = actual;
  const { points: wanted, ...others } = expected;
  assert.deepEqual(rest, others);
  assert.ok(
    rotations(wanted).some((list) => JSON.stringify(list) === JSON.stringify(points)),
    JSON.stringify(points),
  );
}

test('every type of shape reads back as created and as set', () => {
  for (const first of kGeometries) {
    for (const second of kGeometries) {
      inWorld({}, (world) => {
        const [shape] = world.createBody({ shapes: [first] }).shapes;
        sameGeometry(shape.geometry, first);
        assert.equal(shape.type, first.type);
        shape.geometry = second;
        sameGeometry(shape.geometry, second);
        assert.equal(shape.type, second.type);
      });
    }
  }
});

test('each parameter of a shape is read and set by its name', () => {
  const parts = {
    radius: 0.4,
    center: { x: -0.5, y: 0.25 },
    width: 3,
    height: 0.75,
    angle: -0.2,
    a: { x: -3, y: 1 },
    b: { x: 3, y: 1 },
  };
  for (const geometry of kGeometries) {
    for (const [name, value] of Object.entries(parts)) {
      inWorld({}, (world) => {
        const [shape] = world.createBody({ shapes: [geometry] }).shapes;
        if (!(name in geometry)) {
          assert.equal(shape[name], undefined);
          assert.throws(
            () => {
              shape[name] = value;
            },
            { code: 'INVALID_ARGUMENT', path: name },
          );
          sameGeometry(shape.geometry, geometry);
          return;
        }
        assert.deepEqual(shape[name], geometry[name]);
        shape[name] = value;
        assert.deepEqual(shape[name], value);
        sameGeometry(shape.geometry, { ...geometry, [name]: value });
      });
    }
  }
});

test('a polygon reads back as its hull', () => {
  inWorld({}, (world) => {
    const [shape] = world.createBody({
      shapes: [
        {
          type: 'polygon',
          points: [
            [0, 0],
            [0, 2],
            [2, 2],
            [2, 0],
            [1, 0],
          ],
        },
      ],
    }).shapes;
    assert.equal(shape.points.length, 4); // without the one on an edge
    shape.points = [
      [0, 0],
      [3, 0],
      [0, 3],
    ];
    assert.equal(shape.points.length, 3);
    const area =
      shape.points.reduce((sum, p, i, all) => sum + p.x * all[(i + 1) % 3].y - p.y * all[(i + 1) % 3].x, 0) / 2;
    assert.equal(area, 4.5); // counter-clockwise
  });
});

test('density, material and filter of a shape read back', () => {
  const values = {
    density: 2.5,
    friction: 0.35,
    staticFriction: 0.9,
    restitution: 0.45,
    rollingResistance: 0.05,
    tangentSpeed: -1.2,
  };
  inWorld({}, (world) => {
    for (const [name, value] of Object.entries(values)) {
      const [made] = world.createBody({ shapes: [{ type: 'circle', radius: 1, [name]: value }] }).shapes;
      assert.equal(made[name], value);
      const [set] = box(world, 0, 0).shapes;
      const before = Object.fromEntries(Object.keys(values).map((key) => [key, set[key]]));
      if (name === 'staticFriction') set.friction = before.friction = 0.5;
      set[name] = value;
      assert.equal(set[name], value);
      // Where no static friction is set it follows friction.
      const follows = (key) => key === name || (key === 'staticFriction' && name === 'friction');
      for (const key of Object.keys(values))
        if (!follows(key)) assert.equal(set[key], key === 'staticFriction' ? set.friction : before[key], key);
    }
    const filter = { category: 0x80000000, mask: 0xfffffffe, group: -3 };
    const [made] = world.createBody({
      shapes: [{ type: 'circle', radius: 1, filter, sensor: true, userData: 'x' }],
    }).shapes;
    assert.deepEqual([made.filter, made.sensor, made.userData], [filter, true, 'x']);
    const [set] = box(world, 0, 0).shapes;
    assert.deepEqual(set.filter, { category: 1, mask: 0xffffffff, group: 0 });
    set.filter = filter;
    assert.deepEqual(set.filter, filter);
    set.filter = { mask: ~1 }; // JavaScript's own operators give bits a sign
    assert.deepEqual(set.filter, { category: 1, mask: 0xfffffffe, group: 0 });
    set.staticFriction = 0.8;
    set.staticFriction = undefined;
    assert.equal(set.staticFriction, set.friction);
  });
});

test('gravity, sleep, continuous, warm starting and hit speed of a world read back, at any time', () => {
  inWorld({ gravity: { x: 1, y: 2 }, sleep: false, continuous: false, hitSpeed: 3 }, (world) => {
    assert.deepEqual([world.gravity, world.sleep, world.continuous, world.hitSpeed], [{ x: 1, y: 2 }, false, false, 3]);
  });
  inWorld({}, (world) => {
    assert.deepEqual(
      [world.gravity, world.sleep, world.continuous, world.warmStarting],
      [{ x: 0, y: -9.81 }, true, true, true],
    );
    world.gravity = [0.5, -1.6];
    world.sleep = false;
    world.continuous = false;
    world.warmStarting = false;
    world.hitSpeed = 2;
    assert.deepEqual(
      [world.gravity, world.sleep, world.continuous, world.warmStarting, world.hitSpeed],
      [{ x: 0.5, y: -1.6 }, false, false, false, 2],
    );
  });
});

/** Names of the properties of an object that can be set. */
function settable(object) {
  const names = new Set();
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { set }] of Object.entries(Object.getOwnPropertyDescriptors(at))) if (set) names.add(name);
  return [...names];
}

test('another rule for the coefficients of contacts wakes bodies, as another friction of a shape does', () => {
  const angle = Math.atan(0.15);
  for (const [name, solver] of Object.entries(presets)) {
    inWorld({ solver: { ...solver, frictionMix: 'geometric', restitutionMix: 'max' } }, (world) => {
      const along = (s, up) => [s * Math.cos(angle) - up * Math.sin(angle), s * Math.sin(angle) + up * Math.cos(angle)];
      // sqrt(1 * 0.04) = 0.2 holds on a slope of 0.15; the smaller, 0.04, does not.
      const slope = { type: 'box', width: 40, height: 1, friction: 0.04 };
      world.createBody({ type: 'static', position: along(0, -0.5), angle, shapes: [slope] });
      const crate = world.createBody({
        position: along(5, 0.5),
        angle,
        shapes: [{ type: 'box', width: 1, height: 1, friction: 1 }],
      });
      const rests = () => {
        for (let i = 0; i < 300 && crate.awake; i++) world.step();
        assert.ok(!crate.awake, `${name}: asleep`);
      };
      rests();
      world.solver = { ...world.solver };
      world.solver = { ...world.solver, restitutionThreshold: 2 };
      assert.ok(!crate.awake, `${name}: no other coefficients, no waking`);
      world.solver = { ...world.solver, restitutionMix: 'min' };
      assert.ok(crate.awake, `${name}: restitutionMix`);
      rests();
      const { x } = crate.position;
      world.solver = { ...world.solver, frictionMix: 'min' };
      assert.ok(crate.awake, `${name}: frictionMix`);
      steps(world, 60);
      // (sin - 0.04 cos) g t^2 / 2 = 0.53 m down the slope, and less across steps of a small world
      assert.ok(crate.position.x < x - 0.4, `${name}: ${x - crate.position.x} m in a second`);
    });
  }
});

test('a property that is set to the value it has changes nothing and wakes nothing', () =>
  inWorld({}, (world) => {
    const bodyA = floor(world);
    const crate = box(world, 0, 0.5);
    const wheel = world.createBody({ position: [3, 0.5], shapes: [{ type: 'circle', radius: 0.5 }] });
    const joint = world.createJoint({ type: 'revolute', bodyA, bodyB: wheel, lowerAngle: -1, upperAngle: 1 });
    steps(world, 120);
    assert.deepEqual([crate.awake, wheel.awake], [false, false]);
    const hash = world.hash();
    let count = 0;
    for (const object of [world, bodyA, crate, wheel, crate.shapes[0], wheel.shapes[0], bodyA.shapes[0], joint])
      for (const name of settable(object)) {
        const value = object[name];
        if (value === undefined) continue;
        try {
          object[name] = value;
        } catch (error) {
          assert.match(error.expected, /^left alone/); // read-only, or the mass of a static body
          continue;
        }
        count++;
        assert.equal(world.hash(), hash, name);
        assert.deepEqual([crate.awake, wheel.awake], [false, false], name);
      }
    assert.ok(count > 100, `${count}`);
    world.gravity = [0, -9.8];
    assert.deepEqual([crate.awake, wheel.awake], [true, true]);
    for (const [name, value] of [
      ['upperAngle', 2],
      ['breakForce', 1e9],
      ['collideConnected', true],
    ]) {
      // prettier-ignore
      wheel.putToSleep();
      joint[name] = value;
      assert.equal(wheel.awake, true, name);
    }
  }));

test('settings are read as their shortest decimal, poses, velocities and masses as the floats that they are', () =>
  inWorld({}, (world) => {
    const body = box(world, 0.1, 0, { linearDamping: 0.1, velocity: [0.1, 0] });
    body.mass = 0.1;
    const float = Math.fround(0.1);
    assert.notEqual(float, 0.1);
    assert.deepEqual([body.linearDamping, body.mass, body.position.x, body.velocity.x], [0.1, float, float, float]);
  }));

test('setting an option changes the hash at once if bodies touch, and only then', () => {
  for (const [y, differs] of [
    [0.5, true],
    [50, false],
  ])
    inWorld({}, (world) => {
      floor(world);
      box(world, 0, y);
      steps(world, 3);
      const hash = world.hash();
      world.sleepThreshold = { seconds: 5 };
      assert.equal(world.hash() !== hash, differs);
    });
});

// Lengths are scaled to world units, and what is read is not scaled back.
test('settings read back as they were given, whatever the unit of length', () => {
  for (const lengthUnit of [0.01, 0.02, 0.07, 1, 3, 1000 / 3]) {
    for (const [name, solver] of Object.entries(presets)) {
      const given = { linear: 0.07, angular: 0.03, seconds: 0.7 };
      inWorld({ lengthUnit, solver, sleepThreshold: given }, (world) => {
        assert.deepEqual(world.sleepThreshold, given, `${name} in units of ${lengthUnit} m`);
        inWorld({ solver }, (metres) => assert.deepEqual(world.solver, metres.solver, name));
        inWorld({}, (copy) => {
          copy.restore(world.snapshot());
          assert.deepEqual([copy.sleepThreshold, copy.solver], [given, world.solver], name);
        });
        assert.deepEqual(world.toJSON().world.sleepThreshold, given);
      });
    }
  }
});

test('sleep thresholds of a world and of a body read back and apply', () => {
  const usual = { linear: 0.05, angular: 0.05, seconds: 0.5 };
  const given = { linear: 0.2, angular: 0.3, seconds: 0.1 };
  inWorld({ sleepThreshold: given }, (world) => assert.deepEqual(world.sleepThreshold, given));
  inWorld({ sleepThreshold: { seconds: 3 }, lengthUnit: 0.25 }, (world) =>
    assert.deepEqual(world.sleepThreshold, { ...usual, seconds: 3 }),
  );
  inWorld({}, (world) => {
    assert.deepEqual(world.sleepThreshold, usual);
    world.sleepThreshold = given;
    assert.deepEqual(world.sleepThreshold, given);
    world.sleepThreshold = { angular: 0.4 };
    assert.deepEqual(world.sleepThreshold, { ...usual, angular: 0.4 });

    const none = { linear: 0, angular: 0, seconds: 0 };
    const body = box(world, 0, 0.5);
    assert.deepEqual(body.sleepThreshold, none);
    body.sleepThreshold = { linear: 0.6 };
    assert.deepEqual(body.sleepThreshold, { ...none, linear: 0.6 });
    for (const reset of [0, undefined, {}]) {
      body.sleepThreshold = given;
      body.sleepThreshold = reset;
      assert.deepEqual(body.sleepThreshold, none);
    }
    assert.deepEqual(box(world, 9, 0, { sleepThreshold: 0 }).sleepThreshold, none);
  });
  const sleptAt = (worlds, bodys) =>
    inWorld({ sleepThreshold: worlds }, (world) => {
      floor(world);
      const body = box(world, 0, 0.5, { sleepThreshold: bodys });
      let count = 0;
      while (body.awake && count < 300) {
        world.step();
        count += 1;
      }
      return count;
    });
  // a box made at rest on the floor: 0.5 s are 30 steps, and one or two in which it is borne at last
  for (const [worlds, bodys, seconds] of [
    [undefined, undefined, 0.5],
    [{ seconds: 1.5 }, undefined, 1.5],
    [{ seconds: 1.5 }, { seconds: 0.25 }, 0.25],
    [undefined, { seconds: 1 }, 1],
  ]) {
    const count = sleptAt(worlds, bodys);
    assert.ok(count >= 60 * seconds && count <= 60 * seconds + 2, `${count} for ${seconds} s`);
  }
});

const literal = {
  stalePosition: true,
  coldStart: true,
  perIterationClamp: true,
  integrateFirst: true,
  wakeAfterSolve: true,
  aOnlySat: true,
  intervalOverlap: true,
  insideCircle: true,
  deepestPointOnly: true,
  indexMatch: true,
  sumBias: true,
  fxRestitution: true,
  noPrevPoseShift: true,
};
// Of every solver; none is its default.
const common = {
  warmStarting: false,
  frictionMix: 'min',
  restitutionMix: 'multiply',
  restitutionThreshold: 0.3,
  linearSlop: 0.004,
  speculativeDistance: 0.015,
  recycleDistance: 0.01,
  maxPushSpeed: 2.5,
  maxLinearSpeed: 123,
  impacts: 'zero-duration',
  impactIterations: 7,
  maxImpactPasses: 9,
  restitutionMidpoint: false,
  jointsFirst: false,
  jointSolver: 'iterative',
  sleepThroughTouch: true,
  literal,
};
const own = {
  'soft-step': {
    substeps: 3,
    contactHertz: 25,
    contactDamping: 8,
    jointHertz: 50,
    jointDamping: 1.5,
    relaxIterations: 2,
  },
  'sequential-impulse': {
    velocityIterations: 6,
    position: 'none',
    positionIterations: 2,
    percent: 0.35,
    slop: 0.02,
    fullNgs: true,
    baumgarte: 0.15,
    integrator: 'verlet',
  },
  'substepped-position': {
    substeps: 6,
    velocityPasses: 3,
    compliance: 2e-7,
    complianceMode: 'xpbd',
    tolerance: 3e-4,
    warmStart: 'everySubstep',
    normalStable: 0.9,
    staticKinetic: false,
  },
};

test('the default solver of a world is soft-step with four substeps', () => {
  inWorld({}, (world) => {
    const { type, substeps, contactHertz, contactDamping, maxPushSpeed, jointHertz, jointDamping } = world.solver;
    assert.deepEqual(
      { type, substeps, contactHertz, contactDamping, maxPushSpeed, jointHertz, jointDamping },
      {
        type: 'soft-step',
        substeps: 4,
        contactHertz: 54,
        contactDamping: 10,
        maxPushSpeed: 3,
        jointHertz: 60,
        jointDamping: 2,
      },
    );
    const asMade = world.solver;
    world.solver = presets.softStep;
    assert.deepEqual(world.solver, asMade);
  });
});

for (const type of Object.keys(own)) {
  test(`every option of ${type} comes back; what is not given takes its default`, () => {
    const options = { type, ...common, ...own[type] };
    inWorld({ solver: { type } }, (world) => {
      const defaults = world.solver;
      assert.deepEqual(Object.keys(defaults).sort(), Object.keys(options).sort());
      for (const [key, value] of Object.entries(options)) {
        if (key === 'type') continue;
        assert.notDeepEqual(defaults[key], value, `${key} is no test`);
        const given = key === 'literal' ? Object.entries(value).map(([name]) => ({ [name]: true })) : [value];
        for (const one of given) {
          world.solver = { type, [key]: one };
          const along = key === 'impacts' ? { restitutionThreshold: 0.05 } : {}; // the default of that kind of impacts
          assert.deepEqual(world.solver, {
            ...defaults,
            ...along,
            [key]: key === 'literal' ? { ...defaults.literal, ...one } : one,
          });
        }
      }
      world.solver = options;
      assert.deepEqual(world.solver, options);
      world.solver = world.solver;
      assert.deepEqual(world.solver, options);
      world.sleep = false;
      world.sleepThreshold = { seconds: 2 };
      world.solver = { type };
      assert.deepEqual(world.solver, defaults);
      assert.equal(world.sleep, false); // is the world's, not the solver's
      assert.equal(world.sleepThreshold.seconds, 2);
    });
    inWorld({ solver: options }, (world) => assert.deepEqual(world.solver, options));
  });

  test(`options of other solvers are unknown to ${type}`, () => {
    inWorld({ solver: { type } }, (world) => {
      const before = world.solver;
      for (const [other, options] of Object.entries(own)) {
        if (other === type) continue;
        for (const [key, value] of Object.entries(options)) {
          if (key in own[type]) continue; // both have substeps
          assert.throws(
            () => {
              world.solver = { type, [key]: value };
            },
            { code: 'INVALID_ARGUMENT', path: `solver.${key}` },
          );
        }
      }
      assert.deepEqual(world.solver, before);
    });
  });
}

test('umbra is projection, 8 and 3 iterations, and the smaller restitution', () => {
  inWorld({ solver: presets.umbra }, (world) => {
    const { position, velocityIterations, positionIterations, percent, slop, restitutionMix, frictionMix } =
      world.solver;
    assert.deepEqual(
      [position, velocityIterations, positionIterations, percent, slop, restitutionMix, frictionMix],
      ['projection', 8, 3, 0.4, 0.01, 'min', 'geometric'],
    );
  });
});

test('fx2d is 14 substeps of four passes, the smaller coefficients, and small bounces', () => {
  inWorld({ solver: presets.fx2d }, (world) => {
    const {
      type,
      substeps,
      velocityPasses,
      compliance,
      complianceMode,
      tolerance,
      warmStart,
      frictionMix,
      restitutionMix,
    } = world.solver;
    assert.deepEqual(
      [type, substeps, velocityPasses, compliance, complianceMode, tolerance, warmStart, frictionMix, restitutionMix],
      ['substepped-position', 14, 4, 1e-8, 'massRelative', 2e-4, 'firstSubstep', 'min', 'min'],
    );
    assert.equal(world.solver.restitutionThreshold, 0.02);
    const here = world.solver;
    world.solver = { type: 'substepped-position' };
    world.solver = here;
    assert.deepEqual(world.solver, here);
  });
});

test('under substepped-position a body sticks by staticFriction and slides by friction', () => {
  const way = (speed) => {
    let x = 0;
    inWorld({ solver: presets.fx2d, gravity: [4, -9.81], sleep: false }, (world) => {
      // a slope of 22 degrees, laid flat
      const surface = { friction: 0.2, staticFriction: 0.6 };
      world.createBody({
        type: 'static',
        position: [0, -1],
        shapes: [{ type: 'box', width: 200, height: 2, ...surface }],
      });
      const crate = world.createBody({
        position: [0, 0.5],
        velocity: [speed, 0],
        shapes: [{ type: 'box', width: 1, height: 1, ...surface }],
      });
      steps(world, 120);
      x = crate.position.x;
    });
    return x;
  };
  assert.ok(Math.abs(way(0)) < 1e-3, 'at rest it stays');
  assert.ok(way(0.5) > 3, 'pushed it slides on'); // 1 + (4 - .2 9.81) 2 = 5.1 m
});

test('ftPhysics has Baumgarte bias beyond a slop, wedekind the same after zero-duration impacts', () => {
  inWorld({ solver: presets.ftPhysics }, (world) => {
    const { position, velocityIterations, baumgarte, slop, maxPushSpeed, jointsFirst, impacts, restitutionThreshold } =
      world.solver;
    assert.deepEqual(
      [position, velocityIterations, baumgarte, slop, maxPushSpeed, jointsFirst, impacts, restitutionThreshold],
      ['baumgarte', 10, 0.2, 0.01, 4, false, 'bias', 1],
    );
    world.solver = presets.wedekind;
    const next = world.solver;
    assert.deepEqual(
      [
        next.position,
        next.velocityIterations,
        next.baumgarte,
        next.slop,
        next.impacts,
        next.impactIterations,
        next.maxImpactPasses,
      ],
      ['baumgarte', 10, 0.2, 0.01, 'zero-duration', 10, 32],
    );
    assert.deepEqual([next.restitutionThreshold, next.restitutionMidpoint], [0.05, true]);
  });
});

test('impacts in zero duration make any solver a cradle, within their limits', () => {
  const speeds = (solver) => {
    let out;
    inWorld({ gravity: [0, 0], sleep: false, solver }, (world) => {
      const balls = [0, 1, 2, 3, 4].map((i) =>
        world.createBody({
          position: [i, 0],
          velocity: [i === 0 ? 1 : 0, 0],
          shapes: [{ type: 'circle', radius: 0.5, friction: 0, restitution: 1 }],
        }),
      );
      world.step();
      assert.ok(world.profile.impacts >= 0);
      out = balls.map((ball) => Number(ball.velocity.x.toFixed(4)) + 0);
    });
    return out;
  };
  for (const solver of [
    presets.wedekind,
    { ...presets.softStep, impacts: 'zero-duration' },
    { ...presets.umbra, impacts: 'zero-duration' },
  ]) {
    assert.deepEqual(speeds(solver), [0, 0, 0, 0, 1], solver.type);
    // Each pass is one collision further; slower than the threshold is no collision.
    assert.notDeepEqual(speeds({ ...solver, maxImpactPasses: 2 }), [0, 0, 0, 0, 1], solver.type);
    assert.notDeepEqual(speeds({ ...solver, restitutionThreshold: 2 }), [0, 0, 0, 0, 1], solver.type);
  }
  assert.notDeepEqual(speeds(presets.softStep), [0, 0, 0, 0, 1]);
});

test('a setting has its effect in the next step', () => {
  inWorld({}, (world) => {
    floor(world);
    const a = box(world, 0, 0.5);
    steps(world, 120);
    assert.equal(a.awake, false);
    world.gravity = [0, 9.81];
    steps(world, 30);
    assert.ok(a.position.y > 1, 'a sleeper falls up when gravity turns');
  });
});

test('velocities, forces, impulses and `awake` have no effect on bodies that they cannot move', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const make = (more) => world.createBody({ shapes: [{ type: 'box', width: 1, height: 1 }], ...more });
    const still = make({ type: 'static' });
    const carried = make({ type: 'kinematic', position: [5, 0] });
    const off = make({ position: [9, 0], enabled: false });
    const before = world.hash();
    still.velocity = [3, 0];
    still.angularVelocity = 2;
    for (const body of [still, carried, off]) {
      body.applyForce([10, 0], [0, 3]);
      body.applyTorque(5);
      body.applyImpulse([10, 0], [0, 3]);
      body.applyAngularImpulse(5);
      body.awake = true;
      assert.equal(body.awake, false);
    }
    assert.equal(world.hash(), before);
    carried.velocity = [1, 0];
    assert.equal(carried.awake, true);
    carried.awake = false;
    assert.equal(carried.awake, true);
  });
});
