// Where everything stands, in metres; y is up and the ground is at 0.

export const sling = { x: -8.5, y: 2.4, reach: 2.2 };

/** `strength` is the impulse, N s, that breaks a piece; each blow takes its own from it. */
export const materials = {
  wood: { density: 0.7, friction: 0.6, strength: 14, points: 50, fill: 0xc58f55, edge: 0x7d5326 },
  stone: { density: 1.8, friction: 0.7, strength: 42, points: 80, fill: 0xa4a39b, edge: 0x62625c },
  glass: { density: 0.9, friction: 0.4, strength: 5, points: 30, fill: 0x9fd0dc, edge: 0x3f8799 },
};

/** Material, centre, full width and height. */
export const blocks = [
  // The left house: two storeys.
  ['stone', 1, 0.4, 0.8, 0.8],
  ['stone', 4, 0.4, 0.8, 0.8],
  ['wood', 1, 1.6, 0.3, 1.6],
  ['wood', 4, 1.6, 0.3, 1.6],
  ['wood', 2.5, 2.525, 3.8, 0.25],
  ['glass', 1.6, 3.35, 0.22, 1.4],
  ['glass', 3.4, 3.35, 0.22, 1.4],
  ['wood', 2.5, 4.175, 2.6, 0.25],
  // The right tower.
  ['stone', 7, 1, 0.6, 2],
  ['stone', 9, 1, 0.6, 2],
  ['wood', 8, 2.15, 3, 0.3],
  ['wood', 7.2, 3.1, 0.3, 1.6],
  ['wood', 8.8, 3.1, 0.3, 1.6],
  ['stone', 8, 4.05, 2.4, 0.3],
  ['glass', 8, 4.9, 0.5, 1.4],
];

/** Where the turnips sit. */
export const turnips = [
  [2.5, 0.45],
  [2.5, 3.1],
  [8, 0.45],
  [8, 2.75],
];
