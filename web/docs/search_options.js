// How the search of the documentation reads words.

/** The same when the index is made and when it is read. */
export const kOptions = {
  fields: ['title', 'words', 'text'],
  storeFields: ['title', 'page', 'url'],
  // createBody is found by "body" too.
  tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => [word, ...word.split(/(?<=[a-z])(?=[A-Z])/)]),
};
