import { FixedLoop, init } from 'impulse2d';
import { controls } from '../controls.js';
import { palette } from '../palette.js';
import { Match, input } from './game.js';
import { link } from './link.js';
import { Peer } from './peer.js';
import { Picture } from './picture.js';

await init();
const settings = { delay: 110, jitter: 40, loss: 0.2 };
const network = link(settings);
const peers = [new Peer(new Match(), 0, network.a), new Peer(new Match(), 1, network.b)];
const colours = palette();
const pictures = ['left', 'right'].map((id) => new Picture(document.getElementById(id), colours));

// Players: the keys, a finger on the picture, and as long as nobody touches either, somebody who runs after the ball.
const human = [false, false];
const held = controls(
  { left0: ['KeyA'], right0: ['KeyD'], down0: ['KeyS'], up0: ['KeyW'], left1: ['ArrowLeft'], right1: ['ArrowRight'], down1: ['ArrowDown'], up1: ['ArrowUp'] }, // prettier-ignore
  (name) => (human[Number(name.at(-1))] = true),
);
const fingers = [null, null];
pictures.forEach(({ canvas }, i) => {
  const steer = (event) => {
    const box = canvas.getBoundingClientRect();
    fingers[i] = pictures[i].toField(event.clientX - box.left, event.clientY - box.top);
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    human[i] = true;
    steer(event);
  });
  canvas.addEventListener('pointermove', (event) => fingers[i] && steer(event));
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => (fingers[i] = null));
});

const towards = (dx, dy, near) =>
  (dx > near && input.right) | (dx < -near && input.left) | (dy > near && input.up) | (dy < -near && input.down);

const whims = [0.3, -0.2];
function choose(i) {
  const { players, ball } = peers[i].match;
  const { x, y } = players[i].position;
  if (fingers[i]) return towards(fingers[i][0] - x, fingers[i][1] - y, 0.2);
  if (human[i]) {
    return Object.keys(input).reduce((bits, name) => bits | (held[name + i] ? input[name] : 0), 0);
  }
  // Behind the ball first, then through it, each a little beside it and not always alike.
  if (Math.random() < 0.03) whims[i] = Math.random() - 0.5;
  const side = i ? 1 : -1;
  if (whims[i] > 0.4) return towards(5 * side - x, -y, 0.3); // back home for a while
  const to = ball.position;
  if ((x - to.x) * side > 0.3) return towards(to.x - x, to.y + whims[i] - y, 0.15);
  return towards(to.x + 1.5 * side - x, to.y + (whims[i] > 0 ? 1.3 : -1.3) - y, 0.15);
}

const loop = new FixedLoop({ step: () => peers.forEach((peer, i) => peer.tick(choose(i))) });

const show = (id, text) => (document.getElementById(id).textContent = text);
for (const name of Object.keys(settings)) {
  const slider = document.getElementById(name);
  const read = () => {
    settings[name] = name === 'loss' ? slider.value / 100 : Number(slider.value);
    show(`${name}-value`, `${slider.value} ${name === 'loss' ? '%' : 'ms'}`);
  };
  slider.addEventListener('input', read);
  read();
}

/** Both know all inputs up to this step, so from here back both must have the same world. */
function compare() {
  const [a, b] = peers;
  const step = Math.min(a.frame, b.frame, a.known, b.known);
  const same = a.hashes[step] === b.hashes[step];
  const average = (peer) => (peer.redone.slice(-60).reduce((sum, n) => sum + n, 0) / 60).toFixed(1);
  show('same', step === 0 ? '' : same ? `Step ${step}: equal, ${a.hashes[step]}` : `Step ${step}: the two differ`);
  document.getElementById('same').dataset.same = same;
  show('stats', `${network.stats.lost} of ${network.stats.sent} messages lost. Steps resimulated per tick: ${average(a)} left, ${average(b)} right.`); // prettier-ignore
  return { step, same };
}

requestAnimationFrame(function frame(now) {
  const { alpha } = loop.advance(now);
  pictures.forEach((picture, i) => picture.draw(peers[i], alpha));
  compare();
  requestAnimationFrame(frame);
});

// For the console, and for tests.
window.example = { peers, settings, network, compare, human };
document.documentElement.dataset.ready = 'true';
