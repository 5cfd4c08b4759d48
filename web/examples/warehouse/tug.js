// A small truck: its tyres roll along and hold across, up to a force.

const kDrive = 3600; // N
const kGrip = 5200; // N, across
const kDrift = 900; // N, across, with the hand brake pulled
const kRoll = 400; // N s/m, what slows it down
const kTurn = 2.6; // rad/s
const kWheelbase = 1.1; // m

export function makeTug(world, position) {
  const body = world.createBody({
    position,
    linearDamping: 1, // without it, what drifts where there is no gravity never falls asleep
    angularDamping: 1,
    shapes: [
      { type: 'box', width: 1.7, height: 1.1, radius: 0.05, density: 260, friction: 0.3 },
      // The fork in front.
      { type: 'box', width: 0.7, height: 0.14, center: [1.2, 0.32], density: 60, friction: 0.8 },
      { type: 'box', width: 0.7, height: 0.14, center: [1.2, -0.32], density: 60, friction: 0.8 },
    ],
  });
  const tug = { body, throttle: 0, steer: 0, brake: false, slip: 0 };
  // Forces last for one step, so they are given before each step and not once a frame.
  world.on('beforeStep', ({ dt }) => drive(tug, dt));
  return tug;
}

function drive(tug, dt) {
  const { body, throttle, steer, brake } = tug;
  const along = body.worldVector([1, 0]);
  const across = body.worldVector([0, 1]);
  const { x, y } = body.velocity;
  const forwards = x * along.x + y * along.y;
  tug.slip = x * across.x + y * across.y;
  if (!throttle && Math.hypot(x, y) < 0.05) return; // a force would keep it awake
  const push = kDrive * throttle - kRoll * forwards * (brake ? 1.5 : throttle ? 0.5 : 1);
  const most = brake ? kDrift : kGrip;
  const hold = Math.max(-most, Math.min(most, (-tug.slip * body.mass) / dt));
  body.applyForce([push * along.x + hold * across.x, push * along.y + hold * across.y]);
  // It turns as fast as it rolls, up to a limit; the other way round in reverse.
  const wanted = steer * Math.max(-kTurn, Math.min(kTurn, (forwards / kWheelbase) * (brake ? 1.4 : 1)));
  body.applyTorque((0.2 * body.inertia * (wanted - body.angularVelocity)) / dt);
}
