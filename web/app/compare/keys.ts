// Keys of the comparison. They hold on the whole page, but not where a control needs them.

/** What a key does, by its name in `KeyboardEvent.key`. */
export type Keys = Readonly<Record<string, () => void>>;

/** `arrows` are keys that a slider needs for itself. */
export function bindKeys(keys: Keys, arrows: Keys): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('select, input:not([type=range]):not([type=checkbox])')
    )
      return;
    if (event.key === ' ' && target.closest('button, summary, input:not([type=range]), a')) return;
    const act = keys[event.key] ?? (target.closest('input') ? undefined : arrows[event.key]);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
