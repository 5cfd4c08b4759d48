// The peers, exactly as locked, installed beside this file when one of them is asked for.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../tools/process.mjs';

const folder = dirname(fileURLToPath(import.meta.url));

export function installPeers() {
  const stamp = join(folder, 'node_modules', '.locked-as');
  const want = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return;
  console.log('bench: installing the engines to compare with');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  writeFileSync(stamp, want);
}
