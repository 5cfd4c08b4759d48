// The second plain script tag, before that of the element: what `<impulse-solver>` and `<impulse-collision>` show, as
// `impulse2dViews`, for pages that are opened from a file.

export * from './element-solver.js';
export * from './element-collision.js';
