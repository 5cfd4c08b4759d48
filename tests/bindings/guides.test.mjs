// What the guides show is run: programs in Node, figures in a world, TypeScript past the compiler.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { root } from '../../tools/paths.mjs';
import { blocksOfKind, compileTypeScript, guides, projectFolder } from '../support/guides.mjs';
import { init, presets, World } from '../../dist/index.js';

const execute = promisify(execFile);

let folder;
before(async () => {
  await init();
  folder = projectFolder();
});
after(() => folder && rmSync(folder, { recursive: true, force: true }));

const fileOf = (at) => at.replace('.md:', '-');

/** What a comment after `console.log(...)` says is printed; `...` stands for anything. */
function promisesOf(code) {
  return [...code.matchAll(/console\.log\([^\n]*\); \/\/ ([^\n]*)$/gm)].map(([, said]) => said);
}
const asPattern = (said) =>
  new RegExp(
    said
      .split('...')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );

describe('programs', { concurrency: 2 }, () => {
  for (const { at, code } of blocksOfKind('node')) {
    test(`${at} runs`, async () => {
      const file = join(folder, `${fileOf(at)}.mjs`);
      writeFileSync(file, code);
      const { stdout } = await execute(process.execPath, [file], { cwd: folder });
      if (code.includes('console.log')) assert.match(stdout, /\S/);
      for (const said of promisesOf(code)) assert.match(stdout, asPattern(said), `${at} says // ${said}`);
    });
  }
});

test('promises of programs are found', () => {
  assert.deepEqual(promisesOf('console.log(a, b); // 1 2\nlog(c); // no'), ['1 2']);
  assert.match('got NaN, twice', asPattern('got ...wice'));
  assert.ok(blocksOfKind('node').flatMap(({ code }) => promisesOf(code)).length >= 5);
});

/** The state of a figure's bodies, and that all of it is finite. */
function look(world) {
  return world.bodies.map(({ position: { x, y }, angle, type }) => {
    for (const value of [x, y, angle])
      assert.ok(Number.isFinite(value) && Math.abs(value) < 1e4, `a ${type} body at ${x}, ${y}`);
    return [x, y, angle];
  });
}

for (const { at, code, values } of blocksOfKind('scene')) {
  test(`${at}: the figure moves, stays in sight, and does so again after a reset`, async () => {
    const file = join(folder, `${fileOf(at)}.mjs`);
    // The same engine as this test's, for figures that import from the package.
    writeFileSync(file, code.replace("from 'impulse2d'", `from ${JSON.stringify(join(root, 'dist/index.js'))}`));
    const { default: setup } = await import(file);
    const run = () => {
      const world = new World();
      let state = 7;
      const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
      const scene = setup({ world, params: {}, random }) ?? {};
      world.step(0);
      const start = look(world);
      let moved = 0;
      for (let i = 0; i < 300; i++) {
        world.step();
        const now = look(world);
        const way = now.map(
          ([x, y, angle], k) =>
            Math.abs(x - start[k]?.[0]) + Math.abs(y - start[k]?.[1]) + Math.abs(angle - start[k]?.[2]),
        );
        moved = Math.max(moved, ...way.filter((value) => !Number.isNaN(value)));
        scene.labels?.forEach(({ text }) => assert.equal(typeof text, 'string'));
        scene.follow?.();
      }
      const { camera } = scene;
      assert.ok(camera, 'a figure of a guide says what is seen');
      const seen = world.bodies.filter(
        ({ type, position: { x, y } }) =>
          type === 'dynamic' &&
          Math.abs(x - (scene.follow?.()?.x ?? camera.x)) < camera.width &&
          Math.abs(y - camera.y) < camera.height,
      );
      assert.ok(seen.length > 0, 'after five seconds something is left to be seen');
      const hash = world.hash();
      world.destroy();
      return { moved, hash };
    };
    const first = run();
    assert.ok(first.moved > 0.001, `nothing moves: ${first.moved}`);
    assert.equal(run().hash, first.hash);
    assert.match(values.caption ?? '', /\w/, 'a figure has a caption');
  });
}

