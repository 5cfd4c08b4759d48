// The code blocks of a guide. The words after the language say what a block is, and so how the tests run it:
//
//   js          a program for Node
//   js scene    a module whose default export is the setup function of a live figure, shown above its code
//   js page     a module for a page, bundled and run in a browser; `jsx page` likewise. With `as=name.js` another one
//               loads it by that name
//   ts          a program for the compiler
//   html page   a page without a bundler. With `live=yes` its `<impulse-scene>` is also shown below its code
//   js config, sh, json, text: for reading; `js config` has to parse. A page can load `json as=name.json` by that name

/** What may follow a language. */
const kKinds = { js: ['node', 'scene', 'page', 'config'], jsx: ['page'], ts: ['types'], html: ['page'] };
const kRead = new Set(['sh', 'json', 'text']);

/** `js scene height=300 caption="A ball"`: the language, the kind, and the values by name. */
export function parseInfo(info) {
  const [language, ...words] = info.match(/[\w-]+="[^"]*"|\S+/g) ?? [''];
  const values = {};
  let kind = kKinds[language]?.[0];
  for (const word of words) {
    const [, name, quoted, plain] = word.match(/^([\w-]+)=(?:"([^"]*)"|(.*))$/) ?? [];
    if (name) values[name] = quoted ?? plain;
    else if (kKinds[language]?.includes(word)) kind = word;
    else throw new Error(`\`\`\`${info}: what is ${word}?`);
  }
  if (language === 'html' || language === 'jsx' || language === 'ts') kind ??= kKinds[language][0];
  if (!kind && !kRead.has(language)) throw new Error(`\`\`\`${info}: no such language`);
  return { language, kind: kind ?? 'read', values };
}

/** All blocks of a text, with the line on which each begins. */
export function blocksOf(text) {
  const found = [];
  for (const match of text.matchAll(/^```(\S[^\n]*)\n([^]*?)^```$/gm)) {
    const line = text.slice(0, match.index).split('\n').length;
    found.push({ ...parseInfo(match[1]), code: match[2], line });
  }
  return found;
}
