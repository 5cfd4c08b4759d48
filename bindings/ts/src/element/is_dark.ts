// Whether an element is dark where it stands: by its colour scheme, or by the text around it.

/** Of a colour as styles are computed: `rgb(…)` or `color(srgb …)`. */
function isLight(color: string): boolean {
  const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) > (color.startsWith('rgb') ? 384 : 1.5);
}

/**
 * An article that says nothing of `color-scheme` is as dark as the text around `host` is light. Else its scheme is
 * that of `canvasText`, the computed value of the system's colour of text inside of it.
 */
export function isDark(host: Element, canvasText: string): boolean {
  const { colorScheme, color } = getComputedStyle(host);
  return isLight(colorScheme === 'normal' ? color : canvasText);
}
