// Rows of the people of the desk who may look after an account, and of the accounts that somebody looks after.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type Asker, demand, mayDo, roles } from '../access/permissions.ts';
import { isClient, isClosed } from './closing-queries.ts';
import type { DeskUserRow } from './desk-user-store.ts';

export interface AccountManager {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** By name: those who may change accounts, and see this one. */
export async function findAccountManagers(db: Db, accountId: string, by: Asker): Promise<AccountManager[]> {
  demand(by, 'read_accounts', 'read_agreement');
  const rows = await db.rows<AccountManager & Pick<DeskUserRow, 'role'>>(sql`
    select d.id, d.name, d.email, d.role from desk_users d
    where d.disabled_at is null and (d.all_accounts or exists (
      select from desk_user_accounts g where g.desk_user_id = d.id and g.account_id = ${accountId}))
    order by lower(d.name), d.id`);
  return rows.filter(({ role }) => mayDo({ permissions: roles.desk[role] }, 'manage_accounts'));
}

export interface LookedAfter {
  readonly id: string;
  readonly name: string;
  readonly is_deputy: boolean;
  /** Those that differ from their defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Open accounts that the person is the manager or the deputy of, by name. */
export const findLookedAfter = (db: Db, deskUserId: string): Promise<LookedAfter[]> =>
  db.rows<LookedAfter>(sql`
    select a.id, a.name, a.settings ->> 'accountManager' is distinct from ${deskUserId} as is_deputy, a.settings
    from accounts a
    where ${isClient('a')} and not ${isClosed('a')}
      and ${deskUserId} in (a.settings ->> 'accountManager', a.settings ->> 'accountDeputy')
    order by lower(a.name), a.id`);

export interface EndingContract {
  readonly id: string;
  /** Ids of people of the desk; empty or null for nobody. */
  readonly manager: string | null;
  readonly deputy: string | null;
}

/** Of open accounts. @param days on which they end */
export const findEndingContracts = (db: Db, days: readonly IsoDate[]): Promise<EndingContract[]> =>
  db.rows<EndingContract>(sql`
    select a.id, a.settings ->> 'accountManager' as manager, a.settings ->> 'accountDeputy' as deputy
    from accounts a
    where ${isClient('a')} and not ${isClosed('a')} and a.settings ->> 'contractEnd' = any (${days}::text[])`);
