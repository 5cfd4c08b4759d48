/**
 * @internal The shortest decimal that single precision cannot tell from `value`, which is a float: 0.6 comes back as
 * 0.6 and not as 0.6000000238418579. For settings and texts; positions and velocities are read as they are.
 */
export function decimal(value: number): number {
  const size = Math.abs(value);
  // Without texts, which take 40 times as long and would be left to the garbage collector. From 2^24 on the shortest
  // may end in zeros before the point.
  if (size > 1e-12 && size < 2 ** 24)
    for (let scale = 1; size * scale < 1e9; scale *= 10) {
      const short = (Math.sign(value) * Math.round(size * scale)) / scale;
      if (Math.fround(short) === value) return short;
    }
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
