// The moving picture of the README, web/assets/hello.svg: a scene that the engine steps, as an SVG whose bodies follow
// keyframes. `node tools/picture.mjs` makes it anew, from dist/; a keyframe is left out where its neighbours give its
// pose.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, root } from './paths.mjs';

const kSeconds = 6; // of which the last one holds the end
const kEvery = 3; // steps from one sample to the next: 20 a second
const [kWidth, kHeight, kScale] = [720, 300, 30]; // CSS pixels, and pixels a metre
const kFloor = 270; // pixels from the top
const kNear = 0.4; // pixels that a pose may be off

/** The scene: [world, drawn bodies with their class]. */
function build({ World }) {
  const world = new World();
  world.createBody({ type: 'static', position: [0, -0.5], shapes: [{ type: 'box', width: 60, height: 1 }] });
  const drawn = [];
  const add = (def, look) => drawn.push({ body: world.createBody(def), look }) && drawn.at(-1).body;
  for (let row = 0; row < 6; row++) {
    for (let i = 0; i < 6 - row; i++) {
      const position = [4 + i - (5 - row) / 2, 0.45 + 0.9 * row];
      add({ position, shapes: [{ type: 'box', width: 0.9, height: 0.9, density: 0.5 }] }, `b${(row + i) % 3}`);
    }
  }
  for (let i = 0; i < 5; i++) {
    add({ position: [-3.4 + 0.9 * i, 0.75], shapes: [{ type: 'box', width: 0.2, height: 1.5 }] }, 'b2');
  }
  add({ position: [-7, 5.2], velocity: [4.2, 0], shapes: [{ type: 'circle', radius: 0.5, density: 2 }] }, 'ball');
  const frame = world.createBody({ type: 'static', position: [1.2, 8.6] });
  const arm = add(
    {
      position: [1.2, 8.6],
      angle: -1.25,
      shapes: [
        { type: 'capsule', a: [0, 0], b: [0, -5.8], radius: 0.07, density: 0.2, filter: { mask: 0 } },
        { type: 'circle', radius: 0.75, center: [0, -6.4], density: 4 },
      ],
    },
    'ball',
  );
  world.createJoint({ type: 'revolute', bodyA: frame, bodyB: arm, anchor: [1.2, 8.6] });
  return { world, drawn };
}

const number = (value, digits = 1) => String(Number(value.toFixed(digits)));

/** Samples that are needed: all others lie within `kNear` of the line between two of these. */
function needed(samples) {
  const keep = new Set([0, samples.length - 1]);
  const split = (from, to) => {
    let worst = 0;
    let at = -1;
    for (let i = from + 1; i < to; i++) {
      const t = (i - from) / (to - from);
      const off = Math.max(
        ...samples[i].map(
          (value, k) =>
            Math.abs(value - samples[from][k] - t * (samples[to][k] - samples[from][k])) / (k === 2 ? 0.8 : 1),
        ),
      );
      if (off > worst) [worst, at] = [off, i];
    }
    if (worst <= kNear) return;
    keep.add(at);
    split(from, at);
    split(at, to);
  };
  split(0, samples.length - 1);
  return [...keep].sort((a, b) => a - b);
}

function outline({ type, radius, width, height, center, a, b }) {
  const c = (value) => number(kScale * value);
  if (type === 'circle') {
    // A line from the middle shows how it turns.
    return `<circle cx="${c(center.x)}" cy="${c(-center.y)}" r="${c(radius)}"/><path d="M${c(center.x)} ${c(-center.y)}h${c(radius)}"/>`;
  }
  if (type === 'capsule') return `<path class="rod" d="M${c(a.x)} ${c(-a.y)}L${c(b.x)} ${c(-b.y)}"/>`;
  return `<rect x="${c(-width / 2)}" y="${c(-height / 2)}" width="${c(width)}" height="${c(height)}"/>`;
}

export async function picture() {
  const engine = await import(pathToFileURL(join(dist, 'index.js')).href);
  await engine.init();
  const { world, drawn } = build(engine);
  const tracks = drawn.map(() => []);
  for (let step = 0; step <= 60 * (kSeconds - 1); step++) {
    if (step % kEvery === 0) {
      drawn.forEach(({ body }, i) => {
        const { x, y } = body.position;
        let degrees = (-body.angle * 180) / Math.PI;
        const last = tracks[i].at(-1)?.[2] ?? degrees;
        degrees += 360 * Math.round((last - degrees) / 360);
        tracks[i].push([kWidth / 2 + kScale * x, kFloor - kScale * y, degrees]);
      });
    }
    world.step();
  }
  const total = (60 * kSeconds) / kEvery;
  const rules = tracks.map((track, i) => {
    const frames = needed(track).map((at) => {
      const [x, y, degrees] = track[at];
      const to = at === track.length - 1 ? `${number((100 * at) / total)}%,to` : `${number((100 * at) / total)}%`;
      return `${to}{transform:translate(${number(x)}px,${number(y)}px)rotate(${number(degrees)}deg)}`;
    });
    return `@keyframes k${i}{${frames.join('')}}#k${i}{animation-name:k${i}}`;
  });
  const bodies = drawn.map(({ body, look }, i) => {
    const [x, y, degrees] = tracks[i][0];
    const at = `translate(${number(x)} ${number(y)}) rotate(${number(degrees)})`;
    return `<g id="k${i}" class="${look}" transform="${at}">${body.shapes.map((shape) => outline(shape.geometry)).join('')}</g>`;
  });
  world.destroy();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${kWidth} ${kHeight}" role="img" aria-label="A wrecking ball swings into a pyramid of boxes">
<style>
g{fill:#a9cfb8;stroke:#33787c;stroke-width:1.2;animation:${kSeconds}s linear infinite}
.b1{fill:#7bb8b6}.b2{fill:#4b8fae}.ball{fill:#e9a17f;stroke:#8f2d12}.rod{stroke-width:4;stroke-linecap:round}
.floor{fill:#dcd8ce}
@media(prefers-color-scheme:dark){.floor{fill:#3a4148}}
@media(prefers-reduced-motion:reduce){g{animation:none}}
${rules.join('\n')}
</style>
<path class="floor" d="M0 ${kFloor}h${kWidth}v${kHeight - kFloor}H0z"/>
${bodies.join('\n')}
</svg>
`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const svg = await picture();
  writeFileSync(join(root, 'web/assets/hello.svg'), svg);
  console.log(`web/assets/hello.svg: ${(svg.length / 1000).toFixed(1)} KB`);
}
