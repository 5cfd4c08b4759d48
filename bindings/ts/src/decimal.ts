/**
 * @internal The shortest decimal that single precision cannot tell from `value`, which is a float: 0.6 comes back as
 * 0.6 and not as 0.6000000238418579. For settings and texts; positions and velocities are read as they are.
 */
export function decimal(value: number): number {
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
