// A canvas as sharp as the screen, drawn in CSS pixels.

const kSharpest = 2; // pixel ratio beyond which only the fan notices

export class Sheet {
  readonly canvas: HTMLCanvasElement;
  readonly ctx: CanvasRenderingContext2D;
  /** CSS pixels. */
  width = 1;
  height = 1;
  ratio = 1;

  /** `resized` runs when there is a new size to draw for. */
  constructor(canvas: HTMLCanvasElement, resized: () => void) {
    this.canvas = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('this browser has no Canvas 2D');
    this.ctx = ctx;
    this.#measure();
    new ResizeObserver(() => {
      this.#measure();
      resized();
    }).observe(canvas);
  }

  #measure(): void {
    const box = this.canvas.getBoundingClientRect();
    this.width = Math.max(1, box.width);
    this.height = Math.max(1, box.height);
    this.ratio = Math.min(kSharpest, devicePixelRatio);
  }

  /** An empty sheet; a unit is a CSS pixel. */
  begin(): CanvasRenderingContext2D {
    const { canvas, ctx, ratio } = this;
    const [width, height] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, this.width, this.height);
    return ctx;
  }
}

/** The page's colours as they are now, light or dark. */
export function colors(): Record<'ink' | 'soft' | 'line' | 'rule' | 'paper' | 'a' | 'b' | 'c' | 'd' | 'e', string> {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: of('--ink'),
    soft: of('--soft'),
    line: of('--line'),
    rule: of('--rule'),
    paper: of('--paper'),
    a: of('--accent'),
    b: of('--second'),
    c: of('--third'),
    d: of('--fourth'),
    e: of('--fifth'),
  };
}
