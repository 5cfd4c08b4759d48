// The scene as it is shown, as a tag for any page.

import type { Scene } from '../scenes/scene.js';
import type { ViewState } from './link.js';

/** Only what differs from the scene's defaults is written, and no options of a solver. */
export function tagOf({ params, camera, solver, layers, speed }: ViewState, scene: Scene): string {
  const changed = scene.params.filter(({ name, value }) => params[name] !== value);
  const attributes: [string, string][] = [['src', scene.id]];
  if (changed.length > 0)
    attributes.push(['params', JSON.stringify(Object.fromEntries(changed.map(({ name }) => [name, params[name]])))]);
  if (camera) {
    const { x, y, span } = camera;
    attributes.push(['camera', [x, y, span].map((value) => Number(value.toFixed(3))).join(' ')]);
  }
  if (solver) attributes.push(['solver', solver]);
  if (layers) attributes.push(['layers', layers.filter((name) => name !== 'shapes').join(' ') || 'none']);
  if (speed !== 1) attributes.push(['speed', String(speed)]);
  const text = attributes.map(([name, value]) =>
    value.includes('"') ? `${name}='${value.replaceAll("'", '&#39;')}'` : `${name}="${value}"`,
  );
  return `<impulse-scene ${text.join(' ')} autoplay controls></impulse-scene>`;
}
