// Rows of quotes, each version one row.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { QuoteState } from './quote-states.ts';

export interface QuoteRow {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly status: QuoteState;
  readonly valid_until: IsoDate;
  readonly sealed_content: Buffer;
  readonly sent_on: IsoDate | null;
  readonly ended_on: IsoDate | null;
  readonly opened_account_id: string | null;
  readonly author_name: string | null;
  readonly created_at: Date;
}

const found = sql`
  select q.id, q.number, q.version, q.status, q.valid_until::text as valid_until, q.sealed_content,
    q.sent_on::text as sent_on, q.ended_on::text as ended_on, q.opened_account_id, u.name as author_name, q.created_at
  from quotes q left join desk_users u on q.author = 'user:' || u.id`;

/** The newest first. @param accountId the house standard, as in all of these */
export const findQuotes = (db: Db, accountId: string, limit: number): Promise<QuoteRow[]> =>
  db.rows<QuoteRow>(sql`
    ${found} where q.account_id = ${accountId} order by q.number desc, q.version desc limit ${limit}`);

export const findQuote = (db: Db, accountId: string, id: string): Promise<QuoteRow | undefined> =>
  db.row<QuoteRow>(sql`${found} where q.account_id = ${accountId} and q.id = ${id}`);

/** All versions of a quote, the newest first. */
export const findVersions = (db: Db, accountId: string, number: number): Promise<QuoteRow[]> =>
  db.rows<QuoteRow>(sql`
    ${found} where q.account_id = ${accountId} and q.number = ${number} order by q.version desc`);

export const findQuoteOfOpened = (
  db: Db,
  accountId: string,
  openedId: string,
): Promise<Pick<QuoteRow, 'id' | 'number' | 'version'> | undefined> =>
  db.row(sql`
    select id, number, version from quotes where account_id = ${accountId} and opened_account_id = ${openedId}`);

/** Returns its number. @param of of which quote it is a version; undefined for a new number */
export async function insertQuote(
  db: Db,
  accountId: string,
  row: {
    readonly id: string;
    readonly of: Pick<QuoteRow, 'number' | 'version'> | undefined;
    readonly validUntil: IsoDate;
    readonly sealedContent: Buffer;
    readonly author: string;
    readonly createdAt: Date;
  },
): Promise<number> {
  const { id, of, validUntil, sealedContent, author, createdAt } = row;
  const number = of === undefined ? sql`default` : sql`${of.number}`;
  const inserted = await db.row<{ number: number }>(sql`
    insert into quotes (account_id, id, number, version, status, valid_until, sealed_content, author, created_at)
    values (${accountId}, ${id}, ${number}, ${of?.version ?? 1}, 'draft', ${validUntil}, ${sealedContent}, ${author},
      ${createdAt})
    returning number`);
  return inserted!.number;
}

export async function updateDraft(
  db: Db,
  accountId: string,
  {
    id,
    validUntil,
    sealedContent,
  }: { readonly id: string; readonly validUntil: IsoDate; readonly sealedContent: Buffer },
): Promise<void> {
  await db.run(sql`
    update quotes set valid_until = ${validUntil}, sealed_content = ${sealedContent}
    where account_id = ${accountId} and id = ${id} and status = 'draft'`);
}

export async function updateStatus(
  db: Db,
  accountId: string,
  { id, status, on }: { readonly id: string; readonly status: QuoteState; readonly on: IsoDate },
): Promise<void> {
  await db.run(sql`
    update quotes set status = ${status}, sent_on = coalesce(sent_on, ${on}),
      ended_on = case when ${status}::text = 'sent' then null else ${on}::date end
    where account_id = ${accountId} and id = ${id}`);
}

export async function setOpenedAccount(db: Db, accountId: string, id: string, openedId: string): Promise<void> {
  await db.run(sql`
    update quotes set opened_account_id = ${openedId} where account_id = ${accountId} and id = ${id}`);
}

/** How many. */
export const deleteQuote = (db: Db, accountId: string, id: string): Promise<number> =>
  db.run(sql`delete from quotes where account_id = ${accountId} and id = ${id} and opened_account_id is null`);

/**
 * Of all house standards: those that ended or expired before a day, and those whose account was closed before a moment.
 * Returns how many.
 */
export const deleteQuotesOver = (
  db: Db,
  { before, closedBefore, limit }: { readonly before: IsoDate; readonly closedBefore: Date; readonly limit: number },
): Promise<number> =>
  db.run(sql`
    delete from quotes where (account_id, id) in (
      select q.account_id, q.id from quotes q left join accounts a on a.id = q.opened_account_id
      where case when a.id is null then coalesce(q.ended_on, q.valid_until) < ${before}
        else (a.closing ->> 'closedAt')::timestamptz < ${closedBefore} end
      limit ${limit})`);
