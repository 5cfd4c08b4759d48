import assert from 'node:assert/strict';
import test from 'node:test';
import {
  anchorsOfMarkdown,
  checkProse,
  judge,
  kBannedInReference,
  kMost,
  paragraphsOfDocstrings,
  paragraphsOfHeader,
  paragraphsOfHtml,
  paragraphsOfMarkdown,
  sentencesOf,
} from '../../tools/check-prose.mjs';
import { tree } from './tree.mjs';

const long = (words) => `${Array.from({ length: words }, (_, i) => `w${i}`).join(' ')}.`;

test('a sentence of forty words is fine, one of forty-one is a mistake', () => {
  assert.equal(kMost, 40);
  assert.deepEqual(judge([{ line: 1, text: `A ${long(39)} Another.` }]), []);
  const [{ line, text }] = judge([{ line: 3, text: `A ${long(40)} Another.` }]);
  assert.equal(line, 3);
  assert.match(text, /^a sentence of 41 words/);
});

test('a full stop in a number or in code ends no sentence', () => {
  assert.deepEqual(sentencesOf('It is 0.5 m. `World.step` takes `1.5`. Done'), [
    'It is 0.5 m.',
    'code takes code.',
    'Done',
  ]);
});

test('code, cells and items are not run together', () => {
  const text = `# Title\n\nOne\ntwo.\n\n- item a\n- item b\n  goes on\n\n| x | y |\n|---|---|\n| ${long(30)} | ${long(30)} |\n\n\`\`\`js\n${long(60)}\n\`\`\`\n`;
  assert.deepEqual(
    paragraphsOfMarkdown(text).map(({ line, text: said }) => [line, said.slice(0, 14)]),
    [
      [1, 'Title'],
      [3, 'One two.'],
      [6, 'item a'],
      [7, 'item b goes on'],
      [10, 'x'],
      [10, 'y'],
      [12, 'w0 w1 w2 w3 w4'],
      [12, 'w0 w1 w2 w3 w4'],
    ],
  );
  assert.deepEqual(judge(paragraphsOfMarkdown(text)), []);
});

test('a page is read without its pictures, formulas and scripts', () => {
  const html = `<main>\n<h1>Title</h1>\n<p class="formula">${long(50)}</p>\n<p>One <b>two</b>\nthree.</p>\n<svg><text>${long(50)}</text></svg><script>${long(50)}</script></main>`;
  assert.deepEqual(
    paragraphsOfHtml(html).map(({ text }) => text),
    ['Title', 'One two three.'],
  );
  assert.equal(paragraphsOfHtml(html)[1].line, 4);
});

test('docstrings of a header are read, formulas and code are not', () => {
  const header = `/// A row.\n/// Two lines\n///   a = b ${long(50)}\n/// and an end.\nstruct Row {\n    float a = .5f; ///< m: first\n                   ///< and more\n    int b; // ${long(50)}\n    /// Of b.\n    int c;\n};\n`;
  assert.deepEqual(
    paragraphsOfHeader(header).map(({ line, text }) => [line, text]),
    [
      [1, 'A row. Two lines'],
      [4, 'and an end.'],
      [6, 'm: first'],
      [7, 'and more'],
      [9, 'Of b.'],
    ],
  );
});

test('words of the dialect are mistakes in reference texts', () => {
  for (const text of ['What rests never bounces.', 'They move by turns.', 'It trembles.', 'The fix of a position.'])
    assert.equal(judge([{ line: 1, text }], kBannedInReference).length, 1, text);
  assert.equal(judge([{ line: 1, text: 'A hull grown by r. Literal UR4.' }]).length, 2);
  assert.deepEqual(judge([{ line: 1, text: 'A resting contact never bounces.' }], kBannedInReference), []);
});

test('docstrings are read, internal ones and comments are not', () => {
  const source = `/** One. */\nconst a = 1;\n/**\n * Two\n * three.\n */\n/** @internal ${long(60)} */\n// ${long(60)}\n`;
  assert.deepEqual(paragraphsOfDocstrings(source), [
    { line: 1, text: 'One.' },
    { line: 4, text: 'Two three.' },
  ]);
});

test('words of a private dialect are named with better ones', () => {
  const [{ text }] = judge([{ line: 1, text: 'The event is told after the step.' }]);
  assert.match(text, /^"told": better emitted/);
  assert.deepEqual(judge([{ line: 1, text: 'The event is emitted, told apart by type; `tells` is code.' }]), []);
  assert.match(judge([{ line: 1, text: 'It sinks by .2 m.' }])[0].text, /zero before the point/);
  assert.deepEqual(judge([{ line: 1, text: 'It sinks by 0.2 m in version 1.2.3 of x.2d' }]), []);
});

test('anchors are those of GitHub', () => {
  assert.deepEqual(
    [...anchorsOfMarkdown('# A b\n## `c` d, e: f\n## A b\n```\n# no\n```\n')],
    ['a-b', 'c-d-e-f', 'a-b-1'],
  );
});

test('links and anchors that lead nowhere are mistakes', (t) => {
  const { found } = checkProse(
    tree(t, {
      'README.md':
        '# One\n\n[a](#one) [b](#two) [c](docs/x.md#here) [d](docs/x.md#there) [e](gone.md) [f](https://example.org/gone)\n',
      'docs/x.md': '# Here\n',
      'web/index.html':
        '<a href="lesson.html#p">a</a><a href="lesson.html#q">b</a><script src="main.js"></script><a href="source.txt">s</a><img src="gone.png">',
      'web/main.ts': '',
      'web/main.js': '',
      'web/lesson.html': '<p id="p"></p><a href="/index.html">up</a><a href="/gone.html">gone</a>',
    }),
  );
  assert.deepEqual(found, [
    'README.md:3: #two: no such anchor',
    'README.md:3: docs/x.md#there: no such anchor',
    'README.md:3: gone.md is not there',
    'web/index.html:1: lesson.html#q: no such anchor',
    'web/index.html:1: gone.png is not there',
    'web/lesson.html:1: /gone.html is not there',
  ]);
});
