// The stages of the comparison of two shapes, in words and numbers.

import type { CollisionTrace, TraceAxis } from '../trace.js';

/** A tested axis with the projections of both shapes. Parallel face normals are combined. */
export interface Shadows {
  /** Of parallel faces, the axis with the smallest separating distance; coordinates in m along it from the origin. */
  readonly axis: TraceAxis;
  /** The faces with this normal: `A 1, 3 · B 2`; `closest points` for the direction between those. */
  readonly name: string;
  /** Common length of both projections in m; negative is the gap between them. */
  readonly overlap: number;
  /**
   * Distance in m by which B has to move along the axis to separate from A. It exceeds `overlap` if one projection
   * contains the other.
   */
  readonly wayOut: number;
  /** Whether this axis decides. */
  readonly chosen: boolean;
}

export type StopName = 'project' | 'axis' | 'closest' | 'reference' | 'clip' | 'points';

/** A stage of the computation from two shapes to their contact points. */
export interface Stop {
  /** Name of the stage. */
  readonly name: StopName;
  /** Heading of the stage, a few words. */
  readonly title: string;
  /** Description of the stage, also for screen readers. */
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
 * The stages of a comparison. The last one is the axis if there is a gap, the closest points for round shapes, and
 * otherwise the points that are kept.
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
        `The shapes are projected onto ${line(shown)}: ${size(shown.overlap)}. ` +
        `${rows.length === 1 ? '1 axis' : `${rows.length} axes`} tested; ` +
        (apart > 0
          ? `${apart === 1 ? 'one shows' : `${apart} show`} a gap.`
          : 'the projections overlap on all of them.'),
    },
  ];
  const contained = least.wayOut - least.overlap > 1e-6;
  const axisText =
    least.overlap < 0
      ? `The widest gap is ${metres(-least.overlap)} m, along ${line(least)}.`
      : `The least penetration is ${metres(least.wayOut)} m, along ${line(least)}. This axis becomes the contact normal.` +
        (contained
          ? ` One projection contains the other, so this is more than their overlap of ${metres(least.overlap)} m.`
          : '');
  if (points.length === 0) {
    stops.push({
      name: 'axis',
      title: 'Choose the axis',
      text:
        least.overlap < 0
          ? `${axisText} A single gap proves that the shapes do not touch. The comparison ends here.`
          : `${axisText} Yet there is no contact point, an error of the naive variant.`,
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
          `${method === 'corners' ? 'No face is in contact, so the two nearest corners decide.' : 'A circle has no faces, so the nearest point of the other shape decides.'} ` +
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
          ? `The edge of ${other} that is most antiparallel to it is the incident edge (dashed).`
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
      text: `The incident edge is cut at both ends of the reference edge (dotted lines). ${cut === 0 ? 'It fits between them and stays whole.' : `${count(cut, 'cut')} shorten${cut === 1 ? 's' : ''} it.`}`,
    });
  }
  stops.push({
    name: 'points',
    title: 'Keep the points',
    text:
      `${method === 'vertex' ? 'No part of the incident edge lies below the face, so the deepest vertex is kept. ' : 'Points below the reference edge are kept. '}${kept}` +
      (deepest > 0 ? ' The engine creates contacts shortly before the shapes touch.' : ''),
  });
  return stops;
}
