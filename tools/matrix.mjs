// Every recipe on every scene of the acceptance suite: `npm run matrix` builds the solver tests, measures, prints the
// table and writes it into tests/solvers/README.md. It ends with 1 when a bound does not hold.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cmake } from './cmake.mjs';
import { root } from './paths.mjs';
import { main, record } from './process.mjs';

const kPage = 'tests/solvers/README.md';
const kBetween = /(<!-- matrix -->\n)[\s\S]*?(\n<!-- \/matrix -->)/;

const read = (tree, path) => readFileSync(join(tree, path), 'utf8');
const cells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Where the page's table does not have the recipes, quantities and shortfalls of the sources: a list of sentences. */
export function staleness(tree) {
  const bounds = [...read(tree, 'tests/solvers/bounds.h').matchAll(/Quantity k\w+\{\s*"(\w+)",\s*"([^"]+)"/g)];
  const recipes = [...read(tree, 'tests/solvers/recipes.h').matchAll(/\.name = "([^"]+)"/g)].map(([, name]) => name);
  const shortfalls = [...read(tree, 'tests/solvers/recipes.h').matchAll(/^ *\{k\w+, *"/gm)];
  const lines = read(tree, kPage)
    .match(kBetween)[0]
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cells);
  const [head = [], , ...rows] = lines;
  const found = [];
  const compare = (what, wanted, there) => {
    for (const one of wanted) if (!there.includes(one)) found.push(`${kPage} lacks the ${what} ${one}`);
    for (const one of there)
      if (!wanted.includes(one)) found.push(`${kPage} has the ${what} ${one}, which the sources have not`);
  };
  compare('recipe', recipes, head.slice(3));
  compare(
    'quantity',
    bounds.map(([, law, what]) => `${law} ${what}`),
    rows.map(([law, what]) => `${law} ${what}`),
  );
  const short = rows.flat().filter((cell) => cell.includes('**short**')).length;
  if (short !== shortfalls.length) found.push(`${kPage} shows ${short} shortfalls, recipes.h has ${shortfalls.length}`);
  if (rows.flat().some((cell) => cell.includes('**fails**'))) found.push(`${kPage} shows a value that fails`);
  return found.map((line) => `${line}: run npm run matrix`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const folder = await cmake('native-release', { targets: ['test_solvers'] });
    const scratch = mkdtempSync(join(tmpdir(), 'impulse2d-matrix-'));
    const path = join(scratch, 'matrix.md');
    const { code, output } = await record(join(folder, 'tests/test_solvers'), ['[matrix]'], {
      env: { IMPULSE_MATRIX: path },
    });
    const table = readFileSync(path, 'utf8').trimEnd();
    rmSync(scratch, { recursive: true });
    console.log(table);
    if (code !== 0) console.log(`\n${output}`);
    writeFileSync(
      join(root, kPage),
      read(root, kPage).replace(kBetween, (_, open, close) => `${open}${table}${close}`),
    );
    process.exitCode = code;
  });
}
