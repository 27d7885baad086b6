// Whether the rows that say who a user is, how they sign in and what they may see were written by this program.
import type { Ctx } from '../../context.ts';
import { findGuardedRows, type GuardedRow, isValidRow } from '../../platform/db/guarded-rows.ts';
import { rowsOfUser } from './sign-in-store.ts';

/** False, with an alarm, if one of the user's rows was inserted or changed by hand: such a user is nobody. */
export function areOwnRows(
  { integrity, alarms }: Pick<Ctx, 'integrity' | 'alarms'>,
  userId: string,
  rows: readonly GuardedRow[],
): boolean {
  const foreign = rows.find((row) => !isValidRow(integrity, row));
  if (foreign === undefined) return true;
  alarms.raise('row_not_ours', { userId, reason: foreign.table });
  return false;
}

export const hasOnlyOwnRows = async (ctx: Pick<Ctx, 'db' | 'integrity' | 'alarms'>, userId: string): Promise<boolean> =>
  areOwnRows(ctx, userId, await findGuardedRows(ctx.db, rowsOfUser(userId)));
