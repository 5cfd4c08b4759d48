// Builds what the suites need, runs them and adds up. `node tools/test.mjs
// [native|wasm|facade|browser|packaging|tools|hosts]…`, without names all but `hosts`, which installs other people's
// bundlers and test runners. The suites share as many slots as there are processors (pool.mjs), and say for how long
// their jobs held one, which is no processor time. The last line is `N passed, N failed`; the exit code is not 0 when a
// test failed or a suite ran none.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { runCatchPrograms } from './catch_suite.mjs';
import { runNodeTests } from './node_suite.mjs';
import { build, root } from './paths.mjs';
import { Pool } from './pool.mjs';
import { main, record } from './process.mjs';
import { setup } from './setup.mjs';

/** ms without output: a compiler, the longest of what builds, takes a small part of it on one file. */
const kPatience = 10 * 60 * 1000;

const pool = new Pool();

/**
 * Files with pages: as many at once as there are processors, but each in half a slot, so that other jobs run beside
 * them. They wait for frames and timers: of 1,205 s in whole slots their processes and browsers computed for 780 s.
 */
const kPages = { width: 0.5, urgency: 4 };
const beside = new Pool(pool.size);
const pages = { run: (job, options) => beside.run(() => pool.run(job, options)) };

/**
 * What begins first. The package is what most suites wait for, and building and packing it is the longest chain. Pages
 * (`kPages`) begin as soon as it is there, so that there is enough to compute beside all of them. The programs follow,
 * so that what runs at the end are many short files.
 */
const kUrgency = { setup: 4, package: 3, build: 2, programs: 1, files: 0 };

let buildWidth = pool.size; // processors that one build keeps busy: half of them where there are several builds

/** Builds in a process of its own, whose output is shown if it fails. */
function built(what, script, args, options) {
  return pool.run(
    async () => {
      console.log(`building ${what}`);
      const command = [join(root, 'tools', script), ...args, `--jobs=${buildWidth}`];
      const { code, output } = await record(process.execPath, command, { patience: kPatience });
      if (code === 0) return;
      console.log(output);
      throw new Error(`${what} was not built`);
    },
    { width: buildWidth, urgency: kUrgency.build, ...options },
  );
}

let buildOnce = null; // the package and the page, built once a run
const builtPackage = (meter) =>
  (buildOnce ??= built('the package and the pages', 'build.mjs', ['--tests'], { meter, urgency: kUrgency.package }));

/** Builds and runs the programs of a preset. The package is made in the folder of the wasm preset too. */
async function programs(preset, meter) {
  if (preset === 'wasm') await buildOnce?.catch(() => {}); // the suites of the package say that it failed
  await built(preset, 'cmake.mjs', [preset], { meter });
  return runCatchPrograms(join(build, preset), pool, { meter, urgency: kUrgency.programs });
}

