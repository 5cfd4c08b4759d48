// How the presets are called wherever they are chosen: the name, and what the solver does.
export const kSolverLabels = [
  'Soft step: soft contacts and substeps',
  'Umbra: sequential impulses with projection',
  'ftPhysics: warm starting with Baumgarte',
  'Fx2D: substepped positions',
  'Wedekind: zero-duration impacts',
];
