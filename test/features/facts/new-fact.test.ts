// A fact and a requirement that are only added to the entries, as the recipes say, appear on every running surface.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Agent, request } from 'undici';
import { extractText, getDocumentProxy } from 'unpdf';
import { text } from '../../../src/features/facts/fact.ts';
import { facts, noFacts } from '../../../src/features/facts/facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { plain } from '../../../src/features/requirements/plain-requirement.ts';
import { requirements } from '../../../src/features/requirements/requirements.ts';
import { en } from '../../../src/messages/en.ts';
import type { PlacedCheck } from '../../api/v2/v2-samples.ts';

const eyeColour = text({
  description: 'Colour of the eyes.',
  group: 'person',
  v1: { path: 'Candidate.PersonalInfo.EyeColour', example: 'Brown', max: 30 },
  v2: { example: 'Brown' },
});
Object.assign(facts, { eye_colour: eyeColour });
Object.assign(noFacts, { eye_colour: eyeColour.empty });
Object.assign(en.facts, { eye_colour: { label: 'Eye colour', missing: 'Enter the colour of your eyes' } });
Object.assign(requirements, { eye_colour: plain(['eye_colour']) });
Object.assign(en.requirements, { eye_colour: { label: 'Eye colour', title: 'The colour of your eyes' } });
const directorship = catalogue.find(({ name }) => name === 'directorship')!;
Object.assign(directorship, { requires: [...directorship.requires, 'eye_colour'] });

// The surfaces read the entries when they are loaded, so load them after the additions.
const { CONSENT_WORDING } = await import('../../../src/features/candidate-form/consent.ts');
const { changeAccount } = await import('../../../src/features/accounts/account-actions.ts');
const { createDeskUser, createSignIn } = await import('../../../src/features/accounts/sign-in-actions.ts');
const { v1Client } = await import('../../api/v1/v1-client.ts');
const { v2Client } = await import('../../api/v2/v2-client.ts');
const { advance, makeApplicant, makeCheck } = await import('../../api/v2/v2-samples.ts');
const { deskEmail, password, signedInVisitor, visitor } = await import('../../portals/portal-under-test.ts');
const { sql } = await import('../../../src/platform/db/database.ts');
const { changeGuarded } = await import('../../../src/platform/db/guarded-rows.ts');
const { startProbity } = await import('../../support/probity.ts');
const { mailedCodes } = await import('../candidate-form/waiting-check.ts');

const probity = await startProbity({ workers: true });
const { ctx, account } = probity;
const [v1, v2] = [v1Client(probity), v2Client(probity)];
const portal = { url: probity.url, authority: probity.caFile };

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const assertSays = (said: string, ...parts: readonly string[]) => {
  for (const part of parts) assert.ok(said.includes(part), `“${part}” in: ${said}`);
};

interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
}

async function assertDescribed(version: 'v1' | 'v2', name: string, schemas: readonly string[]): Promise<void> {
  const { json } = await probity.fetch(`/openapi/${version}.json`);
  for (const schema of schemas) {
    assert.ok(name in ((json as Described).components.schemas[schema]?.properties ?? {}), `${name} in ${schema}`);
  }
}

const order = (info: object) => ({
  Checks: [{ CheckType: 'directorship' }],
  Candidate: {
    CurrentName: { FirstName: 'Jane', LastName: 'Sample', IsFromBirth: true },
    PersonalInfo: { DateOfBirth: '1985-06-14', CandidateEmail: 'jane@example.com', ...info },
  },
});

const orderDirectorship = () => makeCheck(v2, { reports: [{ name: 'directorship' }] });

const others: Readonly<Record<string, Record<string, string>>> = {
  name: { first_name: 'Jane', last_name: 'Sample' },
  'previous-names': { name_is_from_birth: 'yes' },
  'date-of-birth': { 'dob-day': '14', 'dob-month': '6', 'dob-year': '1985' },
  contact: {},
  consent: { agrees: 'yes', wording: CONSENT_WORDING },
};

await createDeskUser(ctx, 'system', {
  ...{ name: 'Desk Screener', email: deskEmail, role: 'administrator', accounts: [account.accountId] },
});
await createSignIn(ctx, 'system', { email: deskEmail, password });
// Screeners of the demo need no second factor.
await changeGuarded(ctx.db, ctx.integrity, 'accounts', account.accountId, (tx) =>
  tx.run(sql`update accounts set is_demo = true where id = ${account.accountId}`),
);
await changeAccount(ctx, 'system', account.accountId, {});

