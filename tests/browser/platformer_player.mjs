// Plays the platformer to its flag, with the keys that a player has. Runs in the page.

/** Where the player jumps off, and where it wants to come down: x in metres, or what it wants to land on. */
export const jumps = [
  [5.8, 9], // for coins
  [14.2, 16.5],
  [21.8, 25.4], // onto crates
  [25.6, 'snail'],
  [29.2, 32],
  [33.4, 37], // from one-way platform to one-way platform
  [37.2, 41],
  [41.2, 45],
  [45.2, 48.5],
  [50.4, 'platform'],
  ['ride', 62],
  [66, 'snail'],
  [71.5, 75],
];

/**
 * Presses keys before each step, so that the course does not depend on how fast the page draws. Between two frames the
 * game takes eight steps more than its clock would.
 */
export function play(jumps) {
  const { game, scene } = window.example;
  const { player, world } = game;
  const down = new Set();
  const press = (code, wanted) => {
    if (down.has(code) === wanted) return;
    down[wanted ? 'add' : 'delete'](code);
    document.body.dispatchEvent(new KeyboardEvent(wanted ? 'keydown' : 'keyup', { code, bubbles: true }));
  };
  const nearest = (kind) => {
    const x = player.body.position.x;
    const all = game.things.filter(({ userData }) => userData.kind === kind);
    return all.sort((a, b) => Math.abs(a.position.x - x) - Math.abs(b.position.x - x))[0];
  };
  let next = 0;
  let air = 0; // steps since the jump
  const choose = () => {
    const { x } = player.body.position;
    const [from, to] = jumps[next] ?? [Infinity, Infinity];
    if (air > 0) {
      const goal = typeof to === 'string' ? (nearest(to)?.position.x ?? x) : to;
      const gap = goal - x - 0.12 * player.velocity.x;
      const rising = ++air < 5 || (down.has('Space') && player.velocity.y < 0);
      if (air > 6 && player.ground) [air, next] = [0, next + 1];
      return { run: Math.abs(gap) < 0.1 ? 0 : Math.sign(gap), jump: rising };
    }
    const platform = nearest('platform');
    if (from === 'ride' && platform.position.x < 58.9) {
      const gap = platform.position.x - x;
      return { run: Math.abs(gap) > 0.4 ? Math.sign(gap) : 0, jump: false };
    }
    const comes = platform.position.x - x < 3.4 && platform.velocity.x < 0;
    if (to === 'platform' && x > from && !comes) return { run: 0, jump: false };
    if (from === 'ride' || x > from) air = 1;
    return { run: 1, jump: air === 1 };
  };
  return new Promise((resolve) => {
    const result = () => ({ won: game.won, coins: game.coins, falls: game.falls, time: game.time, next });
    world.on('beforeStep', () => {
      const { run, jump } = choose();
      press('ArrowRight', run > 0);
      press('ArrowLeft', run < 0);
      press('Space', jump);
    });
    let ended = false;
    world.on('afterStep', () => {
      ended ||= game.won || game.falls > 0 || game.time > 60;
      if (ended) resolve(result());
    });
    requestAnimationFrame(function hurry(now) {
      for (let i = 0; i < 32 && !ended; i++) scene.update(now, 1000 / 60);
      if (!ended) requestAnimationFrame(hurry);
    });
  });
}
