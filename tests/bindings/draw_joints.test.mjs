// What each type of joint looks like: the calls that `draw` makes on a 2D context, in canvas pixels, 10 to a metre, y
// up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw } from '../../dist/draw.js';
import { inWorld } from './scenes.mjs';

const kScale = 10;
const kMiddle = { x: 200, y: 150 };
const kCamera = { x: 0, y: 0, scale: kScale };
/** Canvas pixels of a world point. */
const at = (x, y) => [kMiddle.x + kScale * x, kMiddle.y - kScale * y];

/** A context that writes down what it is asked for. */
function recorder() {
  const calls = [];
  return new Proxy(
    { calls, canvas: { width: 2 * kMiddle.x, height: 2 * kMiddle.y } },
    {
      get: (own, name) => own[name] ?? ((...args) => void calls.push([name, ...args])),
      set: ({ calls: all }, name, value) => all.push([`=${name}`, value]) > 0,
    },
  );
}

/** All that is drawn of the joints of a world. */
function drawn(world, options = {}) {
  const ctx = recorder();
  draw(ctx, world, {
    camera: kCamera,
    layers: { shapes: false, contacts: false, impulses: false },
    clear: false,
    ...options,
  });
  return ctx.calls;
}

const near = (a, b, slack = 1e-3) => Math.abs(a - b) < slack;
const same = ([x, y], [u, v], slack) => near(x, u, slack) && near(y, v, slack);
const of = (calls, ...names) => calls.filter(([name]) => names.includes(name));
/** Whether two points are the ends of one straight stroke, in whichever order. */
const hasLine = (calls, p, q) =>
  calls.some(([name, ...to], i) => {
    if (name !== 'lineTo' || !['moveTo', 'lineTo'].includes(calls[i - 1][0])) return false;
    const from = calls[i - 1].slice(1);
    return (same(from, p) && same(to, q)) || (same(from, q) && same(to, p));
  });
/** Full circles: centre and radius. */
const circles = (calls) =>
  of(calls, 'arc')
    .filter(([, , , , from, to]) => near(Math.abs(to - from), 2 * Math.PI))
    .map(([, x, y, r]) => ({ x, y, r }));
/** Parts of circles. */
const arcs = (calls) => of(calls, 'arc').filter(([, , , , from, to]) => !near(Math.abs(to - from), 2 * Math.PI));
const ringAt = (calls, point) => circles(calls).some(({ x, y, r }) => same([x, y], point) && r < 4);
const hasCircle = (calls, point, radius) =>
  circles(calls).some(({ x, y, r }) => same([x, y], point) && near(r, radius));

const box = (world, x, y, def = {}) =>
  world.createBody({ position: [x, y], shapes: [{ type: 'box', width: 4, height: 4 }], ...def });
/** Two boxes 10 m apart, the left one fixed, and a joint between them. */
function withJoint(def, check, gravity = [0, 0]) {
  inWorld({ gravity }, (world) => {
    const bodyA = box(world, -5, 0, { type: 'static' });
    const bodyB = box(world, 5, 0);
    const joint = world.createJoint({ bodyA, bodyB, ...def });
    check(drawn(world), { world, bodyA, bodyB, joint });
  });
}

test('nothing is drawn for a world without joints, or if the layer is off', () =>
  inWorld({}, (world) => {
    const paths = (calls) => of(calls, 'moveTo', 'lineTo', 'arc', 'rect', 'fillRect');
    assert.deepEqual(paths(drawn(world)), []);
    world.createJoint({ type: 'distance', bodyA: box(world, -5, 0, { type: 'static' }), bodyB: box(world, 5, 0) });
    assert.ok(paths(drawn(world)).length > 0);
    assert.deepEqual(
      paths(drawn(world, { layers: { shapes: false, contacts: false, impulses: false, joints: false } })),
      [],
    );
  }));

test('a revolute joint is a ring at its anchor', () =>
  withJoint({ type: 'revolute', anchor: [1, 2] }, (calls) => {
    assert.deepEqual(
      circles(calls).map(({ x, y }) => [x, y]),
      [at(1, 2)],
    );
    assert.equal(arcs(calls).length, 0);
  }));

