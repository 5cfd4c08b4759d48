// Ground checks: `node tests/bench/ground.mjs [dist ...]`, after `npm run build`. 100 characters stand on a row of
// tiles, beside 2,000 other bodies. After each step every one of them is asked whether it stands, as the guide on
// queries does it. `dist` are folders of builds to compare, by default the own one; all take turns. Figures are medians
// of the processor time of the 100 checks of a frame, ratios those of one frame. The first frames, in which the host
// still interprets and compiles, are left out; they take about ten times as long.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from './statistics.mjs';

const kCharacters = 100;
const kOthers = 2000;
const kFrames = 2000;
const kWarm = 400; // frames before

const kBox = { type: 'box', width: 0.6, height: 1.1 };
const kCapsule = { type: 'capsule', a: [0, -0.25], b: [0, 0.25], radius: 0.3 };
const kKinds = [
  { name: 'boxes on one tile each', shape: kBox, x: 0 },
  { name: 'boxes on two tiles each', shape: kBox, x: 0.5 },
  { name: 'capsules on one tile each', shape: kCapsule, x: 0 },
  { name: 'boxes in the air', shape: kBox, x: 0, y: 9 },
];

const stands = (body) =>
  body.contacts.some(
    ({ bodyA, normal, meanImpulse }) => meanImpulse > 0 && (bodyA === body ? -normal.y : normal.y) > 0.7,
  );

/** A function that makes a frame. It returns the time of its checks in us, and how many stand. */
function scene({ World }, { shape, x, y }) {
  const world = new World();
  for (let i = 0; i < 2 * kCharacters; i++)
    world.createBody({ type: 'static', position: [i, -0.5], shapes: [{ type: 'box', width: 1, height: 1 }] });
  for (let i = 0; i < kOthers; i++)
    world.createBody({ position: [3 * i, 99], gravityScale: 0, shapes: [{ type: 'circle', radius: 0.5 }] });
  const characters = Array.from({ length: kCharacters }, (_, i) =>
    world.createBody({
      position: [2 * i + x, y ?? 0.56],
      gravityScale: y ? 0 : 1,
      lock: { rotation: true },
      sleepAllowed: false,
      shapes: [shape],
    }),
  );
  return () => {
    world.step();
    const before = process.cpuUsage();
    let standing = 0;
    for (const body of characters) if (stands(body)) standing++;
    const { user, system } = process.cpuUsage(before);
    return { time: user + system, standing };
  };
}

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['dist'];
const packages = [];
for (const folder of folders) packages.push(await import(pathToFileURL(resolve(folder, 'index.js')).href));
for (const { init } of packages) await init();
for (const kind of kKinds) {
  const runs = packages.map((entry) => ({ frame: scene(entry, kind), times: [], standing: 0 }));
  for (let frame = -kWarm; frame < kFrames; frame++) {
    for (const run of runs) {
      const { time, standing } = run.frame();
      run.standing = standing;
      if (frame >= 0) run.times.push(time);
    }
  }
  runs.forEach(({ times, standing }, i) => {
    const ratio = median(times.map((time, frame) => time / runs[0].times[frame])).toFixed(2);
    const against = i === 0 ? '' : `, ${ratio} of ${folders[0]}`;
    console.log(`${kind.name.padEnd(26)} ${standing} stand; ${median(times)} us${against}; ${folders[i]}`);
  });
}
