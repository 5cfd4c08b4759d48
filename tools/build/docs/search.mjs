// What the search of the documentation looks through: each section of each page and lesson, and each member of the
// reference.
import MiniSearch from 'minisearch';
import { textOf } from './markdown.mjs';
import { kOptions } from '../../../web/docs/search_options.js';

function* sectionsOf({ path, title, body }) {
  const parts = body.split(/(?=<h[123]\b[^>]*\bid=|<dt id=)/);
  let owner = '';
  for (const part of parts) {
    const [, id] = part.match(/^<(?:h[123]|dt)\b[^>]*?\bid="([^"]*)"/) ?? [];
    if (id === undefined) continue;
    const member = part.startsWith('<dt');
    const own = member
      ? (part.match(/<b>([^<]*)<\/b>/)?.[1] ?? textOf(part.match(/<code>([^(]*)\(/)?.[1] ?? ''))
      : textOf(part.match(/^<h[123][^>]*>([^]*?)<\/h[123]>/)[1].replace(/<small>[^]*?<\/small>/, ''));
    if (!member) owner = own;
    const name = member && !own.startsWith('new ') ? `${owner}.${own}` : own;
    yield {
      title: name,
      page: id ? title.replace(', reference', '') : title.split(':')[0],
      url: id ? `${path}#${id}` : path,
      // What people may call it besides: <!-- search: words --> below a heading.
      words: (part.match(/<!-- search: ([^]*?) -->/)?.[1] ?? '').replace(/\s+/g, ' '),
      text: textOf(part.replace(/<pre[^]*?<\/pre>|<!--[^]*?-->/g, ' ')),
    };
  }
}

export function searchIndex(pages) {
  const index = new MiniSearch(kOptions);
  index.addAll(pages.flatMap((one) => [...sectionsOf(one)]).map((section, id) => ({ id, ...section })));
  return index;
}
