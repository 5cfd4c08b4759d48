// One animation frame and one observer for all figures of a page. A figure that is off the screen or in a hidden tab
// gets no frames, but for one after a change from outside, for what it shows elsewhere. No frame is requested if no
// figure needs one.

export interface Actor {
  readonly element: Element;
  /** Its next picture at `now` ms; true asks for another frame. Never called while it cannot be seen. */
  frame(now: number): boolean;
  /** In place of `frame` while it cannot be seen: after `wake`, for what it shows elsewhere on the page. */
  unseen(): void;
  /** It came into view, or more of it did: `share` of its height, or of the window's where that is less, 0 to 1. */
  seen(share: number): void;
  /** The page is about to be printed: figures that were not scrolled to yet must be drawn too. */
  print(): void;
}

const actors = new Map<Element, Actor>();
const visible = new Set<Actor>();
const waiting = new Set<Actor>();
let observer: IntersectionObserver | undefined;
let request = 0;

function tick(now: number): void {
  request = 0;
  for (const actor of [...waiting]) {
    if (visible.has(actor) && actor.frame(now)) continue;
    waiting.delete(actor);
    if (!visible.has(actor)) actor.unseen();
  }
  schedule();
}

function schedule(): void {
  if (request === 0 && waiting.size > 0 && !document.hidden) request = requestAnimationFrame(tick);
}

/** Asks for a frame. */
export function wake(actor: Actor): void {
  if (!actors.has(actor.element)) return;
  waiting.add(actor);
  schedule();
}

/** From now on an actor learns whether it is seen, and gets frames. */
export function join(actor: Actor): void {
  if (!observer) {
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, intersectionRect, boundingClientRect, rootBounds } of entries) {
          const found = actors.get(target);
          if (!found) continue;
          visible[isIntersecting ? 'add' : 'delete'](found);
          const most = Math.min(boundingClientRect.height, rootBounds?.height ?? innerHeight);
          if (isIntersecting) found.seen(most > 0 ? intersectionRect.height / most : 1);
        }
      },
      { threshold: Array.from({ length: 21 }, (_, i) => i / 20) },
    );
    // And after it with the colours of the screen again.
    for (const event of ['beforeprint', 'afterprint'])
      addEventListener(event, () => {
        for (const each of actors.values()) each.print();
      });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) return schedule();
      cancelAnimationFrame(request);
      request = 0;
    });
  }
  actors.set(actor.element, actor);
  observer.observe(actor.element);
}

/** The actor has left the page. */
export function leave(actor: Actor): void {
  actors.delete(actor.element);
  visible.delete(actor);
  waiting.delete(actor);
  observer?.unobserve(actor.element);
}
