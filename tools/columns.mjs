// What the formatters leave as it is: comments that go on beyond the last column. They break code as far as they can;
// what is left of it are texts and addresses.

export const kColumns = 120;

// A comment on a line of its own, or behind code. Within quotes and addresses `//` begins none.
const kAlone = /^\s*(\/\/|\/\*|\*|#\s)/;
const kBehind = /[\s;,{}()\]](\/\/|\/\*)\s/;
const kQuoted = /(['"`])(?:\\.|(?!\1).)*\1/g;
const kTable = /^\s*(\/\/\/?|\*)\s*\|/; // a row of a table is one line
const kFence = /prettier-ignore/;

/** `[number, width]` of the lines of `text` where a comment goes on beyond the last column. */
export function longComments(text) {
  return text.split('\n').flatMap((line, i) => {
    const width = [...line.trimEnd()].length;
    if (width <= kColumns || kTable.test(line) || kFence.test(line)) return [];
    const comment = kAlone.test(line) || kBehind.test(line.replace(kQuoted, "''"));
    const oneWord = line.trim().split(/\s+/).length <= 2; // an address, which cannot be broken
    return comment && !oneWord ? [[i + 1, width]] : [];
  });
}
