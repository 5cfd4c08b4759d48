// No silent mistakes: what an object does not have cannot be set, what changes nothing has no effect, what is useless
// is said.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import {
  Body,
  Character,
  FixedLoop,
  History,
  Joint,
  PhysicsError,
  Shape,
  World,
  bindPoses,
  debugLines,
  shapeDistance,
  timeOfImpact,
} from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const refusal = (path, expected) => (error) => {
  assert.ok(error instanceof PhysicsError, String(error));
  assert.equal(error.code, 'INVALID_ARGUMENT');
  assert.equal(error.path, path);
  if (expected instanceof RegExp) assert.match(error.expected, expected);
  else if (expected !== undefined) assert.equal(error.expected, expected);
  return true;
};
const set = (object, name, value) => () => {
  object[name] = value;
};

test('an unknown property throws, with a suggestion', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const body = box(world, 0, 2);
    const joint = world.createJoint({ type: 'revolute', bodyA: ground, bodyB: body, anchor: [0, 3] });
    const cases = [
      [body, 'linearVelocity', 'velocity'],
      [body, 'angvel', 'angularVelocity'],
      [body, 'fixedRotation', 'lock.rotation'],
      [body, 'lockRotation', 'lock.rotation'],
      [body, 'linearDampning', 'linearDamping'],
      [body, 'positon', 'position'],
      [body, 'isBullet', 'bullet'],
      [body, 'rotation', 'angle'],
      [body.shapes[0], 'bounciness', 'restitution'],
      [body.shapes[0], 'bounce', 'restitution'],
      [body.shapes[0], 'elasticity', 'restitution'],
      [body.shapes[0], 'frictoin', 'friction'],
      [joint, 'motorspeed', 'motorSpeed'],
      [joint, 'dampingRatio', 'damping'],
      [world, 'graviy', 'gravity'],
      [world, 'enableSleep', 'sleep'],
    ];
    for (const [object, name, meant] of cases) {
      assert.throws(set(object, name, 1), refusal(name, meant));
      assert.equal(name in object, false);
      assert.equal(Object.isExtensible(object), false);
    }
    assert.throws(set(body, 'colour', 'red'), refusal('colour'));
    assert.throws(
      () => world.createBody({ linearVelocity: [1, 0] }),
      /linearVelocity is not an option; did you mean velocity/,
    );
    assert.throws(() => world.createBody({ fixedRotation: true }), /did you mean lock\.rotation/);
    assert.throws(() => new World({ enableSleep: true }), /did you mean sleep\?/);
    assert.throws(() => world.createBody({ isSensor: true }), /did you mean shapes\[0\]\.sensor\?/);
  });
});

test('so do those of loops, histories and preSolve arguments', () => {
  inWorld({}, (world) => {
    floor(world);
    box(world, 0, 0.9).shapes[0].preSolve = true;
    const loop = new FixedLoop(world);
    loop.paused = true;
    assert.throws(set(loop, 'timescale', 0.5), refusal('timescale', 'timeScale'));
    assert.throws(set(loop, 'pause', false), refusal('pause', 'paused'));
    const history = new History(world, { bytes: 1e6 });
    assert.throws(set(history, 'every', 3), refusal('every'));
    assert.throws(set(history, 'first', 0), refusal('first', 'left alone: it is read-only'));
    const asked = [];
    const wrong = [
      ['frictoin', 'friction'],
      ['enabled', 'disable()'],
      ['bounce', 'restitution'],
    ];
    world.on('preSolve', (event) => {
      asked.push(event);
      for (const [name, meant] of wrong) assert.throws(set(event, name, 0), refusal(name, meant));
      event.friction = 0.25;
    });
    steps(world, 30);
    assert.ok(asked.length > 0);
    assert.equal(asked[0].friction, 0.25);
    assert.ok(!('enabled' in asked[0]));
  });
});

