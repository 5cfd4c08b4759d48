// The common exports of both entries of the package.

export { PhysicsError } from './errors.js';
export type { PhysicsErrorCode, PhysicsErrorDetails } from './errors.js';
export { World } from './world.js';
export { Body } from './body.js';
export { Shape } from './shape.js';
export { Joint } from './joint.js';
export { Character } from './character.js';
export type { CharacterBodyOptions, CharacterHit, CharacterMove, CharacterOptions } from './character.js';
export { FixedLoop } from './loop.js';
export type { FixedLoopOptions, FixedLoopResult, Steppable } from './loop.js';
export { presets } from './presets.js';
export { History, type ApplyInput, type HistoryOptions } from './history.js';
export { bindPoses, type PoseBinding } from './bind_poses.js';
export { debugLines, type DebugLayers, type DebugLinesOptions } from './debug_lines.js';
export type { BodyJSON, ContactJSON, ImportedScene, JointJSON, SceneJSON } from './scene_json.js';
export type { ExplodeOptions } from './explode.js';
export type { SnapshotOptions } from './snapshot.js';
export type { BoxShape, CapsuleShape, CircleShape, PolygonShape, SegmentShape, ShapeBase } from './shape.js';
export type { Views } from './views.js';
export type { ContactFilter } from './hooks.js';
export type { Contact, ContactPoint, SensorOverlap } from './contacts.js';
export type {
  CollisionTrace,
  SolverStage,
  SolverTrace,
  TraceAxis,
  TraceClip,
  TraceEdge,
  TracePoint,
  TraceRow,
} from './trace.js';
export { shapeDistance, timeOfImpact } from './query.js';
export type * from './query.js';
export type * from './events.js';
export type * from './joint_types.js';
export type * from './types.js';

/** The version of this package. */
export const version = '0.1.0';
