// The code of a scene: to read, edit, run and copy.

import type { Scene } from '../scenes/scene.js';
import { byId } from './elements.js';

const kWait = 5000; // ms for the service worker to take over

let run: (scene: Scene, edited: boolean) => void = () => {};
let original = '';
let shown = '';
let runs = 0;

const dialog = byId('source', HTMLDialogElement);
const code = byId('source-code', HTMLTextAreaElement);
const note = byId('source-note', HTMLElement);

function say(text: string, wrong = false): void {
  note.textContent = text;
  if (wrong) note.dataset.wrong = '';
  else delete note.dataset.wrong;
}

/** The worker that serves edited code, in charge of this page; see edited.ts. */
async function worker(): Promise<ServiceWorker> {
  if (!('serviceWorker' in navigator)) throw new Error('Running edits needs https, or localhost.');
  const { serviceWorker } = navigator;
  const change = new Promise<void>((done) =>
    serviceWorker.addEventListener('controllerchange', () => done(), { once: true }),
  );
  await serviceWorker.register('edited.js');
  if (!serviceWorker.controller) {
    await Promise.race([change, new Promise((done) => setTimeout(done, kWait))]);
  }
  if (!serviceWorker.controller)
    throw new Error('The browser did not start the worker that serves edited code. Reload the page and try again.');
  return serviceWorker.controller;
}

/** Runs code as a module and returns what it exports as its default. */
async function load(text: string): Promise<Scene> {
  const runtime = new URL('app/runtime.js', document.baseURI).href;
  const own = text.replace(/(from\s+|import\s+)(['"])impulse2d(?:\/scenes)?\2/g, `$1'${runtime}'`);
  const url = new URL(`edited/${Date.now()}-${++runs}.js`, document.baseURI);
  const active = await worker();
  await new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done();
    active.postMessage({ path: url.pathname, code: own }, [port2]);
  });
  const { default: scene } = (await import(url.href)) as { default?: Scene };
  if (!scene || typeof scene.build !== 'function' || !scene.camera)
    throw new Error('The code must export a scene as its default: an object with title, camera, params and build.');
  return { ...scene, params: scene.params ?? [], caption: scene.caption ?? '', title: scene.title ?? 'Your scene' };
}

async function start(): Promise<void> {
  say('Running …');
  try {
    const text = code.value;
    run(await load(text), text !== original);
    say('It runs behind this window.');
  } catch (error) {
    say(
      error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error),
      true,
    );
  }
}

byId('source-close', HTMLButtonElement).addEventListener('click', () => dialog.close());
byId('source-run', HTMLButtonElement).addEventListener('click', () => void start());
byId('source-reset', HTMLButtonElement).addEventListener('click', () => {
  code.value = original;
  say('');
});
byId('source-copy', HTMLButtonElement).addEventListener('click', () => {
  navigator.clipboard.writeText(code.value).then(
    () => say('Copied. It needs impulse2d from npm, and runs as `scene` of an <impulse-scene>.'),
    () => code.select(),
  );
});
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});
code.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    void start();
  }
});

/** Opens the code of a scene; `show` is called with what a reader has made of it, and whether that differs. */
export async function openSource(scene: Scene, show: typeof run): Promise<void> {
  run = show;
  byId('source-title', HTMLElement).textContent = scene.title;
  dialog.showModal();
  if (shown === scene.id && code.value) return;
  shown = scene.id;
  code.value = '';
  say('');
  const response = await fetch(`scenes/${scene.id}.js.txt`);
  if (!response.ok) {
    say(`The code of “${scene.title}” could not be loaded.`, true);
    return;
  }
  original = code.value = await response.text();
}
