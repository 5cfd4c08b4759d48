// The events of an `<impulse-scene>`.

/** The `detail` of a `step` event of an `<impulse-scene>`. */
export interface FigureStep {
  /** Number of steps since the last such event, >= 1. */
  readonly steps: number;
  /** Simulated time since the start of the figure, in s. */
  readonly time: number;
}

/** The events of an `<impulse-scene>`. */
export interface ImpulseSceneEventMap extends HTMLElementEventMap {
  /** A scene was built, at first and after a change of `src`, `setup` and the like. Bubbles. */
  ready: Event;
  /** A value is invalid or the scene failed; the figure shows the error. Does not bubble. */
  error: ErrorEvent;
  /** Time started. Bubbles. */
  play: Event;
  /** Time was paused. Bubbles. */
  pause: Event;
  /** The scene was built again: by `reset`, at the end of `loop`, or with other params. Bubbles. */
  reset: Event;
  /** The figure went to another recorded moment. Does not bubble. */
  seek: Event;
  /** Steps were made. Emitted once per frame before drawing. Does not bubble. */
  step: CustomEvent<FigureStep>;
}
