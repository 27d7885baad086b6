// The level of criminal record check for a job role: asked in interface v2, and enforced in orders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJobRole, type JobRoleArguments } from '../../../src/features/report-types/agreement-actions.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused as assertRefusedV1, v1Client } from '../v1/v1-client.ts';
import { identityOrder, jane } from '../v1/v1-samples.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import { basicDetails, makeApplicant, messagesOf } from './v2-samples.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const client = v2Client(probity);

const enhanced = (options: readonly string[]) => ({
  type: 'standard',
  reports: [{ name: 'criminal_history', variant: 'enhanced', options: options.map((name) => ({ name })) }],
});
const chargesOf = async () =>
  (await ctx.db.row<{ count: number }>(
    sql`select count(*)::int as count from charges where account_id = ${account.accountId}`,
  ))!.count;

test('the questions about a role are answered with level, barred lists, fee, reason and law', async () => {
  const coach = { teaches_children: true, is_frequent: true, is_supervised: true, is_paid: false };
  const answer = await client.post<Record<string, unknown>>('/job_roles/eligibility', coach);
  assert.equal(answer.status, 200, answer.text);
  const { law, ...verdict } = answer.body;
  assert.deepEqual(verdict, {
    rule: 'regulated_children',
    level: 'enhanced',
    barred_lists: ['children'],
    workforce: 'child',
    report: { name: 'criminal_history', variant: 'enhanced' },
    reports: [{ name: 'criminal_history', variant: 'enhanced' }],
    fee_pence: 0,
    by_umbrella_body: false,
    reason: 'Teaching or caring for children this often is regulated activity.',
    confirmed: true,
  });
  assert.match(String(law), /Crime and Policing Act 2026/);
  const nobody = await client.post<Record<string, unknown>>('/job_roles/eligibility', {});
  assert.deepEqual([nobody.body.level, nobody.body.confirmed], ['basic', false]);
  assertRefused(await client.post('/job_roles/eligibility', { nation: 'France' }), 422, 'validation_error', ['nation']);
});

test('a role cannot be agreed at a higher level than the law allows', async () => {
  const role = { roleTitle: 'Shop assistant', roleCheckType: 'enhanced', answers: { is_paid: true } } as const;
  assert.throws(
    () => createJobRole(ctx, 'system', account.accountId, role),
    (refused: unknown) =>
      refused instanceof Refusal &&
      /^is more than the role may have, which is basic: No question/.test(refused.fields.roleCheckType![0]!),
  );
});

test('both interfaces refuse a barred list that the role does not allow, before any charge', async () => {
  const JobRoleId = await createJobRole(ctx, 'system', account.accountId, {
    roleTitle: 'Care assistant for adults',
    roleCheckType: 'enhanced',
    answers: { personal_care: 'adults' },
  });
  const live = v2Client(probity, 'live');
  const applicant = await makeApplicant(live, { dob: '1985-06-14', nationality: 'GBR' });
  const before = await chargesOf();
  const details = { criminal_history_report_details: { ...basicDetails, JobRoleId } };
  const order = (lists: readonly string[]) =>
    live.post(`/applicants/${applicant.id}/checks`, { ...enhanced(lists), ...details });
  const refused = await order(['children_barred_list']);
  const at = 'criminal_history_report_details.JobRoleId';
  assertRefused(refused, 422, 'failed_check_requirements', [at]);
  assert.match(messagesOf(refused)[at]![0]!, /does not allow the option children_barred_list/);
  assert.equal(await chargesOf(), before);
  assert.equal((await order(['adults_barred_list'])).status, 201);

  const v1 = v1Client(probity);
  const orderV1 = (refinement: string) =>
    v1.post('/orders/candidateentry', {
      ...identityOrder({ Candidate: jane }),
      Checks: [
        {
          CheckType: 'criminal_history:enhanced',
          Refinements: [refinement],
          CheckSpecificData: { CheckCriminalJobRoleId: JobRoleId },
        },
      ],
    });
  const path = 'Checks[0].CheckSpecificData.CheckCriminalJobRoleId';
  assertRefusedV1(await orderV1('children_barred_list'), 400, 'invalid_fields', [path]);
  const accepted = await orderV1('adults_barred_list');
  assert.equal(accepted.status, 201, accepted.text);
});

/** Two roles agreed without the questions: of the first only is said that it works with adults; the second is voluntary. */
async function rolesWithoutAnswers() {
  const agree = (role: Partial<JobRoleArguments>) =>
    createJobRole(ctx, 'system', account.accountId, { roleTitle: 'Helper', roleCheckType: 'enhanced', ...role });
  return {
    adults: await agree({ workingWithVulnerableAdults: true }),
    voluntary: await agree({ workingWithChildren: true, isVolunteer: true }),
    nobody: await agree({ childrenInWorkEnvironment: true, vulnerableAdultsInWorkEnvironment: true }),
  };
}

test('a role agreed without the questions allows the barred lists of the people with whom it works, and no others', async () => {
  const roles = await rolesWithoutAnswers();
  const order = async (JobRoleId: number, options: readonly string[]) => {
    const { id } = await makeApplicant(client, { dob: '1985-06-14', nationality: 'GBR' });
    return client.post(`/applicants/${id}/checks`, {
      ...enhanced(options),
      criminal_history_report_details: { ...basicDetails, JobRoleId },
    });
  };
  const at = 'criminal_history_report_details.JobRoleId';
  for (const [role, options, wrong] of [
    [roles.adults, ['children_barred_list', 'volunteer'], [/option children_barred_list/, /option volunteer/]],
    [roles.nobody, ['adults_barred_list'], [/option adults_barred_list/]],
    [roles.voluntary, ['adults_barred_list', 'volunteer'], [/option adults_barred_list/]],
    [roles.adults, ['adults_barred_list'], []],
    [roles.voluntary, ['children_barred_list', 'volunteer'], []],
    [roles.voluntary, [], []],
    [roles.nobody, [], []],
  ] as const) {
    const answer = await order(role, options);
    assert.equal(answer.status, wrong.length === 0 ? 201 : 422, answer.text);
    const messages = wrong.length === 0 ? [] : messagesOf(answer)[at]!;
    assert.equal(messages.length, wrong.length, messages.join());
    for (const [index, sentence] of wrong.entries()) assert.match(messages[index]!, sentence);
  }
});

test('a report that always searches a barred list is refused for a role that does not allow it', async () => {
  const roles = await rolesWithoutAnswers();
  const v1 = v1Client(probity);
  const order = (CheckType: string, CheckCriminalJobRoleId: number) =>
    v1.post('/orders/candidateentry', {
      ...identityOrder({ Candidate: jane }),
      Checks: [{ CheckType, CheckSpecificData: { CheckCriminalJobRoleId } }],
    });
  const path = 'Checks[0].CheckSpecificData.CheckCriminalJobRoleId';
  for (const type of [
    'criminal_history_self_employed:enhanced_children',
    'criminal_history_northern_ireland:enhanced_children_barred',
  ]) {
    assertRefusedV1(await order(type, roles.adults), 400, 'invalid_fields', [path]);
    assert.equal((await order(type, roles.voluntary)).status, 201, type);
  }
  assertRefusedV1(await order('dbs_adult_first', roles.voluntary), 400, 'invalid_fields', [path]);
});
