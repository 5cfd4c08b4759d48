// What a scene is: the package says.

export { captionOf, tint } from 'impulse2d/scenes';
export type { Action, Frame, Label, Param, Params, Scene, SceneContext, SceneGroup, SceneRun } from 'impulse2d/scenes';
