// Orders every report type of the catalogue through both interfaces, and completes it in test mode.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { advanceCheck } from '../../src/features/checks/sandbox-actions.ts';
import { catalogue } from '../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../src/features/report-types/catalogue-rules.ts';
import { type BreakdownEntry, findingsProblems } from '../../src/features/report-types/findings-rules.ts';
import type { ReportType } from '../../src/features/report-types/report-type.ts';
import { askedBy } from '../../src/features/requirements/requirement-rules.ts';
import { wholeBody } from '../features/orders/order-samples.ts';
import { startProbity } from '../support/probity.ts';
import { v1Client } from './v1/v1-client.ts';
import type { AnsweredOrder } from './v1/v1-samples.ts';
import { v2Client } from './v2/v2-client.ts';
import { basicDetails, makeApplicant, makeCheck } from './v2/v2-samples.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const v1 = v1Client(probity);
const v2 = v2Client(probity);

/** An order has one job role: types of different levels are ordered separately, and at most 50 together. */
const ordersOf = (types: readonly ReportType[]): { level: string | null; types: readonly ReportType[] }[] => {
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

interface Answered {
  readonly name: string;
  readonly variant: string | null;
  readonly status: string;
  readonly result: string;
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
  readonly id: string;
}

test('interface v2 orders every report type, and its test report completes with a breakdown of its schema', async () => {
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
    // The form, then each report. Calls the action, because the sandbox takes only 100 requests in ten minutes.
    for (let step = 0; step <= types.length; step += 1) await advanceCheck(ctx, account.caller('test'), check.id);
    const read = await v2.get<{ reports: readonly Answered[] }>(
      `/applicants/${applicant.id}/checks/${check.id}?expand=reports`,
    );
    read.body.reports.forEach((report, index) => {
      const type = types[index]!;
      assert.deepEqual([report.status, report.result], ['complete', 'consider'], codeOf(type));
      assert.deepEqual(findingsProblems(type, { breakdown: report.breakdown, properties: {} }).fields, {});
      assert.deepEqual(Object.keys(report.breakdown), Object.keys(type.breakdown), codeOf(type));
      completed.push(codeOf(report));
    });
  }
  assert.deepEqual(completed.sort(), catalogue.map(codeOf).sort());
});

for (const entry of ['candidate', 'client'] as const) {
  test(`interface v1 orders every report type by ${entry} entry`, async () => {
    const ordered: string[] = [];
    for (const { level, types } of ordersOf(catalogue)) {
      const body = wholeBody(types.map(codeOf));
      const record = { ...body.Candidate.CriminalRecord, CheckCriminalJobRoleId: roleOf(level) };
      const answer = await v1.post<AnsweredOrder>(`/orders/${entry}entry`, {
        ...body,
        UniqueKey: randomUUID(),
        Candidate: { ...body.Candidate, CriminalRecord: record },
      });
      assert.equal(answer.status, 201, answer.text);
      ordered.push(...answer.body.Checks.map(({ CheckType }) => CheckType));
    }
    assert.deepEqual(ordered.sort(), catalogue.map(codeOf).sort());
  });
}
