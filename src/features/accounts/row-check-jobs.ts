// Looks every few minutes for keys, credentials and grants that were inserted, changed or put back by hand, used or not.
import type { Ctx } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { findForeignRows } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { inOneSnapshot } from '../events/audit-actions.ts';
import { findOldRows, type OldRow } from './old-row-queries.ts';

export interface RowProblem extends OldRow {
  readonly kind: 'row_not_ours' | 'row_put_back';
}

const problemsAtMost = 1000;

/** In one snapshot, at most the first thousand of each kind. */
export function verifyRows(db: Db, integrity: Integrity): Promise<RowProblem[]> {
  return inOneSnapshot(db, async (tx) => [
    ...(await findForeignRows(tx, integrity, problemsAtMost)).map(
      ({ table, key }) => ({ kind: 'row_not_ours', table, key }) as const,
    ),
    ...(await findOldRows(tx, problemsAtMost)).map((row) => ({ kind: 'row_put_back', ...row }) as const),
  ]);
}

async function alarmAboutRows({ db, integrity, alarms }: Pick<Ctx, 'db' | 'integrity' | 'alarms'>) {
  for (const { kind, table, key } of await verifyRows(db, integrity)) {
    alarms.raise(kind, { reason: table, resourceId: key });
  }
}

export const rowCheckCrontab = '*/5 * * * * verify_rows';

export const rowCheckJobs = (ctx: Ctx): Readonly<Record<'verify_rows', JobHandler>> => ({
  verify_rows: () => alarmAboutRows(ctx),
});
