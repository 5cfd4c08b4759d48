// Running files of node:test and counting their tests.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, root } from './paths.mjs';
import { record } from './process.mjs';

function testFiles(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true });
  const stray = names.filter((name) => /\.test\.(c?js|m?ts)$/.test(name));
  if (stray.length > 0) throw new Error(`tests are \`.test.mjs\`; these would never run: ${stray.join(', ')}`);
  return names
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => join(folder, name));
}

/** ms without a test that ends: the longest takes a small part of it. */
const kPatience = 10 * 60 * 1000;

/** Runs a file in a process of its own. `node --test` would start two, and share nothing with the other suites. */
async function runFile(file, env) {
  const name = relative(root, file);
  const report = join(build, 'reports', `${name.replaceAll('/', '-')}.json`);
  rmSync(report, { force: true });
  const { code, signal, output } = await record(
    process.execPath,
    [
      '--enable-source-maps',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'tools/test_counts.mjs')}`,
      `--test-reporter-destination=${report}`,
      file,
    ],
    { cwd: root, env, patience: kPatience },
  );
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const counts = text ? JSON.parse(text) : { passed: 0, failed: 0, skipped: 0 };
  const empty = counts.passed + counts.failed + counts.skipped === 0;
  if (counts.failed === 0 && (code !== 0 || empty)) counts.failed = 1;
  if (counts.failed > 0) {
    console.log(`${name}\n${output}`);
    if (code !== 0) console.log(`${name} ended with ${signal ?? `exit code ${code}`}`);
    else if (empty) console.log(`${name} holds no test`);
  }
  return counts;
}

/** Runs every `*.test.mjs` below `folder`, each a job of the `pool`; those whose names `first` lists begin. */
export async function runNodeTests(folder, pool, { env = {}, first = [], ...options } = {}) {
  mkdirSync(join(build, 'reports'), { recursive: true });
  const rank = (file) => {
    const at = first.indexOf(basename(file, '.test.mjs'));
    return at === -1 ? first.length : at;
  };
  const files = testFiles(join(root, folder)).sort((a, b) => rank(a) - rank(b));
  const missing = first.filter((name) => !files.some((file) => basename(file, '.test.mjs') === name));
  if (missing.length > 0) throw new Error(`${folder} has no file for ${missing.join(', ')}`);
  const all = await Promise.all(files.map((file) => pool.run(() => runFile(file, env), options)));
  const sum = (count) => all.reduce((total, counts) => total + counts[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}
