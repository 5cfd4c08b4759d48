// Starts the page, or says why it cannot. Whoever comes without a link sees the opening scene run while the rest of the
// page is on its way.

import { init } from 'impulse2d';
import { byId } from './elements.js';
import { defaultLayers } from './layers.js';
import { Opening } from './opening.js';
import type { Page } from './page.js';
import { Shown } from './shown.js';

declare global {
  interface Window {
    /** The running page, for the console and for tests. */
    impulseDemo?: Page;
  }
}

/** Controls must not be seen without it. A page whose sheet does not come is better than none. */
function loadSheet(href: string): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return new Promise((resolve) => (link.onload = link.onerror = resolve));
}

const loadRest = () => Promise.all([import('./page.js'), loadSheet('css/late.css')]);
/** All but the opening scene: an address wants them at once, others when the reader first does anything. */
const loadScenes = async () => (await import('../scenes/index.js')).scenes;

const kMark = 'first step'; // in the browser's own timeline, for those who measure

/**
 * Runs the opening scene; resolves with the first picture that shows a step, and goes on until the returned function is
 * called, which returns the steps made.
 */
function run(shown: Shown): Promise<() => number> {
  const opening = new Opening();
  const { stage } = shown;
  const layers = defaultLayers();
  return new Promise((resolve) => {
    let frame = 0;
    const next = (now: number): void => {
      opening.advance(now);
      shown.follow(opening);
      stage.paint(opening, layers);
      frame = requestAnimationFrame(next);
      if (opening.steps === 0) return;
      if (performance.getEntriesByName(kMark).length === 0) performance.mark(kMark);
      resolve(() => {
        cancelAnimationFrame(frame);
        opening.world.destroy();
        return opening.steps;
      });
    };
    stage.resized = () => shown.fit(opening);
    shown.fit(opening);
    next(performance.now());
  });
}

try {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const soon = location.hash || still ? loadRest() : null;
  const asked = location.hash ? loadScenes() : [];
  await init();
  const shown = new Shown();
  const stop = soon ? null : await run(shown);
  const [{ Page }] = await (soon ?? loadRest());
  const scenes = await asked;
  window.impulseDemo = new Page(shown, stop?.() ?? 0, scenes, loadScenes);
  document.documentElement.dataset.ready = 'true';
} catch (error) {
  const failure = byId('failure', HTMLElement);
  failure.hidden = false;
  failure.textContent = `The simulation could not start: ${error instanceof Error ? error.message : String(error)}`;
  throw error;
}
