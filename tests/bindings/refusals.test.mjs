// Bad input throws, names what was wrong, and leaves the world bit for bit as it was.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Character, FixedLoop, PhysicsError, World } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

/** A world in the middle of something. */
function busyWorld() {
  const world = new World();
  floor(world);
  for (let i = 0; i < 5; i++) box(world, 0.1 * i, 0.5 + 1.05 * i);
  steps(world, 20);
  return world;
}

function refused(world, attempt, path, value = undefined) {
  const before = world.hash();
  const bodies = world.bodyCount;
  assert.throws(attempt, (error) => {
    const told = `${path}: ${error.message}`;
    assert.ok(error instanceof PhysicsError, told);
    assert.equal(error.code, 'INVALID_ARGUMENT', told);
    assert.equal(error.path, path, told);
    assert.notEqual(error.expected, '', told);
    assert.ok(error.message.includes(path), told);
    if (value !== undefined) assert.ok(Object.is(error.value, value), `${told}: ${String(error.value)}`);
    return true;
  });
  assert.equal(world.hash(), before, path);
  assert.equal(world.bodyCount, bodies, path);
}

const kNoNumbers = [NaN, Infinity, -Infinity, 1e39, '1', null, {}, [], true];
const kNoVectors = [
  [NaN, 0],
  [0, NaN],
  [Infinity, 0],
  { x: 0, y: -Infinity },
  { x: 1 },
  [1],
  [1, 2, 3],
  'up',
  5,
  null,
  ['1', 2],
];
const kNoFlags = [0, 1, 'true', null];

test('a message contains the path, the accepted range and the given value', () => {
  inWorld({}, (world) => {
    assert.throws(() => world.createBody({ shapes: [{ type: 'box', width: 1, height: 1, density: NaN }] }), {
      name: 'PhysicsError',
      message: 'shapes[0].density must be a finite number >= 0, got NaN',
      expected: 'a finite number >= 0',
    });
  });
});

test('every number of a body definition throws if it is not a number', () => {
  const world = busyWorld();
  for (const name of ['angle', 'angularVelocity', 'linearDamping', 'angularDamping', 'gravityScale']) {
    for (const value of kNoNumbers) refused(world, () => world.createBody({ [name]: value }), name, value);
  }
  for (const name of ['linearDamping', 'angularDamping'])
    refused(world, () => world.createBody({ [name]: -1 }), name, -1);
  for (const name of ['position', 'velocity']) {
    for (const value of kNoVectors) refused(world, () => world.createBody({ [name]: value }), name, value);
  }
  for (const name of ['bullet', 'sleepAllowed', 'awake', 'enabled']) {
    for (const value of kNoFlags) refused(world, () => world.createBody({ [name]: value }), name, value);
  }
  for (const axis of ['x', 'y', 'rotation'])
    refused(world, () => world.createBody({ lock: { [axis]: 1 } }), `lock.${axis}`, 1);
  for (const key of ['linear', 'angular', 'seconds']) {
    for (const value of [...kNoNumbers, -1]) {
      const sleepThreshold = { [key]: value };
      const path = `sleepThreshold.${key}`;
      refused(world, () => world.createBody({ sleepThreshold }), path, value);
      refused(world, () => new World({ sleepThreshold }), path, value);
      const setOn = (thing) => () => {
        thing.sleepThreshold = sleepThreshold;
      };
      refused(world, setOn(world), path, value);
      refused(world, setOn([...world.bodies][3]), path, value);
    }
  }
  refused(world, () => world.createBody({ sleepThreshold: { time: 1 } }), 'sleepThreshold.time', 1);
  refused(world, () => new World({ sleepThreshold: 1 }), 'sleepThreshold', 1);
  refused(world, () => world.createBody({ type: 'solid' }), 'type', 'solid');
  refused(world, () => world.createBody({ shapes: {} }), 'shapes');
  refused(world, () => world.createBody({ name: 3 }), 'name', 3);
  refused(world, () => world.createBody(5), 'options', 5);
  world.destroy();
});

