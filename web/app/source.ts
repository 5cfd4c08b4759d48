// The code of a scene: to read, edit, run and copy.

import type { Body } from 'impulse2d';
import type { Setup, SetupResult } from 'impulse2d/element';
import type { Frame, Scene } from '../scenes/scene.js';
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

/** The moving bodies, or all where none moves, and a tenth beside them. */
function around(bodies: readonly Body[]): Frame {
  const moving = bodies.filter(({ type }) => type === 'dynamic');
  const boxes = (moving.length > 0 ? moving : bodies).map(({ aabb }) => aabb);
  if (boxes.length === 0) return { x: 0, y: 0, width: 10, height: 10 };
  const [left, bottom] = [Math.min(...boxes.map(({ min }) => min.x)), Math.min(...boxes.map(({ min }) => min.y))];
  const [right, top] = [Math.max(...boxes.map(({ max }) => max.x)), Math.max(...boxes.map(({ max }) => max.y))];
  const side = (size: number): number => Math.max(2, 1.2 * size);
  return { x: (left + right) / 2, y: (bottom + top) / 2, width: side(right - left), height: side(top - bottom) };
}

/** A scene of a function that fills a world, as `setup` of an `<impulse-scene>` is. */
function sceneOf(setup: Setup): Scene {
  let frame: Frame = around([]);
  return {
    id: 'setup',
    title: 'Your scene',
    caption: '',
    params: [],
    camera: () => frame,
    build(context) {
      const { world } = context;
      const run: SetupResult = setup(context) ?? {};
      if ('then' in run) throw new TypeError('setup must not be async');
      const { camera } = run;
      frame = camera ? { ...camera, height: camera.height ?? camera.width } : around([...world.bodies]);
      let time = 0;
      world.on('afterStep', ({ dt }) => run.afterStep?.(time + dt));
      return Object.assign(Object.create(run) as SetupResult, {
        beforeStep: (now: number) => run.beforeStep?.((time = now)),
      });
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
