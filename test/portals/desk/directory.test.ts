// The directory at the desk: contacts of organisations that give references, and their use when a reference is asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { employed, personnel } from '../../features/references/asked-references.ts';
import { deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const screener = await signedInVisitor(portal, deskEmail);
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

const fresh = '/desk/directory/new';
const acme = {
  name: 'Acme Ltd',
  department: 'Personnel',
  email: 'personnel@acme.test',
  telephone: '01632 960 001',
  found_by: 'The website of Acme; the switchboard put us through.',
  remarks: 'Confirms dates and role only.',
};
const add = (fields: Readonly<Record<string, string>>) => screener.submit(fresh, fresh, fields);
const listed = async (find = '') => (await screener.get(`/desk/directory?find=${find}`)).body;
const entry = async (find: string) => /href="(\/desk\/directory\/[0-9a-f-]{36})"/.exec(await listed(find))![1]!;

async function employmentPage(employer = 'Acme Ltd', referee = 'Jan Nowak, jan@acme-references.test') {
  const activities = employed.activities!.map((one) => ({ ...one, employer, referee }));
  const check = await portal.placeCheck('live', { ...employed, activities }, ['employment_history:uk']);
  return { check, report: check.reports[0]!, page: `/desk/reports/${check.reports[0]!.id}` };
}

test('a contact says how it was found, and is found by a part of its name', async () => {
  assert.match(await listed(), /The directory is empty/);
  const refused = await add({ ...acme, found_by: '', email: 'acme' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Say where you found the contact[\s\S]*Enter an email address in the correct form/);
  assert.match(refused.body, /value="Acme Ltd"/);
  assert.equal((await add(acme)).headers.location, '/desk/directory?done=kept');
  assert.match(textOf(await listed('ACME')), /Acme Ltd Personnel personnel@acme\.test 01632 960 001/);
  assert.match(await listed('Brook'), /The directory has no such organisation/);
  const twice = await add({ ...acme, name: 'ACME (UK) Limited' });
  assert.deepEqual([twice.status, /has this organisation with this contact already/.test(twice.body)], [422, true]);
});

test('saving an entry confirms it, its earlier versions stay, and of two who save at once one is told', async () => {
  const page = await entry('acme');
  const stale = hiddenFields((await screener.get(page)).body, page);
  const change = { ...acme, telephone: '01632 960 002', found_by: 'Called the switchboard.' };
  assert.equal((await screener.submit(page, page, change)).headers.location, `${page}?done=kept`);
  const shown = textOf((await screener.get(page)).body);
  assert.match(shown, /Confirmed on .+ by .+: Called the switchboard\./);
  assert.match(shown, /Earlier .+01632 960 001\. The website of Acme/);
  const late = await screener.post(page, { ...stale, ...change, telephone: '01632 960 003' });
  assert.deepEqual([late.status, /Somebody changed this entry meanwhile/.test(late.body)], [422, true]);
  assert.match(textOf(late.body), /It says now: Acme Ltd, Personnel, personnel@acme\.test, 01632 960 002/);
  for (const version of ['1.5', '99999999999', '-2', ''])
    assert.equal((await screener.post(page, { ...stale, ...change, version })).status, 422, version);
  assert.equal((await screener.get('/desk/directory?page=1e300')).status, 200);
});

test('a contact that nobody has confirmed for a year says so', async () => {
  assert.doesNotMatch(await listed(), /Confirm again/);
  await portal.superuser.run(sql`alter table organisation_versions disable trigger user`);
  await portal.superuser.run(sql`update organisation_versions set created_at = created_at - interval '1 year'`);
  await portal.superuser.run(sql`alter table organisation_versions enable trigger user`);
  assert.match(await listed(), /Confirm again/);
  const page = await entry('acme');
  await screener.submit(page, page, { ...acme, found_by: 'Called again.' });
  assert.doesNotMatch(await listed(), /Confirm again/);
});

test('a name like one in the directory is confirmed, and a search finds both however they are written', async () => {
  const rolls = { ...acme, name: 'Rolls-Royce', email: 'hr@rolls.test' };
  assert.equal((await add(rolls)).status, 303);
  const other = { ...rolls, name: 'Rolls Royce plc', email: 'payroll@rolls.test' };
  const asked = await add(other);
  assert.equal(asked.status, 422);
  assert.match(textOf(asked.body), /The directory has Rolls-Royce already: change that entry, or confirm/);
  assert.match(asked.body, /value="Rolls Royce plc"/);
  assert.match(textOf(asked.body), /Already in the directory: Rolls-Royce , Personnel, hr@rolls\.test/);
  assert.equal((await add({ ...other, another: 'yes' })).status, 303);
  for (const find of ['rolls royce', 'Rolls-Royce', 'rollsroyce'])
    assert.match(textOf(await listed(find)), /Rolls-Royce .*Rolls Royce plc |Rolls Royce plc .*Rolls-Royce /, find);
  const twice = await add({ ...other, name: 'ROLLS ROYCE' });
  assert.match(twice.body, /has this organisation with this contact already/);
  const page = await entry('rolls');
  assert.equal((await screener.submit(page, page, { ...rolls, found_by: 'Called.' })).status, 303, 'its own name');
  const renamed = await screener.submit(page, page, { ...rolls, name: 'Acme', email: 'hr@rolls.test' });
  assert.match(textOf(renamed.body), /The directory has Acme Ltd already/);
});

test('whoever asks for a reference sees the contact of the directory, and uses it with what they typed', async () => {
  const { page } = await employmentPage();
  const ask = `${page}/references/new?entry=activities-0`;
  const asked = (await screener.get(ask)).body;
  assert.match(textOf(asked), /In the directory Acme Ltd .*Confirms dates and role only\./);
  assert.match(textOf(asked), /The directory has another address for Acme Ltd: personnel@acme\.test, confirmed on/);
  const [, id] = /name="use" value="([^"]+)"/.exec(asked)!;
  const typed = { questionnaire: 'regulated', job_title: 'A friend', name: 'Jan Nowak' };
  const used = await screener.submit(ask, `${page}/references/new`, { ...typed, use: id! });
  assert.equal(used.status, 200);
  assert.match(
    used.body,
    /name="email"[^>]* value="personnel@acme\.test"|value="personnel@acme\.test"[^>]* name="email"/,
  );
  assert.match(used.body, /value="Personnel"/);
  assert.match(used.body, /value="regulated"[^>]* checked/);
  assert.doesNotMatch(used.body, /A friend/);
  assert.match(textOf(used.body), /The directory has this address for Acme Ltd, confirmed on/);
});