const kBadShapes = [
  ...kNoNumbers.flatMap((value) => [
    [{ type: 'circle', radius: value }, 'radius'],
    [{ type: 'box', width: value, height: 1 }, 'width'],
    [{ type: 'box', width: 1, height: value }, 'height'],
    [{ type: 'box', width: 1, height: 1, angle: value }, 'angle'],
    [{ type: 'box', width: 1, height: 1, radius: value }, 'radius'],
    [{ type: 'capsule', a: [0, 0], b: [1, 0], radius: value }, 'radius'],
    [
      {
        type: 'polygon',
        points: [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
        radius: value,
      },
      'radius',
    ],
    ...['density', 'friction', 'restitution', 'rollingResistance', 'tangentSpeed', 'staticFriction'].map((name) => [
      { type: 'circle', radius: 1, [name]: value },
      name,
    ]),
  ]),
  ...kNoVectors.flatMap((value) => [
    [{ type: 'circle', radius: 1, center: value }, 'center'],
    [{ type: 'box', width: 1, height: 1, center: value }, 'center'],
    [{ type: 'capsule', a: value, b: [1, 0], radius: 1 }, 'a'],
    [{ type: 'segment', a: [5, 5], b: value }, 'b'],
    [{ type: 'polygon', points: [[0, 0], [1, 0], value] }, 'points[2]'],
  ]),
  ...[0, -1].flatMap((value) => [
    [{ type: 'circle', radius: value }, 'radius'],
    [{ type: 'box', width: value, height: 1 }, 'width'],
    [{ type: 'box', width: 1, height: value }, 'height'],
    [{ type: 'capsule', a: [0, 0], b: [1, 0], radius: value }, 'radius'],
  ]),
  [{ type: 'circle' }, 'radius'],
  [{ type: 'box', width: 1 }, 'height'],
  [{ type: 'box', width: 1, height: 1, radius: -0.1 }, 'radius'],
  [{ type: 'segment', a: [0, 0] }, 'b'],
  [{ type: 'segment', a: [1, 1], b: [1, 1] }, 'b'],
  [{ type: 'polygon' }, 'points'],
  [{ type: 'polygon', points: 3 }, 'points'],
  [{ type: 'polygon', points: [] }, 'points'],
  [
    {
      type: 'polygon',
      points: [
        [0, 0],
        [1, 0],
      ],
    },
    'points',
  ],
  [
    {
      type: 'polygon',
      points: [
        [0, 0],
        [1, 0],
        [1, 0],
        [0, 0],
      ],
    },
    'points',
  ],
  [
    {
      type: 'polygon',
      points: [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    },
    'points',
  ],
  [{ type: 'polygon', points: Array.from({ length: 9 }, (_, i) => [Math.cos(i), Math.sin(i)]) }, 'points'],
  [{ type: 'circle', radius: 1, density: -1 }, 'density'],
  [{ type: 'circle', radius: 1, friction: -0.1 }, 'friction'],
  [{ type: 'circle', radius: 1, restitution: 4.1 }, 'restitution'],
  [{ type: 'circle', radius: 1, restitution: -0.1 }, 'restitution'],
  [{ type: 'circle', radius: 1, rollingResistance: -1 }, 'rollingResistance'],
  [{ type: 'circle', radius: 1, friction: 0.5, staticFriction: 0.4 }, 'staticFriction'],
  [{ type: 'circle', radius: 1, staticFriction: -1 }, 'staticFriction'],
  [{ type: 'circle', radius: 1, sensor: 1 }, 'sensor'],
  [{ type: 'circle', radius: 1, filter: 3 }, 'filter'],
  [{ type: 'circle', radius: 1, filter: { category: 1.5 } }, 'filter.category'],
  [{ type: 'circle', radius: 1, filter: { mask: 2 ** 32 } }, 'filter.mask'],
  [{ type: 'circle', radius: 1, filter: { group: 2 ** 31 } }, 'filter.group'],
  [{ type: 'circle', radius: 1, filter: { bits: 1 } }, 'filter.bits'],
  [{ type: 'ball', radius: 1 }, 'type'],
  [{ radius: 1 }, 'type'],
  [{ type: 'circle', radius: 1, width: 1 }, 'width'],
  [{ type: 'circle', radius: 1, fricton: 1 }, 'fricton'],
];

test('an invalid shape is an error with its index, and neither the body nor its other shapes are created', () => {
  const world = busyWorld();
  const good = { type: 'circle', radius: 1 };
  for (const [shape, path] of kBadShapes) {
    refused(world, () => world.createBody({ shapes: [good, shape, good] }), `shapes[1].${path}`);
    refused(world, () => [...world.bodies][2].createShape(shape), path);
  }
  refused(world, () => world.createBody({ shapes: [good, null] }), 'shapes[1]', null);
  refused(world, () => [...world.bodies][2].createShape(), 'shape');
  world.destroy();
});

test('the value in the error is the one that was given', () => {
  inWorld({}, (world) => {
    const points = [
      [0, 0],
      [1, 0],
    ];
    refused(world, () => world.createBody({ shapes: [{ type: 'polygon', points }] }), 'shapes[0].points', points);
    refused(world, () => world.createBody({ shapes: [{ type: 'circle', radius: -0.1 }] }), 'shapes[0].radius', -0.1);
    refused(world, () => world.createBody({ shapes: [{ type: 'circle', radius: 'big' }] }), 'shapes[0].radius', 'big');
  });
});

test('an unknown key is an error with its name, the accepted keys and a suggestion', () => {
  const world = busyWorld();
  const told = (attempt) => {
    try {
      attempt();
    } catch (error) {
      return error.message;
    }
    return '';
  };
  refused(world, () => world.createBody({ postion: [0, 0] }), 'postion');
  assert.match(
    told(() => world.createBody({ postion: [0, 0] })),
    /did you mean position\?.*gravityScale/,
  );
  refused(
    world,
    () => world.createBody({ shapes: [{ type: 'box', width: 1, height: 1, bounce: 1 }] }),
    'shapes[0].bounce',
  );
  assert.doesNotMatch(
    told(() => world.createBody({ shapes: [{ type: 'box', width: 1, height: 1, springiness: 1 }] })),
    /did you mean/,
  );
  refused(world, () => new World({ gravty: [0, 0] }), 'gravty');
  refused(world, () => new World({ solver: { type: 'sequential-impulse', iterations: 3 } }), 'solver.iterations');
  refused(
    world,
    () => new World({ solver: { type: 'sequential-impulse', literal: { cold: true } } }),
    'solver.literal.cold',
  );
  refused(world, () => new World({ capacity: { body: 3 } }), 'capacity.body');
  refused(world, () => world.raycast({ from: [0, 0], to: [1, 1], mask: 3 }), 'mask');
  refused(world, () => new FixedLoop(world, { fps: 60 }), 'fps');
  world.destroy();
});

test('an object of the package is no object of options: a copy of it would say nothing', () => {
  const world = busyWorld();
  const body = world.bodies[1];
  const [shape] = body.shapes;
  const joint = world.createJoint({ type: 'weld', bodyA: body, bodyB: world.bodies[2] });
  const ray = { from: [0, 9], to: [0, -9] };
  for (const [path, value, attempt] of [
    ['options', body, () => world.createBody(body)],
    ['shapes[0]', shape, () => world.createBody({ shapes: body.shapes })],
    ['shape', shape, () => body.createShape(shape)],
    ['geometry', shape, () => (world.bodies[2].shapes[0].geometry = shape)],
    ['options', joint, () => world.createJoint(joint)],
    ['options', world, () => new World(world)],
    ['options', body, () => world.on('sleep', () => {}, body)],
    ['filter', body, () => world.raycast({ ...ray, filter: body })],
    ['options', body, () => new Character(world, body)],
  ])
    refused(world, attempt, path, value);
  world.destroy();
});

test('a step takes 0 to 1 seconds', () => {
  const world = busyWorld();
  for (const dt of [-1, -1e-9, 1.001, NaN, Infinity, '0.1', null]) refused(world, () => world.step(dt), 'dt', dt);
  world.step(1);
  world.destroy();
});

test('an invalid step emits no event', () => {
  inWorld({}, (world) => {
    world.on('beforeStep', () => assert.fail('told'));
    refused(world, () => world.step(-1), 'dt', -1);
  });
});

test('setters of a body throw for invalid values', () => {
  const world = busyWorld();
  const body = [...world.bodies][3];
  const set = (name) => (value) =>
    refused(
      world,
      () => {
        body[name] = value;
      },
      name,
      value,
    );
  for (const name of ['angle', 'angularVelocity', 'linearDamping', 'angularDamping', 'gravityScale']) {
    kNoNumbers.forEach(set(name));
    set(name)(undefined);
  }
  for (const name of ['linearDamping', 'angularDamping']) set(name)(-1);
  for (const name of ['position', 'velocity']) [...kNoVectors, undefined].forEach(set(name));
  for (const name of ['bullet', 'sleepAllowed', 'awake', 'enabled']) [...kNoFlags].forEach(set(name));
  set('type')('solid');
  refused(
    world,
    () => {
      body.lock = { z: true };
    },
    'lock.z',
  );
  for (const value of [undefined, null, true]) set('lock')(value);
  for (const value of [...kNoVectors, undefined]) {
    for (const [path, call] of Object.entries({
      force: () => body.applyForce(value),
      impulse: () => body.applyImpulse(value),
      position: () => body.setTransform(value, 0),
      vector: () => body.worldVector(value),
      point: () => body.worldPoint(value),
    }))
      refused(world, call, path, value);
    refused(world, () => body.localPoint(value), 'point', value);
    refused(world, () => body.localVector(value), 'vector', value);
    refused(world, () => body.velocityAt(value), 'point', value);
    if (value === null || value === undefined) continue; // no point is the centre of mass
    refused(world, () => body.applyForce([1, 0], value), 'point', value);
    refused(world, () => body.applyImpulse([1, 0], value), 'point', value);
  }
  for (const value of kNoNumbers) {
    refused(world, () => body.applyTorque(value), 'torque', value);
    refused(world, () => body.applyAngularImpulse(value), 'impulse', value);
    refused(world, () => body.setTransform([0, 0], value), 'angle', value);
    refused(world, () => body.setMass({ mass: value, inertia: 1 }), 'mass', value);
    refused(world, () => body.setMass({ mass: 1, inertia: value }), 'inertia', value);
  }
  refused(world, () => body.setMass({ mass: 0, inertia: 1 }), 'mass', 0);
  refused(world, () => body.setMass({ mass: 1, inertia: 1, centre: [0, 0] }), 'centre');
  refused(world, () => body.moveTo([0, 0], 0, 1), 'type', 'dynamic');
  const lift = box(world, 20, 20, { type: 'kinematic' });
  for (const dt of [-1, NaN]) refused(world, () => lift.moveTo([0, 0], 0, dt), 'dt', dt);
  for (const value of [[0, NaN], undefined]) refused(world, () => lift.moveTo(value, 0, 1), 'position', value);
  world.destroy();
});

test('setters of a shape throw for invalid values', () => {
  const world = busyWorld();
  const [shape] = [...world.bodies][3].shapes;
  for (const name of [
    'density',
    'friction',
    'restitution',
    'rollingResistance',
    'tangentSpeed',
    'width',
    'height',
    'angle',
    'radius',
  ]) {
    for (const value of [NaN, Infinity, '1', undefined])
      refused(
        world,
        () => {
          shape[name] = value;
        },
        name,
      );
  }
  for (const name of [
    'density',
    'friction',
    'restitution',
    'rollingResistance',
    'width',
    'height',
    'radius',
    'staticFriction',
  ]) {
    refused(
      world,
      () => {
        shape[name] = -1;
      },
      name,
      -1,
    );
  }
  refused(
    world,
    () => {
      shape.restitution = 4.5;
    },
    'restitution',
    4.5,
  );
  refused(
    world,
    () => {
      shape.staticFriction = 0.1;
    },
    'staticFriction',
    0.1,
  ); // below friction
  const [still] = world.createBody({
    shapes: [{ type: 'circle', radius: 1, friction: 0.3, staticFriction: 0.5 }],
  }).shapes;
  assert.throws(
    () => {
      still.friction = 0.8;
    },
    {
      path: 'friction',
      value: 0.8,
      message: 'friction must be at most 0.5, the staticFriction of the shape, got 0.8',
    },
  );
  assert.equal(still.friction, 0.3);
  for (const value of kNoVectors)
    refused(
      world,
      () => {
        shape.center = value;
      },
      'center',
    );
  for (const value of [null, undefined, 3])
    refused(
      world,
      () => {
        shape.filter = value;
      },
      'filter',
      value,
    );
  refused(
    world,
    () => {
      shape.filter = { mask: 0.5 };
    },
    'filter.mask',
    0.5,
  );
  refused(
    world,
    () => {
      shape.geometry = {
        type: 'polygon',
        points: [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
      };
    },
    'geometry.points',
  );
  refused(
    world,
    () => {
      shape.geometry = { type: 'circle', radius: 1, density: 3 };
    },
    'geometry.density',
  );
  for (const [value, path, wrong] of [
    [undefined, 'geometry'],
    [NaN, 'geometry', NaN],
    [{}, 'geometry.type'],
    [{ type: 'bix' }, 'geometry.type', 'bix'],
    [{ type: 'circle' }, 'geometry.radius'],
    [{ type: 'box', width: -1, height: 1 }, 'geometry.width', -1],
    [{ type: 'polygon', points: [[0, 0]] }, 'geometry.points'],
  ])
    refused(
      world,
      () => {
        shape.geometry = value;
      },
      path,
      wrong,
    );
  refused(
    world,
    () => {
      shape.width = -1;
    },
    'width',
    -1,
  );
  world.destroy();
});

test('settings of a world throw for invalid values', () => {
  const world = busyWorld();
  for (const value of kNoVectors) {
    refused(
      world,
      () => {
        world.gravity = value;
      },
      'gravity',
      value,
    );
    refused(world, () => new World({ gravity: value }), 'gravity', value);
  }
  refused(
    world,
    () => {
      world.gravity = undefined;
    },
    'gravity',
  );
  for (const name of ['sleep', 'continuous']) {
    for (const value of kNoFlags) {
      refused(
        world,
        () => {
          world[name] = value;
        },
        name,
        value,
      );
      refused(world, () => new World({ [name]: value }), name, value);
    }
  }
  refused(
    world,
    () => {
      world.warmStarting = 1;
    },
    'warmStarting',
    1,
  );
  for (const value of [0, -1, ...kNoNumbers])
    refused(world, () => new World({ lengthUnit: value }), 'lengthUnit', value);
  for (const value of [-1, NaN, '1']) {
    refused(
      world,
      () => {
        world.hitSpeed = value;
      },
      'hitSpeed',
      value,
    );
    refused(world, () => new World({ hitSpeed: value }), 'hitSpeed', value);
  }
  for (const value of [-1, 0.5, 2 ** 21, '9'])
    refused(world, () => new World({ capacity: { bodies: value } }), 'capacity.bodies', value);
  const solver = (options, path) => {
    const full = { type: 'sequential-impulse', ...options };
    refused(
      world,
      () => {
        world.solver = full;
      },
      path,
    );
    refused(world, () => new World({ solver: full }), path);
  };
  for (const value of [-1, 1.5, NaN, '3', 1e9]) {
    solver({ velocityIterations: value }, 'solver.velocityIterations');
    solver({ positionIterations: value }, 'solver.positionIterations');
  }
  for (const name of ['percent', 'baumgarte'])
    for (const value of [-0.1, 1.1, NaN]) solver({ [name]: value }, `solver.${name}`);
  for (const name of ['slop', 'restitutionThreshold', 'speculativeDistance']) {
    for (const value of [-1, NaN, Infinity]) solver({ [name]: value }, `solver.${name}`);
  }
  solver({ frictionMix: 'mean' }, 'solver.frictionMix');
  solver({ warmStarting: 1 }, 'solver.warmStarting');
  solver({ literal: { coldStart: 1 } }, 'solver.literal.coldStart');
  solver({ literal: true }, 'solver.literal');
  solver({ type: 'magic' }, 'solver.type');
  refused(
    world,
    () => {
      world.solver = null;
    },
    'solver',
    null,
  );
  refused(
    world,
    () => {
      world.solver = {};
    },
    'solver.type',
  );
  refused(world, () => world.on('contactbegin', () => {}), 'name', 'contactbegin');
  refused(world, () => world.on('contactBegin'), 'handler');
  refused(world, () => world.on('contactBegin', () => {}, { filter: 3 }), 'filter', 3);
  const other = busyWorld();
  const stranger = [...other.bodies][1];
  for (const filter of [stranger, stranger.shapes[0]])
    refused(world, () => world.on('contactBegin', () => {}, { filter }), 'filter', filter);
  other.destroy();
  for (const alpha of [-0.1, 1.1, NaN, '1']) refused(world, () => world.interpolate(alpha), 'alpha', alpha);
  refused(world, () => world.interpolate(0, new Float32Array(3)), 'out');
  world.destroy();
});

test('a loop accepts only objects with a step function', () => {
  inWorld({}, (world) => {
    for (const value of [undefined, null, {}, { step: 1 }, World])
      refused(world, () => new FixedLoop(value), 'world', value);
  });
});

test('a value that is not a number is neither an id nor a slot', () => {
  inWorld({}, (world) => {
    for (const value of [1n, Symbol.iterator, '0', 'length', null, undefined, {}]) {
      refused(world, () => world.bodyById(value), 'id', value);
      refused(world, () => world.shapeById(value), 'id', value);
      refused(world, () => world.bodyAtSlot(value), 'slot', value);
    }
    for (const value of [0, -1, 0.5, NaN, 2 ** 40]) {
      assert.equal(world.bodyById(value), null);
      assert.equal(world.shapeById(value), null);
      assert.equal(world.bodyAtSlot(value), null);
    }
  });
});

test('mass and inertia outside the valid range are errors, however they arise', () => {
  const world = busyWorld();
  const body = [...world.bodies][3];
  const [shape] = body.shapes;
  const circle = (radius, density) => ({ type: 'circle', radius, density });
  // Too heavy, too light, and of ordinary mass but too large or too small to turn; and the same by being far from the
  // origin.
  for (const bad of [
    circle(1, 3e38),
    circle(1, 1e-38),
    circle(1e6, 1e15),
    circle(1e-6, 1e-12),
    { ...circle(1, 1e30), center: [1e3, 0] },
  ]) {
    refused(world, () => world.createBody({ shapes: [circle(1, 1), bad] }), 'shapes[1].density');
    refused(world, () => body.createShape(bad), 'density', bad.density);
    world.createBody({ type: 'static', enabled: false, shapes: [bad] }).destroy(); // has no mass
  }
  for (const density of [3e38, 1e-38])
    refused(
      world,
      () => {
        shape.density = density;
      },
      'density',
      density,
    );
  shape.density = 1e-15;
  refused(
    world,
    () => {
      shape.geometry = { type: 'circle', radius: 1e-6 };
    },
    'geometry',
  );
  shape.density = 1;
  const wall = world.createBody({ type: 'static', enabled: false, shapes: [circle(1, 3e38)] });
  refused(
    world,
    () => {
      wall.type = 'dynamic';
    },
    'density',
  );
  for (const value of [1e-45, 3e38]) {
    refused(world, () => body.setMass({ mass: value, inertia: 1 }), 'mass', value);
    refused(world, () => body.setMass({ mass: 1, inertia: value }), 'inertia', value);
  }
  for (let i = 0; i < 10; i++) body.createShape(circle(1, 3e17)); // each just within
  assert.ok(Number.isFinite(body.mass) && Number.isFinite(body.inertia));
  world.destroy();
});

test('a part of the geometry that gives a mass out of range is named, with the value that was set', () => {
  inWorld({}, (world) => {
    const body = world.createBody({ type: 'dynamic' });
    const crate = body.createShape({ type: 'box', width: 1, height: 1 });
    const ball = body.createShape({ type: 'circle', radius: 1 });
    const roof = body.createShape({ type: 'polygon', points: [[0, 0], [1, 0], [0, 1]] }); // prettier-ignore
    const [big, far] = [[[-1e6, 0], [1e6, 0], [0, 1e6]], [1e6, 0]]; // prettier-ignore
    for (const [shape, name, value] of [
      [crate, 'radius', 1e6], // 3.1e12 kg, with an inertia of 1.6e24 kg m^2
      [ball, 'radius', 1e6],
      [roof, 'points', big],
    ])
      refused(world, () => (shape[name] = value), name, value);
    const circle = { type: 'circle', radius: 1e6 };
    refused(world, () => (crate.geometry = circle), 'geometry', circle);
    crate.density = 1e9;
    refused(world, () => (crate.center = far), 'center', far); // 1e9 kg at 1e6 m: 1e21 kg m^2
    assert.deepEqual([crate.radius, ball.radius, crate.center], [0, 1, { x: 0, y: 0 }]);
  });
});

test('the ends of the documented ranges are accepted, and what is beyond them is not', () => {
  inWorld({}, (world) => {
    const bodyA = world.createBody({ type: 'static', shapes: [{ type: 'circle', radius: 1 }] });
    const bodyB = world.createBody({ position: [3, 0] });
    const shape = bodyA.createShape({ type: 'box', width: 1, height: 1 });
    // The next floats beyond are 1.2e-13 and 6.9e10 away.
    const beyond = [
      [0.999999e-6, 0],
      [0, 1.000001e18],
    ];
    for (const value of [1e-6, 1e18]) {
      for (const direction of [
        [value, 0],
        [0, -value],
      ]) {
        // prettier-ignore
        shape.oneWay = direction;
        for (const name of ['axis', 'localAxis'])
          world.createJoint({ type: 'prismatic', bodyA, bodyB, [name]: direction }).destroy();
        for (const name of ['axisA', 'axisB'])
          world.createJoint({ type: 'gear', bodyA, bodyB, [name]: direction }).destroy();
      }
    }
    for (const direction of beyond) {
      refused(world, () => (shape.oneWay = direction), 'oneWay', direction);
      for (const axis of ['axis', 'localAxis'])
        refused(
          world,
          () => world.createJoint({ type: 'prismatic', bodyA, bodyB, [axis]: direction }),
          axis,
          direction,
        );
    }
    const flat = (width, height) => () => bodyA.createShape({ type: 'box', width, height }).destroy();
    flat(1e6, 1.001)();
    flat(1e-6, 0.999)();
    refused(world, flat(1e6, 1), 'height', 1);
    refused(world, flat(1, 1e-6), 'height', 1e-6);
    // Points as near as the two ends of a segment may be are two points.
    const points = [[0, 0], [1e-6, 0], [1, 0]]; // prettier-ignore
    const { length } = bodyA.shapes;
    bodyA.createShape({ type: 'chain', points });
    assert.equal(bodyA.shapes.length, length + 2);
  });
});

test('an error about an unknown solver lists the solvers', () => {
  inWorld({}, (world) => {
    assert.throws(
      () => {
        world.solver = { type: 'magic' };
      },
      { expected: /'sequential-impulse'/ },
    );
  });
});

test('queries throw for invalid points', () => {
  const world = busyWorld();
  for (const value of [...kNoVectors, undefined]) {
    refused(world, () => world.raycast({ from: value, to: [0, 0] }), 'from', value);
    refused(world, () => world.raycastAll({ from: [0, 0], to: value }), 'to', value);
    refused(world, () => world.overlap({ point: value }), 'point', value);
    refused(world, () => world.overlap({ aabb: { min: value, max: [1, 1] } }), 'aabb.min');
  }
  refused(world, () => world.overlap({ aabb: { min: [1, 1], max: [0, 0] } }), 'aabb');
  refused(world, () => world.overlap({}), 'options');
  const shape = { type: 'circle', radius: 1 };
  refused(world, () => world.overlap({ shape, position: [0, 0], angle: null }), 'angle', null);
  refused(world, () => world.explode({ position: [0, 0], radius: 1, impulse: 1, falloff: null }), 'falloff', null);
  refused(world, () => World.fromJSON(world.toJSON(), { worldOptions: null }), 'worldOptions', null);
  refused(world, () => world.overlap({ point: [0, 0], aabb: { min: [0, 0], max: [1, 1] } }), 'options');
  refused(world, () => world.raycast({ from: [0, 0], to: [1, 1], filter: { mask: -0.5 } }), 'filter.mask', -0.5);
  refused(world, () => world.raycasts([1, 2, 3, 4]), 'rays');
  refused(world, () => world.raycasts(new Float32Array(5)), 'rays');
  refused(world, () => world.raycasts(new Float32Array([0, 0, 1, 1, 0, NaN, 1, 1])), 'rays[1]');
  refused(world, () => world.raycasts(new Float32Array(8), new Float32Array(7)), 'out');
  world.destroy();
});

test('1,000 errors do not affect the world', () => {
  const [disturbed, calm] = [busyWorld(), busyWorld()];
  for (let i = 0; i < 20; i++) {
    for (const [shape] of kBadShapes) assert.throws(() => disturbed.createBody({ shapes: [shape] }), PhysicsError);
    disturbed.step();
    calm.step();
  }
  assert.equal(disturbed.hash(), calm.hash());
  disturbed.destroy();
  calm.destroy();
});

test('a chain or an outline with one invalid part adds no shape', () => {
  const world = busyWorld();
  const body = world.bodies[2];
  const points = [[0, 0], [1, 0], [2, 0], [3, 0]]; // prettier-ignore
  const materials = [{}, { friction: 0.9 }, {}]; // more than what holds at rest
  const chain = { type: 'chain', points, staticFriction: 0.7, materials };
  refused(world, () => body.createShape(chain), 'staticFriction', 0.7);
  refused(world, () => world.createBody({ shapes: [chain] }), 'shapes[0].staticFriction', 0.7);
  assert.equal(body.shapes.length, 1);
  world.destroy();
});

test("numbers in messages and in JSON are the shortest decimals of the engine's floats", () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0.1, { position: [1e20, 16777216] });
    const [shape] = body.shapes;
    shape.staticFriction = 0.9;
    assert.throws(() => (shape.friction = 0.95), {
      message: 'friction must be at most 0.9, the staticFriction of the shape, got 0.95',
      value: 0.95,
    });
    assert.throws(() => world.raycasts(Float32Array.from([0.1, NaN, 1, 0.3])), {
      message: /got \[0\.1, NaN, 1, 0\.3\]$/,
    });
    assert.deepEqual(world.toJSON().bodies[0].position, [1e20, 16777216]);
    const shortest = (value) =>
      [6, 7, 8, 9].map((digits) => Number(value.toPrecision(digits))).find((short) => Math.fround(short) === value);
    for (let i = 0; i < 20000; i++) {
      const value = Math.fround((i % 2 ? -1 : 1) * (i + 1) ** 4.7 * 1e-11);
      shape.tangentSpeed = value;
      assert.equal(shape.tangentSpeed, shortest(value));
    }
    // Halfway between two of them, beyond 2^24, and tiny.
    for (const value of [-487872.375, 487872.375, 530960416, -3e38, 1e-30, -1e-13, 0].map(Math.fround)) {
      shape.tangentSpeed = value;
      assert.equal(shape.tangentSpeed, shortest(value));
    }
  });
});