test('the limits of a revolute joint are a sector from lower to upper, and a pointer shows the angle', () => {
  withJoint({ type: 'revolute', anchor: [1, 2], lowerAngle: -0.5, upperAngle: 1 }, (calls, { bodyB, world }) => {
    const [[, x, y, r, from, to, backwards]] = arcs(calls);
    assert.ok(same([x, y], at(1, 2)) && r > 4);
    assert.ok(near(from, 0.5) && near(to, -1) && backwards, 'angles grow the other way on a canvas');
    assert.ok(hasLine(calls, at(1, 2), [x + r, y]));
    bodyB.setTransform([5, 0], 0.8);
    const turned = drawn(world);
    const sector = turned.findIndex(([name]) => name === 'arc');
    const [, cx, cy] = turned[sector];
    const [, hx, hy] = turned[sector + 2]; // back to the middle, then the hand
    assert.ok(near(Math.atan2(cy - hy, hx - cx), 0.8));
  });
});

test('the motor of a revolute joint is a round arrow in its direction', () => {
  for (const speed of [2, -2]) {
    withJoint({ type: 'revolute', anchor: [1, 2], motorSpeed: speed, maxMotorTorque: 5 }, (calls) => {
      const [[, x, y, , , , backwards]] = arcs(calls);
      assert.ok(same([x, y], at(1, 2)));
      assert.equal(backwards, speed > 0);
    });
  }
});

test('a prismatic joint is a sleeve on a rail between its limits, with a stop at each', () => {
  withJoint({ type: 'prismatic', anchor: [5, 0], axis: [1, 0], lowerTranslation: -3, upperTranslation: 4 }, (calls) => {
    assert.ok(hasLine(calls, at(2, 0), at(9, 0)));
    const upright = of(calls, 'lineTo').filter(([, x, y]) =>
      calls.some(([name, u, v]) => name === 'moveTo' && near(u, x) && !near(v, y)),
    );
    for (const x of [2, 9])
      assert.ok(
        upright.some(([, u]) => near(u, at(x, 0)[0])),
        `an end at ${x}`,
      );
    const sleeve = calls.filter(
      ([name, x, y], i) => name === 'lineTo' && near(calls[i - 1][2], y) && !near(y, kMiddle.y) && x > at(5, 0)[0],
    );
    assert.equal(sleeve.length, 2);
    assert.ok(ringAt(calls, at(5, 0)));
  });
});

test('a rod is a line with a ring at each end', () =>
  withJoint({ type: 'distance' }, (calls) => {
    assert.ok(hasLine(calls, at(-5, 0), at(5, 0)));
    assert.ok(ringAt(calls, at(-5, 0)) && ringAt(calls, at(5, 0)));
    assert.equal(of(calls, 'quadraticCurveTo').length, 0);
  }));

test('a slack rope is curved, a taut one straight', () => {
  withJoint({ type: 'distance', maxLength: 12 }, (calls) => {
    const [[, , low, ...end]] = of(calls, 'quadraticCurveTo');
    assert.ok(low > kMiddle.y && same(end, at(5, 0)));
  });
  withJoint({ type: 'distance', maxLength: 10 }, (calls) => assert.equal(of(calls, 'quadraticCurveTo').length, 0));
});

test('a spring zigzags from end to end', () =>
  withJoint({ type: 'distance', hertz: 2 }, (calls) => {
    const zigzag = of(calls, 'lineTo')
      .map(([, , y]) => y - kMiddle.y)
      .filter((y) => Math.abs(y) > 0.5);
    assert.ok(zigzag.length >= 8 && zigzag.every((y, i) => i === 0 || y * zigzag[i - 1] < 0), `${zigzag}`);
  }));

test('a weld is a square', () =>
  withJoint({ type: 'weld', anchor: [1, 2] }, (calls) => {
    const [[, x, y, width, height]] = of(calls, 'rect');
    assert.ok(same([x + width / 2, y + height / 2], at(1, 2)) && near(width, height));
    assert.equal(of(calls, 'arc').length, 0);
  }));

test('a wheel has a hub of two rings on a spring, and its rail', () => {
  withJoint(
    { type: 'wheel', anchor: [5, 0], axis: [0, 1], hertz: 3, lowerTranslation: -3, upperTranslation: 3 },
    (calls) => {
      assert.equal(circles(calls).filter(({ x, y }) => same([x, y], at(5, 0))).length, 2);
      assert.ok(hasLine(calls, at(5, -3), at(5, 3)));
      assert.ok(of(calls, 'lineTo').length > 12, 'a zigzag');
    },
  );
});

