// The scenes as data, so that every engine, in whatever language, is given the same bodies at the same places.
//
// A scene is `{ name, title, sleep, warmup, steps, bodies, joints, copies, judge }`; what is the same in all is in
// conditions.mjs. `copies` worlds are made of it and stepped in turn. A body is `{ type, x, y, angle, vx, vy, omega,
// sleepAllowed, ghost, group, at, shapes }`: `vx`, `vy` (m/s) and `omega` (rad/s) are how it starts, and how a
// kinematic body goes on; a ghost touches nothing, bodies of one group other than 0 do not touch each other, and `at`
// is the step before which the body is made. A joint is `{ type, a, b, localA, localB }`, bodies by their number in
// `bodies`: a `revolute` pins the two points together and may have `limits`, the least and greatest angle of B on A; a
// `distance` is a rod of `length` between them. Metres, radians, y up. `judge` is in judge.mjs.
import { CommandError } from '../../tools/process.mjs';
import { isMoving } from './conditions.mjs';
import * as judge from './judge.mjs';
import { randomNumbers } from './random.mjs';

const box = (width, height, x = 0, y = 0, angle = 0) => ({ type: 'box', width, height, x, y, angle });

function body(x, y, shapes, more = {}) {
  const rest = { angle: 0, vx: 0, vy: 0, omega: 0, sleepAllowed: true, ghost: false, group: 0, at: 0 };
  return { type: 'dynamic', x, y, ...rest, shapes, ...more };
}
/** A dynamic body at rest that is a box of one metre. */
export const unitBox = (x, y) => body(x, y, [box(1, 1)]);

/**
 * Boxes of one metre as hands lay them: up to 5 mm aside and 2 mrad askew, the same in every run (as
 * tests/support/uneven.h). What is piled exactly straight cannot lean in an engine that keeps the symmetry to the bit,
 * and does in one that does not.
 */
export function unevenBoxes(seed) {
  const random = randomNumbers(seed);
  const within = (most) => most * (2 * random() - 1);
  return (x, y, more = {}) => ({ ...unitBox(x + within(0.005), y), angle: within(0.002), ...more });
}
const fixed = (x, y, shapes) => body(x, y, shapes, { type: 'static' });

function scene(name, title, parts) {
  return { name, title, sleep: false, warmup: 60, steps: 240, joints: [], copies: 1, ...parts };
}

/** From a box to its neighbour in an uneven row, m: two that are laid towards each other, and askew, do not overlap. */
const kRowPitch = 1.0125;

/**
 * Rows of unit boxes, each row one box shorter and lying on the one below, laid by `lay`; the last box made is the top.
 */
function pyramidBoxes(rows, centre, base, lay) {
  const boxes = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = row; column < rows; column += 1) {
      boxes.push(lay(centre + kRowPitch * (column - row / 2 - (rows - 1) / 2), base + row + 0.5));
    }
  }
  return boxes;
}

/** The large pyramid of Box2D's own benchmark, which has 100 rows. */
function pyramid(rows) {
  return scene(`pyramid${rows}`, `pyramid of ${rows} rows`, {
    bodies: [fixed(0, -1, [box(200, 2)]), ...pyramidBoxes(rows, 0, 0, unevenBoxes(4))],
    judge: judge.pyramid(rows),
  });
}

/** Box2D's many pyramids: 20 shelves of 20, each on 10 boxes. */
function pyramids400() {
  const across = 20;
  const rows = 10;
  const pitch = rows + 1; // m: a box's width between neighbours
  const lay = unevenBoxes(5);
  const bodies = [];
  for (let level = 0; level < across; level += 1) {
    bodies.push(fixed(0, level * (pitch + 1) - 0.5, [box(across * pitch + 4, 1)]));
  }
  for (let level = 0; level < across; level += 1) {
    for (let i = 0; i < across; i += 1)
      bodies.push(...pyramidBoxes(rows, (i - (across - 1) / 2) * pitch, level * (pitch + 1), lay));
  }
  const size = (rows * (rows + 1)) / 2;
  return scene('pyramids400', '400 pyramids of 10 rows', {
    warmup: 30,
    steps: 120,
    bodies,
    judge: judge.tops(size, rows),
  });
}

