// The views of a step and of a collision, where a page brought them by a script tag of their own: on a page that is
// opened from a file, browsers load no modules.

type Views = typeof import('../element-solver.js') & typeof import('../element-collision.js');

/** Of `impulse2d.views.global.js`; undefined where the page has not loaded it. */
export const viewsOfTag = (): Views | undefined => (globalThis as { impulse2dViews?: Views }).impulse2dViews;
