// All textures, drawn here. One metre is `kPixels` of them.

export const kPixels = 64;
export const kTiles = ['#', 'G', '/', '\\', '=']; // inside, with grass, slopes, platform
const kEdge = 2; // each tile's picture goes on this far beyond it, so that no gap shows between tiles

export const day = { sky: 0xdfeaf0, far: 0xc6d8dc, near: 0xadc9bd, earth: '#8a6a4d', deep: '#7b5d43', grass: '#6f9c4a', wood: '#b98547', edge: '#5f4426', sun: 0xf4d58a }; // prettier-ignore
export const night = { sky: 0x141b2b, far: 0x1c2740, near: 0x22334a, earth: '#4a4250', deep: '#3e3745', grass: '#3f7a63', wood: '#8a6b4a', edge: '#2a2230', sun: 0xe9e3cf }; // prettier-ignore

/** A texture from what `paint` draws on a canvas. */
function texture(scene, name, width, height, paint) {
  if (scene.textures.exists(name)) scene.textures.remove(name);
  const canvas = scene.textures.createCanvas(name, width, height);
  paint(canvas.context);
  canvas.refresh();
}

export function makeTextures(scene, colours) {
  const p = kPixels;
  const step = p + 2 * kEdge;
  texture(scene, 'tiles', step * kTiles.length, step, (ctx) =>
    kTiles.forEach((kind, i) => tile(ctx, kind, i * step, colours)),
  );
  texture(scene, 'coin', 0.6 * p, 0.6 * p, (ctx) => {
    disc(ctx, 0.3 * p, 0.3 * p, 0.26 * p, '#f0b429', '#a86f0c');
    disc(ctx, 0.3 * p, 0.3 * p, 0.15 * p, '#f8d472', '#c98d1d');
  });
  texture(scene, 'crate', 0.9 * p, 0.9 * p, (ctx) => planks(ctx, 0.9 * p, 0.9 * p, colours));
  texture(scene, 'platform', 3 * p, 0.4 * p, (ctx) => planks(ctx, 3 * p, 0.4 * p, colours));
  texture(scene, 'player', 0.9 * p, 1.4 * p, (ctx) => player(ctx, p));
  texture(scene, 'snail', 1.1 * p, 0.8 * p, (ctx) => snail(ctx, p));
  texture(scene, 'flag', 1.2 * p, 2.4 * p, (ctx) => {
    box(ctx, 0.1 * p, 0, 0.1 * p, 2.4 * p, colours.edge);
    polygon(ctx, '#bb3c18', [0.2 * p, 0.05 * p], [1.15 * p, 0.4 * p], [0.2 * p, 0.8 * p]);
  });
}

function box(ctx, x, y, width, height, fill) {
  ctx.fillStyle = fill;
  ctx.fillRect(x, y, width, height);
}
function polygon(ctx, fill, ...points) {
  ctx.fillStyle = fill;
  ctx.beginPath();
  points.forEach(([x, y]) => ctx.lineTo(x, y));
  ctx.fill();
}
function disc(ctx, x, y, radius, fill, edge) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.fillStyle = fill;
  ctx.fill();
  if (!edge) return;
  ctx.lineWidth = 3;
  ctx.strokeStyle = edge;
  ctx.stroke();
}

function tile(ctx, kind, left, { earth, deep, grass, wood, edge }) {
  const p = kPixels;
  const e = kEdge;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, 0, p + 2 * e, p + 2 * e);
  ctx.clip();
  ctx.translate(left + e, e);
  const whole = [-e, -e, p + 2 * e, p + 2 * e];
  const stones = () => {
    for (const [x, y, r] of [[14, 40, 5], [44, 24, 4], [36, 52, 6]]) disc(ctx, x, y, r, deep); // prettier-ignore
  };
  if (kind === '#' || kind === 'G') {
    box(ctx, ...whole, earth);
    stones();
    if (kind === 'G') box(ctx, -e, -e, p + 2 * e, 14 + e, grass);
  } else if (kind === '=') {
    box(ctx, -e, 0, p + 2 * e, 18, wood);
    box(ctx, -e, 14, p + 2 * e, 4, edge);
    for (const x of [0, 32]) box(ctx, x, 0, 3, 18, edge);
  } else {
    if (kind === '\\') ctx.transform(-1, 0, 0, 1, p, 0);
    polygon(ctx, earth, [-e, p + e], [p + e, -e], [p + e, p + e]);
    polygon(ctx, grass, [-e, p + e], [p + e, -e], [p + e, 18], [18, p + e]);
  }
  ctx.restore();
}

function planks(ctx, width, height, { wood, edge }) {
  box(ctx, 0, 0, width, height, wood);
  ctx.strokeStyle = edge;
  ctx.lineWidth = 5;
  ctx.strokeRect(2.5, 2.5, width - 5, height - 5);
  ctx.lineWidth = 3;
  ctx.beginPath();
  const lines = Math.round(width / 22);
  for (let i = 1; i < lines; i++) {
    ctx.moveTo((i * width) / lines, 4);
    ctx.lineTo((i * width) / lines, height - 4);
  }
  ctx.stroke();
}

/** Looks to the right. */
function player(ctx, p) {
  ctx.beginPath();
  ctx.roundRect(0.1 * p, 0.02 * p, 0.7 * p, 1.36 * p, 0.35 * p);
  ctx.fillStyle = '#1f6478';
  ctx.fill();
  ctx.lineWidth = 3;
  ctx.strokeStyle = '#0f3945';
  ctx.stroke();
  polygon(ctx, '#bb3c18', [0.1 * p, 0.62 * p], [0.8 * p, 0.55 * p], [0.8 * p, 0.75 * p], [0.1 * p, 0.8 * p]);
  polygon(ctx, '#bb3c18', [0.14 * p, 0.66 * p], [0, 1.05 * p], [0.26 * p, 0.78 * p]);
  for (const x of [0.46, 0.7]) {
    disc(ctx, x * p, 0.35 * p, 0.1 * p, '#ffffff');
    disc(ctx, (x + 0.03) * p, 0.36 * p, 0.05 * p, '#10262d');
  }
}

/** Creeps to the right. */
function snail(ctx, p) {
  ctx.beginPath();
  ctx.roundRect(0.05 * p, 0.55 * p, p, 0.23 * p, 0.1 * p);
  ctx.fillStyle = '#d9b27c';
  ctx.fill();
  ctx.fillRect(0.86 * p, 0.25 * p, 0.1 * p, 0.4 * p);
  disc(ctx, 0.91 * p, 0.22 * p, 0.09 * p, '#ffffff', '#5b4427');
  disc(ctx, 0.93 * p, 0.22 * p, 0.04 * p, '#2b1d0d');
  disc(ctx, 0.44 * p, 0.4 * p, 0.34 * p, '#9a4f6e', '#5c2a40');
  disc(ctx, 0.44 * p, 0.4 * p, 0.19 * p, '#b9708e', '#5c2a40');
}
