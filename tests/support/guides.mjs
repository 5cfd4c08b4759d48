// The guides of web/docs, and their code blocks, for the tests that run them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../../tools/build/docs/blocks.mjs';
import { root } from '../../tools/paths.mjs';

const folder = join(root, 'web/docs/guides');

/** [{ name, text, blocks }], each block with the guide and the line it stands in as `at`. */
export const guides = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const name = file.slice(0, -3);
    const blocks = blocksOf(text).map((block) => ({ ...block, at: `${name}.md:${block.line}` }));
    return { name, text, blocks };
  });

export const blocksOfKind = (kind) => guides.flatMap(({ blocks }) => blocks).filter((block) => block.kind === kind);
