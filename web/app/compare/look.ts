// Where all columns look: zoomed and moved together, and said by the link.

const kFarthest = 0.25; // of the scale that shows all
const kClosest = 32;

/** Against all of the scene: magnified, and moved by parts of the picture. */
export interface Look {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const kWhole: Look = { zoom: 1, x: 0, y: 0 };

/** Zoomed so that what is in the middle stays there, and then moved. */
export function moved(look: Look, zoom: number, x: number, y: number): Look {
  const to = Math.max(kFarthest, Math.min(kClosest, look.zoom * zoom));
  const grown = to / look.zoom;
  return { zoom: to, x: look.x * grown + x, y: look.y * grown + y };
}

/** As a link says it: `view=zoom,x,y`. */
export function lookIn(query: URLSearchParams): Look | null {
  const [zoom, x, y, ...more] = (query.get('view') ?? '').split(',').map(Number);
  const fine = zoom! >= kFarthest && zoom! <= kClosest && Number.isFinite(x) && Number.isFinite(y) && more.length === 0;
  return fine ? { zoom: zoom!, x: x!, y: y! } : null;
}

/** The part of a link; none where all is seen. */
export function lookParts({ zoom, x, y }: Look): string[] {
  if (zoom === 1 && x === 0 && y === 0) return [];
  return [`view=${[zoom, x, y].map((value) => Math.round(1000 * value) / 1000).join(',')}`];
}
