// One of two machines that play together. Each runs the whole match with its own input and predicts the other's. When
// the true input arrives and the prediction was wrong, it rolls back to that step and resimulates the steps since then.
import { History } from 'impulse2d';

const kAhead = 90; // steps: further than this a machine does not run ahead of what it knows of the other
const kDelay = 2; // input delay, steps: fewer predictions are wrong, and two steps are not felt

export class Peer {
  /** Steps made. */
  frame = 0;
  /** Inputs by player and step; those of the other player end where the network has got to. */
  inputs = [Array(kDelay).fill(0), Array(kDelay).fill(0)];
  /** What was predicted of the other player's input, by step. */
  predictions = [];
  /** By step, so that they can be taken back: the rules' own state, and the hash of the world. */
  rules = [];
  hashes = [];
  /** How many of this machine's inputs the other one has. */
  acknowledged = 0;
  /** Steps resimulated in each of the last ticks. */
  redone = [];
  waiting = false;

  constructor(match, me, link) {
    this.match = match;
    this.me = me;
    this.link = link;
    this.history = new History(match.world, { bytes: 4e6, every: 1 });
    this.rules[0] = match.saveRules();
  }

  get known() {
    return this.inputs[1 - this.me].length;
  }

  /** Called 60 times a second. `chosen` is what the player holds down now. */
  tick(chosen) {
    const wrong = this.#receive();
    if (wrong < this.frame) this.#rollBack(wrong);
    this.redone.push(Math.max(0, this.frame - wrong));
    this.waiting = this.frame - this.known >= kAhead;
    if (!this.waiting) {
      this.inputs[this.me].push(chosen);
      this.#simulate();
    }
    // All that the other one has not confirmed, each time: then a lost message needs no answer.
    const from = this.acknowledged;
    this.link.send({ from, inputs: this.inputs[this.me].slice(from), known: this.known });
  }

  /** Takes what has arrived. Returns the first step with a wrong prediction, or Infinity. */
  #receive() {
    let wrong = Infinity;
    const theirs = this.inputs[1 - this.me];
    for (const { from, inputs, known } of this.link.receive()) {
      this.acknowledged = Math.max(this.acknowledged, known);
      inputs.forEach((bits, i) => {
        const step = from + i;
        if (step !== theirs.length) return; // known already: messages overlap
        theirs.push(bits);
        if (step < this.frame && this.predictions[step] !== bits) wrong = Math.min(wrong, step);
      });
    }
    return wrong;
  }

  #simulate() {
    const step = this.frame++;
    const theirs = this.inputs[1 - this.me];
    this.predictions[step] = theirs[step] ?? theirs.at(-1); // they hold what they held
    const both = [this.inputs[this.me][step], this.predictions[step]];
    this.match.step(this.me === 0 ? both : both.reverse());
    this.history.record();
    this.rules[this.frame] = this.match.saveRules();
    this.hashes[this.frame] = this.match.world.hash();
  }

  #rollBack(step) {
    const now = this.frame;
    this.history.seek(step);
    this.match.loadRules(this.rules[step]);
    this.frame = step;
    while (this.frame < now) this.#simulate();
  }
}
