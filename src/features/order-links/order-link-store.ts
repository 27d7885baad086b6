// Rows of links that candidates open to give their names, and of those candidates.
import type { OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { FieldMessages } from '../../lib/refusal.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type ClientRole, mayDo, roles } from '../access/permissions.ts';
import { isOfScope, seesSubsidiary } from '../access/scope-queries.ts';
import { isAccessOpen } from '../accounts/access-end-queries.ts';
import { isClosed } from '../accounts/closing-queries.ts';
import { coverOf } from '../accounts/cover-queries.ts';

export interface NewOrderLink extends Tenant {
  readonly id: string;
  readonly subsidiaryId: string | null;
  readonly createdBy: string;
  readonly sealedDetails: Buffer;
  readonly lastDay: IsoDate;
  readonly most: number;
  readonly createdAt: Date;
}

export interface OrderLinkRow {
  readonly id: string;
  readonly subsidiary_id: string | null;
  readonly created_by: string;
  readonly created_by_name: string;
  readonly sealed_details: Buffer;
  readonly last_day: IsoDate;
  readonly most_candidates: number;
  readonly created_at: Date;
  readonly stopped_at: Date | null;
  /** New orders of the account have ended. */
  readonly is_closed: boolean;
  readonly account_name: string;
  readonly offers_welsh: boolean;
  /** Of the account. */
  readonly clock_offset_seconds: number;
  /** Its candidates, and of them those for whom an order is placed, and those who wait for the client. */
  readonly named: number;
  readonly ordered: number;
  readonly waiting: number;
}

export interface LinkCandidateRow {
  readonly id: string;
  readonly sealed_person: Buffer;
  readonly given_at: Date;
  /** Why the order that was released could not be placed, by field of interface v1; null before that. */
  readonly problems: FieldMessages | null;
}

export async function insertOrderLink(db: Db, link: NewOrderLink): Promise<void> {
  await db.run(sql`
    insert into order_links (account_id, environment, id, subsidiary_id, created_by, sealed_details, last_day,
      most_candidates, created_at)
    values (${link.accountId}, ${link.environment}, ${link.id}, ${link.subsidiaryId}, ${link.createdBy},
      ${link.sealedDetails}, ${link.lastDay}, ${link.most}, ${link.createdAt})`);
}

/** The row of the order that was released: while it waits for its job, the candidate is in it. */
const joinRow = sql`
  left join bulk_order_rows r on (r.account_id, r.environment, r.bulk_order_id, r.row_number)
    = (c.account_id, c.environment, c.bulk_order_id, c.row_number)`;
const isWaiting = sql`c.sealed_person is not null and (c.bulk_order_id is null or r.problems is not null)`;

const seen = (scope: OrderScope): Sql => sql`
  l.account_id = ${scope.accountId} and l.environment = ${scope.environment}
    and ${isOfScope(scope, sql`l.subsidiary_id`)}`;

const links = sql`
  select l.id, l.subsidiary_id, l.created_by, u.name as created_by_name, l.sealed_details, l.last_day::text as last_day,
    l.most_candidates, l.created_at, l.stopped_at,
    ${isClosed('a')} as is_closed, a.name as account_name,
    coalesce((a.settings -> 'offersWelsh')::boolean, false) as offers_welsh,
    a.test_clock_offset_seconds as clock_offset_seconds, n.named, n.ordered, n.waiting
  from order_links l
  join accounts a on a.id = l.account_id
  join users u on (u.account_id, u.id) = (l.account_id, l.created_by)
  cross join lateral (
    select count(*)::integer as named, count(r.check_id)::integer as ordered,
      (count(*) filter (where ${isWaiting}))::integer as waiting
    from order_link_candidates c ${joinRow}
    where (c.account_id, c.environment, c.order_link_id) = (l.account_id, l.environment, l.id)
  ) n`;

/** Newest first. */
export const findOrderLinks = (db: Db, scope: OrderScope, limit: number): Promise<OrderLinkRow[]> =>
  db.rows<OrderLinkRow>(sql`${links} where ${seen(scope)} order by l.created_at desc, l.id limit ${limit}`);

export const findOrderLink = (db: Db, scope: OrderScope, id: string): Promise<OrderLinkRow | undefined> =>
  db.row<OrderLinkRow>(sql`${links} where ${seen(scope)} and l.id = ${id}`);

/** Until the transaction ends, its candidates stay as they are for others. */
export async function holdOrderLink(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db.run(sql`
    select from order_links where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} for update`);
}

export async function stopOrderLinkRow(db: Db, scope: OrderScope, id: string, at: Date): Promise<boolean> {
  const changed = await db.run(
    sql`update order_links l set stopped_at = ${at} where ${seen(scope)} and l.id = ${id} and l.stopped_at is null`,
  );
  return changed > 0;
}

/** Returns false if somebody with the address stands there already. */
export async function insertLinkCandidate(
  db: Db,
  tenant: Tenant,
  one: {
    readonly id: string;
    readonly linkId: string;
    readonly emailMark: Buffer;
    readonly sealedPerson: Buffer;
    readonly givenAt: Date;
  },
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into order_link_candidates (account_id, environment, id, order_link_id, email_mark, sealed_person, given_at)
    values (${tenant.accountId}, ${tenant.environment}, ${one.id}, ${one.linkId}, ${one.emailMark}, ${one.sealedPerson}, ${one.givenAt})
    on conflict (account_id, environment, order_link_id, email_mark) do nothing`);
  return inserted > 0;
}

/** Those who wait for the client, in the order in which they came. */
export const findWaitingCandidates = (db: Db, tenant: Tenant, linkId: string): Promise<LinkCandidateRow[]> =>
  db.rows<LinkCandidateRow>(sql`
    select c.id, c.sealed_person, c.given_at, r.problems
    from order_link_candidates c ${joinRow}
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.order_link_id = ${linkId} and ${isWaiting}
    order by c.given_at, c.id`);

export const countWaitingCandidates = async (db: Db, scope: OrderScope): Promise<number> =>
  (await db.row<{ readonly waiting: number }>(sql`
    select count(*)::integer as waiting
    from order_links l
    join order_link_candidates c on (c.account_id, c.environment, c.order_link_id) = (l.account_id, l.environment, l.id)
    ${joinRow}
    where ${seen(scope)} and ${isWaiting}`))!.waiting;

/** @param rows each candidate with their row of the bulk order */
export async function storeReleased(
  db: Db,
  tenant: Tenant,
  bulkOrderId: string,
  rows: readonly { readonly id: string; readonly rowNumber: number }[],
): Promise<void> {
  await db.run(sql`
    update order_link_candidates c set bulk_order_id = ${bulkOrderId}, row_number = r.row_number
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ rowNumber }) => rowNumber)}::integer[]) as r(id, row_number)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = r.id`);
}

export async function deleteWaitingCandidates(db: Db, tenant: Tenant, ids: readonly string[]): Promise<void> {
  await db.run(sql`
    delete from order_link_candidates
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = any (${ids}::uuid[])`);
}

/** Whoever has an order is in it from then on. */
export const forgetOrdered = (db: Db, limit: number): Promise<number> =>
  db.run(sql`
    update order_link_candidates set sealed_person = null where (account_id, environment, id) in (
      select c.account_id, c.environment, c.id from order_link_candidates c ${joinRow}
      where c.sealed_person is not null and r.check_id is not null limit ${limit})`);

/** Nothing is left of the address of somebody who was erased: they may give their name again. */
export const forgetErased = (db: Db, limit: number): Promise<number> =>
  db.run(sql`
    update order_link_candidates set email_mark = uuid_send(id) where (account_id, environment, id) in (
      select c.account_id, c.environment, c.id from order_link_candidates c ${joinRow}
      join checks k on (k.account_id, k.environment, k.id) = (r.account_id, r.environment, r.check_id)
      join applicants p on (p.account_id, p.environment, p.id) = (k.account_id, k.environment, k.applicant_id)
      where p.erased_at is not null and c.email_mark <> uuid_send(c.id) limit ${limit})`);

/** @param before by the clock of live data */
export const deleteCandidatesGivenBefore = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from order_link_candidates where (account_id, environment, id) in (
      select c.account_id, c.environment, c.id from order_link_candidates c
      join accounts a on a.id = c.account_id ${joinRow}
      where c.given_at < ${before}::timestamptz
          + case c.environment when 'test' then a.test_clock_offset_seconds else 0 end * interval '1 second'
        and ${isWaiting} limit ${limit})`);

export interface LinkContact {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly is_maker: boolean;
}

const ableRoles = (Object.keys(roles.client) as ClientRole[]).filter((role) =>
  mayDo({ permissions: roles.client[role] }, 'order_checks'),
);

const isMaker = ({ created_by }: OrderLinkRow): Sql => sql`coalesce(u.id in (
  ${created_by}::uuid, (select ${coverOf} from users u where u.id = ${created_by})), false)`;

/** Who made the link and who covers for them, and the administrators who see it, as far as they may still sign in and order. */
export const findLinkContacts = (db: Db, tenant: Tenant, link: OrderLinkRow): Promise<LinkContact[]> =>
  db.rows<LinkContact>(sql`
    select u.id, u.name, u.email, ${isMaker(link)} as is_maker from users u
    where u.account_id = ${tenant.accountId} and ${isAccessOpen('u')}
      and ${seesSubsidiary(sql`${link.subsidiary_id}::uuid`)}
      and (${isMaker(link)} or u.role = 'administrator') and u.role = any (${ableRoles}::text[])
    order by u.created_at, u.id`);
