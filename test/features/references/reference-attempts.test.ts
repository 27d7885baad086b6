// Calls to referees that led to no answers: logged once, sealed, never changed, and lost with the applicant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/context.ts';
import { eraseApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { findHistory } from '../../../src/features/events/check-history-queries.ts';
import { logAttempt, readAttempts } from '../../../src/features/references/attempt-actions.ts';
import { readReference, withdrawReference } from '../../../src/features/references/reference-actions.ts';
import { unableWords } from '../../../src/features/report-types/unable-to-verify.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startForms } from '../candidate-form/waiting-check.ts';
import { ask, mailsTo } from './asked-references.ts';

const { ctx, database, caller, passSeconds } = await startForms();
const by = caller('test');
const attempt = { number: '0161 496 0000', cameOf: 'no_answer', nextOn: '', note: '' };
const reading = (one: Caller): Caller => ({ ...one, permissions: ['read_reports'] });
const refused = (reason: string) => (error: unknown) => error instanceof Refusal && error.reason === reason;

test('calls are read in time order with who made them and when, and nobody is written to', async () => {
  const { at, id } = await ask(ctx, by);
  const mailed = (await mailsTo(ctx, by, at.check.id, 'reference_request')).length;
  const tomorrow = addDays(ukDateOf(ctx.now()), 1);
  await logAttempt(ctx, at.caller, id, { ...attempt, nextOn: tomorrow, note: 'Ask for Ms Lee' });
  passSeconds(3600);
  await logAttempt(ctx, at.caller, id, { ...attempt, number: 'Switchboard', cameOf: 'voicemail' });
  const attempts = await readAttempts(ctx, reading(at.caller), await readReference(ctx, by, at.report.id, id));
  assert.deepEqual(
    attempts.map(({ number, cameOf, nextOn, note, author }) => [number, cameOf, nextOn, note, author]),
    [
      ['0161 496 0000', 'no_answer', tomorrow, 'Ask for Ms Lee', at.caller.actor],
      ['Switchboard', 'voicemail', null, '', at.caller.actor],
    ],
  );
  assert.ok(attempts[0]!.madeAt < attempts[1]!.madeAt);
  assert.equal((await mailsTo(ctx, by, at.check.id, 'reference_request')).length, mailed);
  const about = { checkId: at.check.id, reportId: at.report.id, types: ['reference.called'] as const };
  const events = await findHistory(ctx.db, by, about);
  assert.deepEqual(
    events.map(({ detail }) => detail),
    [{ came_of: 'no_answer' }, { came_of: 'voicemail' }],
  );
});

test('a call without a number or an outcome, with a long note or a next try in the past is refused at its input', async () => {
  const { at, id } = await ask(ctx, by);
  const wrong = { number: '', cameOf: 'lunch', nextOn: '2020-01-01', note: 'x'.repeat(2001) };
  await assert.rejects(
    logAttempt(ctx, at.caller, id, wrong),
    (error: unknown) =>
      error instanceof Refusal && Object.keys(error.fields).join() === 'tried_number,came_of,next_try,attempt_note',
  );
  await assert.rejects(logAttempt(ctx, { ...at.caller, permissions: [] }, id, attempt), refused('not_permitted'));
  await withdrawReference(ctx, at.caller, id);
  await assert.rejects(logAttempt(ctx, at.caller, id, attempt), refused('state_does_not_allow'));
});

test('numbers and notes are sealed with the applicant’s key, are never changed, and go with the applicant', async () => {
  const { at, id } = await ask(ctx, by);
  await logAttempt(ctx, at.caller, id, { ...attempt, note: 'Ask for Ms Lee' });
  const rows = await database.rows(sql`
    select to_jsonb(t) as row from reference_attempts t where reference_id = ${id}
    union all select to_jsonb(e) from events e where check_id = ${at.check.id}`);
  for (const secret of ['0161 496', 'Ms Lee']) {
    const text = JSON.stringify(rows);
    assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('hex')), secret);
  }
  await assert.rejects(database.run(sql`update reference_attempts set came_of = 'refused' where reference_id = ${id}`));
  await assert.rejects(database.run(sql`delete from reference_attempts where reference_id = ${id}`));
  const reference = await readReference(ctx, by, at.report.id, id);
  await closeCheck(ctx, by, at.check.id, 'cancel');
  const program = { ...at.check.tenant, actor: 'system', clockOffsetSeconds: 0 } as const;
  await eraseApplicant(ctx, program, at.check.applicantId, 'candidate_asked');
  await assert.rejects(readAttempts(ctx, reading(at.caller), reference), refused('not_found'));
});

test('a report that nobody could confirm says how often somebody was asked by mail and called', () => {
  const said = (properties: object) => unableWords({ unable_to_verify: 'no_reply', ...properties });
  assert.equal(said({ requests_sent: 3, calls_made: 2 }), 'No reply: asked 3 times by mail and called twice');
  assert.equal(said({ requests_sent: 1, calls_made: 1 }), 'No reply: asked once by mail and called once');
  assert.equal(said({ calls_made: 4 }), 'No reply: called 4 times');
  assert.equal(said({ requests_sent: 3 }), 'No reply to our 3 requests');
});
