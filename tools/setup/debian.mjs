// Which Debian this is, and the newer release that lends what it lacks.
import { existsSync, readFileSync } from 'node:fs';
import { foreignRelease, hasApt } from './apt.mjs';

const release = Object.fromEntries(
  (existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')
    .split('\n')
    .map((line) => line.match(/^(\w+)="?([^"]*)"?$/))
    .filter(Boolean)
    .map(([, name, value]) => [name, value]),
);

export const isDebian12 = hasApt && release.ID === 'debian' && release.VERSION_ID === '12';

/** Debian 13 as seen from Debian 12. */
export const trixie = isDebian12 ? foreignRelease('trixie', release.VERSION_CODENAME) : null;
