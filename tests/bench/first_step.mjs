// From `import` to the first step, in fresh processes of Node, builds in turn: `node tests/bench/first_step.mjs dist
// other/dist`.
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../tools/paths.mjs';

const kRounds = 20;

const program = (dist) => `
const start = performance.now();
const { init, World } = await import(${JSON.stringify(pathToFileURL(resolve(dist, 'index.js')).href)});
const imported = performance.now();
await init();
const ready = performance.now();
const world = new World();
world.createBody({ type: 'static', shapes: [{ type: 'box', width: 40, height: 1 }] });
world.createBody({ position: [0, 6], shapes: [{ type: 'circle', radius: 0.5 }] });
world.step();
const stepped = performance.now();
console.log(JSON.stringify([imported - start, ready - imported, stepped - ready, stepped - start]));
`;

const dists = process.argv.length > 2 ? process.argv.slice(2) : [join(root, 'dist')];
const runs = dists.map(() => []);
for (let i = 0; i < kRounds; i++) {
  dists.forEach((dist, k) => {
    const args = ['--input-type=module', '--eval', program(dist)];
    runs[k].push(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })));
  });
}

const sorted = (list) => list.toSorted((a, b) => a - b);
const show = (ms) => ms.toFixed(1).padStart(6);
console.log('ms, median of', kRounds, ' import   init   step    all  (least)');
dists.forEach((dist, k) => {
  const columns = [0, 1, 2, 3].map((i) => sorted(runs[k].map((run) => run[i])));
  const medians = columns.map((column) => show(column[column.length >> 1]));
  console.log(`${dist.padEnd(20)} ${medians.join(' ')}  ${show(columns[3][0])}`);
});
