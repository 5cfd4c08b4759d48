// The development packages, exactly as locked.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from '../paths.mjs';
import { run } from '../process.mjs';

function install(folder, what, how = 'ci') {
  const stamp = join(folder, 'node_modules', '.locked-as');
  const want = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return;
  console.log(`setup: installing ${what}`);
  run('npm', [how, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  writeFileSync(stamp, want);
}

export function nodePackages() {
  install(root, 'the npm packages');
}

/** Bundlers, test runners and older compilers, 300 MB: only `npm run test:hosts` wants them. Returns their folder. */
export function hostPackages() {
  const folder = join(build, 'hosts');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, 'tests/hosts', name), join(folder, name));
  // Not `ci`: npm leaves packages for other systems out of this lock file, and then takes it for another project's.
  install(folder, 'the hosts of the package', 'install');
  return folder;
}
