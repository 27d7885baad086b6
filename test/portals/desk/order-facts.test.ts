// Fields of an order of interface v1 that interface v2 lacks are shown to screeners and the client, in words, and each
// reading is recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiCaller } from '../../../src/features/accounts/authentication.ts';
import { submitOrder } from '../../../src/features/orders/order-actions.ts';
import { OrderBody } from '../../../src/features/orders/order-body.ts';
import { readOrder } from '../../../src/features/orders/order-body-actions.ts';
import { createJobRole, retireJobRole } from '../../../src/features/report-types/agreement-actions.ts';
import { readBody } from '../../../src/features/request-bodies/body-reader.ts';
import { Problems } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { wholeCandidate, withValue } from '../../features/orders/order-samples.ts';
import { clientEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const [{ id: userId } = { id: '' }] = await ctx.db.rows<{ id: string }>(sql`
  select id from users where account_id = ${accountId} limit 1`);
const caller = { ...portal.caller('live'), userId } as Partial<ApiCaller> as ApiCaller;
const roleId = await createJobRole(ctx, 'system', accountId, {
  roleTitle: 'Care assistant',
  roleCheckType: 'enhanced',
  workingWithVulnerableAdults: true,
  isVolunteer: true,
});

async function placeOrder() {
  const json = {
    Checks: [
      {
        CheckType: 'criminal_history:enhanced',
        Refinements: ['identity_evidence:client', 'identity_evidence:post_office', 'volunteer'],
      },
      { CheckType: 'right_to_work' },
    ],
    Candidate: {
      ...withValue(wholeCandidate, 'PersonalInfo.ApplicantNotes', 'Starts on Monday.\n<b>Nights</b> only.'),
      CriminalRecord: {
        CheckCriminalJobRoleId: roleId,
        CertificateDestination: 'CandidateCurrentAddress',
        ThirdPartyConsent: 'Yes',
        IdentityDocuments: [
          { DocumentType: 'Passport', DocumentNumber: '925665416' },
          { DocumentType: 'UtilityBill', DocumentNumber: 'U-7' },
          { DocumentType: 'BankStatement', DocumentNumber: 'B-9' },
        ],
      },
    },
  };
  const problems = new Problems();
  const body = readBody<OrderBody>(OrderBody, json, problems, { namesInAnyCase: true })!;
  const command = await readOrder(ctx, caller, 'client', { body, problems });
  assert.deepEqual(problems.fields, {});
  return (await submitOrder(ctx, caller, { entry: 'client', json, command, problems })).check;
}

const check = await placeOrder();
// The order keeps the role after it is retired.
await retireJobRole(ctx, 'system', accountId, roleId);
const [criminal, rightToWork] = check.reports;

/** The lines on the page, by label. */
function factsOn(body: string): Map<string, string> {
  const rows = body.matchAll(/summary-list__key">\s*([\s\S]*?)\s*<\/dt>\s*<dd class="[^"]*">\s*([\s\S]*?)\s*<\/dd>/g);
  return new Map([...rows].map(([, label = '', value = '']) => [label, value]));
}

const answersRead = async () =>
  (await ctx.db.rows(sql`select from events where check_id = ${check.id} and type = 'check.answers_read'`)).length;

const ofOrder = {
  'Position applied for': 'Driver',
  'Other reference': 'HR-7',
  'Type of applicant': 'Candidate',
} as const;
const ofPapers = {
  'Agreed job role': 'Care assistant<br>Works with vulnerable adults<br>Volunteer',
  'Paper certificate goes to': 'The candidate’s current address',
  'Electronic certificate for the client': 'Consents',
  Passport: '925665416',
  'Utility bill': 'U-7',
} as const;

test('the screener of a criminal record report reads every field of the order in words, and the reading is recorded', async () => {
  const before = await answersRead();
  const { body } = await (await signedInVisitor(portal)).get(`/desk/reports/${criminal!.id}`);
  assert.equal(await answersRead(), before + 1);
  const facts = factsOn(body);
  const ofCandidate = { 'Nationality at birth': 'Irish', 'Approved by the FCA or PRA': 'Not approved' };
  for (const [label, value] of Object.entries({ ...ofOrder, ...ofPapers, ...ofCandidate }))
    assert.equal(facts.get(label), value, label);
  assert.equal(facts.get('Notes on the order'), 'Starts on Monday.<br>&lt;b&gt;Nights&lt;/b&gt; only.');
  assert.match(body, /What the client said with the order/);
  assert.match(
    body,
    /Ordered with: Identity evidence: Seen by the client, Seen at a Post Office; Volunteer; Without a barred list\./,
  );
  assert.doesNotMatch(body, /What the candidate gave|Agreed role \d/);
});

test("the screener of another report reads the order without the criminal record's fields", async () => {
  const { body } = await (await signedInVisitor(portal)).get(`/desk/reports/${rightToWork!.id}`);
  const facts = factsOn(body);
  for (const [label, value] of Object.entries(ofOrder)) assert.equal(facts.get(label), value, label);
  for (const label of Object.keys(ofPapers).filter((one) => one !== 'Passport'))
    assert.equal(facts.has(label), false, label);
  assert.doesNotMatch(body, /The interface|What the interface/);
});

test('the client reads the position, references and notes that they gave, and the reading is recorded', async () => {
  const before = await answersRead();
  const { body } = await (await signedInVisitor(portal, clientEmail)).get(`/portal/checks/${check.id}`);
  assert.equal(await answersRead(), before + 1);
  const facts = factsOn(body);
  for (const [label, value] of Object.entries(ofOrder)) assert.equal(facts.get(label), value, label);
  assert.match(facts.get('Notes on the order')!, /^Starts on Monday\.<br>\s*&lt;b&gt;Nights&lt;\/b&gt; only\.$/);
});
