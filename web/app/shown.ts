// What is shown: a scene that runs, where the camera stands, and the canvas. It is there before there are controls.

import type { Params, Scene, SceneRun } from '../scenes/scene.js';
import { CameraView } from './camera.js';
import { byId } from './elements.js';
import { Stage } from './stage.js';

const kFollow = 0.12; // of the way a frame
const kMargin = 1.04; // of what a scene wants seen

interface Running {
  readonly scene: Scene;
  readonly params: Params;
  readonly run: SceneRun;
}

export class Shown {
  readonly camera = new CameraView();
  readonly stage = new Stage(byId('stage', HTMLCanvasElement), this.camera);

  /** Did the reader move the camera? Then it no longer goes where the scene wants it. */
  own = false;

  /** Everything that the scene wants seen. */
  fit({ scene, params, run }: Running): void {
    const { camera, stage } = this;
    if (this.own) return;
    const frame = typeof scene.camera === 'function' ? scene.camera(params) : scene.camera;
    stage.canvas.parentElement?.style.setProperty('--scene-ratio', String(frame.height / frame.width));
    camera.fit({ ...frame, width: frame.width * kMargin, height: frame.height * kMargin });
    const at = run.follow?.();
    if (at) camera.x = at.x;
  }

  /** Goes after what the scene wants followed; returns whether the camera moved. */
  follow({ run }: Running): boolean {
    const { camera } = this;
    const at = this.own ? null : run.follow?.();
    if (!at || Math.abs(at.x - camera.x) < 1e-3) return false;
    camera.x += kFollow * (at.x - camera.x);
    return true;
  }
}
