// When somebody was asked about a candidate, as limited screening counts it.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { QuestionnaireId } from '../references/questionnaires.ts';

/** The questionnaires of employers; a friend, a landlord and a school are none. */
const ofEmployers = ['standard', 'regulated', 'safer_recruitment'] as const satisfies readonly QuestionnaireId[];

/** When an employer was first written to, as far as the mail arrived, or first answered; null if that was never so. */
export async function findAskedAt(db: Db, tenant: Tenant, checkId: string): Promise<Date | null> {
  const row = await db.row<{ readonly asked_at: Date | null }>(sql`
    select min(coalesce(mailed_at, replied_at)) as asked_at from report_references
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and status not in ('withdrawn', 'undelivered') and questionnaire = any (${[...ofEmployers]}::text[])`);
  return row?.asked_at ?? null;
}
