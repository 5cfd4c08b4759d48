// The corners of regular polygons, by themselves: the demo page needs no more for its first scene.

/** Points of a regular polygon of `sides` corners, an integer >= 3, at `radius` m > 0 from its middle. */
export function ngon(sides: number, radius: number): [number, number][] {
  return Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}
