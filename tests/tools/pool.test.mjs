import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool } from '../../tools/pool.mjs';

/** A job that records its begin, and ends when the test lets it. */
function job(log, name) {
  let end;
  const done = new Promise((resolve) => (end = resolve));
  return {
    end,
    run: async () => {
      log.push(name);
      await done;
      return name;
    },
  };
}
/** After a job that ended has given its place to the next. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('no more jobs run at once than there are processors', async () => {
  const pool = new Pool(2);
  const log = [];
  const jobs = ['a', 'b', 'c'].map((name) => job(log, name));
  const results = jobs.map(({ run }) => pool.run(run));
  await settled();
  assert.deepEqual(log, ['a', 'b']);
  jobs[1].end();
  assert.equal(await results[1], 'b');
  await settled();
  assert.deepEqual(log, ['a', 'b', 'c']);
});

test('of those that wait the most urgent begins next, and of equals the first', async () => {
  const pool = new Pool(1);
  const log = [];
  const urgencies = { a: 0, b: 1, c: 2, d: 1 };
  const jobs = Object.keys(urgencies).map((name) => job(log, name));
  const results = jobs.map(({ run }, i) => pool.run(run, { urgency: Object.values(urgencies)[i] }));
  for (const { end } of jobs) end();
  await Promise.all(results);
  assert.deepEqual(log, ['c', 'b', 'd', 'a']);
});

test('what waits for a job asks for the next before anything less urgent begins', async () => {
  const pool = new Pool(1);
  const log = [];
  const [first, waiting, urgent] = ['first', 'waiting', 'urgent'].map((name) => job(log, name));
  const asked = pool.run(first.run).then(() => pool.run(urgent.run, { urgency: 1 }));
  const late = pool.run(waiting.run);
  for (const { end } of [first, waiting, urgent]) end();
  await Promise.all([asked, late]);
  assert.deepEqual(log, ['first', 'urgent', 'waiting']);
});

test('a wide job waits until enough processors are free, and is not passed', async () => {
  const pool = new Pool(2);
  const log = [];
  const [narrow, wide, late] = ['narrow', 'wide', 'late'].map((name) => job(log, name));
  const results = [pool.run(narrow.run), pool.run(wide.run, { width: 8 }), pool.run(late.run)];
  await settled();
  assert.deepEqual(log, ['narrow']);
  narrow.end();
  await settled();
  assert.deepEqual(log, ['narrow', 'wide']);
  wide.end();
  late.end();
  await Promise.all(results);
  assert.deepEqual(log, ['narrow', 'wide', 'late']);
});

test('two jobs of half a width leave a processor to others', async () => {
  const pool = new Pool(2);
  const log = [];
  const jobs = ['half', 'other half', 'whole', 'late'].map((name) => job(log, name));
  const results = jobs.map(({ run }, i) => pool.run(run, { width: i < 2 ? 0.5 : 1 }));
  await settled();
  assert.deepEqual(log, ['half', 'other half', 'whole']);
  jobs[0].end();
  await settled();
  assert.deepEqual(log, ['half', 'other half', 'whole'], 'half a processor is too little for a whole one');
  for (const { end } of jobs) end();
  await Promise.all(results);
  assert.equal(log.at(-1), 'late');
});

test('a job that fails frees its processor', async () => {
  const pool = new Pool(1);
  const meter = { seconds: 0 };
  await assert.rejects(
    pool.run(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error('failed');
      },
      { meter },
    ),
    /^Error: failed$/,
  );
  assert.ok(meter.seconds >= 0.015, `${meter.seconds} s`);
  assert.equal(await pool.run(async () => 1), 1);
});
