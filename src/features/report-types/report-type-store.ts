// Rows of an account's agreements: report type groups, job roles, and the report types with their terms.

import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { groupCommit } from '../../platform/db/group-commit.ts';
import { isComing, type TermName, type TermsRow, termNames, terms } from './agreed-terms.ts';
import { feeFreeOption } from './report-type-rules.ts';
import type { Eligibility } from './role-levels.ts';

export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly members: readonly { readonly report_type_id: number; readonly options: unknown }[];
}

export function findGroups(db: Db, accountId: string, ids?: readonly number[]): Promise<GroupRow[]> {
  return db.rows<GroupRow>(sql`
    select g.id, g.name,
      coalesce((select json_agg(json_build_object('report_type_id', m.report_type_id, 'options', m.options) order by m.position)
        from report_type_group_members m where (m.account_id, m.group_id) = (g.account_id, g.id)), '[]') as members
    from report_type_groups g
    where g.account_id = ${accountId} and (${ids ?? null}::bigint[] is null or g.id = any (${ids ?? null}::bigint[]))
    order by g.id`);
}

export interface JobRoleRow {
  readonly id: number;
  readonly role_title: string;
  readonly role_check_type: 'standard' | 'enhanced';
  readonly working_with_vulnerable_adults: boolean;
  readonly working_with_children: boolean;
  readonly working_from_home: boolean;
  readonly vulnerable_adults_in_work_environment: boolean;
  readonly children_in_work_environment: boolean;
  readonly is_volunteer: boolean;
  /** null where the role was agreed without the questions. */
  readonly eligibility: Eligibility | null;
}

export interface KnownJobRole extends JobRoleRow {
  readonly live: boolean;
}

/** Live roles only: no order can name the others. */
export function findJobRoles(db: Db, accountId: string): Promise<JobRoleRow[]> {
  return db.rows<JobRoleRow>(sql`
    select id, role_title, role_check_type, working_with_vulnerable_adults, working_with_children, working_from_home,
      vulnerable_adults_in_work_environment, children_in_work_environment, is_volunteer, eligibility
    from job_roles where account_id = ${accountId} and live order by id`);
}

/** Finds retired roles too, because earlier orders name them. */
export function findJobRole(db: Db, accountId: string, id: number): Promise<KnownJobRole | undefined> {
  return db.row<KnownJobRole>(sql`
    select id, role_title, role_check_type, working_with_vulnerable_adults, working_with_children, working_from_home,
      vulnerable_adults_in_work_environment, children_in_work_environment, is_volunteer, eligibility, live
    from job_roles where account_id = ${accountId} and id = ${id}::bigint`);
}