test('moveTo and explode throw if the velocity would not be finite, and change nothing', () => {
  const world = busyWorld();
  const lift = box(world, 9, 9, { type: 'kinematic' });
  refused(world, () => lift.moveTo([1e30, 0], 0, 1e-30), 'dt', 1e-30);
  box(world, 3, 3, { shapes: [{ type: 'box', width: 8, height: 8 }] });
  refused(world, () => world.explode({ position: [0, 2], radius: 9, impulse: 1e38 }), 'impulse', 1e38);
  world.destroy();
});

test('messages name the given value and the accepted range in words of the API', () => {
  const messageOf = (attempt) => {
    try {
      attempt();
    } catch ({ message }) {
      return message;
    }
    return 'nothing was thrown';
  };
  inWorld({}, (world) => {
    const hero = world.createBody({ name: 'hero', shapes: [{ type: 'circle', radius: 1 }] });
    const other = world.createBody();
    const [shape] = hero.shapes;
    const joint = (bodyA, bodyB) => () => world.createJoint({ type: 'weld', bodyA, bodyB });
    assert.match(messageOf(joint(hero, hero)), /got body "hero"$/);
    assert.match(messageOf(joint(hero, shape)), new RegExp(`got shape ${shape.id}$`));
    assert.match(
      messageOf(joint(hero, world.createJoint({ type: 'filter', bodyA: hero, bodyB: other }))),
      /joint \d+$/,
    );
    other.destroy();
    assert.equal(messageOf(joint(hero, other)), `bodyB must be a body of this world, got destroyed body ${other.id}`);
    assert.equal(
      messageOf(() => hero.moveTo([0, 0], 0, 0.1)),
      'type must be \'kinematic\', got "dynamic"',
    );
    const scene = { ...world.toJSON(), version: 2 };
    assert.equal(
      messageOf(() => World.fromJSON(scene)),
      'scene.version must be 1, got 2',
    );
    const off = world.on('afterStep', () => world.step());
    assert.match(
      messageOf(() => world.step()),
      /^step must be nested at most 64 deep/,
    );
    off();
  });
});

