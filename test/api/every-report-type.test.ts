// Orders every report type of the catalogue through both interfaces, and completes it in test mode.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createApiKey, createUser } from '../../src/features/accounts/account-actions.ts';
import { advanceCheck } from '../../src/features/checks/sandbox-actions.ts';
import { catalogue } from '../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../src/features/report-types/catalogue-rules.ts';
import { type BreakdownEntry, findingsProblems } from '../../src/features/report-types/findings-rules.ts';
import type { ReportType } from '../../src/features/report-types/report-type.ts';
import { askedBy } from '../../src/features/requirements/requirement-rules.ts';
import { wholeBody } from '../features/orders/order-samples.ts';
import { startProbity } from '../support/probity.ts';
import { type V1Client, v1Client } from './v1/v1-client.ts';
import type { AnsweredOrder } from './v1/v1-samples.ts';
import { v2Client } from './v2/v2-client.ts';
import { basicDetails, makeApplicant, makeCheck } from './v2/v2-samples.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const v2 = v2Client(probity);

/** A client of interface v1 with a user of its own, because the sandbox limits each user. */
async function clientOfOwnUser(name: string): Promise<V1Client> {
  const { accountId } = account;
  const email = `${name}@every-type.test`;
  const { id: userId } = await createUser(ctx, 'system', accountId, { name, email, role: 'administrator' });
  const { key } = await createApiKey(ctx, 'system', accountId, { userId, environment: 'test' });
  return v1Client(probity, 'test', key);
}

/** An order has one job role: types of different levels are ordered separately, and at most 50 together. */
const ordersOf = (types: readonly ReportType[]) => {
  const levelOf = ({ requires }: ReportType) =>
    askedBy(requires).flatMap(({ id, params }) =>
      id === 'job_role' ? [(params as { level: string }).level] : [],
    )[0] ?? null;
  return [null, 'standard', 'enhanced'].flatMap((level) => {
    const same = types.filter((type) => levelOf(type) === level);
    const count = Math.ceil(same.length / 50);
    return Array.from({ length: count }, (_, index) => ({ level, types: same.slice(index * 50, index * 50 + 50) }));
  });
};

const roleOf = (level: string | null) =>
  level === null ? null : account.jobRoles[level as keyof typeof account.jobRoles];

/** Calls the action, because the sandbox takes only 100 requests of a user in ten minutes. */
async function advance(checkId: string, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await advanceCheck(ctx, account.caller('test'), checkId);
}

/** A whole breakdown, which the type's schema accepts. */
function assertBreakdown(type: ReportType, breakdown: Answered['breakdown']): void {
  assert.deepEqual(findingsProblems(type, { breakdown, properties: {} }).fields, {}, codeOf(type));
  assert.deepEqual(Object.keys(breakdown), Object.keys(type.breakdown), codeOf(type));
}

interface Answered {
  readonly name: string;
  readonly variant: string | null;
  readonly status: string;
  readonly result: string;
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
  readonly id: string;
}

test('interface v2 orders every report type, and its test report completes with a breakdown of its schema, in v1 as well', async () => {
  const v1 = await clientOfOwnUser('reader');
  const completed: string[] = [];
  for (const { level, types } of ordersOf(catalogue)) {
    const applicant = await makeApplicant(v2, { last_name: 'Consider', dob: '1985-06-14', nationality: 'GBR' });
    const check = await makeCheck(
      v2,
      {
        reports: types.map(({ name, variant }) => ({ name, variant })),
        criminal_history_report_details: { ...basicDetails, JobRoleId: roleOf(level) },
      },
      applicant.id,
    );
    // The form, then each report.
    await advance(check.id, 1 + types.length);
    const read = await v2.get<{ order_id: number; reports: readonly Answered[] }>(
      `/applicants/${applicant.id}/checks/${check.id}?expand=reports`,
    );
    const { body: order } = await v1.get<AnsweredOrder>(`/orders/${read.body.order_id}`);
    read.body.reports.forEach((report, index) => {
      const type = types[index]!;
      assert.deepEqual([report.status, report.result], ['complete', 'consider'], codeOf(type));
      assertBreakdown(type, report.breakdown);
      assert.deepEqual(order.Checks[index]!.Findings.Breakdown, report.breakdown, codeOf(type));
      completed.push(codeOf(report));
    });
  }
  assert.deepEqual(completed.sort(), catalogue.map(codeOf).sort());
});

for (const entry of ['candidate', 'client'] as const) {
  test(`interface v1 orders every report type by ${entry} entry, and each completes with a breakdown of its schema, after one of both entries`, async () => {
    const v1 = await clientOfOwnUser(entry);
    const ordered: string[] = [];
    for (const [index, { level, types }] of ordersOf(catalogue).entries()) {
      const body = wholeBody(types.map(codeOf));
      const record = { ...body.Candidate.CriminalRecord, CheckCriminalJobRoleId: roleOf(level) };
      const answer = await v1.post<AnsweredOrder>(`/orders/${entry}entry`, {
        ...body,
        UniqueKey: randomUUID(),
        Candidate: { ...body.Candidate, CriminalRecord: record },
      });
      assert.equal(answer.status, 201, answer.text);
      ordered.push(...answer.body.Checks.map(({ CheckType }) => CheckType));
      // Submits the form, which an order by client entry does not have.
      if (entry === 'candidate') await advance(answer.body.CheckId, 1);
      // Both entries continue alike.
      if (index % 2 === (entry === 'candidate' ? 0 : 1)) await completeOrder(v1, answer.body, types);
    }
    assert.deepEqual(ordered.sort(), catalogue.map(codeOf).sort());
  });
}

async function completeOrder(v1: V1Client, { Id, CheckId }: AnsweredOrder, types: readonly ReportType[]) {
  await advance(CheckId, types.length);
  const { body: order } = await v1.get<AnsweredOrder>(`/orders/${Id}`);
  assert.equal(order.OrderState.StateDescription, 'Completed - Green');
  for (const [index, { Findings }] of order.Checks.entries()) {
    assertBreakdown(types[index]!, Findings.Breakdown as Answered['breakdown']);
  }
}
