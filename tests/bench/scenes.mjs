// The scenes as data, so that every engine, in whatever language, is given the same bodies at the same places.
//
// A scene is `{ name, title, sleep, warmup, steps, bodies, joints, judge }`; what is the same in all is in conditions.mjs.
// A body is `{ type, x, y, angle, omega, sleepAllowed, ghost, at, shapes }`: `omega` (rad/s) turns a kinematic body, a ghost
// touches nothing, and `at` is the step before which the body is made. A joint pins `localA` of body `a` to `localB` of body
// `b`, numbers in `bodies`. Metres, radians, y up. `judge` is in judge.mjs.
import { CommandError } from '../../tools/process.mjs';
import { isMoving } from './conditions.mjs';
import * as judge from './judge.mjs';
import { randomNumbers } from './random.mjs';

const box = (width, height, x = 0, y = 0, angle = 0) => ({ type: 'box', width, height, x, y, angle });

function body(x, y, shapes, more = {}) {
  return { type: 'dynamic', x, y, angle: 0, omega: 0, sleepAllowed: true, ghost: false, at: 0, shapes, ...more };
}
const fixed = (x, y, shapes) => body(x, y, shapes, { type: 'static' });

function scene(name, title, parts) {
  return { name, title, sleep: false, warmup: 60, steps: 240, joints: [], ...parts };
}

/** Rows of touching unit boxes, each row one box shorter; the last box made is the top. */
function pyramidBoxes(rows, centre, base) {
  const boxes = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = row; column < rows; column += 1) {
      boxes.push(body(centre + column - row / 2 - (rows - 1) / 2, base + row + 0.5, [box(1, 1)]));
    }
  }
  return boxes;
}

/** The large pyramid of Box2D's own benchmark, which has 100 rows. */
function pyramid(rows) {
  return scene(`pyramid${rows}`, `pyramid of ${rows} rows`, {
    bodies: [fixed(0, -1, [box(200, 2)]), ...pyramidBoxes(rows, 0, 0)],
    judge: judge.pyramid(rows),
  });
}

/** Box2D's many pyramids: 20 shelves of 20, each on 10 boxes. */
function pyramids400() {
  const across = 20;
  const rows = 10;
  const pitch = rows + 1; // m: a box's width between neighbours
  const bodies = [];
  for (let level = 0; level < across; level += 1) {
    bodies.push(fixed(0, level * (pitch + 1) - 0.5, [box(across * pitch + 4, 1)]));
  }
  for (let level = 0; level < across; level += 1) {
    for (let i = 0; i < across; i += 1) bodies.push(...pyramidBoxes(rows, (i - (across - 1) / 2) * pitch, level * (pitch + 1)));
  }
  const size = (rows * (rows + 1)) / 2;
  return scene('pyramids400', '400 pyramids of 10 rows', { warmup: 30, steps: 120, bodies, judge: judge.tops(size, rows) });
}

function towers() {
  const bodies = [fixed(0, -0.5, [box(100, 1)])];
  for (let tower = 0; tower < 20; tower += 1) {
    for (let i = 0; i < 30; i += 1) bodies.push(body((tower - 9.5) * 4, i + 0.5, [box(1, 1)]));
  }
  return scene('towers', '20 towers of 30', { steps: 540, bodies, judge: judge.tops(30, 30) });
}

const kPentagon = [0, 1, 2, 3, 4]
  .map((i) => (Math.PI * (4 * i + 1)) / 10)
  .map((angle) => [0.3 * Math.cos(angle), 0.3 * Math.sin(angle)]);
const kForms = [
  [box(0.5, 0.5)],
  [{ type: 'circle', radius: 0.25 }],
  [{ type: 'capsule', x1: -0.15, y1: 0, x2: 0.15, y2: 0, radius: 0.15 }],
  [{ type: 'polygon', points: kPentagon }],
];

/** The form of the i-th body in rows of so many: neighbours differ in both directions. */
const formOf = (i, columns) => kForms[(i + Math.floor(i / columns)) % 4];

/** Boxes, circles, capsules and pentagons in equal number, falling 28 m high into a bin as wide as they need. */
function pile(count) {
  const pitch = 0.7; // m: wider than any of the forms at any angle
  const rows = 40;
  const columns = Math.ceil(count / rows);
  const half = (columns * pitch) / 2 + 0.5;
  const height = rows * pitch + 4;
  const random = randomNumbers(1);
  const bodies = [
    fixed(0, -0.5, [box(2 * half + 2, 1)]),
    fixed(-half - 0.5, height / 2, [box(1, height)]),
    fixed(half + 0.5, height / 2, [box(1, height)]),
  ];
  for (let i = 0; i < count; i += 1) {
    const x = ((i % columns) - (columns - 1) / 2) * pitch + 0.04 * (random() - 0.5);
    const y = (Math.floor(i / columns) + 1) * pitch;
    bodies.push(body(x, y, formOf(i, columns), { angle: 2 * Math.PI * random() }));
  }
  return scene(`pile${count}`, `mixed pile of ${count}`, { warmup: 240, bodies, judge: judge.settled(-half, half, height) });
}

