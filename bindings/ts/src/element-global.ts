// The plain script of the element: the engine, the registered elements, and all exports of both as `impulse2d`.

export * from './index.js';
export * from './draw.js';
export * from './scenes.js';
export * from './element-define.js';
// By name: the bundler would take the classes of elements from there too, and leave out their registration.
export { ActionInput, Dice, Drag, Tape, holdable, keySigns, perform } from './element.js';
