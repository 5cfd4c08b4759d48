// Running files of node:test and counting their tests.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
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

/** Runs every `*.test.mjs` below `folder`, so many files at a time; Node itself would leave one processor idle. */
export async function runNodeTests(folder, { env = {}, atOnce = availableParallelism() } = {}) {
  const files = testFiles(join(root, folder));
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const report = join(build, 'reports', `${folder.replaceAll('/', '-')}.json`);
  mkdirSync(join(build, 'reports'), { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await record(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${atOnce}`,
      '--enable-source-maps',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'tools/test_counts.mjs')}`,
      `--test-reporter-destination=${report}`,
      ...files,
    ],
    { cwd: root, env, patience: kPatience },
  );
  const counts = existsSync(report) && readFileSync(report, 'utf8');
  const totals = counts ? JSON.parse(counts) : { passed: 0, failed: 0, skipped: 0, empty: [] };
  if (code !== 0 && totals.failed === 0) totals.failed += 1;
  if (totals.failed > 0) console.log(output);
  for (const file of totals.empty) console.log(`${file} holds no test`);
  return totals;
}
