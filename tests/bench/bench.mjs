// `npm run bench -- [options]`: this engine against others, each at its own defaults, at 60 Hz, on one thread of Node.
//
//   --scenes a,b        which scenes (scenes.mjs); pile<n>, piles<n>, worlds<n>, pyramid<n> and
//                       compounds<n> take any number
//   --growth            instead: how the time a body takes grows with their number (scenes.mjs, `growthNames`); ours
//                       alone, unless --engines names others
//   --engines x,y       which engines (engines.mjs); ours is always there
//   --rounds n          how often each engine runs each scene, in turn (3)
//   --steps n           measured steps of a scene, instead of its own number
//   --patience s        seconds after which a slow engine's run is cut short (20; with --growth 60)
//   --stages            time of each stage of the step, where the engine tells
//   --solver type       ours with another solver than the default
//   --dist name=folder  also another build of ours, as an engine of that name; may be repeated
//   --external name=command   also an engine in a program of its own (external.mjs); may be repeated
//   --json file, --svg file   write all figures, and the chart of the README
//   --quick             one round of a quarter of the steps, to see that everything runs
//   --no-build          measure dist/ as it lies there
//
// Before and after, in one run: a build of another checkout beside this one's, for instance
//
//   npm run build
//   npm run bench -- --no-build --engines impulse2d --dist base=../other/dist --scenes pyramid60,towers --rounds 5
//
// One child process runs one engine in one scene, so that none profits or suffers from another, and the engines take
// turns, A B A B, so that what the machine does besides hits all of them; with --growth the scenes do, too. Figures are
// medians. Ratios are taken within a round; across runs nothing is comparable.
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dist } from '../../tools/paths.mjs';
import { CommandError, main } from '../../tools/process.mjs';
import { chart } from './chart.mjs';
import { isMoving } from './conditions.mjs';
import { kEngines } from './engines.mjs';
import { measureOutside } from './external.mjs';
import { plausible } from './judge.mjs';
import { installPeers } from './peers.mjs';
import { combine, compare, means, text, time } from './report.mjs';
import { growthNames, growthSteps, makeScene, sceneNames } from './scenes.mjs';
import { summarize } from './statistics.mjs';

const kBase = 'impulse2d';
const kBusy = 0.75; // of a core's load before the start: above it figures say little
const child = join(dirname(fileURLToPath(import.meta.url)), 'measure.mjs');

function options() {
  const { values } = parseArgs({
    options: {
      scenes: { type: 'string' },
      growth: { type: 'boolean', default: false },
      engines: { type: 'string' },
      rounds: { type: 'string' },
      steps: { type: 'string' },
      patience: { type: 'string' },
      stages: { type: 'boolean', default: false },
      solver: { type: 'string' },
      dist: { type: 'string', multiple: true, default: [] },
      external: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      svg: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
    },
  });
  const whole = (name, fallback) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (value !== undefined && !(Number.isInteger(value) && value > 0))
      throw new CommandError(`--${name} must be a whole number above 0`);
    return value;
  };
  const scenes = values.scenes ?? (values.growth ? growthNames : sceneNames).join();
  const engines = values.engines ?? (values.growth ? kBase : Object.keys(kEngines).join());
  return {
    ...values,
    scenes,
    engines,
    rounds: whole('rounds', values.quick ? 1 : 3),
    steps: whole('steps'),
    patience: whole('patience', values.growth ? 60 : 20),
  };
}

function named(option, texts) {
  return texts.map((item) => {
    const [, name, value] = item.match(/^([^=]+)=(.+)$/s) ?? [];
    if (!name)
      throw new CommandError(`--${option} takes name=${option === 'dist' ? 'folder' : 'command'}, got ${item}`);
    return { name, value };
  });
}

/** `{ name, spec }` of those with an adapter, `{ name, command }` of those outside; ours first. */
function chosenEngines({ engines, dist: builds, external, solver }) {
  const names = [kBase, ...engines.split(',').filter((name) => name && name !== kBase)];
  const unknown = names.find((name) => !Object.hasOwn(kEngines, name));
  if (unknown) throw new CommandError(`no engine is named ${unknown}; there are ${Object.keys(kEngines).join(', ')}`);
  const ours = (folder) => ({ ...kEngines[kBase], options: { dist: folder, solver } });
  return [
    ...names.map((name) => ({ name, spec: name === kBase ? ours(dist) : kEngines[name] })),
    ...named('dist', builds).map(({ name, value }) => ({ name, spec: ours(resolve(value)) })),
    ...named('external', external).map(({ name, value }) => ({ name, command: value })),
  ];
}

