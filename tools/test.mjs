// Builds what the suites need, runs them and adds up. `node tools/test.mjs
// [native|wasm|facade|browser|packaging|tools|hosts]…`, without names all but `hosts`, which installs other people's
// bundlers and test runners. The last line is `N passed, N failed`; the exit code is not 0 when a test failed or a
// suite ran none.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runCatchPrograms } from './catch_suite.mjs';
import { runNodeTests } from './node_suite.mjs';
import { build, root } from './paths.mjs';
import { main, record } from './process.mjs';
import { setup } from './setup.mjs';

/** ms without output: a compiler, the longest of what builds, takes a small part of it on one file. */
const kPatience = 10 * 60 * 1000;

/** Builds in a process of its own, whose output is shown if it fails. */
async function built(what, script, args) {
  console.log(`building ${what}`);
  const command = [join(root, 'tools', script), ...args];
  const { code, output } = await record(process.execPath, command, { patience: kPatience });
  if (code === 0) return;
  console.log(output);
  throw new Error(`${what} was not built`);
}

/** Builds and runs the programs of a preset. */
async function programs(preset) {
  await built(preset, 'cmake.mjs', [preset]);
  return runCatchPrograms(join(build, preset));
}

let buildOnce = null; // the package and the page, built once a run
const builtPackage = () => (buildOnce ??= built('the package and the pages', 'build.mjs', ['--tests']));

/** A command line check counts as one test. */
async function check(...script) {
  const { code, output } = await record(process.execPath, script);
  if (code !== 0) console.log(output);
  return code === 0;
}

async function tools() {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const folder of ['tests/tools', 'tests/bench/test']) {
    const part = await runNodeTests(folder);
    if (part.passed + part.failed === 0) return part;
    for (const count of Object.keys(totals)) totals[count] += part[count];
  }
  const scripts = ['format', 'check-layers', 'check-map', 'check-laws', 'check-prose'];
  for (const script of scripts.map((name) => `tools/${name}.mjs`)) {
    totals[(await check(script)) ? 'passed' : 'failed'] += 1;
  }
  return totals;
}

/**
 * One after the other: each keeps two processors busy, and two of them side by side took 15 % longer. `needs` are parts of
 * the setup.
 */
const suites = [
  { name: 'tools', needs: ['nodePackages', 'clangFormat'], run: tools },
  {
    name: 'facade',
    needs: ['emscripten', 'nodePackages'],
    run: async () => {
      await builtPackage();
      return runNodeTests('tests/bindings');
    },
  },
  {
    name: 'packaging',
    needs: ['emscripten', 'nodePackages'],
    run: async () => {
      await builtPackage();
      return runNodeTests('tests/packaging', { atOnce: 1 });
    },
  },
  {
    name: 'browser',
    needs: ['emscripten', 'nodePackages', 'chromium', 'otherBrowsers'],
    run: async ({ chromium }) => {
      await builtPackage();
      return runNodeTests('tests/browser', { env: { CHROMIUM: chromium }, atOnce: 2 });
    },
  },
  ...['native-debug', 'native-release', 'wasm'].map((name) => ({
    name,
    group: name.split('-')[0],
    needs: ['systemPrograms', 'catch2', ...(name === 'wasm' ? ['emscripten', 'nodePackages'] : ['clang'])],
    run: () => programs(name),
  })),
  {
    name: 'hosts',
    byName: true,
    needs: ['emscripten', 'nodePackages', 'hostPackages', 'chromium'],
    run: async ({ hostPackages, chromium }) => {
      await builtPackage();
      return runNodeTests('tests/hosts', { env: { HOSTS: hostPackages, CHROMIUM: chromium }, atOnce: 1 });
    },
  },
].map((suite) => ({ group: suite.name, ...suite }));

/** Runs a suite and counts; one that cannot run or has no tests has failed. */
async function row({ name, run }, found) {
  const start = performance.now();
  let counts;
  try {
    counts = await run(found);
    if (counts.passed + counts.failed === 0) {
      console.log(`${name} ran no tests`);
      counts.failed = 1;
    }
  } catch (error) {
    console.log(`${name} could not run: ${error.message}`);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  return { suite: name, passed: counts.passed, failed: counts.failed, skipped: counts.skipped, seconds };
}

function table(rows) {
  const lines = [
    ['suite', 'passed', 'failed', 'skipped', 'seconds'],
    ...rows.map((row) => Object.values(row).map(String)),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) => line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '))
    .join('\n');
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const groups = new Set(suites.map(({ group }) => group));
  for (const name of wanted.filter((group) => !groups.has(group))) {
    throw new Error(`no suite is named ${name}; there are ${[...groups].join(', ')}`);
  }
  const chosen = suites.filter(({ group, byName }) => wanted.includes(group) || (wanted.length === 0 && !byName));
  const start = performance.now();
  const found = setup([...new Set(chosen.flatMap(({ needs }) => needs))]);
  const rows = [];
  for (const suite of chosen) rows.push(await row(suite, found));
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  const minutes = ((performance.now() - start) / 60000).toFixed(1);
  console.log(`\n${table(rows)}\n\n${minutes} minutes\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
});
