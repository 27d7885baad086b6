// Rows of the newest mail with a sign-in link to each user, and the address to which it goes.
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { attemptsAtMost } from '../../platform/jobs.ts';
import type { LinkPurpose } from './sign-in-link-store.ts';

interface SignInMail {
  readonly userId: string;
  readonly purpose: LinkPurpose;
  readonly at: Date;
}

/** Replaces what is known of an earlier one. */
export async function noteSignInMail(db: Db, { userId, purpose, at }: SignInMail): Promise<void> {
  await db.run(sql`
    insert into sign_in_mails (user_id, purpose, status, at) values (${userId}, ${purpose}, 'queued', ${at})
    on conflict (user_id) do update set purpose = excluded.purpose, status = 'queued', at = excluded.at, attempts = 0,
      failure = null`);
}

/** Ignores a mail that another one has replaced. @param failure null if it was sent */
export async function recordSignInAttempt(
  db: Db,
  {
    userId,
    purpose,
    at,
    failure,
    isFinal,
  }: SignInMail & { readonly failure: string | null; readonly isFinal: boolean },
): Promise<void> {
  await db.run(sql`
    update sign_in_mails set attempts = attempts + 1, failure = ${failure},
      status = case
        when ${failure}::text is null then 'sent'
        when ${isFinal} or attempts + 1 >= ${attemptsAtMost}::integer then 'failed'
        else status
      end,
      at = case
        when ${failure}::text is null or ${isFinal} or attempts + 1 >= ${attemptsAtMost}::integer then ${at} else at end
    where user_id = ${userId} and purpose = ${purpose}`);
}

/** Whether they ever signed in, or could: with a password or by their provider. */
export async function hasCredential(db: Db, userId: string): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (select from sign_in_credentials where user_id = ${userId}) as found`);
  return row!.found;
}

export function updateUserEmail(
  db: Db,
  accountId: string,
  { id, email }: { readonly id: string; readonly email: string },
  integrity: Integrity,
): Promise<number> {
  const update = sql`update users set email = ${email} where account_id = ${accountId} and id = ${id}`;
  return changeGuarded(db, integrity, 'users', id, (tx) => tx.run(update));
}

export function updateDeskEmail(db: Db, integrity: Integrity, id: string, email: string): Promise<number> {
  const update = sql`update desk_users set email = ${email} where id = ${id}`;
  return changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
}
