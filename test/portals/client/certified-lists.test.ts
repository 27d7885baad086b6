// The lists of breaches of conduct rules and of references given, page by page, and forms of the register that are sent twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { lastDayOf } from '../../../src/features/certification/certificate-rules.ts';
import { recordBreach } from '../../../src/features/certification/conduct-breach-actions.ts';
import { recordRequest } from '../../../src/features/certification/given-reference-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const system = { ...portal.caller('live'), actor: 'system' } as const;
const today = ukDateOf(ctx.now());
await changeAccountSettings(ctx, 'system', accountId, { keepsCertified: true, firmReferenceNumber: '654321' });
const email = 'compliance@acme.test';
await createUser(ctx, 'system', accountId, { name: 'Ben Compliance', email, role: 'compliance' });
await createSignIn(ctx, 'system', { email, password });
const ben = await signedInVisitor(portal, email);
const { applicantId } = await portal.placeCheck('live', { first_name: 'Tess', last_name: 'Trader' }, ['identity']);

const breach = {
  ...{ state: 'suspected', rules: ['icr2'], discipline: 'none', disciplinedOn: '', action: '' },
  ...{ reportedOn: '', reportedBy: '' },
};
const LISTED = 51;

/** In the order of the list, over its pages. */
async function wordsOf(list: string, words: RegExp) {
  const first = (await ben.get(list)).body;
  const next = /govuk-pagination__next[\s\S]*?href="([^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&');
  const second = (await ben.get(next)).body;
  assert.match(second, /govuk-pagination__prev/);
  assert.doesNotMatch(second, /govuk-pagination__next/);
  const found = (html: string) => [...new Set([...html.matchAll(words)].map(([, word]) => word))];
  return [found(first), found(second)] as const;
}

test('breaches are listed fifty a page, what was found last first, and all are in the spreadsheet', async () => {
  for (let at = 0; at < LISTED; at += 1)
    await recordBreach(ctx, system, applicantId, { ...breach, foundOn: addDays(today, -at), found: `Finding ${at}` });
  const [first, second] = await wordsOf('/portal/people/conduct', /href="\/portal\/people\/conduct\/([\w-]{36})"/g);
  assert.deepEqual([first.length, second.length], [50, 1]);
  assert.match((await ben.get(`/portal/people/conduct/${second[0]}`)).body, /Finding 50/);
  assert.match((await ben.get('/portal/people/conduct')).body, /these 51 breaches/);
  assert.equal((await ben.get('/portal/people/conduct/file')).body.match(/Finding \d+/g)!.length, LISTED);
});

test('references given are listed fifty a page, what is due first first, and counted over all pages', async () => {
  const receivedOn = addDays(today, -30);
  for (let at = 0; at < LISTED; at += 1)
    await recordRequest(ctx, system, applicantId, {
      ...{ firm: `Bank ${100 + at}`, number: '123456', address: 'References', receivedOn },
      dueOn: addDays(receivedOn, at < 10 ? at : 10 + Math.floor(at / 10)),
    });
  const [first, second] = await wordsOf('/portal/people/references-given', /(Bank \d+)/g);
  assert.deepEqual([first.length, second.length, first[0], second], [50, 1, 'Bank 100', ['Bank 150']]);
  assert.match((await ben.get('/portal/people/references-given')).body, /Not given yet \(51\)/);
  assert.match((await ben.get('/portal/people/references-given?show=given')).body, /None is found/);
});

test('a certificate, a breach or a request whose button is pressed twice is recorded once', async () => {
  const person = `/portal/people/certified/people/${applicantId}`;
  const forms = {
    certificate: {
      ...{ function: 'client_dealing', issued_on: today, ends_on: lastDayOf(today), assessed_by: 'Ben' },
      ...{ line_manager: '', note: 'Pressed twice' },
    },
    conduct: { found_on: today, state: 'suspected', rules: 'icr1', found: 'Pressed twice', discipline: 'none' },
    reference: {
      firm: 'Twice Bank',
      number: '123456',
      address: 'Refs',
      received_on: today,
      due_on: addDays(today, 28),
    },
  };
  const countAll = async () =>
    (await ctx.db.row<{ count: number }>(sql`
      select ((select count(*) from certificates) + (select count(*) from conduct_breaches)
        + (select count(*) from given_references))::integer as count`))!.count;
  for (const [end, fields] of Object.entries(forms)) {
    const path = `${person}/${end}`;
    const before = await countAll();
    const form = { ...hiddenFields((await ben.get(path)).body, path), ...fields };
    const answers = await Promise.all([ben.post(path, form), ben.post(path, form)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
      path,
    );
    assert.equal((await countAll()) - before, 1, path);
  }
});
