// The checks of an account that wait for the client: an identity to confirm, a mail that did not arrive, results to decide on.
import type { Authority, OrderScope } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { demand, mayDo, type Permission } from '../access/permissions.ts';
import { isUndecided } from '../client-decisions/undecided-queries.ts';
import { catalogue } from '../report-types/catalogue.ts';

export interface WaitingCheck {
  readonly check_id: string;
  readonly applicant_id: string;
  readonly order_id: number;
  readonly waits_for: 'identity' | 'email_address' | 'decision';
  readonly since: Date;
}

const ofSubsidiary = ({ subsidiaryId }: OrderScope): Sql =>
  subsidiaryId === null ? sql`` : sql`and c.subsidiary_id = ${subsidiaryId}`;

/** The report types for which somebody confirms the candidate's identity. */
const typesWithIdentity = catalogue.filter(({ identity }) => identity !== null).map(({ id }) => id);

/** Reports are found by the index of the queue, which holds the open ones only. */
const withoutIdentity = (scope: OrderScope, limit: number): Sql => sql`
  select distinct c.id as check_id, c.applicant_id, c.order_id, 'identity' as waits_for, coalesce(c.form_completed_at, c.created_at) as since
  from reports r
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  where r.environment = ${scope.environment} and r.account_id = ${scope.accountId}
    and r.report_type_id = any (${typesWithIdentity}::integer[]) and r.requested_at is not null
    and r.status in ('awaiting_data', 'paused', 'awaiting_approval')
    and c.identity_confirmed_at is null and c.status <> 'awaiting_applicant' ${ofSubsidiary(scope)}
  order by since, c.order_id limit ${limit}`;

/** Of a mail `e` of a check: the newest one, and it failed. A later one that was sent shows that the address is right now. */
export const isNotDelivered = sql`e.status = 'failed' and not exists (
  select from emails later
  where later.account_id = e.account_id and later.environment = e.environment and later.check_id = e.check_id
    and later.created_at > e.created_at)`;

/** Mails to the candidate before the form is in. */
const notDelivered = (scope: OrderScope, limit: number): Sql => sql`
  select distinct on (since, c.order_id) c.id as check_id, c.applicant_id, c.order_id, 'email_address' as waits_for, e.created_at as since
  from emails e
  join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
  where e.account_id = ${scope.accountId} and e.environment = ${scope.environment} and ${isNotDelivered}
    and c.status = 'awaiting_applicant' ${ofSubsidiary(scope)}
  order by since, c.order_id limit ${limit}`;

/** The newest first: an account that has decided elsewhere may have many. The index has the same condition. */
const undecided = (scope: OrderScope, limit: number): Sql => sql`
  select c.id as check_id, c.applicant_id, c.order_id, 'decision' as waits_for, c.completed_at as since
  from checks c
  where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and ${isUndecided(scope)} ${ofSubsidiary(scope)}
  order by c.order_id desc limit ${limit}`;

/** The longest first, of each kind `limit` at most. Without those that the user may do nothing about. */
export function findChecksWaitingForClient(
  db: Db,
  caller: OrderScope & Authority,
  limit: number,
): Promise<WaitingCheck[]> {
  demand(caller, 'read_checks');
  const allows = (permission: Permission) => mayDo({ permissions: caller.permissions ?? [] }, permission);
  const kinds = [
    ...(allows('confirm_identity') ? [withoutIdentity(caller, limit)] : []),
    ...(allows('order_checks') ? [notDelivered(caller, limit)] : []),
    ...(allows('decide_on_candidates') ? [undecided(caller, limit)] : []),
  ];
  if (kinds.length === 0) return Promise.resolve([]);
  return db.rows<WaitingCheck>(
    kinds.map((kind) => sql`(${kind})`).reduce((all, kind) => sql`${all} union all ${kind}`),
  );
}
