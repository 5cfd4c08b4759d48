// What a run found, as text.
import { geometricMean, median, overRounds, pairedRatio } from './statistics.mjs';

/**
 * Figures of every scene and engine from what the rounds gave: `scenes[].engines[]` with `step`, `read`, `frame`, `p99`
 * in ms, `stepRatio` and `frameRatio` (ours / its) where both did their work, `note`, `rounds`. `base` is ours.
 */
export function compare(scenes, base) {
  return scenes.map(({ results, ...scene }) => {
    const ours = results.find(({ name }) => name === base);
    const isMeasured = (result) => result?.rounds.length > 0 && result.ok;
    const engines = results.map((result) => {
      if (result.rounds.length === 0) return result;
      const comparable = result !== ours && isMeasured(ours) && isMeasured(result);
      const ratio = (figure) => (comparable ? pairedRatio(ours.rounds, result.rounds, figure) : NaN);
      return { ...result, ...overRounds(result.rounds), stepRatio: ratio('step'), frameRatio: ratio('frame') };
    });
    return { ...scene, engines };
  });
}

/** Geometric means over the scenes in which both did their work, and the worst scene, for each engine but ours. */
export function means(scenes, base) {
  const names = [...new Set(scenes.flatMap(({ engines }) => engines.map(({ name }) => name)))].filter(
    (name) => name !== base,
  );
  return names.map((name) => {
    const rows = scenes.flatMap((scene) =>
      scene.engines.filter((engine) => engine.name === name).map((engine) => ({ ...engine, scene: scene.name })),
    );
    const [steps, frames] = ['stepRatio', 'frameRatio'].map((figure) =>
      rows.filter((row) => Number.isFinite(row[figure])),
    );
    const worst = steps.reduce((found, row) => (found && found.stepRatio >= row.stepRatio ? found : row), null);
    return {
      name,
      scenes: steps.length,
      step: geometricMean(steps.map(({ stepRatio }) => stepRatio)),
      frame: geometricMean(frames.map(({ frameRatio }) => frameRatio)),
      worst: worst && { scene: worst.scene, step: worst.stepRatio },
    };
  });
}

const digits = (value, count) => (Number.isFinite(value) ? value.toFixed(count) : '-');
export const time = (ms) => digits(ms, ms < 0.1 ? 4 : ms < 1 ? 3 : ms < 100 ? 2 : 1);
const ratio = (value) => digits(value, value < 0.1 ? 3 : 2);

export function columns(lines) {
  const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const last = lines[0].length - 1;
  const cell = (text, i) =>
    i === 0 ? text.padEnd(widths[0]) : i === last && last > 3 ? text : text.padStart(widths[i]);
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n');
}

function sceneTable({ title, bodies, engines }, base) {
  const head = [`${title}, ${bodies} bodies`, 'step', 'read', 'frame', 'p99', `${base}/it: step`, 'frame', ' '];
  const rows = engines.map((engine) => [
    `  ${engine.name}`,
    time(engine.step),
    time(engine.read),
    time(engine.frame),
    time(engine.p99),
    ratio(engine.stepRatio),
    ratio(engine.frameRatio),
    ` ${engine.ok ? '' : 'NOT COMPARED: '}${engine.note}`,
  ]);
  return columns([head, ...rows]);
}

function stageTable(scenes) {
  const rows = scenes.flatMap(({ name, engines }) =>
    engines
      .filter(({ stages }) => stages && Object.keys(stages).length > 0)
      .map((engine) => ({ scene: name, ...engine })),
  );
  const byNames = new Map();
  for (const row of rows) {
    const names = Object.keys(row.stages).join();
    byNames.set(names, [...(byNames.get(names) ?? []), row]);
  }
  return [...byNames.values()]
    .map((group) =>
      columns([
        ['stages, ms', 'engine', ...Object.keys(group[0].stages)],
        ...group.map(({ scene, name, stages }) => [scene, name, ...Object.values(stages).map(time)]),
      ]),
    )
    .join('\n\n');
}