/** The world of the figure with this word in its caption, after so many steps; `each` is called after each. */
async function played(word, steps, each = () => {}) {
  const { at, code } = blocksOfKind('scene').find(({ values }) => values.caption.includes(word));
  const file = join(folder, `${fileOf(at)}-played.mjs`);
  writeFileSync(file, code.replace("from 'impulse2d'", `from ${JSON.stringify(join(root, 'dist/index.js'))}`));
  const { default: setup } = await import(file);
  const world = new World();
  setup({ world, params: {}, random: Math.random });
  const start = world.bodies.map(({ position }) => position);
  for (let i = 0; i < steps; i++) {
    world.step();
    each(world, i);
  }
  const moved = world.bodies.filter(({ position: { x, y } }, i) => Math.hypot(x - start[i]?.x, y - start[i]?.y) > 0.1);
  return { world, moved };
}
const isOf = (type) => (body) => body.type === type;
test('the character of the figure goes back and forth for a minute, and pushes the crate', async () => {
  const turns = [];
  const { moved } = await played('A character walks', 3600, (world, i) => {
    const { x, y } = world.bodies.find(isOf('kinematic')).position;
    assert.ok(Math.abs(x) < 9 && y < 4, `${x}, ${y}`);
    const side = Math.abs(x) > 7 ? Math.sign(x) : turns.at(-1)?.side;
    if (side !== turns.at(-1)?.side) turns.push({ side, i });
  });
  assert.ok(turns.length >= 8, `${turns.length} turns`);
  assert.ok(turns.at(-1).i > 3200, `the last at step ${turns.at(-1).i}`);
  assert.ok(moved.some(isOf('dynamic')), 'the crate');
});
test('the slingshot of the figure breaks planks', async () => {
  const { world } = await played('thrown by the script', 300);
  assert.ok(world.bodyCount < 8, `${world.bodyCount} bodies`);
});
test('the car of the figure stays in sight for a minute, and knocks cones away', async () => {
  const { moved } = await played('A car seen from above', 3600, (world) => {
    const { x, y } = world.bodies[0].position;
    assert.ok(Math.abs(x) < 7 && Math.abs(y) < 4, `${x}, ${y}`);
  });
  assert.ok(moved.length > 2 && moved.length < 9, `${moved.length} moved`);
});
for (const [word, name, steps] of [
  ['Wheels on springs', 'wheels', 3600],
  ['A car on hills', 'hills', 7200],
])
  test(`the car of the figure of ${name} turns back at the ends of its ground`, async () => {
    let ways = 0;
    let way = 1;
    await played(word, steps, (world) => {
      const car = world.bodies[1];
      assert.ok(car.position.y > -3, `it fell off at ${car.position.x} m`);
      if (car.velocity.x * way < -1) {
        way = -way;
        ways++;
      }
    });
    assert.ok(ways >= 1, `${ways} turns`);
  });
test('the right arm of the figure reaches both of its limits', async () => {
  const range = [0, 0];
  await played('A motor turns the left arm', 600, (world) => {
    const { angle } = world.joints[1];
    range[0] = Math.min(range[0], angle);
    range[1] = Math.max(range[1], angle);
  });
  assert.ok(range[1] > 0.59 && range[1] < 0.62 && range[0] < -0.5 && range[0] > -0.62, range.join());
});
test('each ball of the figure lands on the platform', async () => {
  const { world } = await played('Balls are thrown up through', 300);
  for (const { position } of world.bodies.filter(isOf('dynamic'))) assert.ok(Math.abs(position.y - 2.95) < 0.02);
});

