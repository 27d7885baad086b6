// Whether the rows that say who a user is, how they sign in and what they may see were written by this program, and are
// its newest.
import type { Ctx } from '../../context.ts';
import { findGuardedRows, type GuardedRow, isValidRow } from '../../platform/db/guarded-rows.ts';
import { type CheckedRow, findAccountRows, findOldRowOf } from './old-row-queries.ts';
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
  const oldRow = await findOldRowOf(ctx.db, userId);
  return areOwnRows(ctx, userId, await findGuardedRows(ctx.db, rowsOfUser(userId)), oldRow);
}

/** False, with an alarm, if what these accounts demand of their users and screeners was changed or put back by hand. */
export async function areAccountsAsLeft(
  ctx: Pick<Ctx, 'db' | 'integrity' | 'alarms'>,
  accountIds: readonly string[],
): Promise<boolean> {
  return areRowsAsLeft(ctx, await findAccountRows(ctx.db, accountIds));
}

/** As `areAccountsAsLeft`, of rows that were read. */
export function areRowsAsLeft(
  { integrity, alarms }: Pick<Ctx, 'integrity' | 'alarms'>,
  rows: readonly CheckedRow[],
): boolean {
  const foreign = rows.find((row) => !isValidRow(integrity, row));
  const old = rows.find(({ old_row }) => old_row !== null);
  if (foreign !== undefined) alarms.raise('row_not_ours', { accountId: foreign.key, reason: foreign.table });
  else if (old !== undefined) alarms.raise('row_put_back', { accountId: old.key, reason: old.old_row! });
  return foreign === undefined && old === undefined;
}
