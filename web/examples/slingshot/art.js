// All that is seen, drawn with Pixi's Graphics in metres; y is up because the container that holds it has a negative
// scale.
import { Graphics } from 'pixi.js';

export const skies = {
  light: {
    air: 0xf3ead7,
    sun: 0xf2c46d,
    far: 0xdbe3cf,
    near: 0xc3d2b4,
    ground: 0x93a86d,
    soil: 0x7b8f58,
    ink: 0x33402a,
  },
  dark: {
    air: 0x141a24,
    sun: 0xe8e4d2,
    far: 0x1d2733,
    near: 0x233240,
    ground: 0x2f4a41,
    soil: 0x263c35,
    ink: 0xcfd8d2,
  },
};

/** A round one: Pixi's own circles have few corners where the unit is a metre. */
const disc = (g, x, y, radius) =>
  g.poly(Array.from({ length: 40 }, (_, i) => [x + radius * Math.cos((i * Math.PI) / 20), y + radius * Math.sin((i * Math.PI) / 20)]).flat()); // prettier-ignore

export function landscape(sky, dark) {
  const g = new Graphics();
  disc(g, 6, 9.3, dark ? 1 : 1.4).fill(sky.sun);
  if (dark) {
    disc(g, 6.45, 9.5, 0.85).fill(sky.air); // a crescent
    for (let i = 0; i < 90; i++) disc(g, ((i * 37) % 101) - 50, 3 + ((i * 29) % 61) / 5, 0.04).fill(sky.sun);
  }
  const hills = (colour, height, length, shift) => {
    g.moveTo(-80, 0);
    for (let x = -80; x <= 80; x += 0.5) g.lineTo(x, height * (1.2 + Math.sin(x / length + shift)));
    g.lineTo(80, 0).fill(colour);
  };
  hills(sky.far, 2.4, 6, 1);
  hills(sky.near, 1.1, 3.7, 4);
  g.rect(-80, -40, 160, 40).fill(sky.soil);
  return g.rect(-80, -0.5, 160, 0.5).fill(sky.ground);
}

export function block(width, height, { fill, edge }) {
  const g = new Graphics();
  g.rect(-width / 2, -height / 2, width, height).fill(fill);
  const long = width > height;
  for (const at of [-0.2, 0.22]) {
    if (long) g.moveTo(-0.4 * width, at * height).lineTo(0.4 * width, at * height);
    else g.moveTo(at * width, -0.4 * height).lineTo(at * width, 0.4 * height);
  }
  g.stroke({ width: 0.03, color: edge, alpha: 0.5 });
  return g
    .rect(-width / 2 + 0.03, -height / 2 + 0.03, width - 0.06, height - 0.06)
    .stroke({ width: 0.06, color: edge });
}

export function turnip() {
  const g = new Graphics();
  for (const [x, y] of [[-0.28, 0.75], [0, 0.85], [0.28, 0.75]]) g.moveTo(0, 0.35).lineTo(x, y); // prettier-ignore
  g.stroke({ width: 0.12, color: 0x5f8f3f, cap: 'round' });
  disc(g, 0, 0, 0.45).fill(0xf1e6ea);
  disc(g, 0, 0.08, 0.36).fill(0xb76a93);
  disc(g, 0, 0, 0.43).stroke({ width: 0.05, color: 0x7d3f60 });
  for (const side of [-1, 1]) {
    disc(g, 0.15 * side, 0.02, 0.09).fill(0xffffff);
    disc(g, 0.13 * side, 0.02, 0.045).fill(0x2a1a22);
  }
  return g.moveTo(-0.1, -0.2).lineTo(0.1, -0.2).stroke({ width: 0.045, color: 0x7d3f60, cap: 'round' });
}

export function ball(radius) {
  const g = disc(new Graphics(), 0, 0, radius).fill(0xbb3c18);
  disc(g, -0.3 * radius, 0.3 * radius, 0.35 * radius).fill({ color: 0xffffff, alpha: 0.25 });
  return disc(g, 0, 0, radius - 0.03).stroke({ width: 0.06, color: 0x7c240b });
}

/** The fork, half of it behind the ball and half before. */
export function fork({ x, y }, front) {
  const g = new Graphics();
  const top = front ? x - 0.35 : x + 0.35;
  if (front) g.moveTo(x, 0).lineTo(x, y - 1);
  g.moveTo(x, y - 1).lineTo(top, y + 0.15);
  return g.stroke({ width: 0.3, color: front ? 0x7d5326 : 0x64411c, cap: 'round' });
}
