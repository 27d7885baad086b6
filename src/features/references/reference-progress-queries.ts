// How far the references of an order are, without what the referees said.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { chaseKind } from './reference-move-actions.ts';
import type { ReferenceRow } from './reference-store.ts';

export type ProgressRow = Pick<
  ReferenceRow,
  | 'id'
  | 'report_id'
  | 'status'
  | 'sealed_request'
  | 'chases'
  | 'mails'
  | 'requested_at'
  | 'mailed_at'
  | 'opened_at'
  | 'replied_at'
  | 'applicant_id'
  | 'sealed_key'
> & {
  readonly calls: number;
  readonly first_called_at: Date | null;
  readonly last_called_at: Date | null;
  /** The next reminder, or the end of the waiting after the last one. */
  readonly due_at: Date | null;
};

/** Those that somebody is or was asked, in that order: nobody waits for a request that was withdrawn. */
export function findProgress(db: Db, tenant: Tenant, checkId: string): Promise<ProgressRow[]> {
  return db.rows<ProgressRow>(sql`
    select r.id, r.report_id, r.status, r.sealed_request, r.chases, r.mails, r.requested_at, r.mailed_at, r.opened_at,
      r.replied_at, c.applicant_id, p.sealed_key, d.due_at, t.calls, t.first_called_at, t.last_called_at
    from report_references r
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    left join deadlines d on (d.account_id, d.environment, d.subject_id) = (r.account_id, r.environment, r.id)
      and d.kind = ${chaseKind}
    cross join lateral (
      select count(*)::integer as calls, min(made_at) as first_called_at, max(made_at) as last_called_at
      from reference_attempts
      where (account_id, environment, reference_id) = (r.account_id, r.environment, r.id)
    ) t
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
      and r.status <> 'withdrawn'
    order by r.requested_at, r.id`);
}
