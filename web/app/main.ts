// Starts the page, or says why it cannot.

import { init } from 'impulse2d';
import { scenes } from '../scenes/index.js';
import { byId } from './elements.js';
import { Page } from './page.js';

declare global {
  interface Window {
    /** The running page, for the console and for tests. */
    impulseDemo?: Page;
  }
}

try {
  await init();
  window.impulseDemo = new Page(scenes);
  document.documentElement.dataset.ready = 'true';
} catch (error) {
  const failure = byId('failure', HTMLElement);
  failure.hidden = false;
  failure.textContent = `The simulation could not start: ${error instanceof Error ? error.message : String(error)}`;
  throw error;
}
