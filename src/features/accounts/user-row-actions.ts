// Whether the rows that say who a user is, how they sign in and what they may see were written by this program.
import type { Ctx } from '../../context.ts';
import { findGuardedRows, isValidRow } from '../../platform/db/guarded-rows.ts';

const tables = [
  'users',
  'desk_users',
  'desk_user_accounts',
  'sign_in_credentials',
  'sign_in_factors',
  'sign_in_recovery_codes',
  'sign_in_links',
] as const;

/**
 * False, with an alarm, if one of them was inserted or changed by hand: such a user is nobody. @param sessionId the
 * session by which they are signed in, which is checked too
 */
export async function hasOnlyOwnRows(
  { db, integrity, alarms }: Pick<Ctx, 'db' | 'integrity' | 'alarms'>,
  userId: string,
  sessionId?: string,
): Promise<boolean> {
  const session = sessionId === undefined ? [] : [{ table: 'sign_in_sessions', key: sessionId } as const];
  const rows = await findGuardedRows(db, [...tables.map((table) => ({ table, key: userId })), ...session]);
  const foreign = rows.find((row) => !isValidRow(integrity, row));
  if (foreign === undefined) return true;
  alarms.raise('row_not_ours', { userId, reason: foreign.table });
  return false;
}
