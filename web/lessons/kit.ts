// What the lessons share: finding figures, sliders and switches under them, questions and readouts.

import type { World } from 'impulse2d';
import { ImpulseScene } from 'impulse2d/element';
import 'impulse2d/element/define';
import { fixed } from '../app/numbers.js';
import { followPaper } from '../app/paper.js';

function find<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} named ${id}`);
  return found;
}

export const scene = (id: string): ImpulseScene => find(id, ImpulseScene);
export const element = (id: string): Element => find(id, Element);

/** Text in place of what is printed, which stays where it is the same. */
export function write(id: string, text: string): void {
  const target = find(id, HTMLElement);
  if (target.textContent !== text) target.textContent = text;
}

export { fixed as sign };

/** A length: millimetres below `metres`, else metres. */
export const length = (m: number, metres = 0.1): string =>
  Math.abs(m) < 0.995 * metres ? `${fixed(1000 * m, Math.abs(m) < 0.00995 ? 1 : 0)}\u00a0mm` : `${fixed(m, 2)}\u00a0m`;

/** A slider with its value beside it; `show` says the value in words. */
export function slider(id: string, show: (value: number) => string, changed: () => void): () => number {
  const input = find(id, HTMLInputElement);
  const output = document.querySelector<HTMLOutputElement>(`output[for="${id}"]`);
  const say = (): void => {
    const text = show(input.valueAsNumber);
    if (output) output.value = text;
    input.setAttribute('aria-valuetext', text);
  };
  input.addEventListener('input', () => {
    say();
    changed();
  });
  say();
  return () => input.valueAsNumber;
}

export function choice(id: string, changed: () => void): () => string {
  const select = find(id, HTMLSelectElement);
  select.addEventListener('change', changed);
  return () => select.value;
}

export function toggle(id: string, changed: () => void): () => boolean {
  const input = find(id, HTMLInputElement);
  input.addEventListener('change', changed);
  return () => input.checked;
}

/** Whether a control has a part in what is shown. */
export function enable(id: string, on: boolean): void {
  find(id, HTMLInputElement).disabled = !on;
}

/** Runs for each new world of a figure: at its first and after each start again. */
export function eachWorld(figure: ImpulseScene, run: (world: World) => void): void {
  const begin = (): void => {
    if (figure.world) run(figure.world);
  };
  figure.addEventListener('ready', begin);
  figure.addEventListener('reset', begin);
}

/** Readouts: at each start, after the steps of a frame, and where the reader goes back in time. */
export function watch(figure: ImpulseScene, show: (world: World) => void): void {
  const run = (): void => {
    if (figure.world) show(figure.world);
  };
  for (const event of ['ready', 'reset', 'step', 'seek'] as const) figure.addEventListener(event, run);
}

/** Starts a figure again with what its sliders say now, and lets it run. */
export function again(figure: ImpulseScene): void {
  figure.reset();
  figure.play();
}

/**
 * The question of a lesson. An answer opens the explanation, says whether it was right and lets the figure run. A click
 * on an option, Space or Enter answers; arrow keys only select, and then a button answers too. Without JavaScript the
 * explanation is opened by hand.
 */
function ask(question: HTMLElement): void {
  const answer = question.querySelector('details');
  const verdict = question.querySelector<HTMLElement>('.verdict');
  if (!answer || !verdict) return;
  const check = document.createElement('button');
  check.type = 'button';
  check.textContent = 'Check';
  check.hidden = true;
  verdict.before(check);
  const confirm = (): void => {
    const input = question.querySelector<HTMLInputElement>('input:checked');
    if (!input) return;
    if (document.activeElement === check) input.focus();
    check.hidden = true;
    const words = input.parentElement!.textContent!.trim();
    verdict.textContent = `${input.value === question.dataset.right ? 'Yes,' : 'No, not'} “${words}”. The answer is below.`;
    answer.open = true;
    question.dispatchEvent(new Event('answered', { bubbles: true }));
    for (const id of (question.dataset.runs ?? '').split(' ').filter(Boolean)) again(scene(id));
  };
  // An arrow key that selects an option clicks it too.
  let arrow = false;
  question.addEventListener('keydown', (event) => {
    const { key, target } = event;
    arrow = key.startsWith('Arrow');
    if (!(target instanceof HTMLInputElement) || (key !== ' ' && key !== 'Enter')) return;
    event.preventDefault(); // browsers do nothing where the option is selected already
    target.checked = true;
    confirm();
  });
  question.addEventListener('keyup', () => (arrow = false));
  question.addEventListener('pointerdown', () => (arrow = false));
  question.addEventListener('change', () => {
    if (!arrow) return;
    verdict.textContent = '';
    check.hidden = false;
  });
  question.addEventListener('click', ({ target }) => {
    if (target === check || (target instanceof HTMLInputElement && !arrow)) confirm();
  });
}

followPaper();
document.querySelectorAll<HTMLElement>('.question').forEach(ask);
