// Rows of what clients ask about their charges, and of the answers.

import type { Actor, Authority, OrderScope, Tenant } from '../../context.ts';
import type { DisputeReason } from '../../messages/en-credits.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isAccessOpen } from '../accounts/access-end-queries.ts';
import type { MailedUser } from '../emails/email-actions.ts';
import { type Charged, linesOf } from '../lists/charge-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import { chargedAmount, chargedFee, laterPrice, vat } from '../reports/charged-amount-queries.ts';

export type DisputeOutcome = 'answered' | 'credited';

export interface DisputeRow extends Charged {
  readonly account_id: string;
  readonly account: string;
  readonly id: string;
  readonly about_id: string;
  readonly kind: 'order' | 'added';
  readonly check_id: string | null;
  readonly order_id: number | null;
  readonly reason: DisputeReason;
  readonly asked_by: Actor;
  readonly created_at: Date;
  /** Null until it is answered. */
  readonly outcome: DisputeOutcome | null;
  readonly answered_by: Actor | null;
  readonly answered_at: Date | null;
  /** Of the charge when it was made; null without an agreed price. */
  readonly amount_pence: number | null;
  readonly fee_pence: number;
  readonly vat_pence: number;
  readonly charged_at: Date;
  readonly subsidiary: string | null;
  /** The charge was credited or taken back whole, perhaps meanwhile. */
  readonly is_credited: boolean;
}

export interface SealedDispute extends DisputeRow {
  readonly applicant_id: string | null;
  /** Null of a charge for no order, and once the applicant is erased. */
  readonly sealed_key: Buffer | null;
  readonly sealed_words: Buffer;
  readonly sealed_answer: Buffer | null;
}

const charge = sql`
  join charges l on (l.account_id, l.environment, l.about_id, l.kind, l.number)
    = (d.account_id, d.environment, d.about_id, d.charge_kind, d.charge_number) ${laterPrice}
  left join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
  left join checks c on (c.account_id, c.environment, c.id) = (l.account_id, l.environment, coalesce(l.check_id, r.check_id))
  left join subsidiaries s on (s.account_id, s.id) = (c.account_id, coalesce(c.subsidiary_id, l.subsidiary_id))
  join accounts a on a.id = d.account_id`;

const columns = sql`
  d.account_id, a.name as account, d.id, d.about_id, d.charge_kind as kind, c.id as check_id, c.order_id, d.reason,
  d.asked_by, d.created_at, d.outcome, d.answered_by, d.answered_at,
  case when l.package is null then r.report_type_id end as report_type_id, l.package, l.description,
  ${chargedAmount} as amount_pence, ${chargedFee} as fee_pence, ${vat} as vat_pence, l.created_at as charged_at,
  s.name as subsidiary, exists (
    select from charges k where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id)
      and k.kind in ('credit', 'taken_back')) as is_credited`;

/** The open ones first, what waits longest before others; then the answered ones, the newest first. */
const inOrder = sql`
  order by d.outcome is not null, case when d.outcome is null then d.created_at end, d.answered_at desc, d.id`;

/** @param aboutId of one charge; undefined for all */
const ofScope = (scope: OrderScope, aboutId?: string): Sql => sql`
  d.environment = ${scope.environment}
  ${aboutId === undefined ? sql`` : sql`and d.about_id = ${aboutId}`}
  and d.about_id in (select l.about_id ${linesOf(scope)} and l.kind in ('order', 'added')
    and l.about_id in (select x.about_id from charge_disputes x where x.account_id = ${scope.accountId}))`;

export function findDisputes(db: Db, accounts: DeskAccounts, limit: number): Promise<DisputeRow[]> {
  return db.rows<DisputeRow>(sql`
    select ${columns} from charge_disputes d ${charge} where ${within(accounts, 'd.account_id')} ${inOrder} limit ${limit}`);
}

export function findDisputesOf(db: Db, caller: OrderScope & Authority, limit: number): Promise<DisputeRow[]> {
  return db.rows<DisputeRow>(sql`
    select ${columns} from charge_disputes d ${charge} where d.account_id = ${caller.accountId} and ${ofScope(caller)} ${inOrder} limit ${limit}`);
}

const sealed = sql`${columns}, n.id as applicant_id, n.sealed_key, d.sealed_words, d.sealed_answer`;
const applicant = sql`
  left join applicants n on (n.account_id, n.environment, n.id) = (c.account_id, c.environment, c.applicant_id)`;

