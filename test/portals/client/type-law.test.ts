// What the law says of report types is read where people decide about them: at an order, in the agreement, in a package, at the desk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
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
await createUser(ctx, 'system', accountId, { name: 'Administrator', email, role: 'administrator' });
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
async function toAnswers() {
  const details = (await client.submit(order, order, { ...typed, do: 'continue' })).body;
  return (await client.post(order, { ...hiddenFields(details, order), do: 'details' })).body;
}

test('what is the same for several types is said once, and what nobody knows is left out', () => {
  const [first, second] = ['criminal_history_international:aut', 'criminal_history_international:bel'].map(typeNamed);
  const laws = lawOf([first!, second!, { label: 'Nothing known', law: [], validity: null }]);
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
  const candidates = (await client.post(bulk, { ...hiddenFields(details, bulk), do: 'details' })).body;
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