function towers() {
  const lay = unevenBoxes(6);
  const bodies = [fixed(0, -0.5, [box(100, 1)])];
  for (let tower = 0; tower < 20; tower += 1) {
    for (let i = 0; i < 30; i += 1) bodies.push(lay((tower - 9.5) * 4, i + 0.5));
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

const kPileRows = 40;
const kPilePitch = 0.7; // m: wider than any of the forms at any angle
const kPileHeight = kPileRows * kPilePitch + 4;

/** A bin whose middle is at x, as wide as so many bodies need to fall 28 m high into it, and the bodies. */
function bin(count, x, random) {
  const columns = Math.ceil(count / kPileRows);
  const half = (columns * kPilePitch) / 2 + 0.5;
  const bodies = [
    fixed(x, -0.5, [box(2 * half + 2, 1)]),
    fixed(x - half - 0.5, kPileHeight / 2, [box(1, kPileHeight)]),
    fixed(x + half + 0.5, kPileHeight / 2, [box(1, kPileHeight)]),
  ];
  for (let i = 0; i < count; i += 1) {
    const dx = ((i % columns) - (columns - 1) / 2) * kPilePitch + 0.04 * (random() - 0.5);
    const y = (Math.floor(i / columns) + 1) * kPilePitch;
    bodies.push(body(x + dx, y, formOf(i, columns), { angle: 2 * Math.PI * random() }));
  }
  return { bodies, half };
}

/** Boxes, circles, capsules and pentagons in equal number in one bin. */
function pile(count, more = {}) {
  const { bodies, half } = bin(count, 0, randomNumbers(1));
  return scene(`pile${count}`, `mixed pile of ${count}`, {
    warmup: 240,
    bodies,
    judge: judge.settled(-half, half, kPileHeight),
    ...more,
  });
}

const kOnePile = 500; // bodies

/** The same in many bins, each with a pile of 500 of its own. */
function piles(count) {
  const bins = Math.ceil(count / kOnePile);
  const pitch = 14; // m: a bin of 500 is 10.1 m wide, and its walls a metre each
  const random = randomNumbers(1);
  const bodies = Array.from(
    { length: bins },
    (_, i) => bin(kOnePile, (i - (bins - 1) / 2) * pitch, random).bodies,
  ).flat();
  const half = (bins * pitch) / 2;
  return scene(`piles${count}`, `${bins} mixed piles of ${kOnePile}`, {
    warmup: 240,
    bodies,
    judge: judge.settled(-half, half, kPileHeight),
  });
}

const kOneWorld = 1000; // bodies

/** The same in worlds of a thousand bodies, which share nothing but the processor. Judged is the last. */
function worlds(count) {
  const name = `worlds${count}`;
  const copies = Math.ceil(count / kOneWorld);
  return pile(kOneWorld, { name, title: `${copies} worlds with a pile of ${kOneWorld}`, copies });
}

/** A hollow square that turns at 25 degrees a second, as Box2D's tumbler does. Its body has the index 0. */
function drum(name, title, bodies) {
  const wall = [box(1, 21, 10, 0), box(1, 21, -10, 0), box(21, 1, 0, 10), box(21, 1, 0, -10)];
  const hollow = body(0, 0, wall, { type: 'kinematic', omega: (25 * Math.PI) / 180 });
  return scene(name, title, {
    warmup: 180,
    steps: 300,
    bodies: [hollow, ...bodies],
    judge: judge.tumbling(10 * Math.SQRT2),
  });
}

function tumbler() {
  const at = (i) => [(i % 40) * 0.4 - 7.8, Math.floor(i / 40) * 0.4 - 7.8];
  return drum(
    'tumbler',
    'tumbler of 1600',
    Array.from({ length: 1600 }, (_, i) => body(...at(i), [box(0.25, 0.25)])),
  );
}

/** Sixteen squares in the drum, each of `across` x `across` boxes: how the time grows with the shapes of a body. */
function compounds(across) {
  const size = 3 / across;
  const place = (i) => (i - (across - 1) / 2) * size;
  const boxes = Array.from({ length: across * across }, (_, i) =>
    box(size, size, place(i % across), place(Math.floor(i / across))),
  );
  const at = (i) => [(i % 4) * 4 - 6, Math.floor(i / 4) * 4 - 6];
  const squares = Array.from({ length: 16 }, (_, i) => body(...at(i), boxes));
  return drum(`compounds${across}`, `16 bodies of ${across * across} boxes in the drum`, squares);
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
      bodies.push(
        body(column, -row, [{ type: 'circle', radius: 0.4 }], { type: held ? 'static' : 'dynamic', ghost: true }),
      );
      const join = (a, localA, localB) => {
        // What is held needs no joint to what is held, and not every engine makes one.
        if (isMoving(bodies[a]) || isMoving(bodies[i])) joints.push({ type: 'revolute', a, b: i, localA, localB });
      };
      if (row > 0) join(i - 1, [0, -0.5], [0, 0.5]);
      if (column > 0) join(i - side, [0.5, 0], [-0.5, 0]);
    }
  }
  return scene('joints', 'grid of 2500 with 4900 joints', { bodies, joints, judge: judge.grid });
}

