// Whether the rows that say who a user is, how they sign in and what they may see were written by this program.
import type { Ctx } from '../../context.ts';
import { findGuardedRows, isValidRow } from '../../platform/db/guarded-rows.ts';

const rowsOfUser = (key: string) =>
  (['users', 'desk_users', 'desk_user_accounts', 'sign_in_credentials'] as const).map((table) => ({ table, key }));

/** False, with an alarm, if one of them was inserted or changed by hand: such a user is nobody. */
export async function hasOnlyOwnRows(
  { db, integrity, alarms }: Pick<Ctx, 'db' | 'integrity' | 'alarms'>,
  userId: string,
): Promise<boolean> {
  const foreign = (await findGuardedRows(db, rowsOfUser(userId))).find((row) => !isValidRow(integrity, row));
  if (foreign === undefined) return true;
  alarms.raise('row_not_ours', { userId, reason: foreign.table });
  return false;
}
