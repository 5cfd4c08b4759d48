// The lessons, in the order in which they are read.
export const lessons = [
  'separating-axes',
  'sequential-impulses',
  'friction-cone',
  'warm-starting',
  'soft-contacts',
  'substepped-positions',
  'zero-duration-impacts',
  'joints-and-mass-ratios',
];