test('a setter that gets undefined says so', () => {
  const world = busyWorld();
  const body = world.createBody({ position: [20, 0] });
  const shapes = {
    box: { type: 'box', width: 1, height: 1 },
    circle: { type: 'circle', radius: 1 },
    capsule: { type: 'capsule', a: [0, 0], b: [1, 0], radius: 1 },
    polygon: { type: 'polygon', points: [[0, 0], [1, 0], [0, 1]] }, // prettier-ignore
    segment: { type: 'segment', a: [0, 0], b: [1, 0] },
  };
  const parts = {
    box: ['width', 'height', 'center', 'angle', 'radius'],
    circle: ['center', 'radius'],
    capsule: ['a', 'b', 'radius'],
    polygon: ['points', 'radius'],
    segment: ['a', 'b'],
  };
  const says = (object, name, value) =>
    assert.throws(
      () => (object[name] = value),
      ({ path, value: told, message }) => {
        assert.deepEqual([path, told], [name, value], message);
        assert.match(message, value === undefined ? /^\w+ is missing: it must be / : /^\w+ must be .*, got null$/);
        return true;
      },
    );
  for (const [type, names] of Object.entries(parts)) {
    const shape = body.createShape(shapes[type]);
    for (const value of [undefined, null]) {
      for (const name of [...names, 'sensor', 'sensorSees', 'preSolve', 'filter']) says(shape, name, value);
      says(body, 'lock', value);
      says(world, 'sleepThreshold', value);
    }
    shape.oneWay = undefined; // as null
    assert.equal(shape.oneWay, null);
  }
  world.destroy();
});

