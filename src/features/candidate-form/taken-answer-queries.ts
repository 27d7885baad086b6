// The saved answers that somebody of the desk typed for the candidate, with who did.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { TypedFrom } from '../mailed-links/code-rules.ts';

export interface TakenAnswers {
  readonly from: TypedFrom;
  /** The names of those who typed. */
  readonly by: readonly string[];
  readonly pages: readonly string[];
  readonly lastAt: Date;
  /** Nothing of the form was answered in another way. */
  readonly isWhole: boolean;
}

/** By where they came from; none where the candidate typed everything. */
export function findTakenAnswers(db: Db, tenant: Tenant, checkId: string): Promise<TakenAnswers[]> {
  return db.rows<TakenAnswers>(sql`
    with answers as (
      select f.page, f.saved_at, f.typed_from, d.name from form_answers f left join desk_users d on d.id = f.typed_by
      where f.account_id = ${tenant.accountId} and f.environment = ${tenant.environment} and f.check_id = ${checkId}
        and f.page <> 'documents'
    )
    select typed_from as "from", array_agg(distinct name order by name) as by, array_agg(page order by saved_at, page) as pages,
      max(saved_at) as "lastAt", count(*) = (select count(*) from answers) as "isWhole"
    from answers where typed_from is not null group by typed_from order by typed_from desc`);
}
