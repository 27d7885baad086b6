// Half past midnight in British summer time: it is still yesterday in UTC, and today in the UK for every rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { todayFor } from '../../../src/context.ts';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { openFormLink } from '../../../src/features/candidate-form/form-actions.ts';
import { createCheck } from '../../../src/features/checks/check-placing-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { factsGivenOn } from '../../../src/features/checks/check-rules.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import type { OrderBody } from '../../../src/features/orders/order-body.ts';
import { readOrder } from '../../../src/features/orders/order-body-actions.ts';
import { questionnaires } from '../../../src/features/references/questionnaires.ts';
import { chooseScope, saveSection } from '../../../src/features/references/reference-answer-actions.ts';
import { findReportType } from '../../../src/features/report-types/report-type-rules.ts';
import { Problems } from '../../../src/lib/refusal.ts';
import { noAddress } from '../../support/empty-entries.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';
import { address, leastCandidate } from '../orders/order-samples.ts';
import { ask } from '../references/asked-references.ts';

const forms = await startForms();
const { ctx } = forms;
const caller = forms.caller('test');
const asked = await ask(ctx, caller);
forms.passSeconds((Date.parse('2026-06-01T23:30:00Z') - ctx.now().getTime()) / 1000);
const today = '2026-06-02';

const home = {
  ...noAddress,
  ...{ building_number: '12', street: 'High Street', town: 'Leeds', postcode: 'LS1 4AP', country: 'GBR' },
  ...{
    start_date: today,
    end_date: null,
    flat_number: null,
    building_name: null,
    sub_street: null,
    county: null,
    state: null,
  },
};

test('today is the day in the UK, by the test clock of the account', () => {
  assert.equal(todayFor(ctx, caller), today);
  assert.equal(todayFor(ctx, { ...caller, clockOffsetSeconds: 24 * 3600 }), '2026-06-03');
});

test('somebody who moved today is ordered about in both interfaces', async () => {
  const found = findReportType('identity', null);
  if ('missing' in found) throw new Error('identity');
  const facts = {
    ...noFacts,
    first_name: 'Alex',
    last_name: 'Sample',
    email: 'alex@candidate.test',
    addresses: [home],
  };
  const { id } = await createApplicant(ctx, caller, facts);
  await createCheck(ctx, caller, id, {
    reports: [{ type: found.type, options: null }],
    ...{ criminalDetails: null, tags: [], activityYears: null, redirectUri: null, consider: [], orderedByUserId: null },
  });
  const problems = new Problems();
  const AddressList = [{ ...address, DateMovedToThisAddress: today }];
  const body = { Checks: [{ CheckType: 'identity' }], Candidate: { ...leastCandidate, AddressList } };
  await readOrder(ctx, caller, 'candidate', { body: body as unknown as OrderBody, problems });
  assert.deepEqual(problems.fields, {});
});

test('the candidate’s form and the day on which it was submitted are of today', async () => {
  const { check, token } = await placeWaiting(ctx, caller);
  assert.equal((await openFormLink(ctx, token, undefined)).front.scope.today, today);
  const submitted = await completeForm(ctx, { ...caller, actor: 'candidate' }, check.id, check.order.facts);
  assert.equal(factsGivenOn(submitted), today);
});

test('a referee says that somebody left today', async () => {
  const by = { ...caller, subsidiaryIds: null, actor: `referee:${asked.id}`, permissions: ['give_references'] };
  const front = { id: asked.id, caller: by, generation: 0, questionnaire: questionnaires.standard } as never;
  await chooseScope(ctx, front, 'whole');
  const section = questionnaires.standard.sections.find(({ key }) => key === 'employment')!;
  const problems = await saveSection(ctx, front, section, {
    ...{ 'from-day': '1', 'from-month': '3', 'from-year': '2019', still_there: 'no', role: 'Driver' },
    ...{ 'to-day': '2', 'to-month': '6', 'to-year': '2026' },
  });
  assert.equal(problems, undefined);
});
