// Finding Emscripten, or bringing it. The outcome is its folder and the environment it needs.
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cache } from '../paths.mjs';
import { SetupError, capture, run } from '../process.mjs';
import { candidate, hasApt, install, update } from './apt.mjs';
import { isDebian12, trixie } from './debian.mjs';
import { place } from './place.mjs';

// The first that emits typings of embind modules and generates their glue ahead of time without `new Function`.
const kOldest = [3, 1, 58];

const kHowToInstall = `Emscripten ${kOldest.join('.')} or newer is needed and was not found. Install it with
  git clone https://github.com/emscripten-core/emsdk.git && cd emsdk
  ./emsdk install latest && ./emsdk activate latest && . ./emsdk_env.sh
then run this again in the same shell.`;

function atLeast(version, oldest) {
  const parts = version
    .match(/\d+\.\d+\.\d+/)?.[0]
    .split('.')
    .map(Number);
  if (!parts) return false;
  const difference = parts.map((part, i) => part - oldest[i]).find((d) => d !== 0) ?? 0;
  return difference >= 0;
}

function usable(emcc) {
  const version = capture(emcc, ['--version'])?.match(/\) (\d+\.\d+\.\d+)/)?.[1];
  return version && atLeast(version, kOldest) ? version : null;
}

function rootOf(emcc) {
  const config = join(dirname(emcc), 'em-config');
  return (existsSync(config) && capture(config, ['EMSCRIPTEN_ROOT'])) || dirname(realpathSync(emcc));
}

/** Emscripten of the user: in EMSDK, on PATH. */
function ofTheUser() {
  const places = [
    process.env.EMSDK && join(process.env.EMSDK, 'upstream', 'emscripten', 'emcc'),
    capture('sh', ['-c', 'command -v emcc']),
  ];
  for (const emcc of places.filter((name) => name && existsSync(name))) {
    const version = usable(emcc);
    if (version) return { root: rootOf(emcc), env: {}, version };
    console.log(`setup: ${emcc} is older than ${kOldest.join('.')} and is left alone`);
  }
  return null;
}

/** Emscripten as the distribution's package, where that is new enough. */
function ofTheDistribution() {
  if (!hasApt || isDebian12) return null;
  if (candidate('emscripten') === null) update();
  const version = candidate('emscripten');
  if (version === null || !atLeast(version, kOldest)) return null;
  install(['emscripten']);
  return ofTheUser();
}

// Variants this project never links, a gigabyte of them: threads, workers, sanitizers, link-time optimisation.
const kUnused = /(-(mt|ww)\b|asan|lsan|ubsan|^(lto|thinlto|pic)$)/;

/** Debian 13's Emscripten beside Debian 12: the programs are scripts and data, only Binaryen wants a newer libc. */
function besideDebian12() {
  const folder = place(join(cache, 'emscripten-trixie'), (temporary) => {
    trixie.unpack(['emscripten', 'binaryen', 'libc6', 'libstdc++6', 'libgcc-s1'], temporary);
    const emscripten = join(temporary, 'usr/share/emscripten');
    const libraries = join(emscripten, 'cache/sysroot/lib/wasm32-emscripten');
    for (const name of readdirSync(libraries).filter((file) => kUnused.test(file))) {
      rmSync(join(libraries, name), { recursive: true });
    }
    rmSync(join(emscripten, 'test'), { recursive: true, force: true });

    const triplet = readdirSync(join(temporary, 'usr/lib')).find((name) => name.includes('-linux-'));
    const loader = readdirSync(join(temporary, 'usr/lib', triplet)).find((name) => /^ld-linux.*\.so/.test(name));
    const bin = join(temporary, 'binaryen/bin');
    mkdirSync(bin, { recursive: true });
    for (const tool of readdirSync(join(temporary, 'usr/bin')).filter((name) => name.startsWith('wasm'))) {
      writeFileSync(
        join(bin, tool),
        `#!/bin/sh
here=$(dirname "$(realpath "$0")")/../..
libraries=$here/usr/lib/${triplet}
exec "$libraries/${loader}" --library-path "$libraries" "$here/usr/bin/${tool}" "$@"
`,
      );
      chmodSync(join(bin, tool), 0o755);
    }
    console.log('setup: adding acorn to Emscripten');
    run('npm', ['install', '--silent', '--no-save', '--no-package-lock', '--prefix', emscripten, 'acorn@8'], {
      cwd: emscripten,
    });
  });

  const emscripten = join(folder, 'usr/share/emscripten');
  const config = join(emscripten, '.emscripten'); // where it looks by itself, so that Ninja can be run by hand too
  const text = Object.entries({
    EMSCRIPTEN_ROOT: emscripten,
    LLVM_ROOT: capture('llvm-config-19', ['--bindir']),
    BINARYEN_ROOT: join(folder, 'binaryen'),
    NODE_JS: process.execPath,
    CACHE: join(emscripten, 'cache'),
  })
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
    .join('');
  writeFileSync(config, `${text}FROZEN_CACHE = True\n`);

  const env = { EM_CONFIG: config };
  const version = capture(join(emscripten, 'emcc'), ['--version'], { env })?.match(/\) (\d+\.\d+\.\d+)/)?.[1];
  if (!version) {
    throw new SetupError(`The Emscripten in ${folder} does not run. Remove that folder and run this again.`);
  }
  return { root: emscripten, env, version };
}

/**
 * The interpreter itself for Emscripten's scripts, of which every source starts one: where `python3` is a shell script
 * that selects a version, as that of pyenv, it takes as long as they do.
 */
function python() {
  const path = process.env.EMSDK_PYTHON || capture('python3', ['-c', 'import sys; print(sys.executable)']);
  return path ? { EMSDK_PYTHON: path } : {};
}

/** `{ root, env, version }`; `env` is complete for CMake's `wasm` preset. */
export function emscripten() {
  let found = ofTheUser() ?? ofTheDistribution();
  if (!found && isDebian12) {
    install(['clang-19', 'lld-19', 'llvm-19', 'python3']);
    found = besideDebian12();
  }
  if (!found) throw new SetupError(kHowToInstall);
  console.log(`setup: Emscripten ${found.version}`);
  return { ...found, env: { ...python(), ...found.env, EMSCRIPTEN_ROOT: found.root } };
}