test('names of other engines are known in definitions', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const body = box(world, 0, 2);
    const jointed = (def) => () => world.createJoint({ bodyA: ground, bodyB: body, anchor: [0, 3], ...def });
    const cases = [
      [() => world.createBody({ mass: 2 }), 'shapes[0].density'],
      [() => world.createBody({ friction: 1 }), 'shapes[0].friction'],
      [() => world.createBody({ bounciness: 1 }), 'shapes[0].restitution'],
      [() => new World({ subSteps: 8 }), 'solver.substeps'],
      [() => new World({ velocityIterations: 8 }), 'solver.velocityIterations'],
      [() => new World({ solver: { type: 'soft-step', subSteps: 8 } }), 'substeps'],
      [jointed({ type: 'revolute', enableMotor: true }), 'maxMotorTorque'],
      [jointed({ type: 'revolute', maxTorque: 1 }), 'maxMotorTorque'],
      [jointed({ type: 'revolute', lowerLimit: 1 }), 'lowerAngle'],
      [jointed({ type: 'prismatic', axis: [1, 0], enableMotor: true }), 'maxMotorForce'],
      [jointed({ type: 'prismatic', axis: [1, 0], upperLimit: 1 }), 'upperTranslation'],
    ];
    for (const [call, meant] of cases)
      assert.throws(call, ({ message }) => message.includes(`is not an option; did you mean ${meant}?`));
  });
});

test('setting a read-only property throws and changes nothing', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 2, { name: 'crate' });
    const [shape] = body.shapes;
    for (const name of ['id', 'slot', 'name', 'world', 'inertia', 'aabb', 'shapes', 'contacts', 'destroyed']) {
      const before = body[name];
      assert.throws(set(body, name, 1), refusal(name));
      assert.deepEqual(body[name], before);
    }
    for (const name of ['id', 'body', 'type']) assert.throws(set(shape, name, 1), refusal(name));
    for (const name of ['bodies', 'joints', 'views', 'bodyCount']) assert.throws(set(world, name, 1), refusal(name));
    body.userData = { anything: 1 };
    world.destroy();
    assert.throws(set(body, 'inertia', 1), { code: 'DESTROYED' });
  });
});

test('a class of the user’s own may extend World', () => {
  class Level extends World {
    lives = 3;
  }
  const level = new Level();
  assert.equal(level.lives, 3);
  level.lives = 2;
  assert.equal(level.lives, 2);
  level.destroy();
});

test('a class whose objects the package creates says which call creates them', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0);
    const joint = world.createJoint({ type: 'weld', bodyA: body, bodyB: box(world, 0, 3) });
    const calls = {
      Body: /^world\.createBody\(\)$/,
      Shape: /body\.createShape\(\)/,
      Joint: /^world\.createJoint\(\)$/,
    };
    const hash = world.hash();
    for (const [name, Class] of Object.entries({ Body, Shape, Joint })) {
      const Derived = class extends Class {};
      for (const Made of [Class, Derived, ...(Class === Joint ? [joint.constructor] : [])])
        for (const given of [[], [world], [world, { type: 'box', width: 1, height: 1 }], [{}, 1, {}], [body, 1, {}]])
          assert.throws(
            () => new Made(...given),
            (error) => {
              assert.ok(error instanceof PhysicsError, `${name}: ${error}`);
              assert.deepEqual([error.code, error.path, error.value], ['INVALID_ARGUMENT', name, given[0]]);
              assert.match(error.expected, calls[name]);
              assert.ok(error.message.includes(error.expected) && error.message.startsWith(name), error.message);
              return true;
            },
          );
    }
    assert.equal(world.hash(), hash);
  });
});

