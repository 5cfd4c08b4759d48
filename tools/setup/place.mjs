// Filling a cache folder so that an interrupted run leaves nothing half done: made beside, then renamed.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const kAbandonedAfter = 60 * 60 * 1000; // ms: no download takes that long, so its run was interrupted

function removeAbandoned(folder) {
  for (const name of readdirSync(dirname(folder)).filter((file) => file.startsWith(`${basename(folder)}.part-`))) {
    const path = join(dirname(folder), name);
    if (Date.now() - statSync(path).mtimeMs > kAbandonedAfter) rmSync(path, { recursive: true, force: true });
  }
}

/** Returns `folder`, made by `fill(temporary)` when it is not there yet. */
export function place(folder, fill) {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  removeAbandoned(folder);
  const temporary = mkdtempSync(`${folder}.part-`);
  try {
    fill(temporary);
    try {
      renameSync(temporary, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error; // else another run was first; its result is as good
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return folder;
}
