// The shadow root of an `<impulse-scene>`: picture, poster, error, toolbar, caption, and their styles. The style sheet
// is a constructed one, so that a content security policy need not allow inline styles. Text on the article's own paper
// has the article's own ink; the picture and the controls in which something is chosen bring theirs.

const kSheet = `
:host { display: block; position: relative; margin: 1em 0; contain: layout style }
:host([hidden]) { display: none }
.figure {
  --_accent: var(--impulse-accent, #b53a17);
  --_on-accent: var(--impulse-on-accent, #fffaf5);
  --_ink: var(--impulse-ink, #22282c);
  --_line: var(--impulse-line, #dfdacd);
  --_paper: var(--impulse-paper, #fbf9f4);
  --_hover: var(--impulse-hover, rgb(110 95 60 / .12));
}
.figure.dark {
  --_accent: var(--impulse-accent, #ff8a5c);
  --_on-accent: var(--impulse-on-accent, #1c120d);
  --_ink: var(--impulse-ink, #ece7dc);
  --_line: var(--impulse-line, #30373e);
  --_paper: var(--impulse-paper, #14181c);
  --_hover: var(--impulse-hover, rgb(220 230 255 / .09));
}
.figure { color: var(--impulse-ink, inherit); transition: color 1ms; font: 15px/1.4 var(--impulse-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif) }
.stage {
  position: relative;
  height: var(--impulse-height, 320px);
  border-radius: var(--impulse-radius, 8px);
  background: var(--_paper);
  box-shadow: 0 0 0 1px var(--_line);
  overflow: hidden;
}
.stage:focus-within:has(:focus-visible) { box-shadow: 0 0 0 1px var(--_line), 0 0 0 3px var(--_paper), 0 0 0 5.5px var(--_accent) }
canvas {
  position: absolute; inset: 0; width: 100%; height: 100%;
  color: CanvasText; transition: color 1ms; transition-behavior: allow-discrete;
  transition-property: color, --impulse-paper, --impulse-dynamic, --impulse-outline, --impulse-static, --impulse-static-outline, --impulse-contact, --impulse-friction, --impulse-ink;
  font-family: var(--impulse-label-font, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'DejaVu Serif', serif);
  -webkit-user-select: none; user-select: none; -webkit-touch-callout: none; -webkit-tap-highlight-color: transparent;
}
canvas:focus { outline: none }
@supports not selector(:has(a)) { canvas:focus-visible { outline: 2.5px solid var(--_accent); outline-offset: -4px } }
canvas[data-cursor='over'] { cursor: grab }
canvas[data-cursor='drag'] { cursor: grabbing }
.poster { position: absolute; inset: 0; overflow: hidden; display: grid; place-items: center }
.poster ::slotted(*) { max-width: 100%; max-height: 100%; object-fit: contain; margin: 0 }
.drawn .poster, .figure:not(.ready) canvas { visibility: hidden }
.error {
  position: absolute; left: 0; right: 0; bottom: 0; margin: 0; padding: 8px 12px; white-space: pre-line;
  background: #8c1d18; color: #fff; font-size: 14px; overflow-wrap: anywhere; max-height: 100%; overflow: auto; box-sizing: border-box;
}
[hidden] { display: none }
.toolbar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 6px; padding-top: 8px; direction: ltr }
.toolbar:empty { display: none }
button, select, .toggle {
  display: inline-flex; align-items: center; justify-content: center; gap: .4em;
  min-height: 36px; padding: 0 .7em; box-sizing: border-box;
  border: 1px solid transparent; border-radius: 7px;
  background: none; color: inherit; font: inherit; cursor: pointer; touch-action: manipulation;
}
select { border-color: var(--_line); background: var(--_paper); padding: 0 .4em; min-width: 0; direction: ltr }
label { display: inline-flex; align-items: center; gap: .5em; max-width: 100% }
label, [aria-pressed='false'] { color: var(--impulse-soft, color-mix(in srgb, currentColor 68%, transparent)) }
label select { color: var(--_ink) }
button:hover { background: var(--_hover) }
button:focus-visible, select:focus-visible, input:focus-visible { outline: 2.5px solid var(--_accent); outline-offset: 1px }
.play { min-width: 6.2em; background: var(--_accent); color: var(--_on-accent) }
.play:hover { background: var(--_accent); filter: brightness(1.08) }
.action { border-color: var(--_accent); color: var(--_accent); -webkit-user-select: none; user-select: none; -webkit-touch-callout: none }
.action:active { background: var(--_hover) }
.slider { flex: 1 1 14em; max-width: 26em; margin: 0 }
.slider input { flex: 1; min-width: 5em; height: 36px; margin: 0; accent-color: var(--_accent); touch-action: pan-y }
.slider .number { min-width: 3.6em; direction: ltr; text-align: right; font-variant-numeric: tabular-nums; color: var(--_ink) }
.scrub { flex-basis: 100%; max-width: none }
.scrub span:first-child { display: none }
.gap { flex: 1 }
.actions { display: flex; flex-wrap: wrap; gap: 4px 6px }
[aria-pressed] svg { opacity: .25 }
[aria-pressed='true'] svg { opacity: 1; color: var(--_accent) }
svg { width: 18px; height: 18px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round }
svg .solid { fill: currentColor; stroke-width: 1 }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.caption ::slotted(*) { margin-top: .6em }
@media (pointer: coarse) { button, select, .slider input { min-height: 44px } }
@media (forced-colors: active) { .play { border-color: ButtonText } }
@media print { .toolbar { display: none } }
`;

