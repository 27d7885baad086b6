// The row of a check as far as it says which link opens the form.
import type { Tenant } from '../../context.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { CheckLink } from '../checks/check-links.ts';

/** Whether another person of the account has this blind key of an email address, and an order that is open, or was complete since then. */
export async function hasOtherHolder(
  db: Db,
  tenant: Tenant,
  emailKey: string,
  { applicantId, since }: { readonly applicantId: string; readonly since: Date },
): Promise<boolean> {
  const row = await db.row<{ is_shared: boolean }>(sql`
    select exists (
      select from applicants_by_key(${tenant.accountId}, ${tenant.environment}, ${[emailKey]}::bigint[]) as a(key, id)
      join checks c on c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.applicant_id = a.id
      where a.id <> ${applicantId} and c.status not in ('withdrawn', 'cancelled')
        and (c.status <> 'complete' or c.completed_at >= ${since})
    ) as is_shared`);
  return row!.is_shared;
}

/** Makes the fresh link the only one. */
export async function replaceFormLink(db: Db, tenant: Tenant, checkId: string, generation: number): Promise<void> {
  await db.run(sql`
    update checks set form_link_generation = ${generation}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}
      and form_link_generation < ${generation}`);
}

/** In which language the candidate reads the form and their mails. */
export async function setLanguage(db: Db, tenant: Tenant, checkId: string, language: SpokenLanguage): Promise<void> {
  await db.run(sql`
    update checks set language = ${language}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}`);
}

/** More of one person are old ones: the newest count. */
const MOST_LINKS = 5;

interface WantedLinks extends Tenant {
  /** The blind key of the email address, or of the telephone number. */
  readonly key: string;
}

/** The links to what candidates with these blind keys were asked, as far as they are not erased; the newest first. */
export async function findLinksOf(db: Db, wanted: readonly WantedLinks[]): Promise<CheckLink[]> {
  const rows = await db.rows<{
    account_id: string;
    environment: Tenant['environment'];
    id: string;
    generation: number;
  }>(sql`
    select c.account_id, c.environment, c.id, c.form_link_generation as generation
    from unnest(
      ${wanted.map(({ accountId }) => accountId)}::uuid[], ${wanted.map(({ environment }) => environment)}::environment[],
      ${wanted.map(({ key }) => key)}::bigint[]
    ) as w(account_id, environment, email_key)
    cross join lateral applicants_by_key(w.account_id, w.environment, array[w.email_key]) as a(key, id)
    join checks c on c.account_id = w.account_id and c.environment = w.environment and c.applicant_id = a.id
    order by c.status in ('withdrawn', 'cancelled', 'complete'), c.created_at desc limit ${MOST_LINKS}`);
  return rows.map(({ account_id: accountId, environment, id: checkId, generation }) => ({
    ...{ accountId, environment, checkId, generation },
  }));
}