/**
 * The cloth of the page, its hooks set in so that its edges fall: points on rods, into which three balls are thrown.
 */
function cloth() {
  const side = 36;
  const pitch = 10 / side;
  const hooks = [3, 10, 17, 25, 32]; // no two are neighbours
  const bodies = [fixed(0, -0.5, [box(60, 1)])];
  const joints = [];
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const i = bodies.length;
      const type = row === 0 && hooks.includes(column) ? 'static' : 'dynamic';
      const point = [{ type: 'circle', radius: 0.4 * pitch }];
      bodies.push(body((column - (side - 1) / 2) * pitch, 12 - row * pitch, point, { type, group: 1 }));
      const join = (a) => joints.push({ type: 'distance', a, b: i, localA: [0, 0], localB: [0, 0], length: pitch });
      if (row > 0) join(i - side);
      if (column > 0) join(i - 1);
    }
  }
  for (let i = 0; i < 3; i += 1) {
    bodies.push(body(-9 - 2 * i, 4 + 2 * i, [{ type: 'circle', radius: 0.8 }], { vx: 11 + i, vy: 6 }));
  }
  return scene('cloth', 'cloth of 2520 rods', { bodies, joints, judge: judge.cloth });
}

/** A figure 1.7 m tall of eleven parts and ten hinges, its feet at a point; parts of one group do not touch. */
function addFigure(bodies, joints, x, y, group) {
  const add = (cx, cy, shape) => bodies.push(body(x + cx, y + cy, [shape], { group, vx: 2.2 })) - 1;
  const limb = ([ax, ay], [bx, by], radius) => {
    const [cx, cy] = [(ax + bx) / 2, (ay + by) / 2];
    return add(cx, cy, { type: 'capsule', x1: ax - cx, y1: ay - cy, x2: bx - cx, y2: by - cy, radius });
  };
  const hinge = (a, b, at, lower, upper) => {
    const local = (i) => [x + at[0] - bodies[i].x, y + at[1] - bodies[i].y];
    joints.push({ type: 'revolute', a, b, localA: local(a), localB: local(b), limits: [lower, upper] });
  };
  const torso = limb([0, 1.02], [0, 1.32], 0.14);
  const hip = limb([0, 0.86], [0, 0.9], 0.13);
  const head = add(0, 1.62, { type: 'circle', radius: 0.13 });
  hinge(torso, hip, [0, 0.95], -0.4, 0.8);
  hinge(torso, head, [0, 1.48], -0.5, 0.5);
  for (const side of [-1, 1]) {
    const thigh = limb([0.05 * side, 0.78], [0.06 * side, 0.52], 0.08);
    const shin = limb([0.06 * side, 0.42], [0.06 * side, 0.1], 0.065);
    hinge(hip, thigh, [0.05 * side, 0.82], -1.2, 1.8);
    hinge(thigh, shin, [0.06 * side, 0.47], -2, 0.05);
    const arm = limb([0.17 * side, 1.34], [0.22 * side, 1.14], 0.06);
    const hand = limb([0.22 * side, 1.04], [0.24 * side, 0.8], 0.05);
    hinge(torso, arm, [0.16 * side, 1.38], -2.4, 2.4);
    hinge(arm, hand, [0.22 * side, 1.09], -0.05, 2.2);
  }
}

