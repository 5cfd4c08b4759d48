// The order of fields and of enumerators in C++, as bindings/ts/src/layout.ts: the facade reads and writes records by
// place. `node tools/build/layout.mjs` writes the file anew; a build and a test fail where it is not what C++ says.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { root } from '../paths.mjs';
import { SetupError, main } from '../process.mjs';

const file = join(root, 'bindings/ts/src/layout.ts');

/** `sleep_threshold.linear` -> `sleepThresholdLinear` */
const camel = (name) => name.replace(/[_.](\w)/g, (_, first) => first.toUpperCase());
const kebab = (name) => name.replaceAll('_', '-');

/** The text of a function from its name to the brace in the first column. */
function bodyOf(path, name) {
  const text = readFileSync(join(root, path), 'utf8');
  const from = text.search(new RegExp(`\\b${name}\\([^;{]*\\{`));
  const to = text.indexOf('\n}', from);
  if (from < 0 || to < 0) throw new SetupError(`${path} has no function ${name}.`);
  return text.slice(text.indexOf('{', from), to);
}

/** Fields in the order of `visit(d.field)`, and of loops over vectors. */
function visited(path, name) {
  const calls = bodyOf(path, name).matchAll(/visit\(\w+\.([\w.]+)\)|\{((?:&\w+\.\w+(?:, )?)+)\}/g);
  return [...calls].flatMap(([, field, vectors]) =>
    field ? [field.replace(/\.value$/, '')] : vectors.match(/\w+(?=,|$)/g).flatMap((v) => [`${v}.x`, `${v}.y`]),
  );
}

/** Fields in the order of `.number(of.field)` and `.vector(of.field)`. */
function written(path, name) {
  const calls = bodyOf(path, name).matchAll(/\.(number|vector)\(\w+(?:\.|->)([\w.]+)\)/g);
  return [...calls].flatMap(([, kind, field]) => {
    const own = field.replace(/^\w+\./, ''); // of a part
    return kind === 'number' ? [own] : [`${own}.x`, `${own}.y`];
  });
}

/** The enumerators of `enum class name`. */
function enumerators(path, name) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/\/\/.*/g, '');
  const [, list] = text.match(new RegExp(`enum class ${name} : \\w+ \\{([^}]*)\\}`)) ?? [];
  if (!list) throw new SetupError(`${path} has no enum ${name}.`);
  return list.match(/\w+/g);
}

/** What layout.ts says. */
export async function layout() {
  const records = 'bindings/embind/records.cpp';
  const [defs, tuning] = ['engine/include/impulse/defs.h', 'engine/include/impulse/tuning.h'];
  const places = (name, doc, fields) =>
    `/** @internal ${doc} */\nexport const enum ${name} {\n${fields.map((field) => `  ${camel(field)},\n`).join('')}}\n`;
  const names = (name, type, list) =>
    `/** @internal In the order of ${type}. */\nexport const ${name} = [\n${list.map((word) => `  '${word}',\n`).join('')}] as const;\n`;
  const text = [
    '// Made by tools/build/layout.mjs from the C++ files that it names. Do not edit.\n',
    places('BodyPlace', 'Places in the record of a body.', [...visited(records, 'each_body_field'), 'count']),
    places('ShapePlace', 'Places in the record of a shape; its geometry follows `kind`.', [
      ...written(records, 'write_shape_def'),
      'kind',
    ]),
    places('JointPlace', 'Places in the record of a joint.', [
      ...visited('engine/include/impulse/joint.h', 'for_each_field'),
      'count',
    ]),
    places('ReadingPlace', 'Places in the state of a joint.', [
      ...written('bindings/embind/joint.cpp', 'joint_state'),
      'count',
    ]),
    names(
      'kBodyTypes',
      'BodyType',
      enumerators(defs, 'BodyType').map((word) => word.replace('_body', '')),
    ),
    names('kShapeTypes', 'GeometryKind', enumerators('bindings/embind/records.h', 'GeometryKind')),
    names('kJointTypes', 'JointType', enumerators('engine/include/impulse/joint.h', 'JointType')),
    names('kSolverTypes', 'SolverType', enumerators(tuning, 'SolverType').map(kebab)),
    names('kMixRules', 'MixRule', enumerators(tuning, 'MixRule')),
    names('kImpacts', 'Impacts', enumerators(tuning, 'Impacts').map(kebab)),
    names('kJointSolvers', 'JointSolver', enumerators(tuning, 'JointSolver')),
    names('kIntegrators', 'Integrator', enumerators(tuning, 'Integrator').map(kebab)),
    names('kCorrections', 'PositionCorrection', enumerators(tuning, 'PositionCorrection')),
    names('kComplianceModes', 'ComplianceMode', enumerators(tuning, 'ComplianceMode').map(camel)),
    names('kWarmStarts', 'WarmStart', enumerators(tuning, 'WarmStart').map(camel)),
    names('kEventTypes', 'EventType', enumerators('engine/include/impulse/events.h', 'EventType').map(camel)),
  ].join('\n');
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** The options of a solver in the order of the engine's tuning. */
export function tuningFields() {
  return visited('bindings/embind/records.cpp', 'each_tuning_field').map((field) =>
    camel(
      field
        .replace(/^literal\./, '')
        .replace('position_substeps', 'substeps')
        .replace(/^solver$/, 'type'),
    ),
  );
}

/** Fails where layout.ts is not what C++ says. */
export async function checkLayout() {
  if (readFileSync(file, 'utf8') === (await layout())) return;
  throw new SetupError('bindings/ts/src/layout.ts is not what C++ says: run `node tools/build/layout.mjs`.');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => writeFileSync(file, await layout()));
}
