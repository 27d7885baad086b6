// The clients for which somebody of the desk works.
import { type Db, sql } from '../../platform/db/database.ts';
import { isClient, isGone } from '../accounts/closing-queries.ts';
import { type DeskAccounts, within } from './work-queue-queries.ts';
export interface DeskAccount {
  readonly id: string;
  readonly name: string;
  readonly is_demo: boolean;
  readonly clock_offset_seconds: number;
  /** Closed, without users and work: only registers offer it still. */
  readonly is_gone: boolean;
}

export function findDeskAccounts(db: Db, accounts: DeskAccounts): Promise<DeskAccount[]> {
  return db.rows<DeskAccount>(sql`
    select a.id, a.name, a.is_demo, a.test_clock_offset_seconds as clock_offset_seconds, ${isGone('a')} as is_gone
    from accounts a where ${isClient('a')} and ${within(accounts, 'a.id')} order by a.name, a.id`);
}
