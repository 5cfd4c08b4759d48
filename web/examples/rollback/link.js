// A network within the page: late, uneven and lossy, as datagrams are.

/**
 * Two ends; what one sends the other receives, if at all. `settings`: `delay` and `jitter` in ms, `loss` from 0 to 1.
 */
export function link(settings) {
  const stats = { sent: 0, lost: 0 };
  const [toA, toB] = [[], []];
  const end = (inbox, outbox) => ({
    send(message) {
      stats.sent++;
      if (Math.random() < settings.loss) stats.lost++;
      else {
        const due = performance.now() + settings.delay + settings.jitter * Math.random();
        outbox.push({ due, text: JSON.stringify(message) });
      }
    },
    receive() {
      const now = performance.now();
      const arrived = inbox.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);
      inbox.splice(0, inbox.length, ...inbox.filter(({ due }) => due > now));
      return arrived.map(({ text }) => JSON.parse(text));
    },
  });
  return { a: end(toA, toB), b: end(toB, toA), stats };
}