/** A hollow square that turns at 25 degrees a second, as Box2D's tumbler does. */
function tumbler() {
  const wall = [box(1, 21, 10, 0), box(1, 21, -10, 0), box(21, 1, 0, 10), box(21, 1, 0, -10)];
  const bodies = [body(0, 0, wall, { type: 'kinematic', omega: (25 * Math.PI) / 180 })];
  for (let i = 0; i < 1600; i += 1) {
    bodies.push(body((i % 40) * 0.4 - 7.8, Math.floor(i / 40) * 0.4 - 7.8, [box(0.25, 0.25)]));
  }
  return scene('tumbler', 'tumbler of 1600', { warmup: 180, steps: 300, bodies, judge: judge.tumbling(10 * Math.SQRT2) });
}

/** Box2D's joint grid at half its side: a cloth of circles that touch nothing, hung on seven of the top row. */
function jointGrid() {
  const side = 50;
  const bodies = [];
  const joints = [];
  for (let column = 0; column < side; column += 1) {
    for (let row = 0; row < side; row += 1) {
      const i = bodies.length;
      const held = row === 0 && Math.abs(column - side / 2) <= 3;
      bodies.push(body(column, -row, [{ type: 'circle', radius: 0.4 }], { type: held ? 'static' : 'dynamic', ghost: true }));
      const join = (a, localA, localB) => {
        // What is held needs no joint to what is held, and not every engine makes one.
        if (isMoving(bodies[a]) || isMoving(bodies[i])) joints.push({ a, b: i, localA, localB });
      };
      if (row > 0) join(i - 1, [0, -0.5], [0, 0.5]);
      if (column > 0) join(i - side, [0.5, 0], [-0.5, 0]);
    }
  }
  return scene('joints', 'grid of 2500 with 4900 joints', { bodies, joints, judge: judge.held(joints) });
}

/** Mixed shapes rain into twenty bins, one bin after the other, so that the first are asleep while the last are filled. */
function rain() {
  const bins = 20;
  const pitch = 9; // m: 8 of room and a wall
  const random = randomNumbers(2);
  const bodies = [fixed(0, -0.5, [box(bins * pitch + 1, 1)])];
  for (let i = 0; i <= bins; i += 1) bodies.push(fixed((i - bins / 2) * pitch, 6, [box(1, 12)]));
  for (let step = 0; step < 600; step += 20) {
    for (let bin = 0; bin < bins; bin += 1) {
      const wave = (step - 20 * bin) / 40; // in 40 steps the wave before has fallen 2.2 m, out of the way of three rows
      if (!Number.isInteger(wave) || wave < 0 || wave > 4) continue;
      for (let i = 0; i < 30; i += 1) {
        const x = (bin - (bins - 1) / 2) * pitch + ((i % 10) - 4.5) * 0.75 + 0.04 * (random() - 0.5);
        const y = 16 + 0.7 * Math.floor(i / 10);
        bodies.push(body(x, y, formOf(i, 10), { angle: 2 * Math.PI * random(), at: step }));
      }
    }
  }
  const half = (bins * pitch) / 2;
  return scene('rain', 'rain of 3000, sleep on', { sleep: true, warmup: 60, steps: 660, bodies, judge: judge.settled(-half, half, 18) });
}

/** What sleep is worth: a hundred shelves of a hundred boxes that sleep, and ten small towers that may not. */
function asleep() {
  const bodies = [fixed(0, -0.5, [box(40, 1)])];
  for (let tower = 0; tower < 10; tower += 1) {
    for (let i = 0; i < 10; i += 1) bodies.push(body((tower - 4.5) * 3, i + 0.5, [box(1, 1)], { sleepAllowed: false }));
  }
  for (let shelf = 0; shelf < 100; shelf += 1) {
    bodies.push(fixed(0, 20 + 3 * shelf - 0.5, [box(200, 1)]));
    for (let i = 0; i < 100; i += 1) bodies.push(body((i - 49.5) * 1.5, 20 + 3 * shelf + 0.5, [box(1, 1)]));
  }
  return scene('asleep', '10000 asleep, 100 awake', { sleep: true, warmup: 240, bodies, judge: judge.resting(100) });
}

const kScenes = {
  pyramid60: () => pyramid(60),
  pyramid100: () => pyramid(100),
  pile2000: () => pile(2000),
  tumbler,
  joints: jointGrid,
  pyramids400,
  rain,
  asleep,
  towers,
};

/** Those that are measured when none is named. */
export const sceneNames = Object.keys(kScenes);

/** The scene of a name; `pile<n>` and `pyramid<n>` take any number. */
export function makeScene(name) {
  if (Object.hasOwn(kScenes, name)) return kScenes[name]();
  const [, form, count] = name.match(/^(pile|pyramid)(\d{1,5})$/) ?? [];
  if (Number(count) >= 1) return form === 'pile' ? pile(Number(count)) : pyramid(Number(count));
  throw new CommandError(`no scene is named ${name}; there are ${sceneNames.join(', ')}, and pile<n> and pyramid<n>`);
}