test('a motor joint is a line to the driven body and a round arrow there', () =>
  withJoint({ type: 'motor' }, (calls) => {
    assert.equal(arcs(calls).length, 1);
    assert.ok(ringAt(calls, at(5, 0)));
  }));

test('a target joint is a cross connected to its anchor at the position of the current frame', () =>
  inWorld({ gravity: [0, 0] }, (world) => {
    const joint = world.createJoint({ type: 'target', bodyB: box(world, 5, 0), target: [5, 0] });
    for (const [x, y] of [
      [-3, 4],
      [2, 1],
    ]) {
      joint.target = [x, y];
      const calls = drawn(world);
      assert.ok(hasLine(calls, at(x, y), at(5, 0)), 'a line to the body');
      const strokes = of(calls, 'lineTo').filter(([, u, v]) => Math.hypot(u - at(x, y)[0], v - at(x, y)[1]) < 10);
      assert.equal(strokes.length, 2, 'a cross');
      assert.ok(ringAt(calls, at(5, 0)));
    }
    assert.deepEqual(of(drawn(world, { except: joint }), 'moveTo', 'arc'), [], 'unless the caller draws it');
  }));

test('a soft weld is a square in a square', () => {
  for (const spring of [{ hertz: 3 }, { angularHertz: 3 }]) {
    withJoint({ type: 'weld', anchor: [1, 2], ...spring }, (calls) => {
      const squares = of(calls, 'rect');
      assert.equal(squares.length, 2);
      for (const [, x, y, width] of squares) assert.ok(same([x + width / 2, y + width / 2], at(1, 2)));
    });
  }
});

/** Is what follows the setting of a dash, and nothing before it, this line? */
const onlyDashed = (calls, p, q) => {
  const dash = calls.findIndex(([name, pattern]) => name === 'setLineDash' && pattern.length > 0);
  return dash >= 0 && of(calls.slice(0, dash), 'lineTo').length === 0 && hasLine(calls.slice(dash), p, q);
};
test('a filter is a dashed line, and so is a belt', () => {
  for (const def of [{ type: 'filter' }, { type: 'gear', ratio: -2 }]) {
    withJoint(def, (calls) => assert.ok(onlyDashed(calls, at(-5, 0), at(5, 0)), JSON.stringify(calls)));
  }
});

test('the wheels of a gear touch at their pitch circles', () =>
  withJoint({ type: 'gear', ratio: 3 }, (calls) => {
    assert.ok(hasCircle(calls, at(-5, 0), 25) && hasCircle(calls, at(5, 0), 75), JSON.stringify(circles(calls)));
  }));

test('wheels that rotate in the same direction are connected by a line', () =>
  withJoint({ type: 'gear', ratio: -1 }, (calls) => {
    assert.ok(hasLine(calls, at(-5, 0), at(5, 0)));
    assert.deepEqual(circles(calls), []);
  }));

test('a rack touches the pitch circle of its wheel', () =>
  inWorld({ gravity: [0, 0] }, (world) => {
    const wheel = box(world, 0, 3);
    const rack = box(world, 4, 0);
    world.createJoint({ type: 'gear', bodyA: rack, bodyB: wheel, axisA: [1, 0], ratio: -2 });
    const calls = drawn(world);
    assert.ok(hasCircle(calls, at(0, 3), 20));
    assert.ok(hasLine(calls, at(-2, 1), at(2, 1)), 'along the rack, under the wheel');
  }));

test('a pulley shows its rope over both wheels', () => {
  withJoint({ type: 'pulley', groundAnchorA: [-5, 8], groundAnchorB: [5, 9] }, (calls) => {
    for (const [p, q] of [
      [
        [-5, 0],
        [-5, 8],
      ],
      [
        [-5, 8],
        [5, 9],
      ],
      [
        [5, 9],
        [5, 0],
      ],
    ])
      assert.ok(hasLine(calls, at(...p), at(...q)), `${p} to ${q}`);
    for (const p of [
      [-5, 0],
      [-5, 8],
      [5, 9],
      [5, 0],
    ])
      assert.ok(ringAt(calls, at(...p)));
  });
});

