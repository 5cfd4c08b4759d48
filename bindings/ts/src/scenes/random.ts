// Reproducible randomness for scenes: the same seed gives the same pile on every machine.

/**
 * A generator of uniform numbers in [0, 1): a Weyl sequence through the 32-bit finaliser of MurmurHash3. Of any seed
 * the lower 32 bits count.
 */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 4294967296;
  };
}
