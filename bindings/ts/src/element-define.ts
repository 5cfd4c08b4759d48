// `impulse2d/element/define`: registers `<impulse-scene>` and its companions. It skips elements that are registered
// already, and does nothing without a DOM.

import { ImpulseCollision, ImpulseParam, ImpulsePlot, ImpulseScene, ImpulseSolver, ImpulseValue } from './element.js';

const kTags = {
  'impulse-scene': ImpulseScene,
  'impulse-param': ImpulseParam,
  'impulse-value': ImpulseValue,
  'impulse-plot': ImpulsePlot,
  'impulse-solver': ImpulseSolver,
  'impulse-collision': ImpulseCollision,
};

if (globalThis.customElements) {
  for (const [tag, element] of Object.entries(kTags)) if (!customElements.get(tag)) customElements.define(tag, element);
}

export { ImpulseCollision, ImpulseParam, ImpulsePlot, ImpulseScene, ImpulseSolver, ImpulseValue };
