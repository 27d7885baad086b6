// Whether the rows that say who a user is, how they sign in and what they may see were written by this program, and are
// its newest.
import type { Ctx } from '../../context.ts';
import { findGuardedRows, type GuardedRow, isValidRow } from '../../platform/db/guarded-rows.ts';
import { findOldRowsOf } from './old-row-queries.ts';
import { rowsOfUser } from './sign-in-store.ts';

/**
 * False, with an alarm, if one of the user's rows was inserted or changed by hand, or put back: such a user is nobody.
 * @param oldRow the table of a row that was put back
 */
export function areOwnRows(
  { integrity, alarms }: Pick<Ctx, 'integrity' | 'alarms'>,
  userId: string,
  rows: readonly GuardedRow[],
  oldRow: string | null,
): boolean {
  const foreign = rows.find((row) => !isValidRow(integrity, row));
  if (foreign !== undefined) alarms.raise('row_not_ours', { userId, reason: foreign.table });
  else if (oldRow !== null) alarms.raise('row_put_back', { userId, reason: oldRow });
  return foreign === undefined && oldRow === null;
}

export async function hasOnlyOwnRows(ctx: Pick<Ctx, 'db' | 'integrity' | 'alarms'>, userId: string): Promise<boolean> {
  const [old] = await findOldRowsOf(ctx.db, userId);
  return areOwnRows(ctx, userId, await findGuardedRows(ctx.db, rowsOfUser(userId)), old?.table ?? null);
}