test('changing part of a value returned by a getter throws', () => {
  inWorld({}, (world) => {
    const [ground, body] = [floor(world), box(world, 0, 2)];
    const [shape] = body.shapes;
    shape.oneWay = [0, 1];
    const joint = world.createJoint({ type: 'prismatic', bodyA: ground, bodyB: body, anchor: [0, 3] });
    const hand = world.createJoint({ type: 'target', bodyB: body, target: [1, 1], maxForce: 1 });
    const cases = [
      [() => world.gravity, 'x', 5],
      [() => world.solver, 'warmStarting', false],
      [() => world.solver.literal, 'coldStart', true],
      [() => world.sleepThreshold, 'linear', 5],
      [() => body.lock, 'rotation', true],
      [() => body.sleepThreshold, 'linear', 5],
      [() => shape.geometry, 'width', 5],
      [() => shape.geometry.center, 'x', 5],
      [() => shape.center, 'x', 5],
      [() => shape.oneWay, 'x', 5],
      [() => shape.filter, 'mask', 5],
      [() => joint.anchor, 'x', 5],
      [() => joint.localAxis, 'x', 5],
      [() => hand.target, 'x', 5],
    ];
    for (const [get, part, value] of cases) {
      const before = get();
      assert.throws(() => (get()[part] = value), TypeError, `${get} ${part}`);
      assert.deepEqual(get(), before);
    }
    // What is given back as it was, or in part, is taken.
    world.solver = { ...world.solver, warmStarting: false };
    assert.equal(world.warmStarting, false);
    shape.geometry = shape.geometry;
    shape.filter = { ...shape.filter, mask: 5 };
    assert.equal(shape.filter.mask, 5);
  });
});

test('the console shows the name of a shape', () => {
  inWorld({}, (world) => {
    const [shape] = box(world, 0, 2).shapes;
    assert.match(inspect(shape), /^Shape/);
    assert.equal(shape.constructor.name, 'Shape');
  });
});

test('an incomplete vector is an error that names the missing component', () => {
  inWorld({}, (world) => {
    assert.throws(() => world.createBody({ position: { x: 1 } }), /position must be .*, got {x: 1, y missing}$/);
    const body = box(world, 0, 0);
    assert.throws(() => (body.velocity = { y: 1 }), /velocity must be .*, got {y: 1, x missing}$/);
    assert.throws(
      () => body.createShape({ type: 'chain', points: [[0, 0], { x: 1 }] }),
      /points\[1\] must be .* y missing}$/,
    );
    assert.throws(() => (body.position = { x: NaN, y: 1 }), /got {x: NaN, y: 1}$/);
  });
});

const kDisc = { type: 'circle', radius: 1 };

test('a missing value is reported as missing', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0);
    const cases = [
      [() => world.createBody({ shapes: [{ type: 'box', width: 1 }] }), 'shapes[0].height'],
      [() => world.createBody({ shapes: [{ type: 'segment', a: [0, 0] }] }), 'shapes[0].b'],
      [() => body.moveTo([1, 1]), 'angle'],
      [() => body.applyImpulse(), 'impulse'],
      [() => body.setMass({ inertia: 1 }), 'mass'],
      [() => world.explode({ position: [0, 0] }), 'radius'],
      [() => world.explode({ position: [0, 0], radius: 1 }), 'impulse'],
      [() => world.explode({ radius: 1, impulse: 1 }), 'position'],
      [() => world.createJoint({ type: 'weld', bodyA: body }), 'bodyB'],
      [() => body.worldPoint(), 'point'],
      [() => body.localVector(), 'vector'],
      [() => timeOfImpact(kDisc, { from: [0, 0] }, kDisc, { from: [0, 0], to: [1, 1] }), 'sweepA.to'],
      [() => shapeDistance(kDisc, {}, kDisc, { position: [0, 0] }), 'poseA.position'],
      [() => world.raycast({ from: [0, 0] }), 'to'],
      [() => world.shapeCast({ shape: kDisc, from: [0, 0] }), 'to'],
      [() => world.overlap({ shape: kDisc }), 'position'],
      [() => new History(world, {}), 'bytes'],
      [() => new Character(world, {}), 'shape'],
      [() => world.on('sleep'), 'handler'],
    ];
    for (const [attempt, path] of cases) {
      assert.throws(attempt, refusal(path));
      assert.throws(attempt, /is missing: it must be/);
      assert.throws(attempt, (error) => !/NaN/.test(error.message));
    }
  });
});

