// What a link carries, and how it is handed on: the same on every page that has one.

import { byId } from './elements.js';
import { encode, type Recording } from './recording.js';

const kLongestLink = 8000; // characters, of a recording: what mail and chat programs leave whole
const kNote = 6000; // ms

let noteTimer = 0;

/** Says something beside the button, for a while. */
export function note(text: string): void {
  const place = byId('share-note', HTMLElement);
  place.textContent = text;
  clearTimeout(noteTimer);
  noteTimer = window.setTimeout(() => (place.textContent = ''), kNote);
}

/**
 * The address with what was done by hand in one world or several; where nothing was, with the number of steps and the
 * last digits of each hash, and where it is too long, as it is. `bare` is the part after `#`.
 */
export function linkWith(bare: string, recordings: readonly Recording[]): { url: string; text: string } {
  const link = (hash: string): string => new URL(hash, location.href).href;
  if (recordings.length === 0) return { url: link(bare), text: 'Link copied' };
  if (recordings.every(({ inputs }) => inputs.length === 0)) {
    // Nobody had a hand in it: whoever opens the link comes to the same bits after as many steps.
    const at = [recordings[0]!.steps, ...recordings.map(({ hash }) => hash.slice(-8))].join('.');
    return { url: link(`${bare}&at=${at}`), text: 'Link copied' };
  }
  const text = encode(...recordings);
  if (text.length > kLongestLink) return { url: link(bare), text: 'Link copied; what you did is too long for it' };
  return { url: link(`${bare}&rec=${text}`), text: 'Link copied, with what you did' };
}

/** What a recording in a link came to here. */
export function cameTo(same: boolean, steps: number): string {
  const seconds = (steps / 60).toFixed(1);
  return `A recording of ${seconds} s; ${same ? 'it ends here as it ended there, bit for bit' : 'it ends otherwise here'}`;
}

/** A recording in a link that cannot be shown, among what a link names and is not there. */
export function damagedIn(text: string, { message }: Error): string {
  return `rec “${text.slice(0, 12)}${text.length > 12 ? '…' : ''}” (${message})`;
}

/** The moment to which a sign beside a hash belongs; the hash is that of now. */
export const secondsOf = (steps: number): string => `${(steps / 60).toFixed(1)} s`;

/** Of a sign beside a hash: whether a shared run came to the same one here. */
export function arrivalWords(same: boolean, steps: number): string {
  const seconds = secondsOf(steps);
  return same
    ? `After ${seconds} the same hash as where the link was made: bit for bit the same run.`
    : `After ${seconds} another hash than where the link was made.`;
}

/** Copies a text and says so. */
export async function copy(text: string, done: string, tell: (text: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(done);
  } catch {
    handOver(text);
  }
}

/**
 * Where the clipboard is closed, the reader copies the text from a field, until it loses the focus. Escape gives the
 * focus back.
 */
function handOver(text: string): void {
  clearTimeout(noteTimer);
  const place = byId('share-note', HTMLElement);
  const before = document.activeElement;
  const field = document.createElement('input');
  field.readOnly = true;
  field.value = text;
  field.setAttribute('aria-label', 'To copy');
  field.addEventListener('blur', () => place.replaceChildren());
  place.replaceChildren('The clipboard is closed to this page. Copy from here: ', field);
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && before instanceof HTMLElement) before.focus();
    if (key === 'Escape') field.blur();
  });
  field.focus();
  field.select();
  field.scrollLeft = 0; // its beginning is seen
}

/** To the system's share sheet where there is a finger and one, else to the clipboard. */
export async function send(link: { url: string; text: string }, tell: (text: string) => void): Promise<void> {
  const { url, text } = link;
  if (!(matchMedia('(pointer: coarse)').matches && navigator.share)) return copy(url, text, tell);
  // Dismissing the share sheet is an answer, not a failure.
  await navigator.share({ title: document.title, url }).catch((error: DOMException) => {
    if (error.name !== 'AbortError') tell('Copy the link from the address bar');
  });
}
