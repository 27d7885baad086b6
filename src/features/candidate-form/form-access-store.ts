// The row of a check as far as it says which link opens the form.
import type { Tenant } from '../../context.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import { type Db, sql } from '../../platform/db/database.ts';

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