test('a unit of length that was most likely not passed warns once a world', (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const said = () => {
    const texts = warn.mock.calls.map((call) => call.arguments[0]);
    warn.mock.resetCalls();
    return texts;
  };
  const fine = [
    {},
    { gravity: [0, -399] },
    { lengthUnit: 0.02, gravity: [0, 490] },
    { lengthUnit: 20, gravity: [0, 0] },
  ];
  for (const options of fine)
    inWorld(options, (world) => {
      const ball = box(world, 0, 2);
      ball.velocity = [399 / world.lengthUnit, 0];
      world.createBody({ velocity: { x: 0, y: -399 / world.lengthUnit } });
      assert.deepEqual(said(), []);
    });

  const odd = [{ lengthUnit: 50 }, { gravity: [0, 981] }, { lengthUnit: 50, gravity: [0, 490] }];
  for (const options of odd)
    inWorld(options, (world) => {
      box(world, 0, 2).velocity = [1e4, 0];
      world.gravity = [0, 5000];
      const [text, ...more] = said();
      assert.match(text, /gravity is \d+ m\/s\^2, as lengthUnit is \d+\. It is the metres in one unit/);
      assert.deepEqual(more, []);
    });
  inWorld({}, (world) => {
    world.gravity = [0, 981];
    assert.match(said().join(), /gravity is 981 m/);
  });

  const fast = { velocity: [0, 1200] };
  inWorld({}, (world) => {
    world.createBody(fast);
    box(world, 0, 2).velocity = [1200, 0];
    assert.match(
      said().join(),
      /^impulse2d: a velocity .* maxLinearSpeed, 400 units of length per s, .* is 1\. [^,]*$/,
    );
  });
  inWorld({ lengthUnit: 0.02, gravity: [0, 490] }, (world) => {
    world.createBody(fast);
    world.solver = { type: 'soft-step', maxLinearSpeed: 20 };
    world.createBody({ velocity: [0, 999] });
    assert.deepEqual(said(), []);
    world.createBody(fast);
    assert.match(said().join(), /maxLinearSpeed, 1000 units/);
  });
  inWorld({}, (slow) => {
    slow.solver = { type: 'soft-step', maxLinearSpeed: 5 };
    inWorld({}, (world) => {
      world.restore(slow.snapshot());
      world.createBody({ velocity: [6, 0] });
      assert.match(said().join(), /maxLinearSpeed, 5 units/);
    });
  });
});

test('a world of another copy of the package is refused as such', async () => {
  const other = await import('../../dist/external.js');
  await other.init({ wasm: readFileSync(new URL('../../dist/engine.wasm', import.meta.url)) });
  const foreign = new other.World();
  for (const take of [bindPoses, debugLines, (world) => new Character(world, {}), (world) => new History(world, {})])
    assert.throws(() => take(foreign), refusal('world', /^a World that the same copy of the package made/));
  assert.throws(() => debugLines({}), refusal('world', 'a World'));
  foreign.destroy();
});

test('what was destroyed is named', () =>
  inWorld({}, (world) => {
    const goblin = box(world, 0, 2, { name: 'goblin 17' });
    const other = box(world, 3, 2);
    const [shape] = other.shapes;
    const joint = world.createJoint({ type: 'weld', bodyA: goblin, bodyB: other });
    for (const one of [joint, goblin, other]) one.destroy();
    const gone = (read, message) => assert.throws(read, { code: 'DESTROYED', message });
    gone(() => goblin.mass, 'this body was destroyed: "goblin 17"');
    gone(() => other.mass, `this body was destroyed: id ${other.id}`);
    gone(() => shape.friction, `this shape was destroyed: id ${shape.id}`);
    gone(() => joint.force, `this joint was destroyed: id ${joint.id}`);
  }));

