// The events of an `<impulse-scene>`.

/** The detail of a `step` event of an `<impulse-scene>`. */
export interface FigureStep {
  /** Steps made since the last such event, >= 1. */
  readonly steps: number;
  /** s, simulated since the figure's start. */
  readonly time: number;
}

/** The events of an `<impulse-scene>`. */
export interface ImpulseSceneEventMap extends HTMLElementEventMap {
  /** A scene stands in its world. Bubbles. Again when `src`, `setup` or the like bring another. */
  ready: Event;
  /** Something is not as it must be, and the figure says so where the picture is. Does not bubble. */
  error: ErrorEvent;
  /** Time began to run. Bubbles. */
  play: Event;
  /** Time stopped. Bubbles. */
  pause: Event;
  /** The scene was built again: by `reset`, at the end of its `loop`, or with other params. Bubbles. */
  reset: Event;
  /** The figure went to another moment that is recorded. Does not bubble. */
  seek: Event;
  /** Steps were made; emitted once a frame and before it is drawn. Does not bubble. */
  step: CustomEvent<FigureStep>;
}
