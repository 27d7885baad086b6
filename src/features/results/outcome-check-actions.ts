// Verifies outcomes against what was decided: in the background after they were read, before a PDF is made or given, and
// all of them for the audit. A difference raises an alarm.
import type { Ctx, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { BatchKind } from '../../platform/db/counted-batches.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { type CheckId, inOneSnapshot, removedReports } from '../events/audit-actions.ts';
import { findShownChecks, readCheckIds } from './outcome-check-queries.ts';
import { type OutcomeProblem, problemsOfOutcomes } from './outcome-check-rules.ts';

type Verifying = Pick<Ctx, 'db' | 'integrity' | 'alarms'>;

async function problemsOf(tx: Db, integrity: Integrity, ids: readonly CheckId[]): Promise<OutcomeProblem[]> {
  return (await findShownChecks(tx, integrity, ids)).flatMap(problemsOfOutcomes);
}

/** Verifies the outcomes of these checks and raises an alarm for each difference. */
async function verifyOutcomes(
  { db, integrity, alarms }: Verifying,
  ids: readonly CheckId[],
): Promise<OutcomeProblem[]> {
  const problems = await inOneSnapshot(db, (tx) => problemsOf(tx, integrity, ids));
  for (const { accountId, environment, checkId, reportId, fields } of problems) {
    alarms.raise('outcome_changed', { accountId, environment, resourceId: reportId ?? checkId, reason: fields.join() });
  }
  return problems;
}

interface ReadCheck {
  readonly ctx: Verifying;
  readonly check: CheckId;
}

const readChecks: BatchKind<ReadCheck> = {
  name: 'outcome_checks',
  write: async (db, rows) => {
    const checks = rows.map(({ row }) => row.check);
    const [first] = rows;
    if (first !== undefined) await verifyOutcomes({ ...first.row.ctx, db }, checks);
  },
};

/** Verifies the check's outcomes within a second, outside of the request. */
export function verifySoon(
  ctx: Verifying & Pick<Ctx, 'batches'>,
  { accountId, environment }: Tenant,
  id: string,
): void {
  ctx.batches.add(readChecks, `${accountId} ${environment} ${id}`, () => ({
    ctx,
    check: { accountId, environment, id },
  }));
}

/** Refuses with `state_does_not_allow` results that are not what was decided. */
export async function refuseChangedOutcomes(ctx: Verifying, tenant: Tenant, id: string): Promise<void> {
  const problems = await verifyOutcomes(ctx, [{ ...tenant, id }]);
  if (problems.length > 0) {
    throw new Refusal('state_does_not_allow', {
      results: ['differ from what was decided, and are not given out until this is explained'],
    });
  }
}

const problemsAtMost = 1000;

/** For the audit: every check in one snapshot. Returns at most the first thousand problems. */
export function verifyAllOutcomes(db: Db, integrity: Integrity): Promise<OutcomeProblem[]> {
  return inOneSnapshot(db, async (tx) => {
    const problems: OutcomeProblem[] = (await removedReports(tx, problemsAtMost)).map((removed) => ({
      ...removed,
      kind: 'outcome_removed',
      fields: [],
    }));
    for await (const ids of readCheckIds(tx)) {
      problems.push(...(await problemsOf(tx, integrity, ids)));
      if (problems.length >= problemsAtMost) break;
    }
    return problems.slice(0, problemsAtMost);
  });
}
