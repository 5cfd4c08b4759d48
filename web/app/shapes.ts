// Two shapes that one moves and turns, and how the engine compares them, stop by stop; and the sweep of a fast body.

import { ImpulseCollision } from 'impulse2d/element';
import { collisionShapes } from 'impulse2d/element/collision';
import 'impulse2d/element/define';
import { byId } from './elements.js';
import { fixed } from './numbers.js';
import { FastBody } from './sweep.js';

const kMethods = {
  apart: 'Apart: the axis with the widest gap separates them, and there are no points.',
  round: 'A circle: the nearest point of the other shape decides.',
  face: 'A face carries the contact: the incident edge is cut to its width, and the part below the face is kept.',
  vertex: 'No part of the incident edge lies above the face, so the deepest vertex becomes the contact.',
  corners: 'No face carries the contact: the closest points of two corners decide.',
} as const;
const kFarthest = 100; // m or rad: of a pose in the address
const kSunk = 0.3; // m of overlap to start with

type Which = 'a' | 'b';
const kBoth: readonly Which[] = ['a', 'b'];

const metres = (value: number, decimals = 3): string => fixed(value, decimals);
const range = (from: number, to: number): string => `${metres(from, 2)} … ${metres(to, 2)}`;

const figure = byId('pair', ImpulseCollision);

/** B lies on A, and a little in it, whichever two they are. */
function meet(): void {
  const { world, bodies } = figure;
  if (!world || !bodies) return;
  figure.place('a', { x: 0, y: -0.6 }, 0);
  let best = 0;
  let height = 2;
  for (let y = 2; y > -0.8 && best < kSunk; y -= 0.02) {
    bodies.b.setTransform([0.7, y], 0.18);
    const [found] = world.collisionTrace(bodies.a, bodies.b);
    // Thin shapes do not reach the greatest depth.
    if (found && found.points.length > 0 && found.chosen.overlap > best) [best, height] = [found.chosen.overlap, y];
  }
  figure.place('b', { x: 0.7, y: height }, 0.18);
}

/** The address keeps what is seen. */
function keep(): void {
  history.replaceState(null, '', `#a=${figure.a}&b=${figure.b}${figure.stop > 1 ? `&stop=${figure.stop}` : ''}`);
}

/** Whether the figure can show it: the name of a shape and a pose, `box,0,1,0.5`. */
function isShape(text: string): boolean {
  const [name, ...pose] = text.split(',');
  const fine = pose.every((word) => word.trim() !== '' && Math.abs(Number(word)) <= kFarthest);
  return fine && pose.length === 3 && collisionShapes.some(([each]) => each === name);
}

function follow(): void {
  const query = new URLSearchParams(location.hash.slice(1));
  const unknown: string[] = [];
  for (const which of kBoth) {
    const text = query.get(which);
    if (!text) continue;
    const fine = isShape(text);
    if (fine) figure[which] = text;
    else unknown.push(`shape “${text}”`);
  }
  const stop = Number(query.get('stop') ?? 1);
  if (Number.isInteger(stop) && stop > 0) figure.setAttribute('stop', String(stop));
  else unknown.push(`stop “${query.get('stop')}”`);
  const said = byId('unknown', HTMLElement);
  said.hidden = unknown.length === 0;
  said.textContent = unknown.length ? `The link has parts that cannot be used: ${unknown.join(', ')}.` : '';
}

function write(): void {
  const { trace, bodies, shadows } = figure;
  if (!trace || !bodies) return;
  for (const which of kBoth) byId(`shape-${which}`, HTMLSelectElement).value = figure[which].split(',')[0]!;
  byId(`move-${figure.moving}`, HTMLInputElement).checked = true;
  const degrees = Math.round((bodies[figure.moving].angle * 180) / Math.PI);
  byId('turn', HTMLInputElement).value = String(degrees);
  byId('turn-value', HTMLOutputElement).value = `${degrees}°`.replace('-', '−');
  byId('method', HTMLElement).textContent = kMethods[trace.method];
  const focused = document.activeElement?.closest('#axes tr');
  const row = focused ? [...focused.parentElement!.children].indexOf(focused) : -1;
  const first = figure.stops[figure.stop - 1]?.name === 'project';
  byId('axes', HTMLElement).replaceChildren(
    ...shadows.map(({ axis, name, overlap, wayOut, chosen }, i) => {
      const line = document.createElement('tr');
      line.addEventListener('click', () => {
        figure.axis = figure.axis === i ? null : i;
        if (figure.stop > 2) figure.stop = 1;
      });
      line.dataset.chosen = String(chosen);
      const shown = figure.axis === null ? (first ? i === 0 : chosen) : figure.axis === i;
      line.dataset.shown = String(shown);
      const head = document.createElement('th');
      head.scope = 'row';
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.setAttribute('aria-pressed', String(shown));
      head.append(button);
      line.append(head);
      for (const text of [
        range(axis.minA, axis.maxA),
        range(axis.minB, axis.maxB),
        metres(overlap),
        `${metres(wayOut)}${chosen ? ' ◀' : ''}`,
      ]) {
        const cell = document.createElement('td');
        cell.textContent = text;
        line.append(cell);
      }
      return line;
    }),
  );
  byId('axes', HTMLElement).querySelectorAll('button')[row]?.focus();
}

for (const which of kBoth) {
  const select = byId(`shape-${which}`, HTMLSelectElement);
  for (const [name, label] of collisionShapes) select.append(new Option(label, name));
  select.addEventListener('change', () => {
    figure[which] = [select.value, ...figure[which].split(',').slice(1)].join(',');
  });
  byId(`move-${which}`, HTMLInputElement).addEventListener('change', () => (figure.moving = which));
}
const turn = byId('turn', HTMLInputElement);
turn.addEventListener('input', () => {
  const body = figure.bodies?.[figure.moving];
  if (body) figure.place(figure.moving, body.position, (turn.valueAsNumber * Math.PI) / 180);
});
byId('meet', HTMLButtonElement).addEventListener('click', meet);
figure.addEventListener('change', () => {
  write();
  keep();
  document.documentElement.dataset.ready = 'true';
});
// The keys of the figure hold on the whole page; arrows only in it, since they scroll and go through lists.
document.addEventListener('keydown', (event) => {
  const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
  if (target === figure || key.startsWith('Arrow')) return;
  if (target instanceof Element && (figure.contains(target) || target.matches('select'))) return;
  const copy = new KeyboardEvent('keydown', { key, shiftKey, ctrlKey, altKey, metaKey, cancelable: true });
  if (!figure.dispatchEvent(copy)) event.preventDefault();
});
follow();
addEventListener('hashchange', follow);
new FastBody();
