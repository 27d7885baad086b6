// Whether somebody of the desk may still type for a candidate.
import { type Db, sql } from '../../platform/db/database.ts';
import { servingNobody } from '../../platform/db/served-account.ts';
import { rolesAtDesk } from '../access/permissions.ts';
import { isAccessOpen } from '../accounts/access-end-queries.ts';

/** They are still signed in at the desk, may take answers, and work for the account. */
export async function isTypistThere(db: Db, accountId: string, userId: string, now: Date): Promise<boolean> {
  // Requests of an account see nobody's sign-in at the desk.
  const found = await servingNobody(() =>
    db.row(sql`
      select from desk_users d
      where d.id = ${userId} and ${isAccessOpen('d')} and d.role = any (${rolesAtDesk('take_answers')}::text[])
        and (d.all_accounts or exists (
          select from desk_user_accounts w where w.desk_user_id = d.id and w.account_id = ${accountId}))
        and exists (select from sign_in_sessions i where i.user_id = d.id and i.expires_at > ${now})`),
  );
  return found !== undefined;
}
