// Rows of an account's packages, with the report types of each.
import { type Db, sql } from '../../platform/db/database.ts';
import type { OrderedOption } from './report-type-rules.ts';
import type { StandardId } from './standards.ts';

export interface PackageContent {
  readonly name: string;
  readonly description: string;
  /** Of an order of it; null if the prices of its reports apply. */
  readonly pricePence: number | null;
  /** Who orders it; null for everybody of the account. */
  readonly subsidiaryIds: readonly string[] | null;
  /** The standard that it is made from; a package that is changed keeps it. */
  readonly standard: StandardId | null;
  readonly items: readonly {
    readonly reportTypeId: number;
    readonly quantity: number;
    readonly options: readonly OrderedOption[] | null;
  }[];
}

async function insertItems(db: Db, accountId: string, id: number, { items }: PackageContent): Promise<void> {
  const rows = items.map(({ reportTypeId, quantity, options }) => ({
    report_type_id: reportTypeId,
    quantity,
    options,
  }));
  await db.run(sql`
    insert into package_items (account_id, package_id, report_type_id, quantity, options)
    select ${accountId}::uuid, ${id}::integer, i.report_type_id, i.quantity, i.options
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i(report_type_id integer, quantity smallint, options jsonb)`);
}

/** Whether there is at least one, and all are of the account. */
export async function areSubsidiaries(db: Db, accountId: string, ids: readonly string[]): Promise<boolean> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from subsidiaries where account_id = ${accountId} and id = any (${ids}::uuid[])`);
  return ids.length > 0 && row!.count === new Set(ids).size;
}

/** The subsidiaries of an account that take orders, by the name or the own id that those of another account have. */
export function findNamesakes(
  db: Db,
  accountId: string,
  { of, ids }: { readonly of: string; readonly ids: readonly string[] },
): Promise<{ readonly id: string }[]> {
  return db.rows(sql`
    select distinct s.id from subsidiaries s
    join subsidiaries o on o.account_id = ${of} and o.id = any (${ids}::uuid[])
      and (lower(o.name) = lower(s.name) or o.external_id = s.external_id)
    where s.account_id = ${accountId} and s.ended_at is null
    order by s.id`);
}

/** Undefined if the account has a package of that name. */
export async function insertPackage(db: Db, accountId: string, pack: PackageContent): Promise<number | undefined> {
  const row = await db.row<{ id: number }>(sql`
    insert into packages (account_id, name, description, price_pence, subsidiary_ids, standard)
    values (${accountId}, ${pack.name}, ${pack.description}, ${pack.pricePence}, ${pack.subsidiaryIds}::uuid[],
      ${pack.standard})
    on conflict do nothing returning id`);
  if (row !== undefined) await insertItems(db, accountId, row.id, pack);
  return row?.id;
}

/** False if another package of the account has that name. */
export async function replacePackage(db: Db, accountId: string, id: number, pack: PackageContent): Promise<boolean> {
  const changed = await db.run(sql`
    update packages p set name = ${pack.name}, description = ${pack.description}, price_pence = ${pack.pricePence},
      subsidiary_ids = ${pack.subsidiaryIds}::uuid[]
    where p.account_id = ${accountId} and p.id = ${id} and not exists (
      select from packages o where o.account_id = ${accountId} and o.name = ${pack.name} and o.id <> ${id})`);
  if (changed === 0) return false;
  await db.run(sql`delete from package_items where account_id = ${accountId} and package_id = ${id}`);
  await insertItems(db, accountId, id, pack);
  return true;
}

/** Its items go with it. Returns 0 if there is no such package. */
export function deletePackage(db: Db, accountId: string, id: number): Promise<number> {
  return db.run(sql`delete from packages where account_id = ${accountId} and id = ${id}`);
}

export interface PackageItemRow {
  readonly report_type_id: number;
  readonly quantity: number;
  /** Those that each is ordered with; null for none. */
  readonly options: readonly OrderedOption[] | null;
}

export interface PackageRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly price_pence: number | null;
  /** Who orders it; null for everybody of the account. */
  readonly subsidiary_ids: readonly string[] | null;
  readonly standard: StandardId | null;
  readonly items: readonly PackageItemRow[];
}

export function findPackages(db: Db, accountId: string): Promise<PackageRow[]> {
  return db.rows<PackageRow>(sql`
    select p.id, p.name, p.description, p.price_pence, p.subsidiary_ids, p.standard,
      coalesce((select json_agg(json_build_object('report_type_id', i.report_type_id, 'quantity', i.quantity, 'options', i.options) order by i.report_type_id)
        from package_items i where (i.account_id, i.package_id) = (p.account_id, p.id)), '[]') as items
    from packages p where p.account_id = ${accountId} order by p.id`);
}
