// A release names its addresses (tools/publish.mjs).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../../tools/paths.mjs';
import { refusal } from '../../tools/publish.mjs';

test('a package without repository, homepage and bugs is not published', () => {
  assert.match(refusal({ homepage: 'x' }), /no repository, bugs:/);
  assert.equal(refusal({ repository: 'x', homepage: 'x', bugs: 'x' }), '');
});

test('npm publish asks for them before anything else, and a dry run only names them', () => {
  const fields = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.match(fields.scripts.prepublishOnly, /^node tools\/publish\.mjs && /);
  const run = (dry) => {
    const env = { ...process.env, npm_config_dry_run: dry };
    return spawnSync(process.execPath, [join(root, 'tools/publish.mjs')], { env, encoding: 'utf8' });
  };
  const complete = refusal(fields) === '';
  assert.equal(run('').status, complete ? 0 : 1);
  assert.equal(run('true').status, 0);
  assert.equal(run('true').stderr.trim(), refusal(fields));
});