/**
 * How the time a body takes grows from the smallest to the largest scene of a form (scenes.mjs), for each engine that
 * ran two of them or more: `[{ form, bodies, engines: [{ name, body: [us], contact: [us], bodyGrowth, contactGrowth }]
 * }]`. Growths are medians of what each round found; a contact's is NaN where the engine does not count them.
 */
export function growths(scenes) {
  return ['pile', 'piles', 'worlds'].flatMap((form) => {
    const sizes = scenes
      .filter(({ name }) => name.match(/^([a-z]+)\d+$/)?.[1] === form)
      .sort((a, b) => a.bodies - b.bodies);
    if (sizes.length < 2) return [];
    const engines = sizes[0].engines.map(({ name }) => {
      const rounds = sizes.map(({ bodies, engines: all }) =>
        all
          .find((engine) => engine.name === name)
          .rounds.map(({ step, contacts }) => ({
            body: (1000 * step) / bodies,
            contact: (1000 * step) / (contacts ?? NaN),
          })),
      );
      const [smallest, largest] = [rounds[0], rounds.at(-1)];
      const growth = (figure) =>
        median(largest.slice(0, smallest.length).map((round, i) => round[figure] / smallest[i][figure]));
      const each = (figure) => rounds.map((of) => median(of.map((round) => round[figure])));
      return {
        name,
        body: each('body'),
        contact: each('contact'),
        bodyGrowth: growth('body'),
        contactGrowth: growth('contact'),
      };
    });
    return [{ form, bodies: sizes.map(({ bodies }) => bodies), engines }];
  });
}

function growthTable({ form, bodies, engines }) {
  const line = (name, of, times, growth) => [name, of, ...times.map((value) => digits(value, 3)), ratio(growth)];
  return columns([
    [`growth, ${form}`, 'us a', ...bodies.map(String), 'largest/smallest'],
    ...engines.flatMap(({ name, body, contact, bodyGrowth, contactGrowth }) => [
      line(name, 'body', body, bodyGrowth),
      ...(Number.isFinite(contactGrowth) ? [line('', 'contact', contact, contactGrowth)] : []),
    ]),
  ]);
}

/** Everything that is printed at the end. */
export function text(scenes, base) {
  const summary = columns([
    ['geometric means', 'scenes', `${base}/it: step`, 'frame', 'worst step in'],
    ...means(scenes, base).map(({ name, scenes: count, step, frame, worst }) => [
      name,
      String(count),
      ratio(step),
      ratio(frame),
      ` ${worst ? `${worst.scene} ${ratio(worst.step)}` : ''}`,
    ]),
  ]);
  const ours = scenes.flatMap(({ name, engines }) =>
    engines
      .filter((engine) => engine.name === base && engine.rounds.length > 0)
      .map((engine) => ({ scene: name, ...engine })),
  );
  const memory =
    ours.length === 0
      ? ''
      : columns([
          [`${base}`, 'memory growth, bytes', 'garbage a reading, bytes'],
          ...ours.map(({ scene, memoryGrowth, garbage }) => [scene, digits(memoryGrowth, 0), digits(garbage, 0)]),
        ]);
  const tables = scenes.map((scene) => sceneTable(scene, base));
  const parts = [
    'times in ms, medians',
    ...tables,
    stageTable(scenes),
    ...growths(scenes).map(growthTable),
    memory,
    summary,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The last known state of a few rounds: what any of them complained about, or else what the last one noted. */
export function combine(rounds) {
  const bad = rounds.find(({ ok }) => !ok);
  const middle = (figure) => median(rounds.map((round) => round[figure] ?? NaN));
  return {
    ok: !bad,
    note: (bad ?? rounds.at(-1)).note,
    memoryGrowth: middle('memoryGrowth'),
    garbage: middle('garbage'),
  };
}
