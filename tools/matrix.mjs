// Measures every preset in every scene of the acceptance suite, and of the laws with bounds per preset.
//
//   npm run matrix                        measures, writes the table into tests/solvers/README.md and prints the
//                                         differences from the recorded figures, before and after side by side
//   npm run matrix -- --against <tree>    measures the engine of another checkout in the same run, by the same tests,
//                                         and prints the two side by side; writes nothing
//   npm run matrix -- --record            also records the measured figures in tests/solvers/figures.tsv
//   npm run matrix -- --shortfalls        lists the shortfalls that meet their bound now, those that exceed their
//                                         range, the rest, and bounds that fail without a shortfall; with --against,
//                                         for the other engine; writes nothing
//   … [mechanism] [X20]                   only tests with one of these tags; writes nothing
//
// It exits with 1 if a bound of this tree does not hold.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cmake } from './cmake.mjs';
import { build, root } from './paths.mjs';
import { CommandError, main, record } from './process.mjs';

const kPage = 'tests/solvers/README.md';
const kRecord = 'tests/solvers/figures.tsv';
const kShards = 64; // more than there are tests, so that a crash loses the figures of one test only
const kBetween = /(<!-- matrix -->\n)[\s\S]*?(\n<!-- \/matrix -->)/;

const read = (tree, path) => readFileSync(join(tree, path), 'utf8');
const cells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** A number as `printf("%.3g")` writes it. */
export function short(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  const [digits, exponent = '0'] = value.toExponential(2).split('e');
  if (value === 0) return '0';
  const power = Number(exponent);
  if (power >= -4 && power < 3) return String(Number(value.toPrecision(3)));
  return `${Number(digits)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

const kNumbers = { inf: Infinity, '-inf': -Infinity };
const number = (text) => kNumbers[text] ?? Number(text);

/**
 * The output of the test programs: a line of presets, then a line per value, with tabs between columns. Rows of one
 * quantity are adjacent; quantities are sorted by family and number of their law.
 */
export function readFigures(text) {
  const figures = { presets: [], rows: [] };
  for (const line of text.split('\n').filter(Boolean)) {
    const [law, what, unit, preset, value, low, high, from, to, reason] = line.split('\t');
    if (law === 'presets') {
      figures.presets = line.split('\t').slice(1);
      continue;
    }
    const row = { law, what, unit, preset, value: number(value) };
    if (low !== undefined) row.asked = [number(low), number(high)];
    if (reason !== undefined) row.short = { reached: [number(from), number(to)], reason };
    figures.rows.push(row);
  }
  const order = ({ law }) => law.match(/^([A-Z]+)(\d+)(.*)$/).slice(1);
  const compare = (a, b) => {
    const [x, y] = [order(a), order(b)];
    return x[0].localeCompare(y[0]) || x[1] - y[1] || x[2].localeCompare(y[2]);
  };
  figures.rows.sort(compare); // stable
  return figures;
}

/** `{ law, what, unit, by: { preset: row } }`, one per quantity, in the order of the figures. */
function quantities(figures) {
  const found = new Map();
  for (const row of figures.rows) {
    const key = `${row.law}\t${row.what}`;
    if (!found.has(key)) found.set(key, { law: row.law, what: row.what, unit: row.unit, by: {} });
    found.get(key).by[row.preset] = row;
  }
  return [...found.values()];
}

function range([low, high]) {
  if (low > -Infinity && high < Infinity) return `${short(low)} to ${short(high)}`;
  return low > -Infinity ? `>= ${short(low)}` : high < Infinity ? `<= ${short(high)}` : 'not asked';
}

const holds = ([low, high], value) => value >= low && value <= high;

/** The table of the page: a row per quantity, a column per preset, a note per reason of shortfalls. */
export function table(figures) {
  const lines = [
    `| law | quantity | unit | ${figures.presets.join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(figures.presets.length)}`,
  ];
  const notes = [];
  for (const { law, what, unit, by } of quantities(figures)) {
    const row = figures.presets.map((preset) => {
      const entry = by[preset];
      if (!entry) return '';
      const cell = `${short(entry.value)} (${range(entry.asked)})`;
      if (!entry.short) return holds(entry.asked, entry.value) ? cell : `${cell} **fails**`;
      const { reached, reason } = entry.short;
      if (!notes.includes(reason)) notes.push(reason);
      return `${cell} **short**, held to ${range(reached)} [${notes.indexOf(reason) + 1}]`;
    });
    lines.push(`| ${law} | ${what} | ${unit} | ${row.join(' | ')} |`.replaceAll('|  |', '| |'));
  }
  return [...lines, '', ...notes.map((note, i) => `${i + 1}. ${note[0].toUpperCase()}${note.slice(1)}.`)].join('\n');
}

/**
 * Before and after side by side: the quantities with a value that differs by more than 1 %, or all of them. A value
 * that meets its bound now and did not before, or vice versa, is marked. `after` contains the bounds.
 */
export function comparison(before, after, { all = false } = {}) {
  const was = new Map(quantities(before).map(({ law, what, by }) => [`${law}\t${what}`, by]));
  const lines = [
    `| law | quantity | unit | ${after.presets.map((preset) => `${preset}: before, after`).join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(after.presets.length)}`,
  ];
  const met = { before: 0, after: 0, of: 0 };
  let same = 0;
  for (const { law, what, unit, by } of quantities(after)) {
    const old = was.get(`${law}\t${what}`) ?? {};
    let moved = false;
    const row = after.presets.map((preset) => {
      const [then, now] = [old[preset]?.value, by[preset]];
      if (!now) return '';
      if (then === undefined) {
        moved = true;
        return `new, ${short(now.value)}`;
      }
      const [had, has] = [holds(now.asked, then), holds(now.asked, now.value)];
      met.before += had;
      met.after += has;
      met.of += 1;
      const near = then === now.value || Math.abs(now.value - then) <= 0.01 * Math.abs(then);
      if (near) return short(now.value);
      moved = true;
      return `${short(then)}, ${short(now.value)}${had === has ? '' : has ? ' **met now**' : ' **no longer met**'}`;
    });
    if (!moved) same += 1;
    if (moved || all) lines.push(`| ${law} | ${what} | ${unit} | ${row.join(' | ')} |`.replaceAll('|  |', '| |'));
  }
  const counts = `${met.before} of ${met.of} bounds met before, ${met.after} after; ${same} quantities alike within 1 %.`;
  return `${lines.length > 2 ? `${lines.join('\n')}\n\n` : ''}${counts}`;
}

/** Names of quantities in bounds.h, by `law` tab `what`. */
function namesIn(bounds) {
  const text = (parts) => [...parts.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join('');
  const all = bounds.matchAll(/Quantity (k\w+)\{\s*"(\w+)",\s*((?:"[^"]*"\s*)+),/g);
  return new Map([...all].map(([, name, law, what]) => [`${law}\t${text(what)}`, name]));
}

/**
 * The state of shortfalls.h as text: a line per quantity, under a heading per list. `names` maps quantities to their
 * identifiers in the sources.
 */
export function shortfallReport(figures, names = new Map()) {
  const verdict = ({ value, asked, short: known }) => {
    if (holds(asked, value)) return known ? 'met' : '';
    if (!known) return 'fails';
    return holds(known.reached, value) ? 'still' : 'worse';
  };
  const headings = {
    met: 'meet their bound: delete them from tests/solvers/shortfalls.h',
    worse: 'exceed their range',
    still: 'are still needed',
    fails: 'bounds fail and have no shortfall',
  };
  const lists = { met: [], worse: [], still: [], fails: [] };
  const counts = { met: 0, worse: 0, still: 0, fails: 0 };
  for (const { law, what, by } of quantities(figures)) {
    const entries = Object.values(by).map((row) => ({ ...row, verdict: verdict(row) }));
    for (const kind of Object.keys(lists)) {
      const some = entries.filter((row) => row.verdict === kind);
      if (some.length === 0) continue;
      counts[kind] += some.length;
      const cell = (row) =>
        `${row.preset} ${short(row.value)} (${range(row.asked)}${kind === 'met' || !row.short ? '' : `; held to ${range(row.short.reached)}`})`;
      const name = names.get(`${law}\t${what}`);
      lists[kind].push(`  ${name ? `${name}: ` : ''}${law}, ${what}: ${some.map(cell).join(', ')}`);
    }
  }
  return Object.entries(headings)
    .map(([kind, heading]) => [`${counts[kind]} ${kind === 'fails' ? '' : 'shortfalls '}${heading}`, ...lists[kind]])
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Differences between the page's table and the presets, quantities and shortfalls of the sources. */
export function staleness(tree) {
  const bounds = [...namesIn(read(tree, 'tests/solvers/bounds.h')).keys()];
  const presets = [...read(tree, 'tests/solvers/presets.h').matchAll(/\.name = "([^"]+)"/g)].map(([, name]) => name);
  const shortfalls = read(tree, 'tests/solvers/shortfalls.h');
  const own = [...shortfalls.matchAll(/\{k\w+,\s*"[\w-]+",/g)].length;
  const shared = [...shortfalls.matchAll(/\{k\w+,\s*((?:[-\d.e+]+f,\s*){5})k\w+\}/g)]
    .flatMap(([, numbers]) => numbers.match(/[-\d.e+]+(?=f)/g))
    .filter((reached) => Number(reached) !== 0).length;
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
  compare('preset', presets, head.slice(3));
  compare(
    'quantity',
    bounds.map((key) => key.replace('\t', ' ')),
    rows.map(([law, what]) => `${law} ${what}`),
  );
  const count = rows.flat().filter((cell) => cell.includes('**short**')).length;
  if (count !== own + shared) found.push(`${kPage} shows ${count} shortfalls, shortfalls.h has ${own + shared}`);
  if (rows.flat().some((cell) => cell.includes('**fails**'))) found.push(`${kPage} shows a value that fails`);
  return found.map((line) => `${line}: run npm run matrix`);
}

/** A tree of this one's tests and another's engine. The measured tests include public headers only, so they fit. */
function transplant(other) {
  if (!existsSync(join(other, 'engine/include'))) throw new CommandError(`${other} is no checkout of this project`);
  // A folder for each tree: sources of another one that are older than the objects would pass as built.
  const folder = join(build, 'against', createHash('sha256').update(other).digest('hex').slice(0, 12));
  mkdirSync(folder, { recursive: true });
  const links = { engine: other, 'CMakeLists.txt': other, tests: root, 'CMakePresets.json': root };
  for (const [name, from] of Object.entries(links)) {
    rmSync(join(folder, name), { force: true });
    symlinkSync(join(from, name), join(folder, name));
  }
  return folder;
}

/**
 * Builds the measured tests of a tree and runs them in as many processes as there are processors. Tests of the engine's
 * internals fit their own tree only; they are tagged `inside` and are in another program.
 */
async function measure(source, tags, { inside = false, env = {} } = {}) {
  const programs = ['test_matrix', ...(inside ? ['test_laws'] : [])];
  const folder = await cmake('native-release', { targets: programs, source });
  const scratch = mkdtempSync(join(tmpdir(), 'impulse2d-matrix-'));
  const wanted = tags.length ? tags : ['[matrix]'];
  const filters = [wanted.join(','), wanted.map((tag) => `${tag}[inside]`).join(',')];
  const jobs = programs.flatMap((program, at) =>
    Array.from({ length: kShards }, (_, shard) => ({ program, filter: filters[at], shard })),
  );
  const runs = [];
  const runOne = async ({ program, filter, shard }, at) => {
    const path = join(scratch, `${program}-${shard}.tsv`);
    const shards = ['--shard-count', String(kShards), '--shard-index', String(shard), '--allow-running-no-tests'];
    const result = await record(join(folder, 'tests', program), [filter, ...shards], {
      env: { ...env, IMPULSE_MATRIX: path },
    });
    runs[at] = { ...result, text: existsSync(path) ? readFileSync(path, 'utf8') : '' };
  };
  let next = 0;
  const work = async () => {
    for (let at = next++; at < jobs.length; at = next++) await runOne(jobs[at], at);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  rmSync(scratch, { recursive: true });
  return {
    figures: readFigures(runs.map(({ text }) => text).join('\n')),
    code: runs.some(({ code }) => code !== 0) ? 1 : 0,
    output: runs.map(({ code, output }) => (code === 0 ? '' : output)).join(''),
    crashes: runs.filter(({ signal }) => signal !== null).map(({ signal, output }) => crash(signal, output)),
  };
}

/** The test in which a program crashed. Catch2 prints its name between two rules before it passes the signal on. */
function crash(signal, output) {
  const name = [...output.matchAll(/^-{70,}\n(.+)\n(?:.*\n)*?-{70,}$/gm)].at(-1)?.[1] ?? 'unknown';
  return `ended by ${signal}, its figures are missing: ${name}`;
}

function argumentsOf(list) {
  const wanted = { tags: [], against: null, record: false, shortfalls: false };
  for (let i = 0; i < list.length; i += 1) {
    if (list[i] === '--against') wanted.against = resolve(list[(i += 1)] ?? '');
    else if (list[i] === '--record') wanted.record = true;
    else if (list[i] === '--shortfalls') wanted.shortfalls = true;
    else if (/^\[.*\]$/.test(list[i])) wanted.tags.push(list[i]);
    else throw new CommandError(`${list[i]} is no argument of npm run matrix: see tools/matrix.mjs`);
  }
  return wanted;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const wanted = argumentsOf(process.argv.slice(2));
    if (wanted.shortfalls) {
      const source = wanted.against ? transplant(wanted.against) : root;
      const { figures, code, crashes } = await measure(source, wanted.tags, { inside: source === root });
      const names = namesIn(read(root, 'tests/solvers/bounds.h'));
      console.log(`\n${[...crashes, shortfallReport(figures, names)].join('\n\n')}`);
      process.exitCode = code;
      return;
    }
    const before = wanted.against && (await measure(transplant(wanted.against), wanted.tags));
    const other = before?.figures ?? null;
    const { figures, code, output, crashes } = await measure(root, wanted.tags, {
      inside: other === null,
      env: wanted.record ? { IMPULSE_RECORD: '1' } : {},
    });
    const whole = wanted.tags.length === 0;
    if (!other && whole) {
      const page = read(root, kPage).replace(kBetween, (_, open, close) => `${open}${table(figures)}${close}`);
      writeFileSync(join(root, kPage), page);
    }
    if (code !== 0) console.log(`\n${output}`);
    for (const line of [...(before?.crashes ?? []), ...crashes]) console.log(line);
    console.log(`\n${comparison(other ?? readFigures(read(root, kRecord)), figures, { all: other !== null })}`);
    if (wanted.record) {
      if (!whole) throw new CommandError('--record takes all tests, not those of some tags');
      const lines = figures.rows.map((row) => [row.law, row.what, row.unit, row.preset, row.value].join('\t'));
      writeFileSync(join(root, kRecord), `${lines.join('\n')}\n`);
    }
    process.exitCode = code;
  });
}
