// The views of `<impulse-solver>` and `<impulse-collision>`, if a page loaded them by a plain script: browsers load no
// modules on a page that is opened from a file.

type Views = typeof import('../element-solver.js') & typeof import('../element-collision.js');

/** Of `impulse2d.views.global.js`, or of a module where the page has not loaded it. */
export async function viewsOf<T extends Partial<Views>>(load: () => Promise<T>): Promise<T> {
  const { impulse2dViews } = globalThis as { impulse2dViews?: Views };
  if (impulse2dViews) return impulse2dViews as unknown as T;
  if (location.protocol === 'file:') throw new Error('a page opened from a file needs impulse2d.views.global.js');
  return load();
}
