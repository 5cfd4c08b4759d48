// The build takes these from their own files, without the module of all scenes, which comes later.
declare module '#scenes/walker' {
  import type { Scene } from 'impulse2d/scenes';
  export const walker: Scene;
}

declare module '#scenes/scene' {
  export { captionOf, tint } from 'impulse2d/scenes';
}

declare module '#scenes/ngon' {
  export { ngon } from 'impulse2d/scenes';
}

declare module '#scenes/frame' {
  import type { World } from 'impulse2d';
  import type { Frame } from 'impulse2d/scenes';
  export function frameOf(world: World): Frame;
}
