// The conditions by which lists read what agencies confirmed in writing.
import type { Tenant } from '../../context.ts';
import { type Sql, sql } from '../../platform/db/database.ts';

/** What an agency confirmed of a person `p`, as `f`, while they work as its worker. */
export const fromConfirmations = (tenant: Tenant): Sql => sql`
  from agency_confirmations f
  where f.account_id = ${tenant.accountId} and f.environment = ${tenant.environment} and f.applicant_id = p.applicant_id
    and ${isAgencyWorker(tenant)}`;

/** Whether a person `p` works as the worker of an agency. */
export const isAgencyWorker = (tenant: Tenant): Sql => sql`exists (
  select from applicants aw
  where aw.account_id = ${tenant.accountId} and aw.environment = ${tenant.environment} and aw.id = p.applicant_id
    and aw.work_kind = 'agency')`;
