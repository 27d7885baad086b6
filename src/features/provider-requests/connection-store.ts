// Rows of an account's connections to providers that use the signed protocol.
import { type Db, sql } from '../../platform/db/database.ts';

export interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly countries: readonly string[] | null;
  readonly facts: readonly string[];
  readonly person_decides: boolean;
  readonly asks_candidate: boolean;
  readonly timeout_ms: number;
  readonly answers_within_hours: number;
  readonly calls_per_minute: number | null;
  readonly cost_pence: number;
  readonly sealed_secret: Buffer;
  readonly sealed_previous_secret: Buffer | null;
  readonly previous_secret_until: Date | null;
  readonly created_at: Date;
}

const columns = sql`
  id, name, url, types, countries, facts, person_decides, asks_candidate, timeout_ms, answers_within_hours,
  calls_per_minute, cost_pence, sealed_secret, sealed_previous_secret, previous_secret_until, created_at`;

export function findConnections(db: Db, accountId: string): Promise<ConnectionRow[]> {
  return db.rows<ConnectionRow>(sql`
    select ${columns} from provider_connections where account_id = ${accountId} and ended_at is null order by name`);
}

export function findConnection(db: Db, accountId: string, name: string): Promise<ConnectionRow | undefined> {
  return db.row<ConnectionRow>(sql`
    select ${columns} from provider_connections
    where account_id = ${accountId} and name = ${name} and ended_at is null`);
}

/** Finds the connection of a callback, whose signature is verified afterwards. */
export function findConnectionById(
  db: Db,
  id: string,
): Promise<(ConnectionRow & { readonly account_id: string }) | undefined> {
  return db.row(sql`select account_id, ${columns} from provider_connections where id = ${id} and ended_at is null`);
}

/** The names of all accounts' connections. */
export async function findConnectedNames(db: Db): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select distinct name from provider_connections where ended_at is null order by name`);
  return rows.map(({ name }) => name);
}

/** The addresses of all accounts' connections. */
export async function findConnectedUrls(db: Db): Promise<string[]> {
  const rows = await db.rows<{ url: string }>(sql`
    select distinct url from provider_connections where ended_at is null order by url`);
  return rows.map(({ url }) => url);
}

/** Returns 0 if the account has a connection of that name. */
export function insertConnection(
  db: Db,
  accountId: string,
  row: Omit<ConnectionRow, 'sealed_previous_secret' | 'previous_secret_until'>,
): Promise<number> {
  return db.run(sql`
    insert into provider_connections (account_id, id, name, url, types, countries, facts, person_decides, asks_candidate,
      timeout_ms, answers_within_hours, calls_per_minute, cost_pence, sealed_secret, created_at)
    values (${accountId}, ${row.id}, ${row.name}, ${row.url}, ${row.types}, ${row.countries}, ${row.facts},
      ${row.person_decides}, ${row.asks_candidate}, ${row.timeout_ms}, ${row.answers_within_hours}, ${row.calls_per_minute}, ${row.cost_pence},
      ${row.sealed_secret}, ${row.created_at})
    on conflict do nothing`);
}

/** @param until when the previous secret ends */
export async function replaceSecret(
  db: Db,
  accountId: string,
  change: { readonly id: string; readonly sealedSecret: Buffer; readonly until: Date },
): Promise<void> {
  await db.run(sql`
    update provider_connections
    set sealed_previous_secret = sealed_secret, previous_secret_until = ${change.until}, sealed_secret = ${change.sealedSecret}
    where account_id = ${accountId} and id = ${change.id}`);
}

export async function endConnection(db: Db, accountId: string, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update provider_connections set ended_at = ${at} where account_id = ${accountId} and id = ${id}`);
}
