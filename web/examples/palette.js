// The colours of the page for what is drawn on a canvas, light or dark as the reader's system is.

const kNames = ['paper', 'margin', 'ink', 'soft', 'line', 'rule', 'accent', 'second', 'friction', 'joint'];

/** An object with the colours by name, kept up to date; `onChange` is called when the system turns light or dark. */
export function palette(onChange = () => {}) {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const colours = {};
  const read = () => {
    const style = getComputedStyle(document.documentElement);
    for (const name of kNames) colours[name] = style.getPropertyValue(`--${name}`).trim();
    colours.dark = scheme.matches;
  };
  read();
  scheme.addEventListener('change', () => {
    read();
    onChange(colours);
  });
  return colours;
}
