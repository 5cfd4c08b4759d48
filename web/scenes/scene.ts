// What a scene is: the package says.

export { tint } from 'impulse2d/scenes';
export type { Action, Frame, Label, Param, Params, Scene, SceneContext, SceneRun } from 'impulse2d/scenes';
