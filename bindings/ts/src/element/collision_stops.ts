// What a comparison of two shapes comes to, stop by stop, in words and numbers.

import type { CollisionTrace, TraceAxis } from '../trace.js';

/** A line along which both shapes cast a shadow: normals of parallel faces together. */
export interface Shadows {
  /** Of the faces' directions the one along which B leaves A soonest; m along it from the origin. */
  readonly axis: TraceAxis;
  /** Whose faces have this normal: `A 1, 3 · B 2`; `closest points` where it runs between those. */
  readonly name: string;
  /** m: the length that both shadows share; negative is the gap between them. */
  readonly overlap: number;
  /**
   * m: how far B has to move along the axis to be clear of A. More than `overlap` where one shadow lies inside the
   * other.
   */
  readonly wayOut: number;
  /** Does it decide? */
  readonly chosen: boolean;
}

export type StopName = 'project' | 'axis' | 'closest' | 'reference' | 'clip' | 'points';

/** A stop on the way from two shapes to their points of contact. */
export interface Stop {
  /** Which stop it is. */
  readonly name: StopName;
  /** A few words, as a heading. */
  readonly title: string;
  /** What is seen, for readers and screen readers alike. */
  readonly text: string;
}

const kParallel = 1e-3; // of the sine between two normals

/** A length as a reader expects it, without the unit. */
export function metres(value: number, decimals = 3): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

const shared = (axis: TraceAxis): number => Math.min(axis.maxA, axis.maxB) - Math.max(axis.minA, axis.minB);

/** The tested axes, opposite and parallel ones together, in the order of their first face. */
export function shadowsOf({ axes, chosen }: CollisionTrace): Shadows[] {
  const groups: TraceAxis[][] = [];
  for (const axis of axes) {
    const { x, y } = axis.direction;
    const group = groups.find(
      ([{ direction: d, of }]) =>
        (of === 'between') === (axis.of === 'between') && Math.abs(d.x * y - d.y * x) < kParallel,
    );
    if (group) group.push(axis);
    else groups.push([axis]);
  }
  return groups.map((group) => {
    const decides = group.includes(chosen);
    const axis = decides ? chosen : group.reduce((best, other) => (other.overlap < best.overlap ? other : best));
    const faces = (['A', 'B'] as const).flatMap((which) => {
      const numbers = group.filter(({ of }) => of === which).map(({ edge }) => edge + 1);
      return numbers.length > 0 ? [`${which} ${numbers.join(', ')}`] : [];
    });
    return {
      axis,
      name: faces.join(' · ') || 'closest points',
      overlap: shared(axis),
      wayOut: Math.min(axis.maxA - axis.minB, axis.maxB - axis.minA),
      chosen: decides,
    };
  });
}

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
const size = (value: number): string => `${value < 0 ? 'gap' : 'overlap'} ${metres(Math.abs(value))} m`;
const line = ({ axis, name }: Shadows): string =>
  axis.of === 'between' ? 'the line through the closest points' : `the normal of faces ${name}`;
const at = ({ x, y }: { x: number; y: number }): string => `(${metres(x, 2)}, ${metres(y, 2)})`;

/**
 * Where the comparison stops: at the axis where there is a gap, at closest points for what is round, else at the points
 * kept.
 */
export function stopsOf(trace: CollisionTrace, rows: readonly Shadows[], shown: Shadows): Stop[] {
  const { method, reference, incident, closest, clips, points } = trace;
  const least = rows.find(({ chosen }) => chosen) ?? shown;
  const apart = rows.filter(({ overlap }) => overlap < 0).length;
  const stops: Stop[] = [
    {
      name: 'project',
      title: 'Project',
      text:
        `Each shape casts a shadow on ${line(shown)}: ${size(shown.overlap)}. ` +
        `${rows.length === 1 ? '1 axis' : `${rows.length} axes`} tested; ` +
        (apart > 0 ? `${apart === 1 ? 'one shows' : `${apart} show`} a gap.` : 'the shadows overlap on all of them.'),
    },
  ];
  const contained = least.wayOut - least.overlap > 1e-6;
  const axisText =
    least.overlap < 0
      ? `The widest gap is ${metres(-least.overlap)} m, along ${line(least)}.`
      : `The shortest way out for B is ${metres(least.wayOut)} m, along ${line(least)}. This axis becomes the contact normal.` +
        (contained
          ? ` One shadow lies inside the other, so that is more than the ${metres(least.overlap)} m they share.`
          : '');
  if (points.length === 0) {
    stops.push({
      name: 'axis',
      title: 'Choose the axis',
      text:
        least.overlap < 0
          ? `${axisText} A single gap proves that the shapes do not touch. The comparison ends here.`
          : `${axisText} Yet no point of contact is found: this is what the naive variant gets wrong.`,
    });
    return stops;
  }
  const deepest = Math.min(...points.map(({ separation }) => separation));
  const kept = `${count(points.length, 'point')} of contact: ${points
    .map((point) => `${at(point)}, ${point.separation < 0 ? 'depth' : 'gap'} ${metres(Math.abs(point.separation))} m`)
    .join('; ')}.`;
  if (method === 'round' || method === 'corners' || !reference) {
    stops.push(
      {
        name: 'closest',
        title: 'Closest points',
        text:
          `${method === 'corners' ? 'No face carries the contact, so the two nearest corners decide.' : 'A circle has no faces, so the nearest point of the other shape decides.'} ` +
          (closest
            ? `The closest points of the two surfaces are ${at(closest.a)} on A and ${at(closest.b)} on B, and the normal runs through them.`
            : 'The nearest point of the other shape gives the normal.'),
      },
      { name: 'points', title: 'Keep the point', text: `${kept} It lies midway between the two surfaces.` },
    );
    return stops;
  }
  const other = reference.of === 'A' ? 'B' : 'A';
  stops.push(
    { name: 'axis', title: 'Choose the axis', text: axisText },
    {
      name: 'reference',
      title: 'Reference edge',
      text:
        `${reference.of} has the reference edge (solid): its normal is the axis. ` +
        (incident
          ? `The edge of ${other} that faces it most squarely is the incident edge (dashed).`
          : `${other} meets it with a single vertex.`),
    },
  );
  const cut = clips.filter(({ before, after }) =>
    before.some((p) => !after.some((q) => q.x === p.x && q.y === p.y)),
  ).length;
  if (clips.length > 0) {
    stops.push({
      name: 'clip',
      title: 'Clip left and right',
      text: `The incident edge is cut at both ends of the reference edge (dotted lines). ${cut === 0 ? 'It fits between them, so nothing is lost.' : `${count(cut, 'cut')} shorten${cut === 1 ? 's' : ''} it.`}`,
    });
  }
  stops.push({
    name: 'points',
    title: 'Keep the points',
    text:
      `${method === 'vertex' ? 'No part of the incident edge lies below the face, so the deepest vertex is kept. ' : 'The part below the reference edge stays. '}${kept}` +
      (deepest > 0 ? ' The engine computes them a little before the shapes touch.' : ''),
  });
  return stops;
}
