// The conditions by which lists read what agencies confirmed in writing.
import type { Tenant } from '../../context.ts';
import { type Sql, sql } from '../../platform/db/database.ts';

/** What an agency confirmed of a person `p`, as `f`, while they work as its worker. */
export const fromConfirmations = ({ accountId, environment }: Tenant): Sql => sql`
  from agency_confirmations f
  where f.account_id = ${accountId} and f.environment = ${environment} and f.applicant_id = p.applicant_id
    and ${isAgencyWorker({ accountId, environment })}`;

/** Whether a person `p` works as the worker of an agency. */
export const isAgencyWorker = ({ accountId, environment }: Tenant): Sql => sql`exists (
  select from applicants aw
  where aw.account_id = ${accountId} and aw.environment = ${environment} and aw.id = p.applicant_id
    and aw.work_kind = 'agency')`;
