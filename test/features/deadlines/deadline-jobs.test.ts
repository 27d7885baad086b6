// Deadlines: what is due is handled once, by the clock of its data, and a handler that fails is tried again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Ctx, timeFor } from '../../../src/context.ts';
import { advanceTestClock } from '../../../src/features/checks/sandbox-actions.ts';
import type { Deadline, DeadlineHandler } from '../../../src/features/deadlines/deadline.ts';
import {
  endDeadline,
  endDeadlinesAbout,
  listDeadlines,
  setDeadline,
} from '../../../src/features/deadlines/deadline-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, database, caller, passSeconds } = await startForms();
const DAY = 86_400;
const kind = 'sample';
const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);

/** Remembers its calls, and answers with what `answer` says. */
function sample(answer: (deadline: Deadline, at: Date) => Date | undefined) {
  const calls: Deadline[] = [];
  const handler: DeadlineHandler = {
    kind,
    label: 'Sample',
    async whenDue(tx, by, deadline) {
      calls.push(deadline);
      return answer(deadline, timeFor(tx, by));
    },
  };
  return { calls, take: () => takeDueDeadlines(ctx, [handler]) };
}

async function placeDue(environment: 'live' | 'test', seconds: number) {
  const by = caller(environment);
  const { check } = await placeWaiting(ctx, by);
  // The deadlines of the form.
  await endDeadlinesAbout(ctx, by, check.id);
  const due = { kind, subjectId: check.id, checkId: check.id, dueAt: later(ctx.now(), seconds) };
  await setDeadline(ctx, by, due);
  return { by, due, check };
}

test('a deadline is handled when it is due, set again by the date that its handler returns, and ended without one', async () => {
  const { by, check } = await placeDue('live', DAY);
  const { calls, take } = sample(({ count }, at) => (count < 2 ? later(at, DAY) : undefined));
  await take();
  assert.equal(calls.length, 0, 'is not due yet');
  for (const count of [0, 1, 2]) {
    passSeconds(DAY);
    await take();
    await take();
    assert.deepEqual([calls.length, calls.at(-1)!.count], [count + 1, count]);
  }
  assert.deepEqual(await listDeadlines(ctx, by, check.id), []);
});

test('setting a deadline again moves it, and an ended one is not handled', async () => {
  const { by, due, check } = await placeDue('live', DAY);
  await setDeadline(ctx, by, { ...due, dueAt: later(due.dueAt, DAY) });
  assert.deepEqual(
    (await listDeadlines(ctx, by, check.id)).map(({ dueAt }) => dueAt),
    [later(due.dueAt, DAY)],
  );
  await endDeadline(ctx, by, due);
  passSeconds(3 * DAY);
  const { calls, take } = sample(() => undefined);
  await take();
  assert.equal(calls.length, 0);
});

test('the test clock makes deadlines of test data due, not those of live data, and has them handled soon', async () => {
  const inTest = await placeDue('test', DAY);
  await placeDue('live', DAY);
  const { calls, take } = sample(() => undefined);
  const waiting = () => database.row(sql`select from graphile_worker.jobs where key = 'take_due_deadlines'`);
  assert.equal(await waiting(), undefined);
  await advanceTestClock(ctx, inTest.by, DAY);
  assert.notEqual(await waiting(), undefined);
  await take();
  assert.deepEqual(
    calls.map(({ subjectId }) => subjectId),
    [inTest.check.id],
  );
  passSeconds(DAY);
  await take();
  assert.equal(calls.length, 2);
});

test('a handler that fails leaves nothing behind, does not hold up others, and is called again a quarter of an hour later', async () => {
  const failing = await placeDue('live', 0);
  const other = await placeDue('live', 1);
  passSeconds(1);
  let fails = true;
  const { calls, take } = sample(() => undefined);
  const handler: DeadlineHandler = {
    kind,
    label: 'Sample',
    async whenDue(tx: Ctx, by, deadline) {
      if (deadline.subjectId === failing.check.id && fails) {
        await endDeadline(tx, by, deadline);
        throw new Error('planted');
      }
      calls.push(deadline);
      return undefined;
    },
  };
  await takeDueDeadlines(ctx, [handler]);
  assert.deepEqual(
    calls.map(({ subjectId }) => subjectId),
    [other.check.id],
  );
  assert.equal((await listDeadlines(ctx, failing.by, failing.check.id)).length, 1);
  fails = false;
  await take();
  assert.equal(calls.length, 1);
  passSeconds(15 * 60);
  await take();
  assert.equal(calls.length, 2);
});

test('two processes handle a deadline once', async () => {
  await placeDue('live', 0);
  const { calls, take } = sample(() => undefined);
  await Promise.all([take(), take()]);
  assert.equal(calls.length, 1);
});
