// The scene that the page opens with, by itself; tools/build/site.mjs knows where it is.

declare module '#opening-scene' {
  import type { Scene } from 'impulse2d/scenes';
  export const walker: Scene;
}
