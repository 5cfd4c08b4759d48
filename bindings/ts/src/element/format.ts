// Numbers as readers expect them.

/** A number as text: a real minus sign, and its unit. */
export function format(value: number, digits: number, unit: string): string {
  if (!Number.isFinite(value)) return '–';
  const text = value
    .toFixed(digits)
    .replace(/^-(?=0\.?0*$)/, '')
    .replace('-', '\u2212');
  return unit ? `${text}\u202f${unit}` : text;
}
