/**
 * Numbers from 0 to 1, the same on every machine: the linear congruence of Numerical Recipes (2nd ed., 7.1), its upper
 * bits.
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / (1 << 24);
  };
}
