// Programs of the system: compilers, CMake, Ninja, Python, a browser.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, capture, onPath } from '../process.mjs';
import { hasApt, install, installed } from './apt.mjs';

const kPrograms = [
  { program: 'cmake', debian: 'cmake' },
  { program: 'ninja', debian: 'ninja-build' },
  { program: 'c++', debian: 'g++' },
  { program: 'python3', debian: 'python3' },
];

/** What every build needs. */
export function systemPrograms() {
  const missing = kPrograms.filter(({ program }) => !onPath(program));
  if (missing.length > 0) {
    if (!hasApt) {
      throw new SetupError(
        `These programs are needed and were not found: ${missing.map(({ program }) => program).join(', ')}.`,
      );
    }
    install(missing.map(({ debian }) => debian));
  }
  const version = capture('cmake', ['--version'])?.match(/\d+\.\d+/)?.[0] ?? '0.0';
  const [major, minor] = version.split('.').map(Number);
  if (major < 3 || (major === 3 && minor < 25))
    throw new SetupError(`CMake 3.25 or newer is needed; this is ${version}.`);
}

/**
 * Clang compiles the debug build where it is to be had, and the default compiler the optimised one, so that two
 * compilers see the code. Of the two Clang's sanitizers check more, and its code takes less than half the time.
 */
export function clang() {
  const packages = ['clang-19', 'libclang-rt-19-dev'];
  if (hasApt && !packages.every(installed)) {
    try {
      install(packages);
    } catch (error) {
      console.log(`setup: no Clang 19 (${error.message.split('\n')[0]}); the default compiler builds native-debug too`);
    }
  }
  // Without apt a Clang 19 brings its sanitizers along.
  return onPath('clang++-19') && (!hasApt || packages.every(installed)) ? 'clang++-19' : null;
}

/** The version of the formatter is part of the format: another one lays out a tenth of the lines differently. */
export function clangFormat() {
  if (!onPath('clang-format-19') && hasApt) install(['clang-format-19']);
  if (onPath('clang-format-19')) return 'clang-format-19';
  if (capture('clang-format', ['--version'])?.includes('version 19.')) return 'clang-format';
  throw new SetupError('clang-format 19 is needed to check how the C++ sources are laid out.');
}

/**
 * The browser for the browser tests: CHROMIUM, or Debian's package. Its headless build goes first: the same browser
 * without windows, which takes two fifths of the processor time. Nothing is downloaded past the package manager.
 */
export function chromium() {
  if (process.env.CHROMIUM) {
    if (existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
    throw new SetupError(`CHROMIUM names ${process.env.CHROMIUM}, which does not exist.`);
  }
  for (const name of ['chromium-headless-shell', 'chromium']) {
    try {
      if (!onPath(name) && hasApt) install([name, 'fonts-dejavu-core']);
    } catch (error) {
      console.log(`setup: no ${name} (${error.message.split('\n')[0]})`);
    }
    if (onPath(name)) return capture('sh', ['-c', `command -v ${name}`]);
  }
  const path = capture('sh', ['-c', 'command -v chromium-browser || command -v google-chrome']);
  if (path) return path;
  throw new SetupError('Chromium is needed for the browser tests: install it, or name one in the variable CHROMIUM.');
}

/** MiniBrowser, which Debian keeps out of PATH, beside the library: `/usr/lib/<triplet>/webkit2gtk-4.1/MiniBrowser`. */
function miniBrowser() {
  const folders = (path, pattern) =>
    existsSync(path)
      ? readdirSync(path)
          .filter((name) => pattern.test(name))
          .map((name) => join(path, name))
      : [];
  return folders('/usr/lib', /-linux-/)
    .flatMap((folder) => folders(folder, /^webkit2?gtk-\d/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

/**
 * Looks for Firefox, and for WebKit with its driver and a display; installs neither. Each is null where it is not
 * there.
 */
export function otherBrowsers() {
  const firefox = capture('sh', ['-c', 'command -v firefox-esr || command -v firefox']);
  const browser = miniBrowser();
  const webkit = browser && onPath('WebKitWebDriver') && onPath('Xvfb') ? { browser } : null;
  if (!firefox) console.log('setup: no Firefox (Debian: firefox-esr); its page tests are skipped');
  if (!webkit) console.log('setup: no WebKit (Debian: webkit2gtk-driver, xvfb); its page tests are skipped');
  return { firefox, webkit };
}