/** A command line check counts as one test. */
async function check(script) {
  const { code, output } = await record(process.execPath, [script]);
  if (code !== 0) console.log(output);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function tools(found, meter) {
  const scripts = ['format', 'check-layers', 'check-map', 'check-laws', 'check-prose'];
  const parts = await Promise.all([
    ...['tests/tools', 'tests/bench/test'].map((folder) => runNodeTests(folder, pool, { meter })),
    ...scripts.map((name) => pool.run(() => check(`tools/${name}.mjs`), { meter })),
  ]);
  if (parts.some((part) => part.passed + part.failed === 0)) throw new Error('a folder of tests is empty');
  const sum = (count) => parts.reduce((total, part) => total + part[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The files of a folder of tests, which need the package. */
async function files(folder, meter, { among = pool, ...options } = {}) {
  await builtPackage(meter);
  return runNodeTests(folder, among, { meter, ...options });
}

/** Files that take several times as long as the others, so that none of them is the last to end. */
const kLongPages = ['page', 'trace', 'examples', 'engines', 'look', 'accessibility', 'shapes', 'lessons'];
const kLongFacade = ['scene_corners', 'crowd', 'robust', 'guides', 'types', 'drag'];

/** In the order in which they wait for a processor, where nothing else decides. `needs` are parts of the setup. */
const suites = [
  {
    name: 'browser',
    builds: 'package',
    needs: ['emscripten', 'nodePackages', 'chromium', 'otherBrowsers'],
    run: ({ chromium }, meter) =>
      files('tests/browser', meter, { env: { CHROMIUM: chromium }, first: kLongPages, among: pages, ...kPages }),
  },
  {
    name: 'facade',
    builds: 'package',
    needs: ['emscripten', 'nodePackages'],
    run: (found, meter) => files('tests/bindings', meter, { first: kLongFacade }),
  },
  {
    name: 'packaging',
    builds: 'package',
    needs: ['emscripten', 'nodePackages'],
    run: (found, meter) => files('tests/packaging', meter),
  },
  ...['native-debug', 'native-release', 'wasm'].map((name) => ({
    name,
    group: name.split('-')[0],
    builds: name,
    needs: ['systemPrograms', 'catch2', ...(name === 'wasm' ? ['emscripten', 'nodePackages'] : ['clang'])],
    run: (found, meter) => programs(name, meter),
  })),
  { name: 'tools', needs: ['nodePackages', 'clangFormat'], run: tools },
  {
    name: 'hosts',
    byName: true,
    builds: 'package',
    needs: ['emscripten', 'nodePackages', 'hostPackages', 'chromium'],
    run: ({ hostPackages, chromium }, meter) =>
      files('tests/hosts', meter, { env: { HOSTS: hostPackages, CHROMIUM: chromium }, width: pool.size }),
  },
].map((suite) => ({ group: suite.name, ...suite }));

/** Runs a suite, when `parts` of the setup are there, and counts; one that cannot run or has no tests has failed. */
async function row({ name, run }, parts) {
  const meter = { seconds: 0 };
  let counts;
  try {
    counts = await run(await parts, meter);
    if (counts.passed + counts.failed === 0) {
      console.log(`${name} ran no tests`);
      counts.failed = 1;
    }
  } catch (error) {
    console.log(`${name} could not run: ${error.message}`);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  const seconds = meter.seconds.toFixed(1);
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s of a slot)`);
  return { suite: name, passed: counts.passed, failed: counts.failed, skipped: counts.skipped, seconds };
}

function table(rows) {
  const lines = [
    ['suite', 'passed', 'failed', 'skipped', 'slot seconds'],
    ...rows.map((row) => Object.values(row).map(String)),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) => line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '))
    .join('\n');
}

/**
 * Runs suites, and returns their counts. Those that need no more than a compiler begin at once, and build while the
 * rest is set up, which is mostly downloads.
 */
async function runSuites(chosen) {
  const set = (some) => setup([...new Set(some.flatMap(({ needs }) => needs))]);
  const early = chosen.filter(({ group }) => group === 'native');
  const late = chosen.filter((suite) => !early.includes(suite));
  const compilers = set(early);
  const all = pool.run(() => turn().then(() => set(late)), { urgency: kUrgency.setup }); // holds up this process alone
  return Promise.all(chosen.map((suite) => row(suite, early.includes(suite) ? compilers : all)));
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const groups = new Set(suites.map(({ group }) => group));
  for (const name of wanted.filter((group) => !groups.has(group))) {
    throw new Error(`no suite is named ${name}; there are ${[...groups].join(', ')}`);
  }
  const chosen = suites.filter(({ group, byName }) => wanted.includes(group) || (wanted.length === 0 && !byName));
  const start = performance.now();
  if (new Set(chosen.flatMap(({ builds }) => builds ?? [])).size > 1) buildWidth = Math.ceil(pool.size / 2);
  const rows = await runSuites(chosen);
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  const minutes = ((performance.now() - start) / 60000).toFixed(1);
  console.log(`\n${table(rows)}\n\n${minutes} minutes\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
});
