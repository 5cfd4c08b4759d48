// What is the same in all scenes.

export const kGravity = -10; // m/s^2: Box2D's default, and Matter's, whose 1000 px/s^2 is this at 100 px a metre
export const kTimeStep = 1 / 60; // s
export const kMaterial = { density: 1, friction: 0.6, restitution: 0 };

/** Bodies that move are counted and read. */
export const isMoving = ({ type }) => type !== 'static';
