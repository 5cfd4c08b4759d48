// What was thrown, in words for the reader of a figure.

/**
 * The message of an error, with its name unless that says nothing. `where` names the function that threw it, unless the
 * message begins with it. A function of an article may throw anything.
 */
export function complaint(where: string, thrown: unknown): string {
  const error = thrown as Error | null | undefined;
  if (typeof error?.message === 'string') {
    const text = error.message && /^(Physics)?Error$/.test(error.name) ? error.message : String(error);
    return text.startsWith(where) ? text : `${where}: ${text}`;
  }
  if (typeof thrown === 'string') return `${where}: ${thrown}`;
  return `${where} threw ${thrown && typeof thrown === 'object' ? 'an object' : String(thrown)}, not an Error`;
}
