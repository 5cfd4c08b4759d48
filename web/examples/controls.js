// What the player holds down, by keys or by buttons on the screen.

/**
 * `controls({ left: ['ArrowLeft', 'KeyA'] })` returns an object whose `left` is true while one of the keys is held, or
 * a `<button data-hold="left">`. `onPress` is called with the name when a hold begins.
 */
export function controls(actions, onPress = () => {}) {
  const held = Object.fromEntries(Object.keys(actions).map((name) => [name, false]));
  const set = (name, down) => {
    if (down && !held[name]) onPress(name);
    held[name] = down;
  };
  const named = (code) => Object.keys(actions).find((name) => actions[name].includes(code));
  const onKey = (event, down) => {
    const name = named(event.code);
    if (!name || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, button, a')) return;
    event.preventDefault(); // arrows and the space bar would scroll the page
    set(name, down);
  };
  addEventListener('keydown', (event) => onKey(event, true));
  addEventListener('keyup', (event) => named(event.code) && set(named(event.code), false));
  addEventListener('blur', () => Object.keys(held).forEach((name) => set(name, false)));
  for (const button of document.querySelectorAll('[data-hold]')) {
    const hold = (down) => {
      button.classList.toggle('held', down);
      set(button.dataset.hold, down);
    };
    button.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      hold(true);
    });
    for (const end of ['pointerup', 'pointercancel']) button.addEventListener(end, () => hold(false));
    button.addEventListener('contextmenu', (event) => event.preventDefault());
  }
  return held;
}
