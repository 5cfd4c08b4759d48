// Running the Catch2 programs of a build folder, natively or in Node, and adding up their counts.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { record } from './process.mjs';

/** What Catch2's console reporter says at the end: `{ passed, failed, skipped }`, or null when it did not get there. */
export function readSummary(output) {
  const all = [...output.matchAll(/^All tests passed \(.* in (\d+) test cases?\)$/gm)].at(-1);
  if (all) return { passed: Number(all[1]), failed: 0, skipped: 0 };
  const some = [...output.matchAll(/^test cases: .*$/gm)].at(-1)?.[0];
  if (some) {
    const number = (word) => Number(some.match(new RegExp(`(\\d+) ${word}(?= *(\\||$))`))?.[1] ?? 0);
    return {
      passed: number('passed') + number('failed as expected'),
      failed: number('failed'),
      skipped: number('skipped'),
    };
  }
  return /^No tests ran$/m.test(output) ? { passed: 0, failed: 0, skipped: 0 } : null;
}

const kSanitizers = {
  ASAN_OPTIONS: 'detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1',
  UBSAN_OPTIONS: 'print_stacktrace=1',
};

/**
 * ms without a test case that ends: the longest takes a small part of it, sanitizers included. This is a loop without
 * end.
 */
const kPatience = 10 * 60 * 1000;

/** What `--durations` says of a test case: the sign of life that `kPatience` waits for, and nothing to read. */
const kDuration = /^\d+\.\d{3} s: .*\n/gm;

/**
 * Shards of a program. A shard of test_mechanisms is one test case, and no shard holds up the rest at the end; what
 * Node runs is compiled again for each.
 */
const kShards = { native: 16, wasm: 4 };

/** Runs the programs in shards, jobs of the `pool`. */
export async function runCatchPrograms(folder, pool, options) {
  const programs = readFileSync(join(folder, 'test-programs.txt'), 'utf8').split('\n').filter(Boolean);
  const total = { passed: 0, failed: 0, skipped: 0 };

  const runOne = async (program, shard, shards) => {
    const command = program.endsWith('.js') ? [process.execPath, program] : [program];
    const args = ['--shard-count', shards, '--shard-index', shard, '--allow-running-no-tests', '--colour-mode', 'none'];
    args.push('--durations', 'yes');
    const ended = await record(command[0], [...command.slice(1), ...args.map(String)], {
      env: kSanitizers,
      patience: kPatience,
    });
    const { code, signal } = ended;
    const output = ended.output.replace(kDuration, '');
    const counts = readSummary(output);
    const broken = counts === null || (code !== 0 && counts.failed === 0);
    if (broken || counts.failed > 0) {
      console.log(output);
      if (broken) console.log(`${basename(program)} shard ${shard} ended with ${signal ?? `exit code ${code}`}`);
    }
    total.passed += counts?.passed ?? 0;
    total.failed += (counts?.failed ?? 0) + (broken ? 1 : 0);
    total.skipped += counts?.skipped ?? 0;
  };
  await Promise.all(
    programs.flatMap((program) => {
      const shards = program.endsWith('.js') ? kShards.wasm : kShards.native;
      return Array.from({ length: shards }, (_, shard) => pool.run(() => runOne(program, shard, shards), options));
    }),
  );
  return total;
}
