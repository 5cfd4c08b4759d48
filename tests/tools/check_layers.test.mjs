import assert from 'node:assert/strict';
import test from 'node:test';
import { checkLayers } from '../../tools/check-layers.mjs';
import { tree } from './tree.mjs';

const kHeaders = {
  'engine/include/impulse/ids.h': '',
  'engine/include/impulse/math.h': '',
  'engine/include/impulse/events.h': '#include "impulse/math.h"\n',
  'engine/include/impulse/world.h': '#include "impulse/events.h"\n',
  'engine/src/core/assert.h': '#include <cstdio>\n#include "impulse/ids.h"\n',
  'engine/src/geometry/shape.h': '#include "core/assert.h"\n#include <impulse/math.h>\n',
  'engine/src/collision/tree.h': '#include "geometry/shape.h"\n',
  'engine/src/dynamics/body.h': '#include "core/assert.h"\n',
  'engine/src/world/step.cpp': '#include "impulse/world.h"\n#include "dynamics/body.h"\n#include "collision/tree.h"\n',
  'bindings/embind/world.cpp': '#include <emscripten/bind.h>\n#include <impulse/world.h>\n',
  'bindings/ts/src/world.ts': "import { a } from './ids.js';\nimport create from '#engine-glue';\n",
  'web/app/main.ts': "import { World } from 'impulse2d';\nimport { view } from '../scenes/view.js';\n",
};

test('a tree that keeps the order has no violation', (t) => {
  const { found, files } = checkLayers(tree(t, kHeaders));
  assert.deepEqual(found, []);
  assert.equal(files, Object.keys(kHeaders).length);
});

const kViolations = [
  [
    'geometry includes dynamics',
    'engine/src/geometry/mass.cpp',
    '#include "dynamics/body.h"\n',
    /higher layer dynamics/,
  ],
  [
    'core includes math words',
    'engine/src/core/arena.h',
    '\n#include <impulse/math.h>\n',
    /arena\.h:2 .*higher layer math/,
  ],
  ['dynamics includes the world', 'engine/src/dynamics/island.h', '#include "impulse/world.h"\n', /higher layer world/],
  ['dynamics includes a shape', 'engine/src/dynamics/island.h', '#include "geometry/shape.h"\n', /must not know/],
  ['dynamics includes a tree', 'engine/src/dynamics/island.h', '#  include "collision/tree.h"\n', /must not know/],
  ['dynamics includes events', 'engine/src/dynamics/island.h', '#include <impulse/events.h>\n', /must not know/],
  [
    'a public header includes a private one',
    'engine/include/impulse/defs.h',
    '#include "geometry/shape.h"\n',
    /public header/,
  ],
  [
    'a binding includes a private header',
    'bindings/embind/body.cpp',
    '#include "dynamics/body.h"\n',
    /does not exist|public headers only/,
  ],
  ['a missing header', 'engine/src/world/sleep.cpp', '#include "world/no_such.h"\n', /does not exist/],
  ['an unknown layer', 'engine/src/helpers/thing.h', '', /no known layer/],
  [
    'the facade imports the page',
    'bindings/ts/src/draw.ts',
    "import { x } from '../../../web/app/x.js';\n",
    /outside bindings\/ts/,
  ],
  [
    'the facade imports itself by name',
    'bindings/ts/src/element.ts',
    "import { World } from 'impulse2d';\n",
    /source of/,
  ],
  ['the page imports sources', 'web/app/panel.ts', "export * from '../../bindings/ts/src/index.js';\n", /outside web/],
  [
    'the page loads sources later',
    'web/app/panel.ts',
    "const m = await import('../../tools/serve.mjs');\n",
    /outside web/,
  ],
  ['the page imports the glue', 'web/app/panel.ts', "import create from '#engine-glue';\n", /only bindings\/ts may/],
];

for (const [name, path, text, message] of kViolations) {
  test(`a violation is found: ${name}`, (t) => {
    const { found } = checkLayers(tree(t, { ...kHeaders, [path]: text }));
    assert.equal(found.length, 1);
    assert.match(found[0], message);
    assert.ok(found[0].startsWith(path));
  });
}

test('an include in a comment is no include', (t) => {
  const text = '// #include "dynamics/body.h"\n/*\n#include "world/step.h"\n*/\n';
  assert.deepEqual(checkLayers(tree(t, { ...kHeaders, 'engine/src/geometry/mass.cpp': text })).found, []);
});
