// The list of an account's applicants, newest first: any page and the exact total in one statement, however long it
// is.
import type { Tenant } from '../../context.ts';
import { itemsBefore, type Page } from '../../lib/pages.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { pageWithTotal } from '../../platform/db/page-query.ts';
import { type ApplicantRow, isSeenBy } from './applicant-store.ts';

export interface ListedApplicant extends ApplicantRow {
  /** The position in the order of creation; the newest has the highest. */
  readonly seq: number;
}

export async function listApplicants(
  db: Db,
  tenant: Tenant,
  page: Page,
): Promise<{ readonly total: number; readonly rows: readonly ListedApplicant[] }> {
  if ((tenant.subsidiaryIds ?? null) !== null) return listApplicantsOfSubsidiaries(db, tenant, page);
  const { accountId, environment } = tenant;
  // The position is a row of its own, present even if the page is empty.
  const found = await db.rows<{ total: number } & (ListedApplicant | { id: null })>(sql`
    select list.total, a.id, a.seq, a.created_at, a.version, a.sealed_key, a.sealed_facts, a.subsidiary_id
    from applicant_list_position(${accountId}, ${environment}, ${itemsBefore(page)}) list
    left join lateral (
      select * from applicants
      where account_id = ${accountId} and environment = ${environment} and erased_at is null and seq <= list.from_seq
      order by seq desc offset list.leave_out limit ${page.perPage}
    ) a on true
    order by a.seq desc`);
  return {
    total: found[0]!.total,
    rows: found.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row])),
  };
}

/** Counts the rows: subsidiaries have few of the account's applicants. */
function listApplicantsOfSubsidiaries(
  db: Db,
  tenant: Tenant,
  page: Page,
): Promise<{ total: number; rows: ListedApplicant[] }> {
  const wanted = sql`
    from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and erased_at is null ${isSeenBy(tenant)}`;
  return pageWithTotal<ListedApplicant>(db, {
    count: sql`select count(*) as total ${wanted}`,
    rows: sql`
      select id, seq, created_at, version, sealed_key, sealed_facts, subsidiary_id ${wanted}
      order by seq desc offset ${itemsBefore(page)} limit ${page.perPage}`,
  });
}

/** Finds the number below which no running transaction can still add an applicant; blocks end there. */
export async function advanceApplicantListHorizon(db: Db): Promise<number> {
  await db.run(sql`select advance_applicant_list_horizon()`);
  const horizon = await db.row<{ safe: number }>(sql`select safe from applicant_list_horizon`);
  return horizon!.safe;
}

/**
 * Lists with a complete run beyond their last block. Checks the newest applicant first, because most lists have no new
 * one.
 */
export function findApplicantListsToFold(db: Db): Promise<Tenant[]> {
  return db.rows<Tenant>(sql`
    select l.account_id as "accountId", l.environment
    from applicant_lists l, applicant_list_horizon horizon
    where horizon.safe > horizon.folded and case
      when exists (
        select from applicants a
        where a.account_id = l.account_id and a.environment = l.environment
          and a.erased_at is null and a.seq > greatest(horizon.folded, l.folded_seq) and a.seq <= horizon.safe
        order by a.seq offset 0
      ) then exists (
        select from applicants a
        where a.account_id = l.account_id and a.environment = l.environment
          and a.erased_at is null and a.seq > l.folded_seq and a.seq <= horizon.safe
        order by a.seq offset 99
      ) end`);
}

/** Records that every list has been packed up to the horizon `safe`. */
export async function finishApplicantListFold(db: Db, safe: number): Promise<void> {
  await db.run(sql`update applicant_list_horizon set folded = ${safe} where folded < ${safe}`);
}

/**
 * Packs at most `mostBlocks` runs of 100 applicants, in a transaction of its own unless one is open. Returns how many.
 */
export async function foldApplicantList(db: Db, tenant: Tenant, mostBlocks: number): Promise<number> {
  const row = await db.row<{ blocks: number }>(sql`
    select fold_applicant_list(${tenant.accountId}, ${tenant.environment}, ${mostBlocks}) as blocks`);
  return row!.blocks;
}
