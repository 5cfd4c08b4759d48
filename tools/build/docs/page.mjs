// The frame around each page of the documentation. No script or style is inline: the pages work under the strictest
// policy.
import { escape } from './markdown.mjs';

/** What all pages of the site lead to, from the folder of the documentation. */
const kPages = [
  ['Scenes', '../'],
  ['Solvers', '../compare.html'],
  ['Two shapes', '../shapes.html'],
  ['Lessons', '../lessons/'],
  ['Examples', '../examples/'],
  ['Docs', 'index.html'],
];

/** Long names of the reference may break before a capital. */
const breakable = (text) => escape(text).replace(/([a-z])(?=[A-Z])/g, '$1<wbr>');

/** `up` leads from the page to the folder of the documentation, `nav` is [{ title, pages: [{ title, path }] }]. */
export function page({ title, description, path, up, nav, body, headings, before, after }) {
  const link = ({ title: text, path: to }, extra = '') =>
    `<a href="${up}${to}"${to === path ? ' aria-current="page"' : ''}${extra}>${escape(text)}</a>`;
  const sections = nav
    .map(
      ({ title: name, pages }) =>
        `<h2>${escape(name)}</h2>\n<ul>\n${pages.map((one) => `<li>${link(one)}</li>`).join('\n')}\n</ul>`,
    )
    .join('\n');
  const onPage = headings.filter(({ level }) => level > 1);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#fbf9f4" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#14181c" media="(prefers-color-scheme: dark)" />
    <meta name="description" content="${escape(description)}" />
    <title>${escape(title)} · impulse2d</title>
    <link rel="icon" href="${up}../assets/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up}docs.css" />
    <script type="module" src="${up}app.js"></script>
  </head>
  <body data-up="${up}">
    <a class="skip" href="#main">To the text</a>
    <header>
      <a class="wordmark" href="${up}index.html"><i>impulse</i>2d <span>docs</span></a>
      <nav class="views" aria-label="Pages">
        ${kPages.map(([text, to]) => `<a href="${up}${to}"${to === 'index.html' ? ' aria-current="true"' : ''}>${text}</a>`).join('\n        ')}
      </nav>
      <search class="search">
        <input type="search" id="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" disabled />
        <ul id="results" role="listbox" aria-label="Results" hidden></ul>
      </search>
    </header>
    <div class="columns">
      <nav aria-label="Documentation">
        <details>
          <summary>All pages</summary>
          <div class="pages">${sections}</div>
        </details>
      </nav>
      <main id="main">
${body}
        <p class="turn">${before ? link(before, ' rel="prev"') : '<span></span>'}${after ? link(after, ' rel="next"') : ''}</p>
      </main>
      <aside aria-label="On this page">${
        onPage.length > 1
          ? `<h2>On this page</h2><ul>${onPage.map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${breakable(text)}</a></li>`).join('')}</ul>`
          : ''
      }</aside>
    </div>
  </body>
</html>
`;
}
