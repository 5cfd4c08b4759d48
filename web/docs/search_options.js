// How the search of the documentation reads words.

/** The same when the index is made and when it is read. */
export const kOptions = {
  fields: ['title', 'words', 'text'],
  storeFields: ['title', 'page', 'url'],
  // createBody is found by "body" too.
  tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => [word, ...word.split(/(?<=[a-z])(?=[A-Z])/)]),
};

// Of the pages: guides explain, lessons show how it works, the classes that a program holds come next, and what
// describes drawing, events or the inside of the solver last.
const kLate = /^(laws|promised-range)\b/;
const kClasses = /^reference\/(world|body|shape|joints|character|definitions|queries)\b/;
const kInside = /^reference\/trace\b/;

function weightOf(url) {
  if (kLate.test(url) || kInside.test(url)) return 0.4;
  if (url.startsWith('../lessons/')) return 2;
  if (!url.startsWith('reference/')) return 2.5;
  return kClasses.test(url) ? 1.3 : 1;
}

/** How results are ranked. A member whose own name was typed comes before those whose names only contain it. */
export const kRanking = {
  prefix: true,
  fuzzy: (term) => (term.length > 4 ? 0.15 : false), // "warm" is not "wasm"
  weights: { fuzzy: 0.2, prefix: 0.3 },
  boost: { title: 4, words: 4 },
  boostDocument: (id, term, { title, url }) =>
    weightOf(url) * (url.startsWith('reference/') && title.split('.').at(-1).toLowerCase() === term ? 2 : 1),
};