function measureInside(spec, scene, how) {
  return new Promise((done, fail) => {
    const running = fork(child, [JSON.stringify({ engine: spec, scene: scene.name, ...how })], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    const limit = 4 * how.patience + 60; // s: making the scene and the last step may take their time
    const clock = setTimeout(() => {
      running.kill('SIGKILL');
      fail(new Error(`took more than ${limit} s`));
    }, 1000 * limit);
    running.stderr.setEncoding('utf8').on('data', (chunk) => {
      errors = (errors + chunk).slice(-2000);
    });
    running.on('message', done); // before `exit` when it comes at all
    running.on('exit', (code, signal) => {
      clearTimeout(clock);
      fail(new Error(`ended with ${signal ?? code}: ${errors.trim()}`));
    });
  });
}

/** One engine, one scene, once: `{ ok, note, step, read, … }`, or `{ skipped }`. */
async function measureOnce(engine, scene, how) {
  const found = engine.command
    ? await measureOutside(engine.command, scene, how)
    : await measureInside(engine.spec, scene, how);
  if (found.skipped) return { version: found.version, skipped: found.skipped };
  if (found.failed) return { version: found.version, ok: false, note: found.failed };
  const end = {
    ...found,
    scene,
    poses: found.poses.map((pose) => pose && { x: pose[0], y: pose[1], c: pose[2], s: pose[3] }),
  };
  const sound = plausible(end);
  const verdict = sound.ok ? scene.judge(end) : sound;
  const remark = found.remark ? ` (${found.remark})` : '';
  const cut = found.step.length < how.steps ? ` (cut to ${found.steps} steps)` : '';
  const { version, awake, contacts, memoryGrowth, garbage } = found;
  const figures = { ...summarize(found), version, awake, contacts, memoryGrowth, garbage };
  return { ...figures, ok: verdict.ok, note: verdict.note + remark + cut };
}

/** Runs each engine in each scene once a round: every ratio, also that of two scenes, can be taken within a round. */
async function runScenes(scenes, engines, { rounds, steps, quick, patience, stages, growth }, progress) {
  const runs = scenes.map((scene) => ({
    scene,
    results: engines.map(({ name }) => ({ name, rounds: [], ok: true, note: '' })),
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { scene, results } of runs) {
      const { warmup, steps: own } = growth ? { ...scene, ...growthSteps } : scene;
      const how = { warmup, steps: steps ?? (quick ? Math.ceil(own / 4) : own), patience, stages };
      for (const [i, engine] of engines.entries()) {
        const result = results[i];
        if (!result.ok && result.rounds.length === 0) continue; // it cannot do the scene
        let found;
        try {
          found = await measureOnce(engine, scene, how);
        } catch (error) {
          found = { ok: false, note: error.message };
        }
        if (found.version) result.version = found.version;
        if (found.step === undefined) {
          Object.assign(result, {
            ok: false,
            rounds: [],
            note: found.skipped ?? found.note,
            skipped: Boolean(found.skipped),
          });
        } else {
          result.rounds.push(found);
          Object.assign(result, combine(result.rounds));
        }
        progress(scene, engine, round, found);
      }
    }
  }
  return runs.map(({ scene, results }) => {
    const bodies = scene.copies * scene.bodies.filter(isMoving).length;
    return { name: scene.name, title: scene.title, bodies, results };
  });
}

function write(file, content) {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(file, content);
  console.log(`wrote ${file}`);
}

await main(async () => {
  const chosen = options();
  const engines = chosenEngines(chosen);
  const scenes = chosen.scenes.split(',').filter(Boolean).map(makeScene);
  if (!chosen['no-build']) {
    const { buildAll } = await import('../../tools/build.mjs');
    await buildAll();
  }
  if (engines.some(({ spec }) => spec && spec.module !== kBase)) installPeers();

  const load = loadavg()[0];
  const busy = load > kBusy;
  const cores = availableParallelism();
  if (busy)
    console.log(
      `bench: other programs are running (load ${load.toFixed(1)} on ${cores} cores); take the figures with care`,
    );
  const start = performance.now();
  const total = scenes.length * engines.length * chosen.rounds;
  let done = 0;
  const progress = (scene, engine, round, found) => {
    done += 1;
    const times = () => `${time(found.step)} ms${found.read > 0 ? ` + ${time(found.read)} ms` : ''}`;
    const result = found.step === undefined ? (found.skipped ?? found.note) : `${times()}  ${found.note}`;
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`[${done}/${total} ${seconds} s] ${scene.name}, round ${round + 1}: ${engine.name} ${result}`);
  };
  const measured = [];
  const groups = chosen.growth ? [scenes] : scenes.map((scene) => [scene]);
  for (const group of groups) measured.push(...(await runScenes(group, engines, chosen, progress)));

  const compared = compare(measured, kBase);
  console.log(`\n${text(compared, kBase)}\n`);
  if (chosen.json) {
    const machine = {
      cpu: cpus()[0]?.model,
      cores,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
    };
    const run = { date: new Date().toISOString(), machine, loadBefore: load, busy, rounds: chosen.rounds };
    const figures = (key, value) => (key === 'times' ? undefined : value);
    write(chosen.json, `${JSON.stringify({ ...run, scenes: compared, means: means(compared, kBase) }, figures, 1)}\n`);
  }
  if (chosen.svg) write(chosen.svg, chart(compared, kBase));
  const failed = compared.filter((scene) =>
    scene.engines.some(({ name, ok, skipped }) => name === kBase && !ok && !skipped),
  );
  if (failed.length > 0) {
    console.log(`${kBase} did not do the work of: ${failed.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
});
