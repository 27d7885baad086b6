// Breaches of conduct rules by staff of a regulated firm: recorded, changed, listed for the yearly notification, and read by few.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { breachJson } from '../../../src/features/certification/certificate-json-rules.ts';
import { readBreachesForCopy } from '../../../src/features/certification/conduct-breach-actions.ts';
import {
  notificationYear,
  notificationYearOf,
  notifiedYearOf,
} from '../../../src/features/certification/conduct-breach-rules.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { personWithoutFreeWords } from '../../../src/features/retention/own-copy-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
const today = ukDateOf(ctx.now());
await changeAccountSettings(ctx, 'system', accountId, { keepsCertified: true });
const email = 'compliance@acme.test';
await createUser(ctx, 'system', accountId, { name: 'Ben Compliance', email, role: 'compliance' });
await createSignIn(ctx, 'system', { email, password });
const ben = await signedInVisitor(portal, email);
/** Of the role Standard, as an HR user has it. */
const hr = await signedInVisitor(portal, clientEmail);
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const { applicantId } = await portal.placeCheck('live', { first_name: 'Tess', last_name: 'Trader' }, ['identity']);
const person = `/portal/people/certified/people/${applicantId}`;
const form = `${person}/conduct`;
const list = '/portal/people/conduct';
const sent = {
  ...{ found_on: addDays(today, -20), state: 'suspected', rules: 'icr2', found: 'Trades were booked late' },
  ...{ discipline: 'none', disciplined_on: '', action: '', reported_by: '', reported_on: '' },
};
const breachHref = async () => /href="(\/portal\/people\/conduct\/[\w-]{36})"/.exec((await ben.get(list)).body)?.[1];

test('what is wrong with a breach stands at its input, and nothing typed is lost', async () => {
  const wrong = await ben.submit(form, form, {
    ...{ ...sent, found_on: addDays(today, 1), state: '', rules: '', found: '' },
    ...{ discipline: 'warning', reported_by: 'rep008', action: 'Talked with her' },
  });
  assert.equal(wrong.status, 422);
  for (const words of [
    ...['and until today', 'Choose whether it is decided', 'Choose the rule', 'Enter what was found'],
    ...['Enter the day of the disciplinary action', 'Enter the day on which it was reported'],
  ])
    assert.ok(wrong.body.includes(words), words);
  assert.match(wrong.body, /Talked with her/);
  assert.equal(await breachHref(), undefined);
});

test('a breach is recorded, encrypted, and read by who keeps conduct alone', async () => {
  assert.equal((await ben.submit(form, form, sent)).headers.location, `${person}?done=breach#conduct`);
  assert.match(textOf((await ben.get(person)).body), /Found on .* Suspected Individual rule 2/);
  assert.match(textOf((await ben.get(list)).body), /Tess Trader Suspected .*Not yet/);
  const stored = JSON.stringify(await ctx.db.rows(sql`select b::text from conduct_breaches b`));
  assert.doesNotMatch(stored, /booked late/);
  for (const path of [list, `${list}/file`, form, (await breachHref())!])
    assert.equal((await hr.get(path)).status, 403, path);
});

test('a change keeps what stood before, and is refused of a version that somebody else has changed', async () => {
  const href = (await breachHref())!;
  const decided = { ...sent, state: 'decided', discipline: 'warning', disciplined_on: addDays(today, -5) };
  const asRead = { ...decided, version: '1' };
  await ben.submit(href, href, { ...asRead, found: 'Two trades were booked late' });
  const page = textOf((await ben.get(href)).body);
  assert.match(page, /Recorded Ben Compliance on .* As above Ben Compliance on .* Suspected .*Trades were booked late/);
  assert.equal((await ben.submit(href, href, asRead)).status, 409);
});

test('a change to an earlier day of the finding stands as the newest, and can be changed again', async () => {
  const href = (await breachHref())!;
  const decided = { ...sent, state: 'decided', discipline: 'warning', disciplined_on: addDays(today, -5) };
  const corrected = { ...decided, found_on: addDays(today, -25), found: 'Two trades were booked late' };
  assert.equal((await ben.submit(href, href, corrected)).status, 303);
  assert.match((await ben.get(href)).body, new RegExp(`value="${corrected.found_on}"`));
  assert.equal((await ben.submit(href, href, { ...corrected, action: 'Trained' })).status, 303);
  assert.match((await ben.get(href)).body, /name="version" value="4"/);
  for (const version of ['9', 'x'])
    assert.equal((await ben.submit(href, href, { ...corrected, version })).status, 409, version);
});

test('the year of the notification ends on 31 August and has what was disciplined in it, with its spreadsheet', async () => {
  assert.deepEqual(
    ['2026-08-31', '2026-09-01'].map((day) => notificationYearOf(day)),
    [2026, 2027],
  );
  assert.deepEqual(notificationYear(2026), { from: '2025-09-01', until: '2026-08-31', dueOn: '2026-10-31' });
  assert.equal(notifiedYearOf({ state: 'suspected', disciplinedOn: '2026-08-31' }), undefined);
  assert.equal(notifiedYearOf({ state: 'decided', disciplinedOn: null }), undefined);
  const year = notificationYearOf(addDays(today, -5));
  assert.match(textOf((await ben.get(`${list}?year=${year}`)).body), /Tess Trader Breach .*Formal written warning/);
  assert.match(textOf((await ben.get(`${list}?year=${year - 2}`)).body), /None is of this year/);
  const file = (await ben.get(`${list}/file?year=${year}`)).body;
  assert.match(file, /"Tess","Trader",.*"Two trades were booked late","Formal written warning"/);
});

test('the copy that a person gets has it, their own copy without the words, and an erasure takes it', async () => {
  const system = { ...caller, actor: 'system' } as const;
  const breaches = (await readBreachesForCopy(ctx, system, applicantId)).map(breachJson);
  assert.deepEqual(
    breaches.map(({ state, found }) => [state, found]),
    [['Decided: a breach', 'Two trades were booked late']],
  );
  assert.doesNotMatch(JSON.stringify(personWithoutFreeWords({ conduct_breaches: breaches })), /booked late/);
  await ctx.db.run(sql`update reports set status = 'cancelled' where account_id = ${accountId}`);
  await ctx.db.run(sql`update checks set status = 'cancelled', completed_at = now() where account_id = ${accountId}`);
  await erasePerson(ctx, system, applicantId, 'client_asked');
  assert.deepEqual(await ctx.db.rows(sql`select from conduct_breaches`), []);
});
