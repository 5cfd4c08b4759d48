// Shapes of type `concave`: convex parts that cover the outline, no more and no less.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PhysicsError, World } from '../../dist/index.js';
import { inWorld } from './scenes.mjs';

const areaOf = (points) =>
  points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return sum + (x * v - u * y) / 2;
  }, 0);
/** Is the point within the outline, by crossings of a ray? */
const within = (points, [px, py]) =>
  points.reduce((odd, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return y > py !== v > py && px < x + ((py - y) / (v - y)) * (u - x) ? !odd : odd;
  }, false);
const toEdges = (points, [px, py]) =>
  Math.min(
    ...points.map(([x, y], i) => {
      const [u, v] = points[(i + 1) % points.length];
      const t = Math.max(0, Math.min(1, ((px - x) * (u - x) + (py - y) * (v - y)) / ((u - x) ** 2 + (v - y) ** 2)));
      return Math.hypot(px - x - t * (u - x), py - y - t * (v - y));
    }),
  );

const kOutlines = {
  L: [
    [0, 0],
    [3, 0],
    [3, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ],
  U: [
    [0, 0],
    [4, 0],
    [4, 3],
    [3, 3],
    [3, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ],
  arrow: [
    [0, 0],
    [2, 1],
    [0, 2],
    [0.5, 1],
  ],
  comb: [
    [0, 0],
    [9, 0],
    ...Array.from({ length: 9 }, (_, i) => [
      [9 - i, 3],
      [8.5 - i, 3],
      [8.5 - i, 1],
      [8 - i, 1],
    ]).flat(),
  ],
  star: Array.from({ length: 20 }, (_, i) => [
    Math.cos((i * Math.PI) / 10) * (i % 2 ? 1 : 3),
    Math.sin((i * Math.PI) / 10) * (i % 2 ? 1 : 3),
  ]),
  spiral: [
    ...Array.from({ length: 40 }, (_, i) => [(1 + i / 8) * Math.cos(i / 4), (1 + i / 8) * Math.sin(i / 4)]),
    ...Array.from({ length: 40 }, (_, i) => [
      (0.6 + (39 - i) / 8) * Math.cos((39 - i) / 4),
      (0.6 + (39 - i) / 8) * Math.sin((39 - i) / 4),
    ]),
  ],
  'square with points on its sides': [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [2, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ],
  'convex with many corners': Array.from({ length: 24 }, (_, i) => [
    Math.cos((i * Math.PI) / 12),
    Math.sin((i * Math.PI) / 12),
  ]),
};

/** A star-shaped outline with random radii: simple, and anything but convex. */
function random(seed, count) {
  let state = seed;
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i + 0.8 * next()) / count) * 2 * Math.PI;
    const radius = 0.5 + 3 * next();
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}
for (let seed = 1; seed <= 40; seed++) kOutlines[`random ${seed}`] = random(seed, 4 + seed);

for (const [name, points] of Object.entries(kOutlines)) {
  test(`${name}: parts are convex, cover the outline and do not overlap`, () => {
    for (const outline of [points, [...points].reverse()]) {
      inWorld({ gravity: [0, 0] }, (world) => {
        const body = world.createBody({ shapes: [{ type: 'concave', points: outline, density: 2, friction: 0.3 }] });
        const area = Math.abs(areaOf(points));
        assert.ok(Math.abs(body.mass / (2 * area) - 1) < 1e-4, `${body.mass} of ${2 * area}`);
        for (const shape of body.shapes) {
          assert.equal(shape.type, 'polygon');
          assert.equal(shape.friction, 0.3);
          assert.ok(shape.points.length <= 8);
        }
        let state = 7;
        const next = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
        for (let i = 0; i < 300; i++) {
          const point = [12 * next() - 6, 12 * next() - 6];
          if (toEdges(points, point) < 2e-3) continue;
          assert.equal(world.overlap({ point }).length > 0, within(points, point), String(point));
        }
      });
    }
  });
}

test('few parts: an L has two, a U three, and a convex outline as few as eight corners permit', () => {
  inWorld({}, (world) => {
    const count = (points) => world.createBody({ shapes: [{ type: 'concave', points }] }).shapes.length;
    assert.equal(count(kOutlines.L), 2);
    assert.equal(count(kOutlines.U), 3);
    assert.equal(count(kOutlines.arrow), 2);
    assert.equal(count(kOutlines['square with points on its sides']), 1);
    assert.ok(count(kOutlines['convex with many corners']) <= 6);
    assert.ok(count(kOutlines.comb) <= 27);
    assert.ok(count(kOutlines.star) <= 12);
  });
});

test('consecutive corners nearer than 1e-6 m count as one', () => {
  inWorld({}, (world) => {
    const partsOf = (points) =>
      world.createBody({ shapes: [{ type: 'concave', points }] }).shapes.map((shape) => shape.points);
    for (const outline of Object.values(kOutlines)) {
      const [first] = outline;
      const doubled = outline.flatMap(([x, y]) => [
        [x, y],
        [x, y],
        [x, y + 5e-7],
      ]);
      assert.deepEqual(partsOf([...outline, first]), partsOf(outline));
      assert.deepEqual(partsOf([...doubled, first, first]), partsOf(outline));
    }
  });
});

test('invalid outlines give an error with the point, and create nothing', () => {
  inWorld({}, (world) => {
    const body = world.createBody();
    const refused = (points, path) =>
      assert.throws(
        () => body.createShape({ type: 'concave', points }),
        (error) => error instanceof PhysicsError && error.code === 'INVALID_ARGUMENT' && error.path === path,
        path,
      );
    refused(undefined, 'points');
    refused(
      [
        [0, 0],
        [1, 0],
      ],
      'points',
    );
    refused(
      [
        [0, 0],
        [1, 0],
        [1, NaN],
      ],
      'points[2]',
    );
    refused(
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
      'points[2]',
    ); // crosses itself
    refused(
      [
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 0],
      ],
      'points',
    ); // two points
    refused(
      [
        [0, 0],
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
      'points[3]',
    ); // crosses itself where it was given
    refused(
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      'points[1]',
    ); // and back
    assert.throws(() => body.createShape({ type: 'concave', points: kOutlines.L, radius: 1 }), { path: 'radius' });
    assert.equal(body.shapes.length, 0);
    assert.throws(() => world.createBody({ shapes: [{ type: 'concave', points: kOutlines.L, density: -1 }] }), {
      path: 'shapes[0].density',
    });
    const first = body.createShape({ type: 'concave', points: kOutlines.L, userData: 5 });
    assert.equal(first, body.shapes[0]);
    assert.ok(body.shapes.every((shape) => shape.userData === 5));
  });
});

test('toJSON keeps a concave outline while its parts are alike', () => {
  inWorld({}, (world) => {
    const def = { type: 'concave', points: kOutlines.L, friction: 0.3, userData: 'L' };
    const circle = { type: 'circle', radius: 1 };
    const body = world.createBody({ shapes: [circle, def, circle, def] });
    const saved = () => JSON.parse(JSON.stringify(world)).bodies[0].shapes;
    assert.deepEqual(saved(), [circle, def, circle, def]);

    const again = World.fromJSON(JSON.parse(JSON.stringify(world)));
    assert.deepEqual(
      again.bodies[0].shapes.map(({ geometry }) => geometry),
      body.shapes.map(({ geometry }) => geometry),
    );
    assert.deepEqual(again.toJSON(), world.toJSON());
    again.destroy();

    body.shapes[1].friction = 0.4; // one part is no longer like the others
    const parts = (body.shapes.length - 2) / 2;
    assert.deepEqual(
      saved().map(({ type }) => type),
      ['circle', ...Array(parts).fill('polygon'), 'circle', 'concave'],
    );
    body.shapes.at(-1).destroy();
    assert.equal(saved().length, 2 * parts + 1);
  });
});

test('toJSON keeps the coordinates of an outline that would cross itself in single precision', () => {
  inWorld({}, (world) => {
    const points = [
      [100000, 0],
      [100004, 0],
      [100004, 4],
      [100002.0000001, 1],
      [100002, 1.00000001],
      [100000, 4],
    ];
    world.createBody({ shapes: [{ type: 'concave', points }] });
    const json = world.toJSON();
    assert.deepEqual(World.fromJSON(json).toJSON(), json);
  });
});
