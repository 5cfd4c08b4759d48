// The script for one plain tag: the engine, the element, registered, and everything of both as `impulse2d`.

export * from './index.js';
export * from './draw.js';
export * from './scenes.js';
export * from './element-define.js';