test('no two types look alike', () => {
  const seen = new Map();
  for (const def of [
    { type: 'revolute' },
    { type: 'prismatic' },
    { type: 'distance' },
    { type: 'weld' },
    { type: 'wheel' },
    { type: 'motor' },
    { type: 'gear' },
    { type: 'pulley', groundAnchorA: [-5, 8], groundAnchorB: [5, 9] },
    { type: 'target', target: [-5, 0], localAnchorB: [0, 0] },
    { type: 'filter' },
  ]) {
    inWorld({ gravity: [0, 0] }, (world) => {
      const a = box(world, -5, 0, { type: 'static' });
      const b = box(world, 5, 0);
      world.createJoint(def.type === 'target' ? { ...def, bodyB: b } : { ...def, bodyA: a, bodyB: b });
      const picture = JSON.stringify(of(drawn(world), 'moveTo', 'lineTo', 'arc', 'rect', 'quadraticCurveTo'));
      assert.equal(seen.get(picture), undefined, `${def.type} looks as ${seen.get(picture)} does`);
      seen.set(picture, def.type);
    });
  }
  assert.equal(seen.size, 10);
});

test('the size of marks follows the size of bodies, wherever their origins are', () => {
  const ring = (offset) => {
    let radius = 0;
    inWorld({ gravity: [0, 0] }, (world) => {
      const shape = (x) => ({ shapes: [{ type: 'box', width: 1, height: 1, center: [x, 0] }] });
      const bodyA = world.createBody({ position: [-1 - offset, 0], ...shape(offset) });
      const bodyB = world.createBody({ position: [1 - offset, 0], ...shape(offset) });
      world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0] });
      [{ r: radius }] = circles(drawn(world, { camera: { x: 0, y: 0, scale: 25 } }));
    });
    return radius;
  };
  assert.ok(near(ring(0), ring(40)), `${ring(0)} and ${ring(40)} px`);
});

test('an arrow ends at a quarter of the picture and becomes thicker by as much, up to eight times', () =>
  inWorld({}, (world) => {
    box(world, 0, -2.5, { type: 'static' });
    world.createBody({ position: [0, 0.5], shapes: [{ type: 'circle', radius: 1 }] });
    world.step();
    world.step();
    const heads = (impulseScale) => {
      const calls = drawn(world, { layers: { shapes: false, contacts: false, impulses: true }, impulseScale });
      const tips = of(calls, 'lineTo')
        .filter(([, x]) => near(x, kMiddle.x, 0.01))
        .map(([, , y]) => y);
      const widest = Math.max(...of(calls, '=lineWidth').map(([, width]) => width));
      return { longest: Math.max(...tips.map((y) => Math.abs(y - at(0, -0.5)[1]))), widest };
    };
    const short = heads(4 / world.views.contacts[5]);
    const long = heads((3 * 7.5) / world.views.contacts[5]);
    const longest = heads(4000 / world.views.contacts[5]);
    assert.ok(near(short.longest, 40, 1), `${short.longest} px`);
    assert.ok(near(long.longest, 75, 1), `${long.longest} px of a picture 300 high`);
    // The halo of paper is as wide around each of them.
    const width = long.widest - short.widest;
    assert.ok(
      near(longest.widest - short.widest, 3.5 * width, 0.01),
      `${short.widest}, ${long.widest}, ${longest.widest} px`,
    );
  }));

test('from 200 arrows on they become lines of force, without those below the median', () =>
  inWorld({}, (world) => {
    // Columns of two discs each: the lower one of each column carries twice what the upper one does.
    const columns = 130;
    world.createBody({ type: 'static', shapes: [{ type: 'box', width: 400, height: 1, center: [0, -0.5] }] });
    for (let i = 0; i < columns; i++)
      for (const y of [0.1, 0.3])
        world.createBody({ position: [0.25 * i - 16, y], shapes: [{ type: 'circle', radius: 0.1 }] });
    for (let i = 0; i < 60; i++) world.step();
    assert.equal(world.contactCount, 2 * columns);
    const calls = drawn(world, { layers: { shapes: false, contacts: false, impulses: true } });
    const ends = of(calls, 'lineTo').map(([, , y]) => y);
    assert.ok(ends.length >= columns && ends.length < 1.5 * columns, `${ends.length} lines`);
    const low = ends.filter((y) => near(y, at(0, 0.1)[1], 0.3)).length;
    assert.ok(low >= columns - 2, `${low} of ${columns} lines end in the middle of a lower disc`);
  }));