test('every guide has a live figure and begins with a title and a sentence', () => {
  for (const { name, text, blocks } of guides) {
    assert.ok(
      blocks.some(({ kind }) => kind === 'scene'),
      `${name}.md has no figure`,
    );
    assert.match(text, /^# [^\n]+\n\n\w/, `${name}.md`);
  }
});

test('there is a figure for each type of joint', () => {
  const { blocks } = guides.find(({ name }) => name === 'joints');
  const code = blocks
    .filter(({ kind }) => kind === 'scene')
    .map((block) => block.code)
    .join('');
  for (const type of [
    'revolute',
    'prismatic',
    'distance',
    'weld',
    'wheel',
    'motor',
    'target',
    'gear',
    'pulley',
    'filter',
  ])
    assert.match(code, new RegExp(`type: '${type}'`), type);
});

test('the guide to solvers has the figures of the acceptance suite', () => {
  const { text } = guides.find(({ name }) => name === 'solvers');
  const columns = ['soft-step', 'umbra', 'ftPhysics', 'wedekind', 'fx2d'];
  const lines = readFileSync(join(root, 'tests/solvers/figures.tsv'), 'utf8').split('\n');
  const measured = (law, quantity) =>
    columns.map((solver) => {
      const [line] = lines.filter((each) => each.startsWith(`${law}\t${quantity}\t`) && each.includes(`\t${solver}\t`));
      return Number(line.split('\t').at(-1));
    });
  for (const [said, law, quantity, times, unit] of [
    ['the top box sinks by', 'X8', 'stack of 10 boxes, 10 s: sinking of the top', 1000, 'mm'],
    ['towers of 20 boxes after 20 s: fallen', 'X21', '40 uneven towers of 20 boxes, 20 s: fallen', 1, ''],
    ['100 kg on 1 kg after 10 s', 'X10', '100 kg on 1 kg, 10 s: sinking', 1000, 'mm'],
    ['five touching discs', 'X7', '5 touching discs: speed of the last over that of the first', 1, ''],
    ['chain of ten links', 'X16', 'the same with 1,000 kg', 100, '%'],
  ]) {
    const row = text.split('\n').find((line) => line.startsWith('|') && line.includes(said));
    const cells = row.split('|').slice(2, -1);
    measured(law, quantity).forEach((value, i) => {
      const [, digits, given] = cells[i].trim().match(/^([\d.]+) ?(.*)$/);
      const scale = given === 'm' ? 1 : times;
      if (given !== 'm') assert.equal(given, digits === '0' ? given : unit, row);
      const decimals = digits.split('.')[1]?.length ?? 0;
      assert.ok(
        Math.abs(value * scale - Number(digits)) <= 0.7 * 10 ** -decimals,
        `${said}, ${columns[i]}: ${value * scale}, not ${digits}`,
      );
    });
  }
});

test('100 kg exactly above 1 kg stay there as the guide to solvers says', () => {
  const { text } = guides.find(({ name }) => name === 'solvers');
  const words = text.replace(/\s+/g, ' ');
  const run = (solver) => {
    const world = new World({ sleep: false, solver });
    world.createBody({ type: 'static', position: [0, -0.5], shapes: [{ type: 'box', width: 20, height: 1 }] });
    world.createBody({ position: [0, 0.5], shapes: [{ type: 'box', width: 1, height: 1 }] });
    const load = world.createBody({ position: [0, 1.5], shapes: [{ type: 'box', width: 1, height: 1, density: 100 }] });
    const heights = [];
    for (let i = 0; i < 600; i++) {
      world.step();
      heights.push(1000 * load.position.y);
    }
    world.destroy();
    return heights;
  };
  const said = (pattern) => Number(words.match(pattern)[1]);
  const near = (value, wanted) => assert.ok(Math.abs(value - wanted) <= 2, `${value} mm, not ${wanted}`);
  near(1500 - run(presets.fx2d).at(-1), said(/Under `fx2d` it sinks by (\d+) mm/));
  for (const [name, pattern] of [
    ['ftPhysics', /Under `ftPhysics` it oscillates within a range of (\d+) mm/],
    ['wedekind', /under `wedekind` within (\d+) mm/],
  ]) {
    const late = run(presets[name]).slice(300);
    near(Math.max(...late) - Math.min(...late), said(pattern));
  }
});

test('what the docstrings say of presets and naive variants is so', () => {
  const read = (file) => readFileSync(join(root, 'bindings/ts/src', file), 'utf8').replace(/\s*\n\s*\* /g, ' ');
  const withFloor = ({ restitution = 0, ...options }, run) => {
    const world = new World({ sleep: false, ...options });
    world.createBody({
      type: 'static',
      position: [0, -0.5],
      shapes: [{ type: 'box', width: 40, height: 1, restitution }],
    });
    const result = run(world);
    world.destroy();
    return result;
  };
  const box = { type: 'box', width: 1, height: 1 };

  let seed = 12345;
  const offset = (most) => most * (2 * ((seed = (seed * 16807) % 2147483647) / 2147483647) - 1);
  const gain = (solver, mass) =>
    withFloor({ solver }, (world) => {
      world.createBody({ position: [offset(0.005), 0.5], angle: offset(0.002), shapes: [box] });
      world.createBody({ position: [offset(0.005), 1.5], angle: offset(0.002), shapes: [{ ...box, density: mass }] });
      const energy = () => world.energy().kinetic + world.energy().potential;
      const start = energy();
      let most = 0;
      for (let i = 0; i < 600; i++) {
        world.step();
        most = Math.max(most, energy() - start);
      }
      return most;
    });
  const said = [
    ...read('presets.ts').matchAll(
      /1 kg under 100 kg gains (\d+) J in the median [^.]* and up to (\d+) J\. 1 kg under 30 kg gains none/g,
    ),
  ];
  assert.equal(said.length, 2);
  ['ftPhysics', 'wedekind'].forEach((name, i) => {
    const gains = (mass, runs) => Array.from({ length: runs }, () => gain(presets[name], mass)).sort((a, b) => a - b);
    const sorted = gains(100, 41);
    const median = sorted[20];
    const [, usual, most] = said[i].map(Number);
    assert.ok(Math.abs(median / usual - 1) < 0.1, `${name}: ${median} J`);
    assert.ok(sorted.at(-1) <= most && sorted.at(-1) > 1.2 * usual, `${name}: at most ${sorted.at(-1)} J`);
    assert.ok(gains(30, 20).at(-1) < 1);
  });

  const leaves = (solver) =>
    withFloor({ solver: { ...solver, literal: { noPrevPoseShift: true } } }, (world) => {
      const body = world.createBody({ position: [0, 0.4], shapes: [box] });
      world.step();
      return body.velocity.y;
    });
  const [, shifts] = read('types.ts').match(
    /`substepped-position`: corrections [^.]* an overlap of 10 cm leaves at (\d+) m\/s/,
  );
  assert.equal(Number(shifts), Math.round(leaves(presets.fx2d)));
  for (const solver of [presets.softStep, presets.umbra]) assert.ok(leaves(solver) < 0.01);

  const rises = (options) =>
    withFloor({ restitution: 1, ...options }, (world) => {
      const ball = world.createBody({ position: [0, 1.5], shapes: [{ type: 'circle', radius: 0.5, restitution: 1 }] });
      for (let i = 0; i < 120 && ball.velocity.y <= 0; i++) world.step();
      let most = 0;
      for (; ball.velocity.y > 0; world.step()) most = Math.max(most, ball.position.y - 0.5);
      return most;
    });
  const [, gains, loses, others] = read('types.ts').match(
    /under `sequential-impulse` gains (\d+) % of its height per bounce, or loses (\d+) % .* change by (\d+) % or less/,
  );
  const bounces = (solver) => rises({ solver: { ...solver, restitutionMidpoint: false } });
  assert.equal(Math.round(100 * (1 - bounces(presets.wedekind))), Number(loses));
  assert.equal(Math.round(100 * (bounces({ type: 'sequential-impulse' }) - 1)), Number(gains));
  for (const type of ['soft-step', 'substepped-position'])
    for (const impacts of ['bias', 'zero-duration'])
      assert.ok(Math.abs(bounces({ type, impacts }) - 1) <= Number(others) / 100, `${type} ${impacts}`);
  const summed = { solver: { ...presets.ftPhysics, literal: { sumBias: true } }, continuous: false };
  assert.equal(read('types.ts').match(/dropped from 1 m rises to ([\d.]+) m/)[1], rises(summed).toFixed(2));
});

test('the guide to the loop and the reference say from which step length uneven stacks fall', () => {
  const guide = guides.find(({ name }) => name === 'loop').text.replace(/\s+/g, ' ');
  const reference = readFileSync(join(root, 'bindings/ts/src/world.ts'), 'utf8').replace(/\s*\n\s*\* /g, ' ');
  assert.match(guide, /tall stacks fall\. For example, ten uneven boxes fall with steps of 0\.075 s and longer/);
  assert.match(reference, /tall ones fall: ten boxes from 0\.075 s on, five from 0\.2 s on/);
  let seed = 5;
  const offset = (most) => most * (2 * ((seed = (seed * 16807) % 2147483647) / 2147483647) - 1);
  const fallen = (count, dt) => {
    let number = 0;
    for (let run = 0; run < 10; run++) {
      const world = new World({ sleep: false });
      world.createBody({ type: 'static', position: [0, -0.5], shapes: [{ type: 'box', width: 99, height: 1 }] });
      const boxes = Array.from({ length: count }, (_, i) =>
        world.createBody({
          position: [offset(0.005), 0.5 + i],
          angle: offset(0.002),
          shapes: [{ type: 'box', width: 1, height: 1 }],
        }),
      );
      for (let time = 0; time < 20; time += dt) world.step(dt);
      if (boxes.at(-1).position.y < 0.8 * count) number++;
      world.destroy();
    }
    return number;
  };
  assert.equal(fallen(10, 0.07), 0);
  assert.ok(fallen(10, 0.075) >= 3, 'some fall');
  assert.equal(fallen(10, 0.08), 10);
  assert.equal(fallen(5, 0.18), 0);
  assert.ok(fallen(5, 0.2) >= 3, 'some fall');
  assert.equal(fallen(5, 0.22), 10);
});

test('blocks that are not run parse', async () => {
  for (const { at, code } of blocksOfKind('config'))
    await esbuild.transform(code, { loader: 'js' }).catch((error) => assert.fail(`${at}: ${error.message}`));
});

test('the blocks in TypeScript satisfy the compiler', () => {
  const sources = blocksOfKind('types').map(({ at, code }) => [`${fileOf(at)}.ts`, code]);
  assert.ok(sources.length > 0);
  compileTypeScript(folder, sources);
});
