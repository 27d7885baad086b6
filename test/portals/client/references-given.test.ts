// Regulatory references that a firm gives others: asked for, filled in from the register, approved, given, and updated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { issueCertificate } from '../../../src/features/certification/certificate-actions.ts';
import { givenJson } from '../../../src/features/certification/certificate-json-rules.ts';
import { lastDayOf } from '../../../src/features/certification/certificate-rules.ts';
import { changeBreach, recordBreach } from '../../../src/features/certification/conduct-breach-actions.ts';
import type { TypedBreach } from '../../../src/features/certification/conduct-breach-rules.ts';
import { readGivenForCopy } from '../../../src/features/certification/given-reference-actions.ts';
import { begunAnswers, updatedUntil } from '../../../src/features/certification/given-reference-rules.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { personWithoutFreeWords } from '../../../src/features/retention/own-copy-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { cleanAnswers } from '../given-references.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const system = { ...portal.caller('live'), actor: 'system' } as const;
const today = ukDateOf(ctx.now());
await changeAccountSettings(ctx, 'system', accountId, { keepsCertified: true, firmReferenceNumber: '654321' });

async function keeper(name: string) {
  const email = `${name.toLowerCase()}@acme.test`;
  await createUser(ctx, 'system', accountId, { name: `${name} Keeper`, email, role: 'compliance' });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const [ben, ada] = [await keeper('Ben'), await keeper('Ada')];
/** Of the role Standard, as an HR user has it. */
const hr = await signedInVisitor(portal, clientEmail);
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const { applicantId } = await portal.placeCheck('live', { first_name: 'Tess', last_name: 'Trader' }, ['identity']);
const issuedOn = addDays(today, -100);
await issueCertificate(
  ctx,
  system,
  applicantId,
  {
    ...{ ofFunction: 'client_dealing', issuedOn, endsOn: lastDayOf(issuedOn), checkIds: [] },
    ...{ assessedBy: 'Ben', lineManager: '', note: '' },
  },
  [],
);
const breach: TypedBreach = {
  ...{ state: 'decided', foundOn: addDays(today, -50), rules: ['icr2'], found: 'Trades were booked late' },
  ...{ discipline: 'warning', disciplinedOn: addDays(today, -40), action: 'Trained', reportedOn: '', reportedBy: '' },
};
await recordBreach(ctx, system, applicantId, breach);
const list = '/portal/people/references-given';
const form = `/portal/people/certified/people/${applicantId}/reference`;
const request = {
  ...{ firm: 'Other Bank plc', number: '123456', address: 'References, refs@other.example' },
  ...{ received_on: addDays(today, -30), due_on: addDays(today, -2) },
};
let page = '';

test('a request names the firm with its number, and is due within six weeks', async () => {
  const wrong = await ben.submit(form, form, { ...request, number: '12', due_on: addDays(request.received_on, 43) });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /firm reference number of six or seven digits/);
  assert.match(wrong.body, /at most six weeks after it was received/);
  const { headers } = await ben.submit(form, form, request);
  page = String(headers.location).replace('/answers', '');
  const text = textOf((await ben.get(list)).body);
  assert.match(text, /Other Bank plc.* Tess Trader To be written/);
  assert.match((await ben.get(list)).body, /app-queue__overdue">/, 'what is late is marked');
  for (const path of [list, form, page, `${page}/answers`]) assert.equal((await hr.get(path)).status, 403, path);
});

test('the answers begin with what the register knows, and what it does not know is left open', async () => {
  const { body } = await ben.get(`${page}/answers`);
  assert.match(body, /name="firm_number"[^>]*value="654321"|value="654321"[^>]*name="firm_number"/);
  assert.match(body, /Individual rule 2[^<]*Trades were booked late/);
  assert.match(body, /Formal written warning\. Trained/);
  assert.match(body, /Client dealing \(certified\)/);
  assert.doesNotMatch(body, /name="question_d"[^>]*checked/);
  const known = {
    firm: 'A',
    firmNumber: '1',
    by: 'B',
    receivedOn: '2026-06-01',
    leftOn: '2026-03-01',
    certificates: [],
  };
  const one = { ...breach, rules: ['icr2' as const], discipline: 'none' as const, disciplinedOn: null };
  const begun = begunAnswers({
    ...known,
    breaches: [
      { ...one, state: 'decided', foundOn: '2020-05-31', reportedOn: null, reportedBy: null },
      { ...one, state: 'suspected', foundOn: '2026-01-01', reportedOn: null, reportedBy: null },
      { ...one, state: 'unfounded', foundOn: '2026-01-01', reportedOn: null, reportedBy: null },
    ],
  });
  assert.deepEqual(
    [begun.question_e, begun.question_f, begun.question_g, begun.to],
    ['no', 'no', 'yes', '2026-03-01'],
    'older than six years, or found to be none, is not disclosed; a suspicion stands under what else is known',
  );
});

test('a certificate that was withdrawn is no function that somebody has, and a late disciplinary action is disclosed', () => {
  const one = { ...breach, state: 'decided' as const, rules: ['icr2' as const], reportedOn: null, reportedBy: null };
  const begun = begunAnswers({
    ...{ firm: 'A', firmNumber: '1', by: 'B', receivedOn: '2026-06-01', leftOn: null },
    certificates: [
      {
        ...{ ofFunction: 'client_dealing', issuedOn: '2026-01-01', endsOn: '2026-12-31' },
        withdrawal: { on: '2026-03-01' },
      },
      { ofFunction: 'qualified', issuedOn: '2026-01-01', endsOn: '2026-12-31', withdrawal: null },
    ],
    breaches: [{ ...one, discipline: 'warning', foundOn: '2020-05-31', disciplinedOn: '2020-06-02' }],
  });
  assert.equal(
    begun.question_c,
    'Client dealing (certified): 1 January 2026 to 1 March 2026\nFunction that requires a qualification (certified): since 1 January 2026',
  );
  assert.deepEqual([begun.question_e, begun.question_f], ['yes', 'yes']);
});

const written = { ...cleanAnswers, question_e: 'yes', question_e_details: 'Trades were booked late' };

test('who wrote a reference does not approve it, and a change takes an approval back', async () => {
  const answers = `${page}/answers`;
  const wrong = await ben.submit(answers, answers, { ...written, question_b: '', role: '' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /Select an answer to question B/);
  assert.match(wrong.body, /Trader since 2020/, 'nothing typed is lost');
  await ben.submit(answers, answers, written);
  assert.match(textOf((await ben.get(page)).body), /You wrote it: another user who keeps conduct approves it/);
  assert.equal((await ben.get(`${page}/file`)).status, 409);
  await ada.submit(page, `${page}/approve`, {});
  assert.match(textOf((await ada.get(page)).body), /To be sent .*Approved by Ada Keeper/);
  await ben.submit(answers, answers, written);
  assert.match(textOf((await ben.get(page)).body), /To be approved/);
  const stale = { ...written, role: 'Clerk', written_at: '' };
  assert.equal((await ada.submit(answers, answers, stale)).status, 409, 'what a colleague wrote meanwhile is kept');
  await recordBreach(ctx, system, applicantId, { ...breach, found: 'Took a client out' });
  await ada.submit(page, `${page}/approve`, {});
  const pdf = await ben.get(`${page}/file`);
  assert.equal(pdf.headers['content-type'], 'application/pdf');
  await ben.submit(page, `${page}/given`, { given_on: today });
  assert.match(textOf((await ben.get(list)).body), /Tess Trader Given .*Given on/);
  assert.equal((await ben.get(answers)).headers.location, page, 'what was given stays as it is');
  const stored = JSON.stringify(await ctx.db.rows(sql`select r::text from given_references r`));
  assert.doesNotMatch(stored, /Other Bank|booked late/);
});

test('a breach that is recorded later asks whether the firm must learn of it, and each change of it asks again', async () => {
  assert.match(
    textOf((await ben.get(page)).body),
    /Must Other Bank plc learn of this/,
    'what was recorded after it was written is not in it, although it was approved later',
  );
  await ben.submit(page, `${page}/update`, { owed: 'no', sent_on: '', words: 'It was in the covering letter' });
  assert.doesNotMatch((await ben.get(page)).body, /learn of this/);
  const id = await recordBreach(ctx, system, applicantId, { ...breach, found: 'Forged a signature' });
  assert.match(textOf((await ben.get(`${list}?show=update`)).body), /Other Bank plc.* An update may be owed/);
  const asked = await ben.submit(page, `${page}/update`, { owed: 'yes', sent_on: '', words: 'Told them of it' });
  assert.match(asked.body, /Enter the day on which the update was sent/);
  assert.match(asked.body, /Told them of it/);
  await ben.submit(page, `${page}/update`, { owed: 'yes', sent_on: today, words: 'Told them of it' });
  const told = textOf((await ben.get(page)).body);
  assert.match(told, /Update sent on .*Told them of it.*Ben Keeper on/);
  assert.doesNotMatch(told, /learn of this/);
  await changeBreach(
    ctx,
    system,
    { id, version: 1 },
    { ...breach, state: 'unfounded', discipline: 'none', disciplinedOn: '' },
  );
  assert.match(textOf((await ben.get(page)).body), /Must Other Bank plc learn of this/);
  await ben.submit(page, `${page}/update`, { owed: 'no', sent_on: '', words: 'They know' });
  assert.match(textOf((await ben.get(`${list}?show=update`)).body), /None is found/);
  assert.match(
    (await ben.get(`${list}/file`)).body,
    new RegExp(`"Other Bank plc","?'?123456.*"${today}",0|"${today}","0"`),
  );
});

test('what would change an answer is owed for six years after it was given or they left, whichever is later', () => {
  assert.equal(updatedUntil('2026-03-01', null), '2032-03-01');
  assert.equal(updatedUntil('2026-03-01', '2020-05-01'), '2032-03-01');
  assert.equal(updatedUntil('2026-03-01', '2027-05-01'), '2033-05-01');
});

test('the copy that a person gets has it, their own copy without what was given in confidence, and an erasure takes it', async () => {
  const given = (await readGivenForCopy(ctx, system, applicantId)).map(givenJson);
  assert.match(JSON.stringify(given), /Other Bank plc.*Trades were booked late.*Told them of it/);
  const own = JSON.stringify(personWithoutFreeWords({ references_given: given }));
  assert.match(own, /Other Bank plc/);
  assert.doesNotMatch(own, /booked late|Told them/);
  await ctx.db.run(sql`update reports set status = 'cancelled' where account_id = ${accountId}`);
  await ctx.db.run(sql`update checks set status = 'cancelled', completed_at = now() where account_id = ${accountId}`);
  await erasePerson(ctx, system, applicantId, 'client_asked');
  assert.deepEqual(await ctx.db.rows(sql`select from given_references`), []);
  assert.deepEqual(await ctx.db.rows(sql`select from given_reference_updates`), []);
});
