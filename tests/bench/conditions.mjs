// What is the same in all scenes.

export const kGravity = -10; // m/s^2: Box2D's default, and Matter's, whose 1000 px/s^2 is this at 100 px a metre
export const kTimeStep = 1 / 60; // s
export const kMaterial = { density: 1, friction: 0.6, restitution: 0 };

/** Bodies that move are counted and read. */
export const isMoving = ({ type }) => type !== 'static';

/**
 * Categories and mask of a body's shapes, 16 bits each because that is what the least of the engines has; null: all
 * collide.
 */
export function filterOf({ ghost, group }) {
  if (!ghost && group === 0) return null;
  const category = 1 << group;
  return { category, mask: ghost ? 0 : 0xffff & ~category };
}