/** The text of the desk's page for the check's only report. */
async function deskSays({ reports }: PlacedCheck): Promise<string> {
  const { status, body } = await (await signedInVisitor(portal)).get(`/desk/reports/${reports[0]!.id}`);
  assert.equal(status, 200);
  return textOf(body);
}

const dispatcher = new Agent({ connect: { ca: probity.ca } });
after(() => dispatcher.close());

async function documentSays({ download_uri }: PlacedCheck): Promise<string> {
  const { body } = await request(`${download_uri}.pdf`, { dispatcher, headers: { authorization: account.keys.test } });
  const { text: said } = await extractText(await getDocumentProxy(new Uint8Array(await body.arrayBuffer())), {
    mergePages: true,
  });
  return said.replace(/\s+/g, ' ');
}

test('interface v1 describes, requires, accepts and answers the fact', async () => {
  await assertDescribed('v1', 'EyeColour', ['PersonalInfo', 'AnsweredPersonalInfo']);
  const { body: validated } = await v1.post<object>('/orders/cliententry/validate', order({}));
  assert.deepEqual(validated, {
    isValid: false,
    validationErrors: [
      { message: "can't be blank", fieldPath: 'Candidate.PersonalInfo.EyeColour', errorLevel: 'Error' },
    ],
  });
  assert.equal((await v1.post('/orders/cliententry', order({}))).status, 400);
  const submitted = await v1.post<{ Id: number }>('/orders/cliententry', order({ EyeColour: 'Brown' }));
  assert.equal(submitted.status, 201, submitted.text);
  const { body } = await v1.get<{ Candidate: { PersonalInfo: object } }>(`/orders/${submitted.body.Id}`);
  assert.equal((body.Candidate.PersonalInfo as { EyeColour?: string }).EyeColour, 'Brown');
});

test('interface v2 describes, accepts and answers the attribute', async () => {
  await assertDescribed('v2', 'eye_colour', ['Applicant', 'CreateApplicant', 'UpdateApplicant']);
  const { id, ...answered } = await makeApplicant(v2, { eye_colour: 'Brown' });
  assert.equal((answered as { eye_colour?: string }).eye_colour, 'Brown');
  const { body } = await v2.put<{ eye_colour?: string }>(`/applicants/${id}`, { eye_colour: 'Green' });
  assert.equal(body.eye_colour, 'Green');
});

test('the form asks for the fact; check answers, the desk and the results PDF show it', async () => {
  const check = await orderDirectorship();
  const base = new URL(check.form_uri!).pathname;
  const device = visitor(portal);
  const answer = (page: string, fields: Record<string, string>) =>
    device.submit(`${base}/${page}`, `${base}/${page}`, fields);
  await device.submit(base, base, {});
  await answer('code', { code: (await mailedCodes(ctx, account.caller('test'), check.id))[0]! });
  assertSays((await device.get(`${base}/tasks`)).body, 'The colour of your eyes', `${base}/eye-colour`);
  assertSays(
    (await device.get(`${base}/eye-colour`)).body,
    'The colour of your eyes',
    'Eye colour',
    'name="eye_colour"',
  );
  const refused = await answer('eye-colour', { eye_colour: '' });
  assert.equal(refused.status, 422);
  assertSays(refused.body, 'Enter the colour of your eyes');
  for (const [page, fields] of Object.entries({ ...others, 'eye-colour': { eye_colour: 'Green' } })) {
    assert.equal((await answer(page, fields)).status, 303, page);
  }
  assertSays(textOf((await device.get(`${base}/answers`)).body), 'Eye colour Green');
  assert.equal((await answer('answers', { declares: 'yes' })).headers.location, `${base}/done`);

  assertSays(await deskSays(check), 'Eye colour Met', 'Eye colour Green');
  assertSays(await documentSays(check), 'Eye colour Green');
});

test('the desk shows that the requirement is not met', async () => {
  const check = await orderDirectorship();
  await advance(v2, check.id);
  assertSays(await deskSays(check), 'Eye colour Not yet');
});
