// The views of `<impulse-solver>` and `<impulse-collision>`, if a page loaded them by a plain script: browsers load no
// modules on a page that is opened from a file.

type Views = typeof import('../element-solver.js') & typeof import('../element-collision.js');

/** Of `impulse2d.views.global.js`; undefined where the page has not loaded it. */
export const viewsOfTag = (): Views | undefined => (globalThis as { impulse2dViews?: Views }).impulse2dViews;