const sheets = new Map<string, CSSStyleSheet>();

/** A style sheet for a shadow, one for all elements of a kind. */
export function adopt(root: ShadowRoot, css: string): void {
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  root.adoptedStyleSheets = [sheet];
}

/** An element with attributes; `class` and `part` are attributes as any other. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Properties that were set before the tag was registered hide those of its class. They are set again. */
export function upgrade(element: HTMLElement): void {
  for (const [name, value] of Object.entries(element)) {
    if (name in Object.getPrototypeOf(element) && Reflect.deleteProperty(element, name))
      Reflect.set(element, name, value);
  }
}

export interface Shadow {
  readonly figure: HTMLElement;
  readonly stage: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly error: HTMLElement;
  readonly toolbar: HTMLElement;
  readonly status: HTMLElement;
  /** Says the keys of the scene, after those of every figure. */
  readonly keys: HTMLElement;
}

export function attach(host: HTMLElement): Shadow {
  const root = host.attachShadow({ mode: 'open' });
  adopt(root, kSheet);
  const canvas = make('canvas', { part: 'canvas', tabindex: '0', role: 'application', 'aria-describedby': 'keys' });
  const part = (name: string, ...children: readonly Node[]): HTMLElement =>
    make('div', { class: name, part: name }, ...children);
  const error = make('p', { class: 'error', part: 'error', role: 'alert', hidden: '' });
  const usual =
    'Space plays or pauses, full stop makes one step, comma one back if time is recorded, R starts again, Enter chooses a body, arrow keys push it.';
  const keys = make('span');
  const stage = part('stage', part('poster', make('slot', { name: 'poster' }), make('slot')), canvas, error);
  const toolbar = make('div', { class: 'toolbar', part: 'toolbar', role: 'group', 'aria-label': 'Simulation' });
  const status = make('p', { class: 'unseen', role: 'status' });
  const figure = part(
    'figure',
    stage,
    toolbar,
    make('slot', { name: 'toolbar' }),
    part('caption', make('slot', { name: 'caption' })),
    make('p', { id: 'keys', class: 'unseen' }, usual, keys),
    status,
  );
  root.append(figure);
  return { figure, stage, canvas, error, toolbar, status, keys };
}
