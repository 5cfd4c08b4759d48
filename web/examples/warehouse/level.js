// The hall, seen from above, in metres.

export const hall = { width: 26, height: 16 };
/** Where the crates have to go: left, bottom, width, height. */
export const bay = { x: 8, y: -3, width: 4, height: 6 };
export const start = [-10.5, -5.5];

/** Centre, width, height. */
export const walls = [
  [0, 8.25, 27, 0.5],
  [0, -8.25, 27, 0.5],
  [-13.25, 0, 0.5, 16],
  [13.25, 0, 0.5, 16],
  // Two walls with a door each.
  [-6.5, 3.6, 0.5, 8.8],
  [4.5, -5.2, 0.5, 5.6],
  [4.5, 5.2, 0.5, 5.6],
  // Racks.
  [-1, 4.7, 5, 0.9],
  [-1, -4.7, 5, 0.9],
];
export const crates = [
  [-10, 4.5],
  [-3.2, 1.6],
  [-1.2, -1.2],
  [1.6, 2],
  [1.2, 6.6],
];
export const barrels = [
  [-3.6, -2.2],
  [-2.6, -2.7],
  [2.6, -1.8],
  [0.2, 2.7],
  [-9, -1.4],
];
