// What the law says of report types is read where people decide about them: at an order, in the agreement, in a package, at the desk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { settingsToCopy } from '../../../src/features/accounts/account-settings.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { lawOf } from '../../../src/features/report-types/type-law-rules.ts';
import { parsed } from '../../support/html.ts';
import { deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const poland = 'criminal_history_international:pol';
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'criminal_history_international', variant: 'pol', pricePence: 4000 },
  { name: 'drug_test', variant: 'urine_5', pricePence: 3000 },
]);
const typeNamed = (name: string) => {
  const found = namedType(name);
  if (!('type' in found)) throw new Error(`no report type ${name}`);
  return found.type;
};
const types = [poland, 'drug_test:urine_5'].map(typeNamed);
const email = 'administrator@client.example';
const { id: userId } = await createUser(ctx, 'system', accountId, {
  name: 'Administrator',
  email,
  role: 'administrator',
});
await createSignIn(ctx, 'system', { email, password });
const client = await signedInVisitor(portal, email);
const desk = await signedInVisitor(portal, deskEmail);
const textOf = (html: string) => parsed(html).textContent.replaceAll(/\s+/g, ' ');
const said = /Law and validity[\s\S]*Labour Code, article 22\.1\)\. \(unconfirmed\)/;
const typed = {
  ...{ first_name: 'Robin', last_name: 'Newcomer', email: 'robin@candidate.test' },
  ...{ 'dob-day': '3', 'dob-month': '4', 'dob-year': '1990' },
  ...{ what: 'reports', types: types.map(({ id }) => id).join() },
};
const order = '/portal/orders/new';
const ground = { legal_ground: 'vulnerable_people' };
async function toAnswers(more: Readonly<Record<string, string>> = ground) {
  const details = (await client.submit(order, order, { ...typed, ...more, do: 'continue' })).body;
  return (await client.post(order, { ...hiddenFields(details, order), ...more, do: 'details' })).body;
}

test('what is the same for several types is said once, and what nobody knows is left out', () => {
  const [first, second] = ['criminal_history_international:aut', 'criminal_history_international:bel'].map(typeNamed);
  const laws = lawOf([first!, second!, { label: 'Nothing known', law: [], validity: null }], 'GBR');
  assert.deepEqual(
    laws.map(({ labels }) => labels),
    [[first!.label, second!.label]],
  );
});

test('the client reads the law of what it orders before it places the order, alone, for many and by a link', async () => {
  const answers = textOf(await toAnswers());
  assert.match(answers, said);
  assert.match(answers, /explicit consent/, 'of each type');
  const bulk = `${order}/bulk`;
  const details = (await client.submit(bulk, bulk, { what: typed.what, types: typed.types, do: 'continue' })).body;
  const candidates = (await client.post(bulk, { ...hiddenFields(details, bulk), ...ground, do: 'details' })).body;
  const link = await client.post(bulk, { ...hiddenFields(candidates, bulk), do: 'link' });
  assert.match(textOf(link.body), said);
});

test('the client reads it of each type of its agreement, and the desk in a package and on the page of a report', async () => {
  assert.match(textOf((await client.get('/portal/agreement?q=poland')).body), said);
  const packageId = await createPackage(ctx, 'system', accountId, {
    name: 'Abroad',
    reports: [{ name: 'criminal_history_international', variant: 'pol' }],
  });
  assert.match(textOf((await desk.get(`/desk/accounts/${accountId}/packages/${packageId}`)).body), said);
  const { reports } = await portal.placeCheck('live', {}, [poland]);
  assert.match(textOf((await desk.get(`/desk/reports/${reports[0]!.id}`)).body), said);
});

test('the client says on which ground it orders what the law limits, which the desk, the history and the results tell', async () => {
  const asked = textOf(await toAnswers({}));
  assert.match(asked, /Criminal record, Poland: only on a ground/);
  assert.match(asked, /Choose on which ground the law allows it, or order without it/);
  assert.match(textOf(await toAnswers({ legal_ground: 'special_trust' })), /does not allow Criminal record, Poland/);
  const answers = await toAnswers();
  assert.match(textOf(answers), /Ground Work with children, or with people who need protection/);
  const placed = await client.post(order, { ...hiddenFields(answers, order), do: 'place' });
  assert.equal(placed.status, 303);
  const [, id] = /checks\/([0-9a-f-]{36})/.exec(String(placed.headers.location))!;
  const check = await readCheck(ctx, portal.caller('live'), id!);
  assert.deepEqual([check.order.legal_ground, check.order.job_country], ['vulnerable_people', undefined]);
});

