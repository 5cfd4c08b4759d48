// The child process: one engine, one scene, once. Its task comes as JSON in the first argument, its answer goes to the
// parent.
import { loadEngine, missing, standIns } from './engines.mjs';
import { fell } from './judge.mjs';
import { makeScene, unitBox } from './scenes.mjs';
import { median } from './statistics.mjs';

const kFallSteps = 30;
const kFewest = 20; // steps to measure, for which three times the patience is had

/** A free body must fall as bodies do, before anything is measured. */
function checkFall(engine) {
  engine.create({ sleep: false });
  const row = engine.add(unitBox(0, 0));
  const out = new Float32Array(4 * (row + 1));
  for (let i = 0; i < kFallSteps; i += 1) engine.step();
  engine.readPoses(out);
  engine.destroy();
  return fell(-out[4 * row + 1] / (engine.unitsPerMetre ?? 1), kFallSteps);
}

/**
 * Bytes of garbage that reading all poses after a step makes, beyond what asking for it makes. Samples in which the
 * collector ran are negative and left out.
 */
function garbageOf(engine, out) {
  const growth = (body) => {
    const before = process.memoryUsage().heapUsed;
    body();
    return process.memoryUsage().heapUsed - before;
  };
  const sample = (body) => {
    engine.step();
    return growth(body);
  };
  const middle = (body) => median(Array.from({ length: 15 }, () => sample(body)).filter((bytes) => bytes >= 0));
  return middle(() => engine.readPoses(out)) - middle(() => {});
}

function posesOf(engine, out, rows) {
  const scale = engine.unitsPerMetre ?? 1;
  return rows.map((row) => {
    if (row < 0) return null;
    const [x, y, a, b] = out.subarray(4 * row, 4 * row + 4);
    return [x / scale, y / scale, ...(engine.orientation === 'angle' ? [Math.cos(a), Math.sin(a)] : [a, b])];
  });
}

/**
 * `engines`: one for each copy of the scene, stepped in turn; all but times and contacts is of the last. `patience`, in
 * seconds, ends the run of a slow engine early; a third of it may go into the warm-up.
 */
export function measure(engines, scene, { warmup, steps, patience, stages: wantsStages }) {
  const engine = engines.at(-1);
  for (const each of engines) each.create(scene);
  const order = scene.bodies.map((_, i) => i).sort((a, b) => scene.bodies[a].at - scene.bodies[b].at || a - b);
  const rows = [];
  const out = new Float32Array(4 * (scene.bodies.length + 64)); // an engine may keep rows of its own
  const [step, read] = [[], []];
  const stages = {};
  let made = 0;
  let memory = 0;
  let total = 0;
  let warm = 0;
  const start = performance.now();
  for (; step.length < steps; total += 1) {
    for (; scene.bodies[order[made]]?.at <= total; made += 1) {
      for (const each of engines) rows[order[made]] = each.add(scene.bodies[order[made]]);
    }
    if (total === 0) for (const each of engines) scene.joints.forEach((joint) => each.join(joint));
    const before = performance.now();
    for (const each of engines) each.step();
    const between = performance.now();
    for (const each of engines) each.readPoses(out);
    const after = performance.now();

    const spent = (after - start) / 1000;
    if (step.length === 0 && warm < warmup && spent < patience / 3) {
      warm += 1;
      memory = engine.memory?.() ?? 0;
      continue;
    }
    step.push(between - before);
    read.push(after - between);
    if (wantsStages && engine.stages) {
      for (const [name, time] of Object.entries(engine.stages())) (stages[name] ??= []).push(time);
    }
    if (spent > patience * (step.length >= kFewest ? 1 : 3)) {
      total += 1;
      break;
    }
  }
  const poses = posesOf(
    engine,
    out,
    Array.from(scene.bodies, (_, i) => rows[i] ?? -1),
  );
  return {
    version: engine.version,
    step,
    read,
    stages,
    poses,
    warm,
    steps: total,
    awake: engine.awake?.(),
    contacts: engine.contacts && engines.reduce((sum, each) => sum + each.contacts(), 0),
    memoryGrowth: engine.memory ? engine.memory() - memory : undefined,
    garbage: garbageOf(engine, out),
  };
}

async function run({ engine: spec, scene: name, ...how }) {
  const engine = await loadEngine(spec);
  const scene = makeScene(name);
  const lack = missing(engine, scene);
  if (lack) return { version: engine.version, skipped: `has no ${lack}` };
  const fall = checkFall(engine);
  if (!fall.ok) return { version: engine.version, failed: fall.note };
  const others = await Promise.all(Array.from({ length: scene.copies - 1 }, () => loadEngine(spec)));
  return { ...measure([...others, engine], scene, how), remark: standIns(engine, scene) };
}

if (process.send) {
  const answer = await run(JSON.parse(process.argv[2]));
  process.send(answer, () => process.exit(0));
}
