// Applicants without facts for tests of long lists, and the expected list by counting and offsets.
import type { Tenant } from '../../../src/context.ts';
import type { Page } from '../../../src/lib/pages.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { makeBareAccounts } from '../../support/events.ts';

export async function bareTenant(db: Db): Promise<Tenant> {
  const [accountId] = await makeBareAccounts(db, 1);
  return { accountId: accountId!, environment: 'live' };
}

export async function addBareApplicants(db: Db, tenant: Tenant, count: number): Promise<void> {
  await db.run(sql`
    insert into applicants (account_id, environment, id, created_at, sealed_key, sealed_facts)
    select ${tenant.accountId}::uuid, ${tenant.environment}, uuidv7(), now(), '\\x00', '\\x00'
    from generate_series(1, ${count}::int)`);
}

/** Deletes the applicants at these positions in the list; the newest is 0. */
export async function removeApplicantsAt(db: Db, tenant: Tenant, places: readonly number[]): Promise<void> {
  await db.run(sql`
    delete from applicants where (account_id, environment, id) in (
      select account_id, environment, id from (
        select *, row_number() over (order by seq desc) - 1 as place from applicants
        where account_id = ${tenant.accountId} and environment = ${tenant.environment} and erased_at is null
      ) listed
      where place = any (${places}::bigint[]))`);
}

export async function eraseNewestApplicant(db: Db, tenant: Tenant): Promise<void> {
  await db.run(sql`
    update applicants set erased_at = now(), sealed_key = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and seq = (
      select max(seq) from applicants
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and erased_at is null)`);
}

export async function countAndSkip(db: Db, tenant: Tenant, { page, perPage }: Page) {
  const count = await db.row<{ total: number }>(sql`
    select count(*) as total from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and erased_at is null`);
  const rows = await db.rows<{ id: string }>(sql`
    select id from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and erased_at is null
    order by seq desc offset ${(page - 1) * perPage} limit ${perPage}`);
  return { total: count!.total, ids: rows.map(({ id }) => id) };
}

export interface Folded {
  readonly blocks: number;
  readonly live: number;
}

/** The number of packed applicants, counted three ways; throws if the counts differ, or differ from the rows. */
export async function foldedOf(db: Db, tenant: Tenant): Promise<Folded> {
  const list = await db.row<Folded & { folded_seq: number }>(sql`
    select blocks, live, folded_seq from applicant_lists
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}`);
  const wrong = await db.rows(sql`
    with block as (
      select number, live, last_seq, lag(last_seq, 1, 0) over (order by number) as after_seq
      from applicant_list_blocks where account_id = ${tenant.accountId} and environment = ${tenant.environment}
    ), counted as (
      select number, live, (
        select count(*) from applicants a
        where a.account_id = ${tenant.accountId} and a.environment = ${tenant.environment} and a.erased_at is null
          and a.seq > block.after_seq and a.seq <= block.last_seq) as there
      from block
    )
    select 'block' as of, number, live, there from counted where live <> there
    union all
    select 'super-block', s.number, s.live, sum(c.there) from applicant_list_super_blocks s
    join counted c on c.number / 100 = s.number
    where s.account_id = ${tenant.accountId} and s.environment = ${tenant.environment}
    group by s.number, s.live having s.live <> sum(c.there)
    union all
    select 'list', count(*), ${list!.live}::bigint, sum(there) from counted
    having count(*) <> ${list!.blocks}::bigint or coalesce(sum(there), 0) <> ${list!.live}::bigint
      or coalesce((select max(last_seq) from block), 0) <> ${list!.folded_seq}::bigint`);
  if (wrong.length > 0) throw new Error(`blocks are wrong: ${JSON.stringify(wrong.slice(0, 5))}`);
  return { blocks: list!.blocks, live: list!.live };
}