test('anchors that coincide but for rounding have no length of their own', () =>
  inWorld({}, (world) => {
    const ground = floor(world);
    for (let i = 0; i < 300; i++) {
      const [x, y] = [Math.sin(i) * 7, Math.cos(3 * i) * 5 + 9];
      const body = world.createBody({ position: [x, y], angle: i, shapes: [{ type: 'circle', radius: 1 }] });
      const anchor = [x + Math.sin(5 * i), y + Math.cos(7 * i)];
      const def = { type: 'distance', bodyA: ground, bodyB: body, anchorA: anchor, anchorB: anchor };
      assert.equal(world.createJoint({ ...def, hertz: 2 }).length, 1);
      assert.equal(world.createJoint({ ...def, maxLength: 2 }).length, 1);
      assert.throws(() => world.createJoint(def), refusal('length'));
      const apart = [anchor[0], anchor[1] + 1e-3];
      const rod = world.createJoint({ ...def, anchorB: apart });
      assert.ok(Math.abs(rod.length - 1e-3) < 1e-5, String(rod.length));
    }
  }));

test('a motor speed without torque warns once', (t) => {
  inWorld({}, (world) => {
    const wheel = box(world, 0, 2);
    const def = { type: 'revolute', bodyA: floor(world), bodyB: wheel, anchor: [0, 2] };
    const warn = t.mock.method(console, 'warn', () => {});
    const idle = world.createJoint(def);
    idle.motorSpeed = 0;
    assert.equal(warn.mock.callCount(), 0);
    idle.motorSpeed = 3;
    idle.motorSpeed = 4;
    assert.equal(warn.mock.callCount(), 1);
    assert.match(warn.mock.calls[0].arguments[0], /motorSpeed.*maxMotorTorque is 0/);
    const driven = world.createJoint({ ...def, maxMotorTorque: 5 });
    driven.motorSpeed = 3;
    assert.equal(warn.mock.callCount(), 1);
  });
});

test('a motor with a force or torque of 0 exerts none; a winch without limits becomes a rod, and warns once', (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const kMotors = {
    revolute: [{ motorSpeed: 2, maxMotorTorque: 500 }, { anchor: [0, -3] }],
    prismatic: [{ motorSpeed: 2, maxMotorForce: 500 }, { axis: [0, 1] }],
    wheel: [
      { motorSpeed: 2, maxMotorTorque: 500 },
      { axis: [0, 1], lowerTranslation: 0, upperTranslation: 0 },
    ],
    motor: [{ velocity: [0, 2], angularVelocity: 2, maxForce: 500, maxTorque: 500 }, {}],
    distance: [{ motorSpeed: -2, maxMotorForce: 500 }, { maxLength: 50 }],
    spring: [{ motorSpeed: -2, maxMotorForce: 500 }, { hertz: 1e-3 }],
    winch: [{ motorSpeed: -2, maxMotorForce: 500 }, {}],
  };
  for (const [name, [motor, form]] of Object.entries(kMotors)) {
    inWorld({}, (world) => {
      const beam = world.createBody({ type: 'static' });
      const load = box(world, 0, -3);
      const type = name === 'spring' || name === 'winch' ? 'distance' : name;
      const joint = world.createJoint({ type, bodyA: beam, bodyB: load, ...form, ...motor });
      const turns = type === 'revolute' || type === 'wheel';
      const speed = () => (turns ? load.angularVelocity : load.velocity.y);
      steps(world, 15);
      assert.ok(Math.abs(speed() - 2) < 0.02, `${name}: driven at ${speed()}`);
      const caps = Object.keys(motor).filter((key) => key.startsWith('max'));
      for (const cap of caps) joint[cap] = 0;
      steps(world, 15);
      if (name === 'winch') {
        assert.ok(Math.abs(joint.currentLength - joint.length) < 0.01, `${joint.currentLength} m`);
        assert.equal(warn.mock.callCount(), 1);
        assert.match(warn.mock.calls[0].arguments[0], /maxMotorForce of this distance joint is 0.*rod.*maxLength/);
        joint.maxMotorForce = 5;
        joint.maxMotorForce = 0;
        joint.maxLength = 50;
        steps(world, 15);
        assert.ok(Math.abs(load.velocity.y + (15 * 9.81) / 60) < 0.02, `with a maxLength ${load.velocity.y} m/s`);
        assert.equal(warn.mock.callCount(), 1, 'once');
      } else {
        // It keeps its spin, or falls for 15 steps.
        const expected = turns ? 2 : 2 - (15 * 9.81) / 60;
        assert.ok(Math.abs(speed() - expected) < 0.02, `${name}: ${speed()}, expected ${expected}`);
        assert.equal(warn.mock.callCount(), 0, name);
      }
    });
  }
});