test('an organisation with another name is not suggested, one with a longer name is', async () => {
  const matches = async (employer: string) => {
    const { page } = await employmentPage(employer, '');
    return /In the directory/.test((await screener.get(`${page}/references/new?entry=activities-0`)).body);
  };
  assert.equal(await matches('Acme Ltd, Leeds'), true);
  assert.equal(await matches('Acmeworks'), false);
  assert.equal(await matches('Brook Bank'), false);
});

test('what the directory has for another name with the same beginning says nothing against an address', async () => {
  await add({ ...acme, name: 'Vale Park', email: 'hr@vale-park.test' });
  const { page } = await employmentPage('Vale', 'Jan Nowak, jan@vale.test');
  const asked = textOf((await screener.get(`${page}/references/new?entry=activities-0`)).body);
  assert.match(asked, /In the directory Vale Park/);
  assert.doesNotMatch(asked, /The directory has another address/);
});

test('the contact of a referee is kept from the page of the reference', async () => {
  const { check, report, page } = await employmentPage('Brook Bank', '');
  const referee = {
    ...personnel.referee,
    organisation: 'Brook Bank',
    email: 'hr@brook.test',
    telephone: '01632 960 009',
  };
  const caller = { ...portal.caller('live'), permissions: ['ask_references'] } as const;
  const id = await requestReference(ctx, { caller, check, report }, { ...personnel, referee });
  const reference = `${page}/references/${id}`;
  const keep = `${reference}/directory`;
  assert.match((await screener.get(reference)).body, new RegExp(`href="${keep}"`));
  const form = (await screener.get(keep)).body;
  for (const value of ['Brook Bank', 'hr@brook.test', '01632 960 009'])
    assert.ok(form.includes(`value="${value}"`), value);
  assert.doesNotMatch(form, /Pat Referee/, 'a person is not proposed as the department');
  const kept = { name: 'Brook Bank', email: 'hr@brook.test', telephone: '', department: 'HR', remarks: '' };
  const sent = await screener.submit(keep, keep, { ...kept, found_by: 'Its website.' });
  assert.equal(sent.headers.location, `${reference}?done=kept`);
  assert.match(textOf((await screener.get(reference)).body), /The directory has this address for Brook Bank/);
});

test('what is taken out is suggested no more, and can be put back', async () => {
  const page = await entry('brook');
  await screener.submit(page, `${page}/remove`, {});
  assert.doesNotMatch(await listed(), /Brook Bank/);
  const removed = await screener.get(page);
  assert.match(removed.body, /It is not in the directory any more/);
  await screener.submit(page, page, { name: 'Brook Bank', email: 'hr@brook.test', found_by: 'Called.' });
  assert.match(await listed(), /Brook Bank/);
});

test('who asks for no references does not read the directory', async () => {
  const email = 'auditor@directory.test';
  await createDeskUser(ctx, 'system', { name: 'Auditor', email, role: 'auditor', accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const auditor = await signedInVisitor(portal, email);
  assert.equal((await auditor.get('/desk/directory')).status, 403);
});

test('of a job through an agency the directory offers the agency, and not the place where it sent the candidate', async () => {
  await add({ ...acme, name: 'Harbour Depot', email: 'hr@harbourdepot.test' });
  await add({ ...acme, name: 'Quay Nurses', email: 'desk@quaynurses.test' });
  const activities = employed.activities!.map((one) => ({
    ...{ ...one, employer: 'Harbour Depot', agency: 'Quay Nurses, Leeds', referee: '' },
  }));
  const check = await portal.placeCheck('live', { ...employed, activities }, ['employment_history:uk']);
  const { body } = await screener.get(`/desk/reports/${check.reports[0]!.id}/references/new?entry=activities-0`);
  assert.match(body, /desk@quaynurses\.test/);
  assert.doesNotMatch(body, /hr@harbourdepot\.test/);
});