test('errors name the property or option that was given', () => {
  const world = busyWorld();
  const [bodyA, bodyB] = world.bodies.slice(1);
  const character = new Character(world, {
    shape: { type: 'capsule', a: [0, 0], b: [0, 1], radius: 0.3 },
    position: [9, 9],
  });
  for (const name of ['mask', 'category']) refused(world, () => (character[name] = 'x'), name, 'x');
  const joint = world.createJoint({ type: 'distance', bodyA, bodyB, maxLength: 9 });
  const far = [1e39, 0];
  for (const name of ['anchorA', 'anchorB']) {
    refused(world, () => (joint[name] = far), name, far);
    refused(world, () => world.createJoint({ type: 'distance', bodyA, bodyB, [name]: far }), name, far);
  }
  refused(world, () => world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: far }), 'anchor', far);
  const rays = new Float32Array(4);
  refused(world, () => world.raycasts(rays, undefined, { ignore: bodyA }), 'ignore', bodyA);
  refused(world, () => world.raycasts(rays, undefined, 5), 'options', 5);
  refused(world, () => world.interpolate(0.5, rays), 'out', rays);
  world.destroy();
});

test('boxes that the bindings accept without asking the engine are accepted by it', () => {
  inWorld({}, (world) => {
    const body = world.createBody({ type: 'static' });
    const sides = [1e-3, 0.03, 1, 100];
    for (const width of sides) {
      for (const height of sides) {
        for (const angle of [0, 0.3, Math.PI / 4, 2]) {
          for (const center of [
            [0, 0],
            [100, -100],
            [-100, 37],
          ]) {
            const before = body.shapes.length;
            body.createShape({ type: 'box', width, height, angle, center });
            assert.equal(body.shapes.length, before + 1);
          }
        }
      }
    }
  });
});
