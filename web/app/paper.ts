// Paper is light: while a page is printed its sheets are those of a light one, also for what is drawn on canvases. The
// sheets ask for the attribute, since pictures are drawn before the browser applies the styles of print.

export const onPaper = (): boolean => document.documentElement.hasAttribute('data-paper');

/** `draw` draws anew what the page draws itself: there is no frame before it is printed. */
export function followPaper(draw = (): void => {}): void {
  for (const event of ['beforeprint', 'afterprint'] as const) {
    const begins = event === 'beforeprint';
    // Before what else draws.
    addEventListener(event, () => document.documentElement.toggleAttribute('data-paper', begins), { capture: true });
    addEventListener(event, draw);
  }
}