test('a length that limits or a motor replace warns once, and has no effect; a rod, a spring and a file do not warn', (t) => {
  inWorld({}, (world) => {
    const frame = floor(world);
    const warn = t.mock.method(console, 'warn', () => {});
    const hang = (options) =>
      world.createJoint({ type: 'distance', bodyA: frame, bodyB: box(world, 0, 3), ...options });
    const calls = () => warn.mock.callCount();
    const free = [
      {},
      { maxLength: 5 },
      { minLength: 1 },
      { length: 3, hertz: 2, maxLength: 5 },
      { length: 3, minLength: 0 },
    ];
    const fixed = [{ length: 3 }, { length: 3, minLength: 3, maxLength: 3 }, { length: 3, maxLength: Infinity }];
    for (const options of [...free, ...fixed]) {
      hang(options);
      assert.equal(calls(), 0, JSON.stringify(options));
    }
    for (const options of [{ maxLength: 5 }, { minLength: 1, maxLength: 4 }, { minLength: 1 }, { motorSpeed: 1 }]) {
      const before = calls();
      const given = hang({ length: 3, ...options });
      assert.equal(calls(), before + 1, JSON.stringify(options));
      given.length = 2;
      assert.equal(calls(), before + 1);
      const rope = hang(options);
      rope.maxLength = 4.5;
      assert.equal(calls(), before + 1);
      rope.length = 2;
      rope.length = 1;
      assert.equal(calls(), before + 2);
      assert.equal(rope.length, 1);
      rope.hertz = 2;
      rope.length = 1.5;
    }
    assert.match(
      warn.mock.calls[0].arguments[0],
      /length of this distance joint has no effect while .*maxLength.*hertz/,
    );
    const before = calls();
    World.fromJSON(world.toJSON()).destroy();
    assert.equal(calls(), before);
  });
  inWorld({}, (world) => {
    t.mock.method(console, 'warn', () => {});
    const ball = box(world, 0, 7);
    const anchor = world.createBody({ type: 'static', position: [0, 10] });
    world.createJoint({ type: 'distance', bodyA: anchor, bodyB: ball, length: 3, maxLength: 5 });
    steps(world, 120);
    assert.ok(Math.abs(ball.position.y - 5) < 0.01, `${ball.position.y}`); // as a rope hangs
  });
});

test('setting a property to its value emits no event and wakes no body', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const body = box(world, 0, 0.5, { angle: 0 });
    const other = box(world, 2, 0.5);
    const joint = world.createJoint({ type: 'distance', bodyA: body, bodyB: other, hertz: 2, damping: 1 });
    steps(world, 300);
    assert.equal(world.awakeCount, 0);
    const told = [];
    for (const name of ['contactBegin', 'contactEnd', 'wake', 'sleep']) world.on(name, () => told.push(name));
    const hash = world.hash();
    for (let i = 0; i < 3; i++) {
      for (const it of [ground, body]) {
        for (const name of 'type position angle velocity angularVelocity linearDamping angularDamping gravityScale lock bullet sleepAllowed sleepThreshold awake enabled'.split(
          ' ',
        ))
          it[name] = it[name];
      }
      body.mass = body.mass;
      body.setTransform(body.position, body.angle);
      for (const shape of [...body.shapes, ...ground.shapes]) {
        for (const name of 'geometry width height center angle density friction restitution rollingResistance tangentSpeed filter'.split(
          ' ',
        ))
          shape[name] = shape[name];
      }
      for (const name of 'length hertz damping collideConnected breakForce localAnchorA'.split(' '))
        joint[name] = joint[name];
      for (const name of ['gravity', 'solver', 'sleep', 'continuous', 'warmStarting', 'sleepThreshold'])
        world[name] = world[name];
      assert.equal(world.awakeCount, 0);
      world.step();
    }
    assert.deepEqual(told, []);
    assert.equal(world.hash(), hash);
  });
});