/**
 * The ragdolls of the page, a hundred: ten flights of stairs with walls between them, ten figures down each. The groups
 * are those of a flight, ten in all, so that every engine's bits do for them.
 */
function ragdolls() {
  const flights = 10;
  const figures = 10;
  const pitch = 24; // m
  const random = randomNumbers(3);
  const bodies = [];
  const joints = [];
  const steps = Array.from({ length: 12 }, (_, i) => box(1, 0.6 * (12 - i), 1 + i, 0.3 * (12 - i)));
  for (let flight = 0; flight <= flights; flight += 1) {
    const wall = box(1, 24, 0, 12);
    const stairs = flight < flights ? [...steps, box(pitch, 1, pitch / 2, -0.5)] : [];
    bodies.push(fixed((flight - flights / 2) * pitch, 0, [wall, ...stairs]));
  }
  for (let flight = 0; flight < flights; flight += 1) {
    for (let i = 0; i < figures; i += 1) {
      const x = (flight - flights / 2) * pitch + 1.7 + 0.9 * (i % 4) + 0.1 * random();
      addFigure(bodies, joints, x, 8.4 + 1.9 * Math.floor(i / 4), i + 1);
    }
  }
  const parts = 11;
  return scene('ragdolls', '100 ragdolls down stairs', {
    steps: 300,
    bodies,
    joints,
    judge: judge.ragdolls({ parts, figures, flights, pitch }),
  });
}

/**
 * Mixed shapes rain into twenty bins, one bin after the other, so that the first are asleep while the last are filled.
 */
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
  return scene('rain', 'rain of 3000, sleep on', {
    sleep: true,
    warmup: 60,
    steps: 660,
    bodies,
    judge: judge.settled(-half, half, 18),
  });
}

/** What sleep is worth: a hundred shelves of a hundred boxes that sleep, and ten small towers that may not. */
function asleep() {
  const lay = unevenBoxes(7);
  const bodies = [fixed(0, -0.5, [box(40, 1)])];
  for (let tower = 0; tower < 10; tower += 1) {
    for (let i = 0; i < 10; i += 1) bodies.push(lay((tower - 4.5) * 3, i + 0.5, { sleepAllowed: false }));
  }
  for (let shelf = 0; shelf < 100; shelf += 1) {
    bodies.push(fixed(0, 20 + 3 * shelf - 0.5, [box(200, 1)]));
    for (let i = 0; i < 100; i += 1) bodies.push(unitBox((i - 49.5) * 1.5, 20 + 3 * shelf + 0.5));
  }
  return scene('asleep', '10000 asleep, 100 awake', { sleep: true, warmup: 240, bodies, judge: judge.resting(100) });
}

const kScenes = {
  pyramid60: () => pyramid(60),
  pyramid100: () => pyramid(100),
  pile2000: () => pile(2000),
  tumbler,
  joints: jointGrid,
  cloth,
  ragdolls,
  pyramids400,
  rain,
  asleep,
  towers,
};

/** Those that are measured when none is named. */
export const sceneNames = Object.keys(kScenes);

/**
 * What `--growth` measures: how the time a body takes grows from a thousand bodies to twenty thousand, in three
 * readings. One pile that grows; piles of 500 that become more; worlds that become more, which tells what the
 * processor's caches alone cost. Measured once all have come to rest, or the larger would do other work a body than the
 * smaller. No body sleeps.
 */
export const growthNames = ['pile', 'piles', 'worlds'].flatMap((form) => [`${form}1000`, `${form}20000`]);
export const growthSteps = { warmup: 900, steps: 120 };

const kSized = { pile, piles, worlds, pyramid, compounds };

/** The scene of a name; those of `kSized` take any number. */
export function makeScene(name) {
  if (Object.hasOwn(kScenes, name)) return kScenes[name]();
  const [, form, count] = name.match(/^(pile|piles|worlds|pyramid|compounds)(\d{1,5})$/) ?? [];
  if (Number(count) >= 1) return kSized[form](Number(count));
  throw new CommandError(
    `no scene is named ${name}; there are ${sceneNames.join(', ')}, and ${Object.keys(kSized).join('<n>, ')}<n>`,
  );
}
