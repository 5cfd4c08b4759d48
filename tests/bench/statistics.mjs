// From times to figures. Machines share their cores with others, so only medians and ratios of one run mean something.

/** The value below which the fraction `q` of all values lies, between neighbours in proportion; NaN for no values. */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at);
  return sorted.length === 0 ? NaN : sorted[low] + (at - low) * (sorted[Math.ceil(at)] - sorted[low]);
}

export const median = (values) => quantile(values, 0.5);

export function geometricMean(values) {
  return values.length === 0 ? NaN : Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** The figures of one round, in ms: medians, the slowest of a hundred, and all times from step `warm` on. */
export function summarize({ step, read, warm, stages = {} }) {
  const frame = step.map((time, i) => time + (read[i] ?? NaN));
  return {
    step: median(step),
    read: median(read),
    frame: read.length > 0 ? median(frame) : NaN,
    p99: quantile(step, 0.99),
    mean: step.reduce((sum, time) => sum + time, 0) / step.length,
    stages: Object.fromEntries(Object.entries(stages).map(([name, times]) => [name, median(times)])),
    times: { warm, step, frame },
  };
}

/** The median of each figure over the rounds. */
export function overRounds(rounds) {
  const figure = (name) => median(rounds.map((round) => round[name]));
  const stage = (name) => median(rounds.map(({ stages }) => stages[name]));
  return {
    ...Object.fromEntries(['step', 'read', 'frame', 'p99', 'mean'].map((name) => [name, figure(name)])),
    stages: Object.fromEntries(Object.keys(rounds[0].stages).map((name) => [name, stage(name)])),
  };
}

const kFewestCommon = 20; // steps

/**
 * Ours / theirs in one round, from the steps that both measured: a slow engine that was cut short saw only the
 * beginning.
 */
function ratioOfRound(ours, theirs, figure) {
  const from = Math.max(ours.warm, theirs.warm);
  const to = Math.min(ours.warm + ours[figure].length, theirs.warm + theirs[figure].length);
  const common = ({ warm, [figure]: times }) =>
    median(to - from >= kFewestCommon ? times.slice(from - warm, to - warm) : times);
  return common(ours) / common(theirs);
}

/** The median over the rounds of ours / theirs in the same round: what slowed the machine for a while slowed both. */
export function pairedRatio(ours, theirs, figure) {
  const rounds = ours.slice(0, theirs.length);
  return median(rounds.map((round, i) => ratioOfRound(round.times, theirs[i].times, figure)).filter(Number.isFinite));
}
