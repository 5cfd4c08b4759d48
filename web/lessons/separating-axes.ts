// Separating axes and clipping: one pair of shapes, its stops, and the naive variants of the test.

import { ImpulseCollision } from 'impulse2d/element';
import { toggle } from './kit.js';

const found = document.getElementById('pair');
if (!(found instanceof ImpulseCollision)) throw new Error('the page has no figure named pair');
const pair = found;

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-pair]')) {
  button.addEventListener('click', () => {
    const [a, b, stop] = button.dataset.pair!.split(' ');
    pair.a = a!;
    pair.b = b!;
    pair.setAttribute('stop', stop!);
    pair.axis = null;
  });
}

const variants = ['aOnlySat', 'intervalOverlap', 'deepestPointOnly'].map((name) => ({
  name,
  on: toggle(name, () => vary()),
}));
function vary(): void {
  pair.literal = variants
    .filter(({ on }) => on())
    .map(({ name }) => name)
    .join(' ');
}

// The answer is shown as well as told: the naive test, at its last stop.
document.querySelector('.question')?.addEventListener('answered', () => {
  const box = document.getElementById('aOnlySat');
  if (!(box instanceof HTMLInputElement)) return;
  box.checked = true;
  pair.a = 'box,-1.2,-1.2,0';
  pair.b = 'box,0.7,0.7,0.785';
  vary();
  pair.setAttribute('stop', '5');
});
