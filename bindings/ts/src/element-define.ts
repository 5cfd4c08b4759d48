// `impulse2d/element/define`: registers `<impulse-scene>`. Does nothing where it is registered, or where there are no elements.

import { ImpulseScene } from './element.js';

if (globalThis.customElements && !customElements.get('impulse-scene'))
  customElements.define('impulse-scene', ImpulseScene);

export { ImpulseScene };
