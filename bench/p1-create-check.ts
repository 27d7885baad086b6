// P1: checks created over HTTPS, against the statement that stores one, run directly on the same server.
import { randomBytes, randomUUID } from 'node:crypto';
import type { NewCheck } from '../src/features/checks/check-store.ts';
import { placeChecksSql } from '../src/features/checks/check-store.ts';
import { type Sql, sql } from '../src/platform/db/database.ts';
import { atLeast, type Benchmark, inTurns } from './benchmark.ts';
import { connections, rateOf, requestRate } from './load.ts';
import { checkRequest, makeApplicants } from './ordered.ts';
import { type Served, withServed } from './served.ts';

const checksPerRound = 3000;
const warmUpChecks = 1000;

interface Example {
  readonly account_id: string;
  readonly ordered_by_user_id: string;
  readonly sealed_order: Buffer;
  readonly sealed_message: Buffer;
  readonly reports: { report_type_id: number; name: string; provider: string }[];
}

/** What the program stored for a check of its own: the direct statement stores the same again for other applicants. */
async function exampleOf({ database }: Served): Promise<Example> {
  const found = await database.row<Example>(sql`
    select c.account_id, c.ordered_by_user_id, c.sealed_order, e.sealed_message, (
        select json_agg(json_build_object('report_type_id', r.report_type_id, 'name', r.name, 'provider', r.provider))
        from reports r where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
      ) as reports
    from checks c join emails e on (e.account_id, e.environment, e.check_id) = (c.account_id, c.environment, c.id)
    limit 1`);
  return found!;
}

function statementFor(example: Example, applicantId: string): Sql {
  const tenant = { accountId: example.account_id, environment: 'live' } as const;
  const [id, at] = [randomUUID(), new Date()];
  const about = { applicantId, checkId: id };
  const check: NewCheck = {
    ...tenant,
    id,
    applicantId,
    applicantVersion: 1,
    type: 'standard',
    jurisdiction: 'england_and_wales',
    activityYears: null,
    orderedByUserId: example.ordered_by_user_id,
    subsidiaryId: null,
    uniqueKey: null,
    bodyMac: null,
    referenceKeys: null,
    earlierNumberKey: null,
    purchaseOrderKey: null,
    packageId: null,
    createdAt: at,
    status: 'awaiting_applicant',
    startedAt: null,
    sealedOrder: example.sealed_order,
    reports: example.reports.map(({ report_type_id, name, provider }) => {
      return {
        id: randomUUID(),
        reportTypeId: report_type_id,
        name,
        variant: null,
        options: null,
        inPackage: null,
        monitor: null,
        provider,
        workingDays: null,
        dueOn: null,
      };
    }),
    events: [
      {
        ...tenant,
        ...about,
        id: randomUUID(),
        type: 'check.created',
        resourceId: id,
        status: 'awaiting_applicant',
        actor: `user:${example.ordered_by_user_id}`,
        occurredAt: at,
        detail: { notes: [] },
        mac: randomBytes(32),
      },
    ],
    deadlines: ['candidate_reminder', 'form_submission'].map((kind) => ({
      ...tenant,
      kind,
      subjectId: id,
      checkId: id,
      dueAt: at,
    })),
    emails: [
      {
        ...tenant,
        ...about,
        id: randomUUID(),
        referenceId: null,
        userId: null,
        aboutCheckId: null,
        aboutInvoiceId: null,
        joinKey: null,
        template: 'check_invitation',
        sealedMessage: example.sealed_message,
        status: 'queued',
        createdAt: at,
      },
    ],
  };
  return placeChecksSql([check]);
}

export const benchmark: Benchmark = {
  id: 'P1',
  work: 'create a check with 3 reports over HTTPS, 32 connections',
  limit: 'the same one-request statement run directly, 32 connections, on the same server',
  run: (rounds, say) =>
    withServed(async (served) => {
      say('making applicants…');
      const applicants = await makeApplicants(served, 2 * (warmUpChecks + rounds * checksPerRound));
      const take = (count: number) => applicants.splice(0, count);
      const ours = (count: number) => {
        const requests = take(count).map((id) => checkRequest(served, id));
        return requestRate(served, requests, 201);
      };
      await ours(warmUpChecks);
      const example = await exampleOf(served);
      const direct = (count: number) => {
        const statements = take(count).map((id) => statementFor(example, id));
        const run = async (statement: Sql) => {
          if ((await served.database.run(statement)) !== 1) throw new Error('the check was not placed');
        };
        return rateOf(Array<typeof run>(connections).fill(run), statements);
      };
      await direct(warmUpChecks);
      const rates = await inTurns(rounds, {
        ours: () => ours(checksPerRound),
        limit: () => direct(checksPerRound),
      });
      return [atLeast(0.9, 'checks created', rates.ours, rates.limit)];
    }),
};
