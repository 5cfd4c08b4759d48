// What is shown: the simulation, where the camera stands, and the canvas. It runs before there are any controls.

import { walker } from '#scenes/walker';
import { CameraView } from './camera.js';
import { byId } from './elements.js';
import { Simulation } from './simulation.js';
import { Stage } from './stage.js';

const kFollow = 0.12; // of the way a frame
const kMargin = 1.04; // of what a scene wants seen

export class Shown {
  readonly camera = new CameraView();
  readonly simulation: Simulation;
  readonly stage: Stage;

  constructor() {
    // Something alive, for those who come without a link.
    const params = walker.params.map(({ name, value }) => [name, value] as const);
    this.simulation = new Simulation(walker, Object.fromEntries(params));
    this.stage = new Stage(byId('stage', HTMLCanvasElement), this.camera);
  }

  /** Everything that the scene wants seen. */
  fit(): void {
    const { camera, simulation, stage } = this;
    const { scene, params } = simulation;
    const frame = typeof scene.camera === 'function' ? scene.camera(params) : scene.camera;
    stage.canvas.parentElement?.style.setProperty('--scene-ratio', String(frame.height / frame.width));
    camera.fit({ ...frame, width: frame.width * kMargin, height: frame.height * kMargin });
    const at = simulation.run.follow?.();
    if (at) camera.x = at.x;
  }

  /** Goes after what the scene wants followed; returns whether the camera moved. */
  follow(): boolean {
    const { camera } = this;
    const at = this.simulation.run.follow?.();
    if (!at || Math.abs(at.x - camera.x) < 1e-3) return false;
    camera.x += kFollow * (at.x - camera.x);
    return true;
  }
}
