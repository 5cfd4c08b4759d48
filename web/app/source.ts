// The code of a scene: to read, edit, run and copy.

import type { Setup, SetupResult } from 'impulse2d/element';
import { frameOf } from '#scenes/frame';
import type { Frame, Scene } from '../scenes/scene.js';
import { byId } from './elements.js';
import { wordsOf } from './scene_error.js';

const kWait = 5000; // ms for the service worker to take over

let run: (scene: Scene, edited: boolean) => void = () => {};
let original = '';
let shown: Scene | null = null; // whose code `original` is
let runs = 0;

const dialog = byId('source', HTMLDialogElement);
const code = byId('source-code', HTMLTextAreaElement);
const note = byId('source-note', HTMLElement);

function say(text: string, wrong = false): void {
  note.role = wrong ? 'alert' : 'status';
  note.textContent = text;
  if (wrong) note.dataset.wrong = '';
  else delete note.dataset.wrong;
}

/** Says what is wrong with the running code. */
export const complain = (text: string): void => say(text, true);

/** Of the code at hand. */
function entitle(scene: Scene): void {
  byId('source-title', HTMLElement).textContent = scene.title;
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

/** A scene of a function that fills a world, as `setup` of an `<impulse-scene>` is. */
function sceneOf(setup: Setup): Omit<Scene, 'id'> {
  let frame: Frame;
  return {
    title: 'Your scene',
    caption: '',
    params: [],
    camera: () => frame,
    build(context) {
      const run: SetupResult = setup(context) ?? {};
      if ('then' in run) throw new TypeError('setup must not be async');
      const { camera } = run;
      frame = camera ? { ...camera, height: camera.height ?? camera.width } : frameOf(context.world);
      return run;
    },
  };
}

/** Runs code as a module and returns the scene that it exports as its default. */
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
  const { default: made } = (await import(url.href)) as { default?: Scene | Setup };
  const scene = typeof made === 'function' ? sceneOf(made) : made;
  if (!scene || typeof scene.build !== 'function' || !scene.camera)
    throw new Error(
      'The code must export its scene as the default: a function that fills a world, or an object with title, camera, params and build.',
    );
  const { params = [], caption = '', title = 'Your scene' } = scene;
  return { ...scene, id: shown!.id, params, caption, title }; // a link leads to the scene that was edited
}

async function start(): Promise<void> {
  say('Running …');
  try {
    const text = code.value;
    const scene = await load(text);
    run(scene, text !== original);
    entitle(scene);
    if (note.dataset.wrong === undefined) say('It runs behind this window.');
  } catch (error) {
    complain(wordsOf(error));
  }
}

byId('source-close', HTMLButtonElement).addEventListener('click', () => dialog.close());
byId('source-run', HTMLButtonElement).addEventListener('click', () => void start());
byId('source-reset', HTMLButtonElement).addEventListener('click', () => {
  code.value = original;
  entitle(shown!);
  say('');
});
byId('source-copy', HTMLButtonElement).addEventListener('click', () => {
  navigator.clipboard.writeText(code.value).then(
    () => say('Copied. It needs impulse2d from npm; its default export is what `setup` of an <impulse-scene> takes.'),
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
  dialog.showModal();
  const known = shown?.id === scene.id && code.value !== '';
  entitle(known && code.value === original ? shown! : scene);
  if (known) return;
  shown = scene;
  original = code.value = '';
  say('');
  const response = await fetch(`scenes/${scene.id}.js.txt`);
  if (shown !== scene) return;
  if (!response.ok) {
    say(`The code of “${scene.title}” could not be loaded.`, true);
    return;
  }
  original = code.value = await response.text();
}
