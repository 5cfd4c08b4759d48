// Builds what the suites need, runs them and adds up. `node tools/test.mjs
// [native|wasm|facade|browser|packaging|tools|hosts]…`, without names all but `hosts`, which installs other people's
// bundlers and test runners. The last line is `N passed, N failed`; the exit code is not 0 when a test failed or a
// suite ran none.
import { performance } from 'node:perf_hooks';
import { runCatchPrograms } from './catch_suite.mjs';
import { cmake } from './cmake.mjs';
import { runNodeTests } from './node_suite.mjs';
import { main, record } from './process.mjs';
import { setup } from './setup.mjs';

let buildOnce = null; // the package and the page, built once a run
const builtPackage = () => (buildOnce ??= import('./build.mjs').then(({ buildAll }) => buildAll({ tests: true })));

/** A command line check counts as one test. */
async function check(...script) {
  const { code, output } = await record(process.execPath, script);
  if (code !== 0) console.log(output);
  return code === 0;
}

async function tools() {
  setup(['nodePackages']);
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const folder of ['tests/tools', 'tests/bench/test']) {
    const part = await runNodeTests(folder);
    if (part.passed + part.failed === 0) return part;
    for (const count of Object.keys(totals)) totals[count] += part[count];
  }
  const scripts = ['format', 'check-floors', 'check-map', 'check-laws', 'check-prose'];
  for (const script of scripts.map((name) => `tools/${name}.mjs`)) {
    totals[(await check(script)) ? 'passed' : 'failed'] += 1;
  }
  return totals;
}

const suites = [
  { name: 'tools', group: 'tools', run: tools },
  { name: 'native-debug', group: 'native', run: async () => runCatchPrograms(await cmake('native-debug')) },
  { name: 'native-release', group: 'native', run: async () => runCatchPrograms(await cmake('native-release')) },
  { name: 'wasm', group: 'wasm', run: async () => runCatchPrograms(await cmake('wasm')) },
  {
    name: 'facade',
    group: 'facade',
    run: async () => {
      await builtPackage();
      return runNodeTests('tests/bindings');
    },
  },
  {
    name: 'packaging',
    group: 'packaging',
    run: async () => {
      await builtPackage();
      return runNodeTests('tests/packaging', { serial: true });
    },
  },
  {
    name: 'browser',
    group: 'browser',
    run: async () => {
      await builtPackage();
      const { chromium } = setup(['chromium', 'otherBrowsers']);
      return runNodeTests('tests/browser', { env: { CHROMIUM: chromium }, serial: true });
    },
  },
  {
    name: 'hosts',
    group: 'hosts',
    byName: true,
    run: async () => {
      const { hostPackages, chromium } = setup(['hostPackages', 'chromium']);
      await builtPackage();
      return runNodeTests('tests/hosts', { env: { HOSTS: hostPackages, CHROMIUM: chromium }, serial: true });
    },
  },
];

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
  const rows = [];
  for (const suite of suites.filter(
    ({ group, byName }) => wanted.includes(group) || (wanted.length === 0 && !byName),
  )) {
    const start = performance.now();
    console.log(`\n--- ${suite.name}`);
    let counts;
    try {
      counts = await suite.run();
      if (counts.passed + counts.failed === 0) {
        console.log(`${suite.name} ran no tests`);
        counts.failed = 1;
      }
    } catch (error) {
      console.log(`${suite.name} could not run: ${error.message}`);
      counts = { passed: 0, failed: 1, skipped: 0 };
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${suite.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
    rows.push({ suite: suite.name, passed: counts.passed, failed: counts.failed, skipped: counts.skipped, seconds });
  }
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  console.log(`\n${table(rows)}\n\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
});