export async function insertJobRole(db: Db, accountId: string, role: Omit<JobRoleRow, 'id'>): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into job_roles (account_id, role_title, role_check_type, working_with_vulnerable_adults, working_with_children,
      working_from_home, vulnerable_adults_in_work_environment, children_in_work_environment, is_volunteer, eligibility)
    values (${accountId}, ${role.role_title}, ${role.role_check_type}, ${role.working_with_vulnerable_adults},
      ${role.working_with_children}, ${role.working_from_home}, ${role.vulnerable_adults_in_work_environment},
      ${role.children_in_work_environment}, ${role.is_volunteer},
      ${role.eligibility === null ? null : JSON.stringify(role.eligibility)}::jsonb)
    returning id`);
  return row!.id;
}

/** Earlier orders keep the role. Returns 0 if there is no such live role. */
export function retireJobRoleRow(db: Db, accountId: string, id: number): Promise<number> {
  return db.run(sql`update job_roles set live = false where account_id = ${accountId} and id = ${id} and live`);
}

export interface GroupContent {
  readonly name: string;
  readonly members: readonly { readonly reportTypeId: number; readonly options: unknown }[];
}

async function insertMembers(db: Db, accountId: string, id: number, { members }: GroupContent): Promise<void> {
  const rows = members.map(({ reportTypeId, options }, position) => ({
    position,
    report_type_id: reportTypeId,
    options,
  }));
  await db.run(sql`
    insert into report_type_group_members (account_id, group_id, position, report_type_id, options)
    select ${accountId}::uuid, ${id}::integer, m.position, m.report_type_id, m.options
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m(position smallint, report_type_id integer, options jsonb)`);
}

/** Undefined if the account has a group of that name. */
export async function insertGroup(db: Db, accountId: string, group: GroupContent): Promise<number | undefined> {
  const row = await db.row<{ id: number }>(sql`
    insert into report_type_groups (account_id, name) values (${accountId}, ${group.name})
    on conflict do nothing returning id`);
  if (row !== undefined) await insertMembers(db, accountId, row.id, group);
  return row?.id;
}

/** False if another group of the account has that name. */
export async function replaceGroup(db: Db, accountId: string, id: number, group: GroupContent): Promise<boolean> {
  const changed = await db.run(sql`
    update report_type_groups g set name = ${group.name}
    where g.account_id = ${accountId} and g.id = ${id} and not exists (
      select from report_type_groups o where o.account_id = ${accountId} and o.name = ${group.name} and o.id <> ${id})`);
  if (changed === 0) return false;
  await db.run(sql`delete from report_type_group_members where account_id = ${accountId} and group_id = ${id}`);
  await insertMembers(db, accountId, id, group);
  return true;
}

/** Its members go with it. Returns 0 if there is no such group. */
export function deleteGroup(db: Db, accountId: string, id: number): Promise<number> {
  return db.run(sql`delete from report_type_groups where account_id = ${accountId} and id = ${id}`);
}

/**
 * The terms of an agreement on a UK day: from the day of what is to come, that is what applies, and nothing is to come any
 * more. Whatever depends on a price or a fee asks this. @param agreed the alias of a row of `account_report_types`
 */
export function termsOn(agreed: Sql, day: Sql): Readonly<Record<TermName, Sql>> {
  const hasCome = sql`${agreed}.next_from <= ${day}`;
  const column = (name: TermName) => sql`${agreed}.${rawSql(terms[name].row)}`;
  const applied = (now: TermName, next: TermName) =>
    sql`(case when ${hasCome} then coalesce(${column(next)}, ${column(now)})
      when ${day} < ${agreed}.earlier_until then ${agreed}.${rawSql(`earlier_${terms[now].row}`)} else ${column(now)} end)`;
  const stillToCome = (name: TermName) => sql`(case when ${hasCome} then null else ${column(name)} end)`;
  return {
    pricePence: applied('pricePence', 'nextPricePence'),
    feePence: applied('feePence', 'nextFeePence'),
    workingDays: column('workingDays'),
    renewAfterMonths: column('renewAfterMonths'),
    nextPricePence: stillToCome('nextPricePence'),
    nextFeePence: stillToCome('nextFeePence'),
    nextFrom: stillToCome('nextFrom'),
    volumePrices: applied('volumePrices', 'nextVolumePrices'),
    nextVolumePrices: stillToCome('nextVolumePrices'),
  };
}

/** The UK day of an instant. */
export const ukDayOf = (instant: Sql): Sql => sql`(${instant} at time zone 'Europe/London')::date`;

/** The fee in pence of a report. @param on the terms of its type @param options as ordered */
export const agreedFee = (
  on: Pick<Readonly<Record<TermName, Sql>>, 'pricePence' | 'feePence'>,
  options: Sql,
): Sql => sql`
  case when ${on.pricePence} is null or ${options} @> ${JSON.stringify([{ name: feeFreeOption }])}::jsonb then 0
    else coalesce(${on.feePence}, 0) end`;

const columnsOn = (agreed: Sql, day: Sql): Sql => {
  const on = termsOn(agreed, day);
  return termNames
    .map((name) => sql`${on[name]} as ${rawSql(terms[name].row)}`)
    .reduce((all, one) => sql`${all}, ${one}`);
};

export interface AgreedType extends TermsRow {
  readonly report_type_id: number;
}

/** All of the account's, on their terms of a UK day. */
export function findAgreedTypes(db: Db, accountId: string, day: IsoDate): Promise<AgreedType[]> {
  return db.rows<AgreedType>(sql`
    select t.report_type_id, ${columnsOn(sql`t`, sql`${day}::date`)} from account_report_types t
    where t.account_id = ${accountId} order by t.report_type_id`);
}

interface WantedTypes {
  readonly accountId: string;
  readonly ids: readonly number[];
  readonly day: IsoDate;
}

/** Concurrent requests share one statement, because every new check reads its types. */
const findWantedTypes = groupCommit<WantedTypes, AgreedType[]>(async (db, wanted) => {
  const each = wanted.flatMap(({ accountId, ids, day }) => ids.map((id) => ({ accountId, id, day })));
  const rows = await db.rows<AgreedType & { account_id: string; day: IsoDate }>(sql`
    select t.account_id, w.day, t.report_type_id, ${columnsOn(sql`t`, sql`w.day`)}
    from (select distinct account_id, report_type_id, day from unnest(
      ${each.map((one) => one.accountId)}::uuid[], ${each.map((one) => one.id)}::integer[], ${each.map((one) => one.day)}::date[]
    ) as one(account_id, report_type_id, day)) w
    join account_report_types t on t.account_id = w.account_id and t.report_type_id = w.report_type_id`);
  return wanted.map(({ accountId, ids, day }) =>
    rows.filter((row) => row.account_id === accountId && row.day === day && ids.includes(row.report_type_id)),
  );
});

/** Those of the types that are switched on for the account, on their terms of a UK day. */
export function findAgreedTypesAmong(
  db: Db,
  accountId: string,
  ids: readonly number[],
  day: IsoDate,
): Promise<AgreedType[]> {
  return findWantedTypes(db, { accountId, ids, day });
}

/**
 * What applied before the day of what has come stays for the orders of then, which may get their price later, with the day from
 * which it applied; what applied before that is not kept. Volume prices that are agreed without a day count for earlier days, too.
 * @param volume those that are stored @param wasVolume those of the day before it
 */
const earlierTerms = (day: IsoDate, volume: Sql, wasVolume: Sql): Sql => {
  const earlier = (column: string, was: string) =>
    sql`${rawSql(column)} = case when agreed.next_from <= ${day}::date then agreed.${rawSql(was)} else agreed.${rawSql(column)} end`;
  const price = earlier('earlier_price_pence', 'price_pence');
  const fee = earlier('earlier_fee_pence', 'fee_pence');
  const volumes = sql`earlier_volume_prices = case when (${volume}) is distinct from (${wasVolume}) then (${volume})
    when agreed.next_from <= ${day}::date then agreed.volume_prices else agreed.earlier_volume_prices end`;
  return sql`${price}, ${fee}, ${volumes}, ${earlier('earlier_from', 'earlier_until')}, ${earlier('earlier_until', 'next_from')}`;
};

/**
 * A term that is null stays as it is on the day; what is to come stays unless a day for it is given. What has come until the
 * day is stored as what applies. @param cleared terms that end where they are null
 */
export async function upsertAgreedTypes(
  db: Db,
  accountId: string,
  types: readonly AgreedType[],
  { day, cleared = [] }: { readonly day: IsoDate; readonly cleared?: readonly TermName[] },
): Promise<void> {
  const was = termsOn(sql`agreed`, sql`${day}::date`);
  const kept = (term: TermName) => {
    const given = sql`excluded.${rawSql(terms[term].row)}`;
    if (cleared.includes(term)) return given;
    if (!isComing(term)) return sql`coalesce(${given}, ${was[term]})`;
    return sql`case when excluded.next_from is null then ${was[term]} else ${given} end`;
  };
  await db.run(sql`
    insert into account_report_types as agreed (account_id, report_type_id, price_pence, fee_pence, working_days,
      renew_after_months, next_price_pence, next_fee_pence, next_from, volume_prices, next_volume_prices)
    select ${accountId}::uuid, t.report_type_id, t.price_pence, t.fee_pence, t.working_days, t.renew_after_months,
      t.next_price_pence, t.next_fee_pence, t.next_from, t.volume_prices, t.next_volume_prices
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb)
      as t(report_type_id integer, price_pence integer, fee_pence integer, working_days smallint, renew_after_months smallint,
        next_price_pence integer, next_fee_pence integer, next_from date, volume_prices text,
        next_volume_prices text)
    on conflict (account_id, report_type_id) do update
    set price_pence = ${kept('pricePence')}, fee_pence = ${kept('feePence')}, working_days = ${kept('workingDays')},
      renew_after_months = ${kept('renewAfterMonths')}, next_price_pence = ${kept('nextPricePence')},
      next_fee_pence = ${kept('nextFeePence')}, next_from = ${kept('nextFrom')}, volume_prices = ${kept('volumePrices')},
      next_volume_prices = ${kept('nextVolumePrices')}, ${earlierTerms(day, kept('volumePrices'), was.volumePrices)}`);
}

export interface RenewalTerm {
  readonly report_type_id: number;
  /** null if it is not due again. */
  readonly renew_after_months: number | null;
}

/** Of types that are switched on. Returns those that changed. */
export function updateRenewalTerms(
  db: Db,
  accountId: string,
  renewals: readonly RenewalTerm[],
): Promise<RenewalTerm[]> {
  return db.rows<RenewalTerm>(sql`
    update account_report_types agreed set renew_after_months = t.renew_after_months
    from jsonb_to_recordset(${JSON.stringify(renewals)}::jsonb) as t(report_type_id integer, renew_after_months smallint)
    where agreed.account_id = ${accountId} and agreed.report_type_id = t.report_type_id
      and agreed.renew_after_months is distinct from t.renew_after_months
    returning agreed.report_type_id, agreed.renew_after_months`);
}

export async function deleteAgreedTypes(db: Db, accountId: string, ids: readonly number[]): Promise<void> {
  await db.run(sql`
    delete from account_report_types where account_id = ${accountId} and report_type_id = any (${ids}::integer[])`);
}
