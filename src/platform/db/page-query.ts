// Reads a page of a list and its exact total in one statement, so that both are of the same moment.
import { type Db, type Sql, sql } from './database.ts';

/** `count` selects one row with `total`; `rows` selects the page, in the order that is kept. */
export async function pageWithTotal<Row extends object>(
  db: Db,
  { count, rows }: { readonly count: Sql; readonly rows: Sql },
): Promise<{ total: number; rows: Row[] }> {
  type Found = Row & { readonly total: number; readonly place: number | null };
  const found = await db.rows<Found>(sql`
    with counted as (${count}), listed as (select row_number() over () as place, page.* from (${rows}) page)
    select counted.total, listed.* from counted left join listed on true
    order by listed.place`);
  const listed = found.filter(({ place }) => place !== null);
  return { total: found[0]!.total, rows: listed.map(({ total: _, place: __, ...row }) => row as unknown as Row) };
}
