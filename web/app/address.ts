// The part of the address after #: written when something changes that a link should tell, and never over a change by
// the reader.

const kDelay = 300; // ms: browsers refuse addresses that change faster than a few times a second

export class Address {
  readonly #hash: () => string;
  #known = location.hash; // as it was read or written last
  #timer = 0;

  /** `hash` returns what the address should say. */
  constructor(hash: () => string) {
    this.#hash = hash;
  }

  /** The page shows what the address says, or as much of it as it can. */
  read(): void {
    this.#known = location.hash;
  }

  /** Writes it in a moment, once for all changes until then. */
  later(): void {
    this.forget();
    this.#timer = window.setTimeout(() => this.write(), kDelay);
  }

  /** Writes it at once, and in a moment again. */
  soon(): void {
    if (this.#timer === 0) this.write();
    this.later();
  }

  write(): void {
    this.forget();
    if (location.hash !== this.#known) return; // the reader changed it; that is told in a moment
    const hash = this.#hash();
    if (hash !== location.hash) history.replaceState(null, '', hash);
    this.read();
  }

  /** Writes it as a new entry of the history. */
  push(): void {
    history.pushState(null, '', this.#hash());
    this.read();
  }

  /** What was to be written in a moment is not. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }
}
