// Checks prose: sentences have at most 40 words, none of the words below is used, and links lead to existing files and
// anchors. Checked are README.md and the other Markdown files of the root, docs/, the guides, the pages of web/, the
// docstrings of the TypeScript API, the maps of engine/ and tests/, and the docstrings of the engine's headers.
//
// `node tools/check-prose.mjs [tree]` prints the mistakes and exits with 1 if there are any.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

export const kMost = 40;

/** Words of a private dialect, with the field's term. */
export const kBanned = [
  [/\btold\b(?! apart)|\btells?\b/i, 'emitted, reported, has'],
  [/\bsweeps? over\b/i, 'iterations, passes'],
  [/(?<![\w.])\.\d/, 'a zero before the point'],
  [/\bwhoever\b|\bwhosoever\b/i, 'a subject with a name'],
  [/\blooked at\b/i, 'computed, updated'],
  [/\bgrown (by|box(es)?)\b/i, 'fat AABB, plus'],
  [/\bto and fro\b/i, 'symmetric Gauss-Seidel, back and forth'],
  [/\bwant of memory\b/i, 'out of memory'],
  [/\bheeds?\b/i, 'applies'],
  [/\bby what it\b|\bwhat hangs on nothing\b/i, 'a subject with a name'],
  [/\bliteral (switch(es)?|variants?|(UD|UR|FX|FT|WK)\d+)\b/i, 'naive variant'],
  [/\b(the|a) seed's (number|measure|slip|overlap)/i, 'the name of the source'],
  [/\bthe time a (body|step) takes grows to\b/i, 'grows by a factor of'],
  [/^What (an? |the |\{@link )?[\w.]+\}? (takes?|returns?|did)\b/, 'argument of, result of, options of'],
  [/\bonce (it|he) is gone\b|\bIs it gone\b/, 'destroyed'],
  [/\bNothing happens the second time\b/, 'a second call does nothing'],
  [/\b(makes?|no) garbage\b/, 'allocates, allocates nothing'],
  [/\bfor looking at\b/i, 'for inspection, for debugging'],
  [/\bnow and then\b/i, 'a number: every 30 steps'],
  [/\btakes? hold of\b/i, 'starts to drag'],
];

const kVerbs = 'rests|stands|moves|falls|slides|hangs|touches|bounces|spins|collides|sleeps|rolls|lands|sinks';

/** More of them, checked in the Markdown files of the root, docs/, engine/ and tests/, and in the engine's headers. */
export const kBannedInReference = [
  [new RegExp(`\\bwhat (${kVerbs})\\b`, 'i'), 'a subject with a name'],
  [/\bwhat (is|was) (pressed|pushed|thrown|held|deep|hit|made|laid)\b/i, 'a subject with a name'],
  [/\bby turns\b/i, 'alternating'],
  [/\banew\b/i, 'again'],
  [/\btrembl(es?|ed|ing)\b/i, 'jitter'],
  [/\bfix(es)? of (a |an |the )?(positions?|overlaps?|joints?)\b/i, 'position corrections'],
];

/**
 * Paragraphs of Markdown, as { line, text }: without code blocks, a cell of a table and an item of a list for itself.
 */
export function paragraphsOfMarkdown(markdown) {
  const found = [];
  let open = null;
  let fence = false;
  const end = () => {
    if (open) found.push(open);
    open = null;
  };
  markdown.split('\n').forEach((raw, i) => {
    const text = raw.trim();
    if (/^(```|~~~)/.test(text)) {
      end();
      fence = !fence;
    } else if (fence || text === '' || /^<!--.*-->$|^\[[\w ]+\]: /.test(text)) end();
    else if (text.startsWith('|')) {
      end();
      for (const cell of text.split(/(?<!\\)\|/)) if (/\w/.test(cell)) found.push({ line: i + 1, text: cell.trim() });
    } else if (/^#/.test(text)) {
      end();
      found.push({ line: i + 1, text: text.replace(/^#+ /, '') });
    } else {
      if (/^([-*]|\d+\.) /.test(text)) end();
      if (open) open.text += ` ${text}`;
      else open = { line: i + 1, text: text.replace(/^([-*]|\d+\.) /, '') };
    }
  });
  end();
  return found;
}

const kBlockTags =
  /<\/?(p|li|h[1-6]|td|th|figcaption|dt|dd|div|main|header|footer|ul|ol|section|summary|title|noscript|text|button|label|option)\b[^>]*>/g;

/** The same of a page. Formulas, pictures and scripts are no prose. */
export function paragraphsOfHtml(html) {
  const prose = html
    .replace(/<(script|style|svg|pre|select)\b[^]*?<\/\1>/g, (all) => all.replace(/[^\n]/g, ''))
    .replace(/<p class="formula"[^]*?<\/p>/g, (all) => all.replace(/[^\n]/g, ''))
    .replace(/<!--[^]*?-->/g, (all) => all.replace(/[^\n]/g, ''));
  const found = [];
  let line = 1;
  for (const part of prose.replace(kBlockTags, (all) => `\u0001${all.replace(/[^\n]/g, '')}`).split('\u0001')) {
    const text = part
      .replace(/<[^>]*>/g, '')
      .replace(/&\w+;/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (/\w/.test(text)) found.push({ line: line + (part.match(/^\s*/)[0].match(/\n/g)?.length ?? 0), text });
    line += part.match(/\n/g)?.length ?? 0;
  }
  return found;
}

/** The same of the docstrings of a source, but for those that the package does not show. */
export function paragraphsOfDocstrings(source) {
  const found = [];
  for (const match of source.matchAll(/\/\*\*([^]*?)\*\//g)) {
    if (match[1].includes('@internal')) continue;
    const first = source.slice(0, match.index).split('\n').length;
    const text = match[1]
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, ''))
      .join('\n');
    for (const one of paragraphsOfMarkdown(text)) found.push({ line: first + one.line - 1, text: one.text });
  }
  return found;
}

/** The same of the docstrings of a C++ header: comments of lines with ///, and ///< behind members. */
export function paragraphsOfHeader(source) {
  const found = [];
  let block = [];
  const end = () => {
    const text = block.map(({ text: said }) => said).join('\n');
    for (const one of paragraphsOfMarkdown(text)) found.push({ line: block[0].line + one.line - 1, text: one.text });
    block = [];
  };
  source.split('\n').forEach((raw, i) => {
    const [, code, member, said] = raw.match(/^(.*?)\/\/\/(<?)(.*)$/) ?? [];
    if (said === undefined || member || (block.length > 0 && code.trim() !== '')) end();
    if (said === undefined) return;
    // Formulas are indented.
    block.push({ line: i + 1, text: /^ {3,}\S/.test(said) ? '' : said.trim() });
  });
  end();
  return found;
}

const plain = (text) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{@link ([^}]*)\}/g, '$1')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\*\*|__/g, '');

/** Sentences of a paragraph; a full stop within a number or an abbreviation ends none. */
export const sentencesOf = (text) => plain(text).split(/(?<=[.!?][)"”]?)\s+(?=[A-Z`"“(]|code\b|\d)/);

const wordsOf = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Mistakes in paragraphs: [{ line, text }]. */
export function judge(paragraphs, banned = kBanned) {
  const found = [];
  for (const { line, text } of paragraphs) {
    for (const sentence of sentencesOf(text)) {
      const words = wordsOf(sentence);
      if (words > kMost) found.push({ line, text: `a sentence of ${words} words: ${sentence.slice(0, 70)}...` });
    }
    for (const [pattern, better] of banned) {
      const [word] = plain(text).match(pattern) ?? [];
      if (word) found.push({ line, text: `"${word}": better ${better}` });
    }
  }
  return found;
}

// --- links ----------------------------------------------------------------------------------------------------------

/** As GitHub names the anchors of headings; the second of a name gets -1. */
export function anchorsOfMarkdown(markdown) {
  const seen = new Map();
  const anchors = new Set();
  let fence = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) fence = !fence;
    const [, heading] = (!fence && line.match(/^#{1,6} (.*)$/)) || [];
    for (const [, id] of line.matchAll(/<a (?:name|id)="([^"]*)"/g)) anchors.add(id);
    if (!heading) continue;
    const slug = plainHeading(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}
const plainHeading = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();

const anchorsOfHtml = (html) => new Set([...html.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id));

function linksOfMarkdown(markdown) {
  const prose = markdown.replace(/^```[^]*?^```/gm, (all) => all.replace(/[^\n]/g, '')).replace(/`[^`\n]*`/g, '');
  const links = [
    ...prose.matchAll(/\]\(([^()\s]+(?:\([^()]*\)[^()\s]*)?)\)/g),
    ...prose.matchAll(/\b(?:src|href|srcset)="([^"]*)"/g),
  ];
  return links.map((match) => ({ to: match[1], line: prose.slice(0, match.index).split('\n').length }));
}
function linksOfHtml(html) {
  const tags = html.replace(/<!--[^]*?-->/g, (all) => all.replace(/[^\n]/g, ''));
  return [...tags.matchAll(/<(?!impulse-scene)[\w-]+\b[^>]*?\b(?:href|src|poster)="([^"]*)"/g)].map((match) => ({
    to: match[1],
    line: tags.slice(0, match.index).split('\n').length,
  }));
}

/** Links that lead nowhere. `foot` is what an address that begins with / is below. */
export function brokenLinks(file, text, foot) {
  const isHtml = file.endsWith('.html');
  const found = [];
  for (const { to, line } of isHtml ? linksOfHtml(text) : linksOfMarkdown(text)) {
    if (/^(https?:|data:|mailto:|blob:)/.test(to)) continue;
    const [path, anchor] = to.split('#');
    const clean = decodeURI(path.split('?')[0]);
    // A guide becomes a page of the folder above.
    const base = /\/guides\/[\w-]+\.md$/.test(file) && !clean.endsWith('.md') ? dirname(dirname(file)) : dirname(file);
    let target = clean === '' ? file : join(clean.startsWith('/') ? foot : base, clean);
    if (existsSync(target) && statSync(target).isDirectory() && isHtml) target = join(target, 'index.html');
    // A script is written in TypeScript and bundled to where its page expects it; source.txt is made of the scripts
    // beside it; impulse2d.js is the package.
    const written = [
      target,
      target.replace(/\.js$/, '.ts'),
      target.replace(/source\.txt$/, 'main.js'),
      target.replace(/web\/impulse2d\.js$/, 'bindings/ts/src/index.ts'),
    ];
    const there = written.slice(0, isHtml ? 4 : 1).some((name) => existsSync(name));
    if (!there) found.push({ line, text: `${to} is not there` });
    else if (anchor && /\.(md|html)$/.test(target)) {
      const other = target === file ? text : readFileSync(target, 'utf8');
      const anchors = target.endsWith('.md') ? anchorsOfMarkdown(other) : anchorsOfHtml(other);
      // A page whose script reads what follows the # has no element of that name.
      if (!anchors.has(anchor) && !/=|\/index\.html$/.test(`${anchor}${target}`))
        found.push({ line, text: `${to}: no such anchor` });
    }
  }
  return found;
}

// --- the files ------------------------------------------------------------------------------------------------------

const below = (folder, fits) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((name) => fits(name) && !/(^|\/)node_modules\//.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];

/**
 * The pages of the documentation are built; links of web/ to them are followed there, by tests/bindings/links.test.mjs.
 */
const isBuilt = (text) => /^[^ ]*\b(docs|reference)\//.test(text);

export function checkProse(tree) {
  const isMarkdown = (name) => name.endsWith('.md');
  const guides = below(join(tree, 'web/docs/guides'), isMarkdown);
  const texts = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
    .map((name) => join(tree, name))
    .filter((file) => existsSync(file));
  const docs = below(join(tree, 'docs'), isMarkdown);
  const lessons = below(join(tree, 'web/lessons'), (name) => name.endsWith('.html'));
  const pages = below(join(tree, 'web'), (name) => name.endsWith('.html'));
  const sources = below(join(tree, 'bindings/ts/src'), (name) => name.endsWith('.ts'));
  const maps = ['engine/README.md', 'tests/README.md', 'tests/solvers/README.md']
    .map((name) => join(tree, name))
    .filter((file) => existsSync(file));
  const headers = ['engine/include', 'engine/src'].flatMap((folder) =>
    below(join(tree, folder), (name) => name.endsWith('.h')),
  );

  const found = [];
  const add = (file, list) => list.forEach(({ line, text }) => found.push(`${relative(tree, file)}:${line}: ${text}`));
  let read = 0;
  const reference = [...kBanned, ...kBannedInReference];
  for (const [files, paragraphs, banned] of [
    [guides, paragraphsOfMarkdown],
    [lessons, paragraphsOfHtml],
    [sources, paragraphsOfDocstrings],
    [[...texts, ...docs, ...maps], paragraphsOfMarkdown, reference],
    [headers, paragraphsOfHeader, reference],
  ]) {
    for (const file of files) {
      read++;
      add(file, judge(paragraphs(readFileSync(file, 'utf8')), banned));
    }
  }
  for (const file of [...texts, ...docs, ...maps, ...guides, ...pages]) {
    const broken = brokenLinks(file, readFileSync(file, 'utf8'), join(tree, 'web'));
    const inWeb = relative(tree, file).startsWith('web/');
    add(
      file,
      broken.filter(({ text }) => !(inWeb && isBuilt(text))),
    );
  }
  return { found, read };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { found, read } = checkProse(resolve(process.argv[2] ?? root));
  for (const line of found) console.log(line);
  console.log(`prose: ${read} files read, ${found.length} mistakes`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
