// The recording of a figure and of the demo page, without a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dice, Drag, Tape } from '../../dist/element.js';
import { box, inWorld } from './scenes.mjs';

const playable = (world, run = {}) => ({ world, run, drag: new Drag(), params: {}, dice: new Dice(1), moment: null });

test('a tape goes to whole steps, of those outside to the nearer end, and refuses anything else', () =>
  inWorld({}, (world) => {
    const body = box(world, 0, 9);
    const tape = new Tape(playable(world));
    for (let i = 0; i < 9; i++) tape.advance(1 / 60);
    const { y } = body.position;
    for (const wrong of [2.5, NaN, Infinity, '3', undefined])
      assert.throws(() => tape.seek(wrong), { code: 'INVALID_ARGUMENT', path: 'step', expected: 'an integer' });
    assert.equal(tape.step, 9);
    tape.seek(-4);
    assert.equal(tape.step, 0);
    tape.seek(100);
    assert.deepEqual([tape.step, body.position.y], [9, y]);
  }));
