// What the form asks once more before it saves it, and what becomes of an answer that is another than was ordered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { advanceCheck } from '../../../src/features/checks/sandbox-actions.ts';
import { type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { textIn } from '../../support/html.ts';
import { clientEmail, deskEmail, signedInVisitor, startPortal, visitor } from '../portal-under-test.ts';
import { signIn } from './sent-form.ts';

const portal = await startPortal();
const tenant = portal.caller('test');
const ordered = { first_name: 'Robert', last_name: 'Original', dob: '1980-01-02' } as const;

async function opened(given: Ordered = {}) {
  const { check, token } = await placeWaiting(portal.ctx, tenant, {
    facts: ordered,
    reports: ['right_to_work'],
    ...given,
  });
  const sender = { checkId: check.id, base: `/form/${token}`, device: visitor(portal) };
  await signIn(portal, sender, sender.device);
  return sender;
}

type Sender = Awaited<ReturnType<typeof opened>>;

const save = ({ base, device }: Sender, page: string, fields: Record<string, string>) =>
  device.submit(`${base}/${page}`, `${base}/${page}`, fields);

const sureOf = (body: string) => /name="sure" value="([^"]+)"/.exec(body)?.[1] ?? '';

/** As the candidate who presses Yes. */
async function saveSurely(sender: Sender, page: string, fields: Record<string, string>) {
  const asked = await save(sender, page, fields);
  assert.equal(asked.status, 422, page);
  return save(sender, page, { ...fields, sure: sureOf(asked.body) });
}

const jane = { first_name: 'Jane', last_name: 'Other' };
const janesBirth = { 'dob-day': '3', 'dob-month': '3', 'dob-year': '1999' };

async function sendAsJane(sender: Sender): Promise<void> {
  await saveSurely(sender, 'name', jane);
  await saveSurely(sender, 'date-of-birth', janesBirth);
  await save(sender, 'nationality', { nationality: 'IRL' });
  await save(sender, 'contact', { mobile: '07700 900471' });
  await save(sender, 'consent', { agrees: 'yes', wording: CONSENT_WORDING });
  const sent = await save(sender, 'answers', { declares: 'yes' });
  assert.equal(sent.headers.location, `${sender.base}/done`);
}

test('another name or date of birth than was ordered is questioned once, and the ordered one is not shown', async () => {
  const sender = await opened();
  const asked = await save(sender, 'date-of-birth', janesBirth);
  assert.equal(asked.status, 422);
  assert.match(
    textIn(asked.body),
    /Is this right\?.*ordered this check with another date of birth\. Is yours right\?/s,
  );
  assert.match(asked.body, /value="1999"/, 'what was typed stays');
  assert.doesNotMatch(asked.body, /1980/);
  const changed = await save(sender, 'date-of-birth', { ...janesBirth, 'dob-year': '1998', sure: sureOf(asked.body) });
  assert.equal(changed.status, 422, 'another answer is another question');
  const sure = await save(sender, 'date-of-birth', { ...janesBirth, sure: sureOf(asked.body) });
  assert.equal(sure.status, 303);
  assert.equal((await save(sender, 'date-of-birth', janesBirth)).status, 303, 'it is not asked again');
  const named = await save(sender, 'name', jane);
  assert.match(textIn(named.body), /ordered this check with another name\. Is yours right, as in your papers\?/);
  assert.doesNotMatch(named.body, /Original/);
  assert.equal((await save(sender, 'name', { first_name: 'robert', last_name: 'ORIGINAL' })).status, 303);
});

test('who guesses dates of birth is told of three in a day that they are not the ordered one, and of no more', async () => {
  const sender = await opened();
  const guess = async (year: number) =>
    (await save(sender, 'date-of-birth', { ...janesBirth, 'dob-year': String(year) })).status;
  assert.deepEqual([await guess(1990), await guess(1991), await guess(1992), await guess(1993)], [422, 422, 422, 303]);
  assert.equal(await guess(1994), 303);
  assert.equal((await save(sender, 'name', jane)).status, 422, 'a name is no secret');
});

test('an order without a date of birth questions none', async () => {
  const sender = await opened({ facts: { ...ordered, dob: '1900-01-01' } });
  assert.equal((await save(sender, 'date-of-birth', janesBirth)).status, 303);
});

test('a number that its country does not give out is questioned, and may be kept', async () => {
  const sender = await opened();
  assert.equal((await save(sender, 'contact', { mobile: 'hello' })).status, 422);
  const asked = await save(sender, 'contact', { mobile: '0770090012' });
  assert.match(textIn(asked.body), /0770090012 does not look like a phone number of its country/);
  assert.equal((await save(sender, 'contact', { mobile: '0770090012', sure: sureOf(asked.body) })).status, 303);
  assert.equal((await save(sender, 'contact', { mobile: '07911 123456' })).status, 303);
  assert.equal((await save(sender, 'contact', { mobile: '+91 98765 43210' })).status, 303);
});

test('the desk and the client read as whom the order was placed', async () => {
  const sender = await opened();
  await sendAsJane(sender);
  const said = /Ordered as Robert Original, born 2 January 1980; the candidate gave Jane Other, born 3 March 1999\./;
  const desk = await signedInVisitor(portal, deskEmail);
  const { reports } = await readCheck(portal.ctx, tenant, sender.checkId);
  for (const path of [`/desk/orders/${sender.checkId}`, `/desk/reports/${reports[0]!.id}`]) {
    const page = textIn((await desk.get(path)).body);
    assert.match(page, said, path);
    assert.match(page, /This may be another person: ask the client before anything is searched/, path);
  }
  const client = await signedInVisitor(portal, clientEmail);
  const page = textIn((await client.get(`/portal/checks/${sender.checkId}`)).body);
  assert.match(page, /the candidate may be another person\. Ordered as Robert Original/);
  assert.match(page, /Robert Original, born 2 January 1980\. The candidate gave Jane Other, born 3 March 1999\./);
});

test('a slip is named without a warning, and nothing is said of what agrees', async () => {
  const sender = await opened();
  await save(sender, 'name', { first_name: 'Robert', last_name: 'Original' });
  await saveSurely(sender, 'date-of-birth', { ...janesBirth, 'dob-day': '2', 'dob-month': '1', 'dob-year': '1981' });
  for (const [page, fields] of Object.entries({
    nationality: { nationality: 'IRL' },
    contact: { mobile: '' },
    consent: { agrees: 'yes', wording: CONSENT_WORDING },
    answers: { declares: 'yes' },
  }))
    await save(sender, page, fields as Record<string, string>);
  const desk = await signedInVisitor(portal, deskEmail);
  const page = textIn((await desk.get(`/desk/orders/${sender.checkId}`)).body);
  assert.match(
    page,
    /Ordered as Robert Original, born 2 January 1980; the candidate gave Robert Original, born 2 January 1981\./,
  );
  assert.doesNotMatch(page, /another person/);
  const same = await opened();
  await advanceCheck(portal.ctx, tenant, same.checkId);
  assert.doesNotMatch(textIn((await desk.get(`/desk/orders/${same.checkId}`)).body), /Ordered as/);
});
