// One build at a time in a folder: Ninja does not guard it, and two runs would write the same objects.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './paths.mjs';

function holder(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error.code === 'EPERM' ? -1 : null; // gone, or its file is
  }
}

/** Runs `body` while no other tool builds the same thing, such as a preset, in this tree. */
export async function locked(what, body) {
  const file = join(build, `.lock-${what}`);
  mkdirSync(build, { recursive: true });
  for (let told = false; ;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (holder(file) === null) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) console.log(`waiting for another build of ${what} in this tree to end`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await body();
  } finally {
    process.off('exit', release);
    release();
  }
}
