// The documentation: guides from web/docs/guides and the reference from the declarations in dist/, as static pages
// below /docs/. What it is made of is hashed; where nothing has changed since the last time, nothing is done.
import * as esbuild from 'esbuild';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, dist, root } from '../paths.mjs';
import { headingsOf, renderer, slug, textOf } from './docs/markdown.mjs';
import { page } from './docs/page.mjs';
import { searchIndex } from './docs/search.mjs';
import { ownPackage, site } from './site.mjs';

const source = join(root, 'web/docs');
const made = join(build, 'docs');
const reference = join(build, 'reference');

const filesBelow = (folder, fits = () => true) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && fits(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
const isFresh = (folder, hash) =>
  existsSync(join(folder, 'hash')) && readFileSync(join(folder, 'hash'), 'utf8') === hash;

const tools = () => [join(root, 'tools/build/docs.mjs'), ...filesBelow(join(root, 'tools/build/docs'))];

/** The pages of the reference, read anew only where a declaration changed. TypeDoc takes most of the time. */
async function referencePagesOf() {
  const declarations = filesBelow(dist, (name) => name.endsWith('.d.ts')).filter((name) => !name.includes('/cjs/'));
  const readers = ['reference.mjs', 'markdown.mjs'].map((name) => join(root, 'tools/build/docs', name));
  const hash = hashOf([join(root, 'node_modules/typedoc/package.json'), ...declarations, ...readers]);
  if (!isFresh(reference, hash)) {
    console.log('building the reference');
    rmSync(reference, { recursive: true, force: true });
    mkdirSync(reference, { recursive: true });
    for (const file of declarations) {
      const to = join(reference, 'types', file.slice(dist.length));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(file, to);
    }
    const types = join(reference, 'types');
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
      module: 'NodeNext',
      strict: true,
      skipLibCheck: true,
      types: [],
    };
    writeFileSync(join(types, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.d.ts'] }));
    const { readProject, referencePages } = await import('./docs/reference.mjs');
    const { project, json } = await readProject(types);
    writeFileSync(join(reference, 'reference.json'), JSON.stringify(json));
    writeFileSync(join(reference, 'pages.json'), JSON.stringify(referencePages(project)));
    writeFileSync(join(reference, 'hash'), hash);
  }
  return JSON.parse(readFileSync(join(reference, 'pages.json'), 'utf8'));
}

/** A guide: `# Title` first, then one paragraph that says what it is about. */
function readGuide(path) {
  const text = readFileSync(join(source, 'guides', path.replace(/html$/, 'md')), 'utf8');
  const [, title, first] = text.match(/^# (.*)\n\n([^]*?)\n\n/) ?? [];
  if (!title) throw new Error(`web/docs/guides/${path}: begins with a title and a paragraph`);
  const description = first
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ');
  return { title, text, description };
}

/** Markdown links lead to pages: guides to guides, `docs/x.md` and the like to their pages here. */
const relinked = (html) => html.replace(/(href="[^":#]*)\.md(#[^"]*)?"/g, '$1.html$2"');

/**
 * Where code in a guide leads: `/examples/slingshot/` to that page, `FixedLoop` to the reference. The guides are part
 * of the package, where those pages are not, so links in Markdown would lead nowhere.
 */
function hrefsOf(referencePages) {
  const places = new Map(
    referencePages.flatMap(({ page: name, names }) => names.map((one) => [one, `reference/${name}.html#${slug(one)}`])),
  );
  return (code) =>
    /^\/(docs|examples|lessons)\/[\w./-]*$|^\/\w+\.html$/.test(code)
      ? code.replace(/^\/docs\//, '').replace(/^\//, '../')
      : /^[A-Z]/.test(code) && places.get(code);
}

const kLaw = /\b(?:UD|UR|FX|FT|WK|X)\d+[a-z]?\b/g;
const kLawsPath = 'laws.html';

/** The laws of engine/README.md as a page, where each row has an anchor. Files of the source have no page here. */
function lawsPage() {
  const [, text] = readFileSync(join(root, 'engine/README.md'), 'utf8').match(/^## The laws\n([^]*?)^## Sources$/m);
  const plain = text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/^###/gm, '##');
  const seen = new Set();
  const body = renderer()
    .render(`# The laws\n${plain}`)
    .replace(/(?<=<tr>\n<td>)[^<]*(?=<\/td>)/g, (cell) =>
      cell.replace(kLaw, (law) =>
        seen.has(law) ? law : seen.add(law) && `<span id="${law.toLowerCase()}">${law}</span>`,
      ),
    );
  const description = 'What the engine has to satisfy, row by row, and the tests that measure it';
  return { page: { path: kLawsPath, up: '', title: 'The laws', description, body }, laws: seen };
}
const withLawLinks = (html, laws) =>
  html.replace(/(?<=<td>)[^<]*(?=<\/td>\n<\/tr>)/g, (cell) =>
    cell.replace(kLaw, (law) => (laws.has(law) ? `<a href="${kLawsPath}#${law.toLowerCase()}">${law}</a>` : law)),
  );

/** The lessons, for the search: the text of each, without its formulas, pictures and answers. */
const lessonsFolder = join(root, 'web/lessons');
const lessonFiles = () => filesBelow(lessonsFolder, (name) => name.endsWith('.html') && name !== 'index.html');
const lessons = () =>
  lessonFiles().map((file) => {
    const html = readFileSync(file, 'utf8').match(/<main>([^]*?)(?:<h2 id="sources"|<\/main>)/)[1];
    const body = html.replace(/<(svg|math|select|details)\b[^]*?<\/\1>/g, ' ').replace('<h1>', '<h1 id="">');
    const title = `Lesson: ${textOf(html.match(/<h1>([^]*?)<\/h1>/)[1])}`;
    return { path: `../lessons/${basename(file)}`, title, body };
  });

async function makePages() {
  const { guides } = JSON.parse(readFileSync(join(source, 'site.json'), 'utf8'));
  const referenced = await referencePagesOf();
  const hrefOf = hrefsOf(referenced);
  const { page: lawsOf, laws } = lawsPage();
  const scenes = [];
  const pages = [];
  const nav = guides.map(({ title, pages: names }) => ({
    title,
    pages: names.map((name) => {
      const guide = readGuide(`${name}.html`);
      const path = `${name}.html`;
      let number = 0;
      const md = renderer({
        hrefOf,
        scene(code) {
          const file = `scenes/${name}-${++number}.js`;
          scenes.push({ file, code });
          return file;
        },
      });
      // The promised range is kept once, in docs/, where the package has it too.
      const text = guide.text.replace(/<!-- promised range -->[^]*<!-- end -->/, () =>
        readFileSync(join(root, 'docs/promised-range.md'), 'utf8')
          .replace(/^# .*\n\n[^]*?\n\n/, '')
          .replace(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, '$1'),
      );
      const html = relinked(md.render(text));
      const body = name === 'promised-range' ? withLawLinks(html, laws) : html;
      pages.push({ path, up: '', title: guide.title, description: guide.description, body });
      return { title: guide.title, path };
    }),
  }));
  pages.push(lawsOf);
  nav.at(-1).pages.push({ title: lawsOf.title, path: lawsOf.path });
  const tables = referenced.map(({ page: name, title, names, body }) => {
    const path = `reference/${name}.html`;
    pages.push({
      path,
      up: '../',
      title: `${title}, reference`,
      description: `Reference: ${names.slice(0, 12).join(', ')}`,
      body,
    });
    return { title, path };
  });
  nav.push({ title: 'Reference', pages: tables });
  return { nav, pages, scenes };
}

async function makeDocs() {
  console.log('building the documentation');
  const { nav, pages, scenes } = await makePages();
  rmSync(made, { recursive: true, force: true });
  const target = join(made, 'site');
  mkdirSync(join(target, 'reference'), { recursive: true });
  const order = nav.flatMap((section) => section.pages);
  for (const one of pages) {
    const at = order.findIndex(({ path }) => path === one.path);
    writeFileSync(
      join(target, one.path),
      page({ ...one, nav, headings: headingsOf(one.body), before: order[at - 1], after: order[at + 1] }),
    );
  }
  writeFileSync(join(target, 'search.json'), JSON.stringify(searchIndex([...pages, ...lessons()])));
  // The scripts of the figures share one engine with the page.
  mkdirSync(join(made, 'scenes'), { recursive: true });
  for (const { file, code } of scenes) writeFileSync(join(made, file), code);
  await esbuild.build({
    entryPoints: [
      { in: join(source, 'app.js'), out: 'app' },
      ...scenes.map(({ file }) => ({ in: join(made, file), out: file.replace(/\.js$/, '') })),
    ],
    outdir: target,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    chunkNames: 'chunks/[name]-[hash]',
    logLevel: 'warning',
    plugins: [ownPackage],
    nodePaths: [join(root, 'node_modules')],
  });
  cpSync(join(source, 'docs.css'), join(target, 'docs.css'));
}

/** After the package and the page are built. */
export async function buildDocs() {
  const package_ = filesBelow(dist, (name) => /\.(d\.ts|js)$/.test(name)).filter((name) => !name.includes('/cjs/'));
  const texts = ['docs/promised-range.md', 'engine/README.md'].map((name) => join(root, name));
  const inputs = [...filesBelow(source), ...tools(), ...package_, ...texts, ...lessonFiles()];
  const hash = hashOf(inputs);
  if (!isFresh(made, hash)) {
    await makeDocs();
    writeFileSync(join(made, 'hash'), hash);
  }
  rmSync(join(site, 'docs'), { recursive: true, force: true });
  cpSync(join(made, 'site'), join(site, 'docs'), { recursive: true });
}
