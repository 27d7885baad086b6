// What becomes of the text messages that go with mails.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';

/**
 * Whether what the message asks for is still to be done: the form is awaited, a query is open, or they asked for the link,
 * no later mail says the
 * same, the person is not restricted, and the account still texts its candidates.
 */
export async function isTextWanted(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const row = await db.row<{ wanted: boolean }>(sql`
    select exists (
      select from emails e
      join accounts a on a.id = e.account_id
      join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
      where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and e.id = ${id}
        and (a.settings -> 'textCandidates')::boolean and not ${isCheckRestricted}
        and case when e.template = 'query_to_candidate' then exists (
          select from queries q
          where (q.account_id, q.environment, q.check_id) = (c.account_id, c.environment, c.id)
            and q.status = 'open' and q.addressee = 'candidate'
        ) when e.template = 'form_link' then true else c.status = 'awaiting_applicant' end
        and not exists (
          select from emails later
          where (later.account_id, later.environment, later.check_id) = (e.account_id, e.environment, e.check_id)
            and later.template = e.template and (later.created_at, later.id) > (e.created_at, e.id)
        )
    ) as wanted`);
  return row!.wanted;
}

export async function markTextQueued(db: Db, tenant: Tenant, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update emails set text_queued_at = coalesce(text_queued_at, ${at})
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** @param failure null if the gateway took it */
export async function recordTextAttempt(
  db: Db,
  tenant: Tenant,
  { id, at, failure }: { readonly id: string; readonly at: Date; readonly failure: string | null },
): Promise<void> {
  await db.run(sql`
    update emails set text_failure = ${failure}, texted_at = case when ${failure}::text is null then ${at}::timestamptz end
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}
