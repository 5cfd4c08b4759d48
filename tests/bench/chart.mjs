// The chart of the README: how long a frame takes in each engine, in frames of ours. It brings its own ground and
// colours for light and dark, because an image in a page cannot see which of them the page has.
const kWidth = 760;
const kLeft = 150; // of the bars: engine names stand left of them
const kBar = 13;
const kLimit = 12; // times ours: longer bars are broken off, their figure stays
const kColours = ['engine0', 'engine1', 'engine2', 'engine3', 'engine4', 'engine5', 'engine6'];

const kStyle = `
    text { font: 12px system-ui, sans-serif; fill: #1f2328 }
    .ground { fill: #ffffff } .quiet { fill: #57606a } .title { font-weight: 600 } .rule { stroke: #d0d7de }
    .engine0 { fill: #0969da } .engine1 { fill: #bc4c00 } .engine2 { fill: #8250df } .engine3 { fill: #1a7f37 }
    .engine4 { fill: #9a6700 } .engine5 { fill: #57606a } .engine6 { fill: #bf3989 }
    .read { opacity: 0.5 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .ground { fill: #0d1117 } .quiet { fill: #9198a1 } .rule { stroke: #30363d }
      .engine0 { fill: #58a6ff } .engine1 { fill: #f0883e } .engine2 { fill: #bc8cff } .engine3 { fill: #3fb950 }
      .engine4 { fill: #d29922 } .engine5 { fill: #9198a1 } .engine6 { fill: #f778ba }
    }`;

const escape = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
const round = (value) => Math.round(10 * value) / 10;

/** The SVG of compared scenes (`compare` of report.mjs): those in which ours and another engine have a frame. */
export function chart(scenes, base) {
  const hasFrame = ({ name, frame, frameRatio }) => (name === base ? frame > 0 : frameRatio > 0);
  const shown = scenes
    .map((scene) => ({ ...scene, engines: scene.engines.filter(hasFrame) }))
    .filter(({ engines }) => engines.length > 1 && engines.some(({ name }) => name === base));
  const names = [...new Set(shown.flatMap(({ engines }) => engines.map(({ name }) => name)))];
  const lengths = shown.flatMap(({ engines }) => engines.map(({ frameRatio }) => 1 / frameRatio || 1));
  const longest = Math.min(kLimit, Math.max(1, ...lengths));
  const scale = (kWidth - kLeft - 60) / longest;

  const parts = [];
  let y = 58;
  for (const { title, bodies, engines } of shown) {
    parts.push(`<text class="title" x="16" y="${y}">${escape(title)}</text>`);
    parts.push(`<text class="quiet" x="${kWidth - 16}" y="${y}" text-anchor="end">${bodies} bodies</text>`);
    y += 8;
    for (const { name, step, read, frameRatio } of engines) {
      const times = name === base ? 1 : 1 / frameRatio;
      const width = scale * Math.min(times, kLimit);
      const steps = (width * step) / (step + read);
      const colour = kColours[names.indexOf(name) % kColours.length];
      const bar = (kind, from, to) =>
        `<rect class="${kind}" x="${round(kLeft + from)}" y="${y}" width="${round(to - from)}" height="${kBar}"/>`;
      const line = y + kBar - 3;
      parts.push(`<text x="${kLeft - 8}" y="${line}" text-anchor="end">${escape(name)}</text>`);
      parts.push(bar(colour, 0, steps), bar(`${colour} read`, steps, width));
      parts.push(
        `<text x="${round(kLeft + width + 6)}" y="${line}">${times > kLimit ? '\u2026 ' : ''}${times.toFixed(1)}</text>`,
      );
      y += kBar + 3;
    }
    y += 22;
  }
  const line = round(kLeft + scale);
  const heading = `A frame: one step (full colour) and reading every pose (pale); ${escape(base)} = 1, shorter is faster`;
  const size = `viewBox="0 0 ${kWidth} ${y}" width="${kWidth}" height="${y}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="title">
  <title id="title">Time of a frame in each engine, in frames of ${escape(base)}; shorter is faster</title>
  <style>${kStyle}
  </style>
  <rect class="ground" width="${kWidth}" height="${y}" rx="8"/>
  <text class="title" x="16" y="24">${heading}</text>
  <line class="rule" x1="${line}" x2="${line}" y1="36" y2="${y - 16}"/>
  ${parts.join('\n  ')}
</svg>
`;
}
