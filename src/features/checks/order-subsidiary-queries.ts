// The subsidiary of an order, and of the person whom it is about.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { Check } from './check.ts';

/** The person follows their orders once all of them are of the same subsidiary: who sees an order can then read them, too. */
export async function updateSubsidiaryOf(
  db: Db,
  tenant: Tenant,
  { id, applicantId }: Pick<Check, 'id' | 'applicantId'>,
  to: string | null,
): Promise<void> {
  const { accountId, environment } = tenant;
  await db.run(sql`
    update checks set subsidiary_id = ${to}
    where account_id = ${accountId} and environment = ${environment} and id = ${id}`);
  await db.run(sql`
    with moved as (
      update applicants set subsidiary_id = ${to}
      where account_id = ${accountId} and environment = ${environment} and id = ${applicantId} and not exists (
        select from checks c
        where (c.account_id, c.environment, c.applicant_id) = (${accountId}, ${environment}, ${applicantId})
          and c.subsidiary_id is distinct from ${to})
      returning account_id, environment, id
    )
    update stated_people s set subsidiary_id = ${to} from moved m
    where (s.account_id, s.environment, s.applicant_id) = (m.account_id, m.environment, m.id)`);
}
