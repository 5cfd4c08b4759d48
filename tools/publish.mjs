// Before `npm publish`: refuses without the addresses that a package page shows. A dry run only names them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

/** What keeps a package with these fields of package.json from being published; '' if nothing does. */
export function refusal(fields) {
  const missing = ['repository', 'homepage', 'bugs'].filter((name) => !fields[name]);
  return missing.length === 0 ? '' : `package.json has no ${missing.join(', ')}: set them to the project's addresses`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const why = refusal(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  if (why) console.error(why);
  if (why && process.env.npm_config_dry_run !== 'true') process.exitCode = 1;
}