test('a report without a stated ground stands open at the desk, which asks the client and records what it says', async () => {
  const { id, reports } = await portal.placeCheck('live', { email: 'open@candidate.test' }, [poland]);
  const path = `/desk/reports/${reports[0]!.id}`;
  const shown = await desk.get(path);
  assert.match(textOf(shown.body), /Legal ground Nobody has said the ground/);
  const query = /href="([^"]+kind=legal_ground)"/.exec(shown.body)![1]!.replaceAll('&amp;', '&');
  assert.match((await desk.get(query)).body, /lets an employer ask for this report on a ground alone/);
  const page = `${path}/law`;
  const wrong = await desk.submit(page, page, { job_country: 'POL', legal_ground: 'special_trust' });
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong.body), /does not allow Criminal record, Poland/);
  const said = await desk.submit(page, page, { job_country: 'POL', legal_ground: 'law_demands' });
  assert.deepEqual([said.status, said.headers.location], [303, `${path}?done=law`]);
  const after = textOf((await desk.get(path)).body);
  assert.match(after, /Country of the job Poland Legal ground A law demands this check for the work/);
  assert.match(after, /The country of the job and the legal ground were recorded/);
  const { order: stored } = await readCheck(ctx, portal.caller('live'), id);
  assert.deepEqual([stored.job_country, stored.legal_ground], ['POL', 'law_demands']);
});

test('the law of the United Kingdom is told of jobs there alone, and a job is where the account says unless the order does', async () => {
  const young = { 'dob-day': '1', 'dob-month': '1', 'dob-year': String(new Date().getFullYear() - 17) };
  const here = textOf(await toAnswers({ ...ground, ...young }));
  assert.match(here, /Employees under 18 have limits of hours/);
  assert.match(here, /Country of the job United Kingdom/);
  const abroad = textOf(await toAnswers({ ...ground, ...young, job_country: 'ZAF' }));
  assert.match(abroad, /the law of the country of the job has rules of its own for young workers/);
  assert.doesNotMatch(abroad, /Employees under 18/);
  const ofCountry = (...countries: string[]) =>
    JSON.stringify(lawOf([typeNamed('occupational_health:questionnaire')], ...countries));
  assert.match(ofCountry('GBR'), /Equality Act 2010/);
  assert.doesNotMatch(ofCountry('USA'), /Equality Act 2010/);
  assert.match(ofCountry('USA', 'GBR'), /Equality Act 2010/, 'of each country of an order for many');
  await changeAccountSettings(ctx, 'system', accountId, { vatCountry: 'United States' });
  const placed = await portal.placeCheck('live', { email: 'usa@candidate.test' }, [poland]);
  assert.equal((await readCheck(ctx, portal.caller('live'), placed.id)).order.job_country, 'USA');
  const form = (await desk.get(`/desk/reports/${placed.reports[0]!.id}`)).body;
  assert.doesNotMatch(form, /For the verdicts alone/, 'no calculator of England and Wales');
});

test('the desk says where the job of a program’s order is, whatever was ordered, as long as the order goes on', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { vatCountry: '' });
  const { id, reports } = await portal.placeCheck('live', { email: 'program@candidate.test' }, ['drug_test:urine_5']);
  const path = `/desk/reports/${reports[0]!.id}`;
  const shown = await desk.get(path);
  assert.match(textOf(shown.body), /Country of the job United Kingdom/);
  assert.ok(shown.body.includes(`href="${path}/law"`));
  await desk.submit(`${path}/law`, `${path}/law`, { job_country: 'USA' });
  assert.equal((await readCheck(ctx, portal.caller('live'), id)).order.job_country, 'USA');
});

test('nobody orders for a job in the United States in the portal before the account has certified what its law asks', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { vatCountry: '' });
  const usa = { ...ground, job_country: 'USA' };
  const asked = /an administrator certifies under Agreement what the Fair Credit Reporting Act asks/;
  const refused = (await client.submit(order, order, { ...typed, ...usa, do: 'continue' })).body;
  assert.match(textOf(refused), asked);
  const test = `${order}?environment=test`;
  assert.doesNotMatch(textOf((await client.submit(test, test, { ...typed, ...usa, do: 'continue' })).body), asked);
  const { id } = await portal.placeCheck('live', { email: 'again@candidate.test' }, [poland]);
  const caller = portal.caller('live');
  await changeAccountSettings(ctx, 'system', accountId, { vatCountry: 'United States' });
  const american = await portal.placeCheck('live', { email: 'american@candidate.test' }, ['drug_test:urine_5']);
  await changeAccountSettings(ctx, 'system', accountId, { vatCountry: '' });
  for (const one of [id, american.id]) await closeCheck(ctx, caller, one, 'withdraw');
  await assert.rejects(orderAgain(ctx, caller, american.id, userId), { reason: 'invalid_fields' }, 'nor again');
  await orderAgain(ctx, caller, id, userId);
  await changeAccountSettings(ctx, 'system', accountId, { fcraCertified: true });
  await orderAgain(ctx, caller, american.id, userId);
  assert.ok(
    !settingsToCopy.includes('fcraCertified'),
    'nobody certifies for a client by copying the settings of another',
  );
  assert.match(textOf(await toAnswers(usa)), /Country of the job United States/);
});
