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

/** The figures of one round, in ms: medians, and the slowest of a hundred. */
export function summarize({ step, read, stages = {} }) {
  const frame = step.map((time, i) => time + (read[i] ?? NaN));
  return {
    step: median(step),
    read: median(read),
    frame: read.length > 0 ? median(frame) : NaN,
    p99: quantile(step, 0.99),
    mean: step.reduce((sum, time) => sum + time, 0) / step.length,
    stages: Object.fromEntries(Object.entries(stages).map(([name, times]) => [name, median(times)])),
  };
}

/** The median of each figure over the rounds. */
export function overRounds(rounds) {
  const figure = (name) => median(rounds.map((round) => round[name]));
  return {
    ...Object.fromEntries(['step', 'read', 'frame', 'p99', 'mean'].map((name) => [name, figure(name)])),
    stages: Object.fromEntries(Object.keys(rounds[0].stages).map((name) => [name, median(rounds.map(({ stages }) => stages[name]))])),
  };
}

/** The median over the rounds of ours / theirs in the same round: what slowed the machine for a while slowed both. */
export function pairedRatio(ours, theirs, figure) {
  return median(ours.map((round, i) => round[figure] / theirs[i]?.[figure]).filter(Number.isFinite));
}
