// A plain script with the views of `<impulse-solver>` and `<impulse-collision>` as `impulse2dViews`, for pages that
// are opened from a file. It stands before the script of the element.

export * from './element-solver.js';
export * from './element-collision.js';