/** Of one charge, the newest first. */
export function findDisputesOfCharge(
  db: Db,
  caller: OrderScope & Authority,
  aboutId: string,
): Promise<SealedDispute[]> {
  return db.rows<SealedDispute>(sql`
    select ${sealed} from charge_disputes d ${charge} ${applicant}
    where d.account_id = ${caller.accountId} and ${ofScope(caller, aboutId)} order by d.created_at desc, d.id desc`);
}

/** About orders, and about charges for no order, the oldest first. @param withoutOrder the latter too */
export function findDisputesOfOrders(
  db: Db,
  accountId: string,
  checkIds: readonly string[],
  withoutOrder: boolean,
): Promise<SealedDispute[]> {
  return db.rows<SealedDispute>(sql`
    select ${sealed} from charge_disputes d ${charge} ${applicant}
    where d.account_id = ${accountId} and (c.id = any (${checkIds}::uuid[]) or (${withoutOrder} and c.id is null))
    order by d.created_at, d.id`);
}

export function findDispute(db: Db, accounts: DeskAccounts, id: string): Promise<SealedDispute | undefined> {
  return db.row<SealedDispute>(sql`
    select ${sealed} from charge_disputes d ${charge} ${applicant}
    where ${within(accounts, 'd.account_id')} and d.id = ${id}`);
}

export interface DisputedCharge {
  readonly kind: 'order' | 'added';
  readonly order_id: number | null;
  readonly applicant_id: string | null;
  readonly sealed_key: Buffer | null;
}

/** Undefined if the caller sees no such charge. */
export function findDisputable(db: Db, scope: OrderScope, aboutId: string): Promise<DisputedCharge | undefined> {
  return db.row<DisputedCharge>(sql`
    select f.kind, c.order_id, c.applicant_id, n.sealed_key
    from (select l.kind, c.id as check_id ${linesOf(scope)} and l.about_id = ${aboutId} and l.kind in ('order', 'added')) f
    left join checks c on c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.id = f.check_id
    ${applicant}`);
}

export interface NewDispute {
  readonly id: string;
  readonly aboutId: string;
  readonly kind: 'order' | 'added';
  readonly reason: DisputeReason;
  readonly sealedWords: Buffer;
  readonly askedBy: Actor;
  readonly createdAt: Date;
}

/** False if a dispute of the charge is open. */
export async function insertDispute(db: Db, tenant: Tenant, one: NewDispute): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into charge_disputes (account_id, environment, id, about_id, charge_kind, reason, sealed_words, asked_by, created_at)
    values (${tenant.accountId}, ${tenant.environment}, ${one.id}, ${one.aboutId}, ${one.kind}, ${one.reason},
      ${one.sealedWords}, ${one.askedBy}, ${one.createdAt})
    on conflict (account_id, environment, about_id) where outcome is null do nothing`);
  return inserted > 0;
}

export interface NewAnswer {
  readonly outcome: DisputeOutcome;
  readonly sealedAnswer: Buffer | null;
  readonly by: Actor;
  readonly at: Date;
}

/** False if it was answered before. */
export async function insertAnswer(db: Db, tenant: Tenant, id: string, answer: NewAnswer): Promise<boolean> {
  const changed = await db.run(sql`
    update charge_disputes set outcome = ${answer.outcome}, sealed_answer = ${answer.sealedAnswer},
      answered_by = ${answer.by}, answered_at = ${answer.at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and outcome is null`);
  return changed > 0;
}

/** The reports of the package that a charge `about` is a part of, or that one. */
export async function findReportsOfCharge(db: Db, tenant: Tenant, aboutId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select s.id
    from charges l
    join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
    join reports s on (s.account_id, s.environment, s.check_id) = (r.account_id, r.environment, r.check_id)
    join charges o on (o.account_id, o.environment, o.about_id) = (s.account_id, s.environment, s.id) and o.kind = 'order'
    where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment} and l.about_id = ${aboutId}
      and l.kind = 'order' and (s.id = r.id or o.package = l.package) and not exists (
        select from charges k where (k.account_id, k.environment, k.about_id) = (o.account_id, o.environment, o.about_id)
          and k.kind = 'credit')
    order by s.position`);
  return rows.map(({ id }) => id);
}

/** Undefined if they may not sign in any more. */
export function findAsker(db: Db, tenant: Tenant, actor: Actor): Promise<MailedUser | undefined> {
  return db.row<MailedUser>(sql`
    select u.id, u.name, u.email from users u
    where u.account_id = ${tenant.accountId} and 'user:' || u.id = ${actor} and ${isAccessOpen('u')}`);
}
