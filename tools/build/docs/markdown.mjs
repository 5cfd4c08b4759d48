// Markdown to HTML: headings with anchors, highlighted code, and live figures above the code that makes them.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import markdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { parseInfo } from './blocks.mjs';

for (const [name, language] of Object.entries({ bash, javascript, json, typescript, xml }))
  hljs.registerLanguage(name, language);
const kHighlight = { js: 'javascript', jsx: 'javascript', ts: 'typescript', html: 'xml', sh: 'bash', json: 'json' };

export const escape = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** As GitHub names the anchors of headings. */
export const slug = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export const highlighted = (code, language) => {
  const name = kHighlight[language];
  return name ? hljs.highlight(code, { language: name }).value : escape(code);
};

/** Code in running text that names a page or a public name becomes a link, but for that in headings and in links. */
function linkCode(md, hrefOf) {
  md.core.ruler.push('link-code', ({ tokens, Token }) => {
    tokens.forEach((block, i) => {
      if (block.type !== 'inline' || tokens[i - 1]?.type === 'heading_open') return;
      let depth = 0;
      block.children = block.children.flatMap((token) => {
        if (token.type === 'link_open') depth++;
        if (token.type === 'link_close') depth--;
        const href = token.type === 'code_inline' && depth === 0 && hrefOf(token.content);
        if (!href) return [token];
        const open = new Token('link_open', 'a', 1);
        open.attrSet('href', href);
        return [open, token, new Token('link_close', 'a', -1)];
      });
    });
  });
}

/**
 * A renderer for one page. `scene(code)` takes the code of a figure and returns the address of its module;
 * `hrefOf(code)` where a piece of code in running text leads, if anywhere.
 */
export function renderer({ scene, hrefOf } = {}) {
  const md = markdownIt({ html: true, typographer: false });
  if (hrefOf) linkCode(md, hrefOf);
  md.use(anchor, { slugify: slug, tabIndex: false, permalink: anchor.permalink.headerLink({ safariReaderFix: true }) });
  md.renderer.rules.fence = (tokens, index) => {
    const { info, content } = tokens[index];
    const { language, kind, values } = parseInfo(info.trim());
    const code = `<pre class="code" tabindex="0"><code>${highlighted(content.trimEnd(), language)}</code></pre>\n`;
    // The figure that a page of an article shows, from its own tag.
    if (values.live) return code + content.match(/<impulse-scene[^]*?<\/impulse-scene>/)[0];
    if (kind !== 'scene') return code;
    const { caption = '', height = '300', ...others } = values;
    const attributes = Object.entries({ src: scene(content), height, alt: caption, ...others }).map(
      ([name, value]) => ` ${name}="${escape(value)}"`,
    );
    return `<impulse-scene${attributes.join('')} autoplay><p slot="caption">${md.renderInline(caption)}</p></impulse-scene>\n${code}`;
  };
  // Tables scroll by themselves where a screen is narrower; before that their code breaks between the parts of names.
  let inTable = false;
  md.renderer.rules.table_open = (tokens, index) => {
    inTable = true;
    const first = tokens.slice(index).find(({ type }) => type === 'inline').content;
    // Rows that are sentences stand below each other on a phone.
    return `<div class="table${first === 'What' ? ' said' : ''}" tabindex="0"><table>\n`;
  };
  md.renderer.rules.table_close = () => ((inTable = false), '</table></div>\n');
  md.renderer.rules.code_inline = (tokens, index) => {
    const code = escape(tokens[index].content);
    return `<code>${inTable ? code.replace(/[._(](?=\w)|[a-z](?=[A-Z])/g, '$&<wbr>') : code}</code>`;
  };
  // A column without a name has an empty cell there: an empty heading would be read out as one.
  const cell = (toText) => (tokens, index, options, env, self) => {
    if (tokens[index + toText].content === '') tokens[index].tag = 'td';
    return self.renderToken(tokens, index, options);
  };
  md.renderer.rules.th_open = cell(1);
  md.renderer.rules.th_close = cell(-1);
  return md;
}

/** The title and the headings of a page, as [level, anchor, text]. */
export function headingsOf(html) {
  return [...html.matchAll(/<h([1-3])\b[^>]*\bid="([^"]*)"[^>]*>([^]*?)<\/h\1>/g)].map(([, level, id, inner]) => ({
    level: Number(level),
    id,
    text: textOf(inner.replace(/<small>[^]*?<\/small>/, '')),
  }));
}

const kEntities = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' };
export const textOf = (html) =>
  html
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+);/g, (all, name) => kEntities[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();
