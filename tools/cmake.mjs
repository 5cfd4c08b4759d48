// Configuring and building one of the CMake presets.
// `node tools/cmake.mjs native-debug [--jobs=2] [targets…]` builds one from the command line.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { locked } from './lock.mjs';
import { root } from './paths.mjs';
import { main, run } from './process.mjs';
import { setup } from './setup.mjs';
import { ccache } from './setup/ccache.mjs';

const kMostJobs = 8; // a sanitizer build takes near a gigabyte a job

/** How many compilers `--jobs=n` on the command line allows at a time; all processors without it. */
export function jobsAsked(args = process.argv) {
  const asked = args.find((argument) => argument.startsWith('--jobs='));
  return asked ? Number(asked.slice('--jobs='.length)) : availableParallelism();
}

/** What CMake recorded of a build folder; '' where there is none. */
function cacheOf(folder) {
  const file = join(folder, 'CMakeCache.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Builds `targets` (everything by default) of a preset of the tree `source` and returns its build folder. */
export async function cmake(preset, { targets = [], tests = true, source = root, jobs = availableParallelism() } = {}) {
  const wasm = preset === 'wasm';
  const found = setup([
    'systemPrograms',
    ...(tests ? ['catch2'] : []),
    ...(wasm ? ['emscripten', 'nodePackages'] : []),
  ]);
  const folder = join(source, 'build', preset);
  const definitions = [`-DIMPULSE_TESTS=${tests ? 'ON' : 'OFF'}`];
  if (tests) definitions.push(`-DFETCHCONTENT_SOURCE_DIR_CATCH2=${found.catch2}`);
  let otherCompiler = false;
  if (preset === 'native-debug') {
    const { clang } = setup(['clang']);
    if (clang) {
      definitions.push(`-DCMAKE_CXX_COMPILER=${clang}`);
      otherCompiler = !new RegExp(`^CMAKE_CXX_COMPILER:\\w+=.*${clang.replaceAll('+', '\\+')}$`, 'm').test(
        cacheOf(folder),
      );
    }
  }
  const cached = ccache(preset);
  definitions.push(...cached.definitions);
  const env = { ...found.emscripten?.env, ...cached.env };
  await locked(preset, () => {
    if (otherCompiler) rmSync(folder, { recursive: true, force: true }); // CMake cannot change the compiler of a folder
    console.log(`building ${preset}${source === root ? '' : ` in ${source}`}`);
    run('cmake', ['--preset', preset, ...definitions], { cwd: source, env, quiet: true });
    const what = targets.length ? ['--target', ...targets] : [];
    const atOnce = String(Math.min(jobs, kMostJobs));
    // -k: all mistakes at once.
    run('cmake', ['--build', folder, '-j', atOnce, ...what, '--', '-k', '0'], { cwd: source, env });
  });
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [preset, ...targets] = process.argv.slice(2).filter((argument) => !argument.startsWith('--jobs='));
  await main(() => cmake(preset, { targets, jobs: jobsAsked() }));
}
