// Copies everything of one database into another that has the same migrations and is empty, through ordinary connections.
import pg from 'pg';

const ROWS_AT_ONCE = 500;
const XIDS_AT_ONCE = 100_000;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

interface Table {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted; without those that the database computes. */
  readonly columns: readonly string[];
}

export interface CopiedDatabase {
  readonly tables: number;
  readonly rows: number;
}

/** For the operator: nothing was copied. */
class CopyRefused extends Error {}

async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'
      and not (n.nspname, c.relname) in (('public', 'migrations'), ('graphile_worker', 'migrations'))
    group by 1, 2 order by 1, 2`);
  return rows.map(({ schema, name, columns }) => ({
    name: `${quoted(schema)}.${quoted(name)}`,
    columns: columns.map(quoted),
  }));
}

async function refuseUnlessAlone(source: pg.ClientBase): Promise<void> {
  const { rows } = await source.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (rows.length > 0)
    throw new CopyRefused('Something else uses the database that is copied. Stop every process of the program first.');
}

async function refuseUnlessEmpty(target: pg.ClientBase): Promise<void> {
  const { rows } = await target.query<{ used: boolean }>(
    'select exists (select from accounts) or exists (select from desk_users) or exists (select from events) as used',
  );
  if (rows[0]!.used)
    throw new CopyRefused('The database to copy to holds accounts already, and nothing was copied. Name an empty one.');
}

/**
 * Events are sealed in the order of their transactions, whose numbers are signed: those of the target go on where those of
 * the source end.
 */
async function passTransactions(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  // A dump that was restored on another server has events of greater numbers than that server has reached.
  const { rows } = await source.query<{ end: string }>(`
    select greatest(pg_snapshot_xmax(pg_current_snapshot()), (select max(xid) from events),
      (select max(xid) from security_events))::text as end`);
  const end = BigInt(rows[0]!.end);
  await target.query('set synchronous_commit = off');
  for (;;) {
    const { rows: found } = await target.query<{ now: string }>('select pg_current_xact_id()::text as now');
    const left = end - BigInt(found[0]!.now);
    if (left < 0n) break;
    const count = Number(left < BigInt(XIDS_AT_ONCE) ? left + 1n : XIDS_AT_ONCE);
    await target.query(`do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`);
  }
  await target.query('set synchronous_commit = on');
}

async function copyTable(source: pg.ClientBase, target: pg.ClientBase, { name, columns }: Table): Promise<number> {
  await target.query(`delete from ${name}`);
  // The text of a whole row is exact for every type.
  await source.query(`declare copied no scroll cursor for select t::text as line from ${name} t`);
  const insert = `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${columns.map((column) => `(r).${column}`).join(', ')} from (select line::${name} as r from unnest($1::text[]) line) x`;
  let copied = 0;
  for (;;) {
    const { rows } = await source.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from copied`);
    if (rows.length === 0) break;
    await target.query(insert, [rows.map(({ line }) => line)]);
    copied += rows.length;
  }
  await source.query('close copied');
  return copied;
}

async function copySequences(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ('public', 'graphile_worker')`);
  for (const { name, last } of rows)
    if (last !== null) await target.query('select setval($1::regclass, $2::bigint)', [name, last]);
}

/** Without their keys to other tables and their triggers, the tables can be filled in any order. Returns what puts the keys back. */
async function takeKeysAway(target: pg.ClientBase, tables: readonly Table[]): Promise<readonly string[]> {
  const { rows } = await target.query<{ table: string; name: string; definition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, format('%I', k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname in ('public', 'graphile_worker')`);
  for (const { table, name } of rows) await target.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}

/**
 * All or nothing. Refuses while something else uses the source, and a target that holds accounts. Both have been migrated by
 * this program. @param source of a role that reads every table @param target of the owner of its tables
 */
export async function copyDatabase(source: pg.ClientConfig, target: pg.ClientConfig): Promise<CopiedDatabase> {
  const [from, to] = [new pg.Client(source), new pg.Client(target)];
  await from.connect();
  try {
    await to.connect();
    await refuseUnlessAlone(from);
    await refuseUnlessEmpty(to);
    await passTransactions(from, to);
    await from.query('begin isolation level repeatable read read only');
    await to.query('begin');
    const tables = await findTables(from);
    const keys = await takeKeysAway(to, tables);
    let rows = 0;
    for (const table of tables) rows += await copyTable(from, to, table);
    await copySequences(from, to);
    for (const key of keys) await to.query(key);
    for (const { name } of tables) await to.query(`alter table ${name} enable trigger user`);
    await to.query('commit');
    await to.query('analyze');
    return { tables: tables.length, rows };
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}
