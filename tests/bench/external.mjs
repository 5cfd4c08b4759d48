// An engine in a program of its own, `--external name=command`. The command is run by the shell, with four arguments
// added:
//
//   <scene name> <scene file> <steps of warm-up> <steps to measure>
//
// and the last line it prints is JSON: `{ "version", "step": [ms…], "poses": [x, y, cos, sin, …], "awake"?, "stages"?
// }`, with four numbers for each moving body in the order of the file; `{ "skipped": "why" }` where it cannot do the
// scene.
//
// The file has one thing a line, words and numbers apart by blanks; metres, seconds, radians, y up, booleans as 0 and
// 1:
//
//   gravity x y · step dt · sleep 0|1 · material density friction restitution · counts bodies joints
//   body type x y angle vx vy omega sleepAllowed ghost group at shapes
//     type 0 static, 1 kinematic, 2 dynamic; bodies of one group other than 0 (up to 15) do not touch; then its shapes:
//   box width height x y angle · circle radius · capsule x1 y1 x2 y2 radius · polygon count x y …
//   revolute a b ax ay bx by limited lower upper                bodies by number, from 0, local anchors; limited 0|1
//   distance a b ax ay bx by length                             a rod
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { record } from '../../tools/process.mjs';
import { kGravity, kMaterial, kTimeStep, isMoving } from './conditions.mjs';

const kTypes = ['static', 'kinematic', 'dynamic'];

function shapeLine(shape) {
  const { type, ...rest } = shape;
  return type === 'polygon' ? ['polygon', shape.points.length, ...shape.points.flat()] : [type, ...Object.values(rest)];
}

/** The scene file of a scene. */
export function sceneText({ bodies, joints, sleep }) {
  const lines = [
    ['gravity', 0, kGravity],
    ['step', kTimeStep],
    ['sleep', sleep],
    ['material', ...Object.values(kMaterial)],
    ['counts', bodies.length, joints.length],
  ];
  for (const { type, x, y, angle, vx, vy, omega, sleepAllowed, ghost, group, at, shapes } of bodies) {
    lines.push([
      'body',
      kTypes.indexOf(type),
      x,
      y,
      angle,
      vx,
      vy,
      omega,
      sleepAllowed,
      ghost,
      group,
      at,
      shapes.length,
    ]);
    lines.push(...shapes.map(shapeLine));
  }
  for (const { type, a, b, localA, localB, length, limits } of joints) {
    const rest = type === 'distance' ? [length] : [limits !== undefined, ...(limits ?? [0, 0])];
    lines.push([type, a, b, ...localA, ...localB, ...rest]);
  }
  return lines
    .map((line) => `${line.map((word) => (typeof word === 'boolean' ? Number(word) : word)).join(' ')}\n`)
    .join('');
}

/** Runs the command and gives what measure.mjs gives. */
export async function measureOutside(command, scene, { warmup, steps, patience }) {
  const folder = mkdtempSync(join(tmpdir(), 'impulse2d-bench-'));
  try {
    const file = join(folder, `${scene.name}.txt`);
    writeFileSync(file, sceneText(scene));
    const line = `${command} ${scene.name} '${file}' ${warmup} ${steps}`;
    const { code, output } = await record('sh', ['-c', line], { patience: 1000 * (4 * patience + 60) });
    const answer = output
      .trim()
      .split('\n')
      .findLast((text) => text.startsWith('{'));
    if (code !== 0 || !answer) throw new Error(`\`${line}\` ended with ${code}: ${output.slice(-300)}`);
    const { poses = [], ...rest } = JSON.parse(answer);
    let next = 0;
    const pose = (body) => (isMoving(body) ? poses.slice(4 * next, 4 * (next += 1)) : null);
    return { read: [], stages: {}, warm: warmup, steps: warmup + steps, ...rest, poses: scene.bodies.map(pose) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
