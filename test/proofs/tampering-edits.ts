// The ways to change outcomes, keys, credentials and grants straight in the database, as data; each always changes
// something.
import { type Db, rawSql, sql } from '../../src/platform/db/database.ts';
import { type GuardedTableName, guardedTables } from '../../src/platform/db/guarded-rows.ts';
import type { Random } from '../support/random.ts';
import { otherValue } from './audit-tampers.ts';

/** What an edit changed: the rows of a person or program, or what is shown of a check. */
export type Changed =
  | { readonly kind: 'row'; readonly table: GuardedTableName; readonly key: string }
  | { readonly kind: 'outcome'; readonly checkId: string };

export interface Edit {
  readonly name: string;
  apply(db: Db, random: Random): Promise<Changed>;
}

async function drawn<Row>(db: Db, random: Random, columns: string, table: string, condition = 'true'): Promise<Row> {
  const rows = await db.rows(rawSql(`select ${columns} from ${table} t where ${condition} order by t.ctid`));
  return random.pick(rows) as Row;
}

async function typesOf(db: Db, table: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ column: string; type: string }>(sql`
    select column_name as column, coalesce(domain_name, data_type) as type
    from information_schema.columns where table_name = ${table}`);
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/** Another value of the column; null columns get one. */
function another(column: string, type: string): string {
  if (column === 'mac') return 'sha256(coalesce(mac, ctid::text::bytea))';
  if (column.endsWith('_at')) return `coalesce(${column} + interval '1 hour', now())`;
  if (type === 'date') return `coalesce(${column}, current_date) + 1`;
  if (type === 'smallint') return `coalesce(${column}, 0) + 1`;
  if (type === 'jsonb') return `coalesce(${column}, '{}') || '{"x": 1}'`;
  if (column === 'subsidiary_ids') return `gen_random_uuid() || coalesce(${column}, '{}')`;
  if (type === 'ARRAY') return `array['read']::text[] || coalesce(${column}, '{}')`;
  const value = otherValue[type]?.(column);
  if (value === undefined) throw new Error(`say in otherValue how a value of type ${type} is changed`);
  return type === 'bytea' ? `sha256(coalesce(${column}, ''))` : value;
}

/** Allowed values, where a check of the table would refuse any other. */
const closed: Readonly<Record<string, readonly string[]>> = {
  'users.role': ['administrator', 'standard', 'billing'],
  'desk_users.role': ['administrator', 'screener', 'auditor'],
  'sign_in_sessions.second_factor': ['passkey', 'totp', 'recovery_code', 'provider'],
  'sign_in_links.purpose': ['invitation', 'forgotten_password'],
  'reports.status': ['complete', 'withdrawn', 'cancelled', 'awaiting_data'],
  'reports.result': ['clear', 'consider', 'unidentified'],
  'reports.sub_result': ['clear', 'rejected'],
  'reports.traffic_light': ['Green', 'Amber', 'Red'],
  'report_outcomes.result': ['clear', 'consider', 'unidentified'],
  'report_outcomes.sub_result': ['clear', 'rejected'],
  'report_outcomes.traffic_light': ['Green', 'Amber', 'Red'],
  'report_outcomes.ground': ['provider_answer', 'examination', 'review'],
  'checks.status': ['complete', 'withdrawn', 'in_progress'],
  'checks.result': ['clear', 'consider'],
};

function changedTo(table: string, column: string, type: string): string {
  const values = closed[`${table}.${column}`];
  if (values === undefined) return another(column, type);
  const next = values.map((value, index) => `when '${value}' then '${values[(index + 1) % values.length]}'`).join(' ');
  return `case coalesce(${column}, '') ${next} else '${values[0]}' end`;
}

/** The first columns that a row is found by, besides its place. */
async function editOf(db: Db, table: GuardedTableName, column: string): Promise<Edit> {
  const { key } = guardedTables[table];
  const value = changedTo(table, column, (await typesOf(db, table)).get(column) ?? '');
  return {
    name: `change ${table}.${column}`,
    async apply(tx, random) {
      const row = await drawn<{ place: string }>(tx, random, 't.ctid::text as place', table);
      const changed = await tx.row<{ key: string }>(
        sql`update ${rawSql(`${table} t set ${column} = ${value}`)} where t.ctid = ${row.place}::tid returning ${rawSql(`t.${key}::text as key`)}`,
      );
      return { kind: 'row', table, key: changed!.key };
    },
  };
}

/** A copy of a row with its MAC, for somebody else. */
const planted: Readonly<Partial<Record<GuardedTableName, Readonly<Record<string, string>>>>> = {
  users: { id: 'gen_random_uuid()', email: "gen_random_uuid() || '@planted.test'", external_id: 'null' },
  desk_users: { id: 'gen_random_uuid()', email: "gen_random_uuid() || '@planted.test'" },
  api_keys: { id: 'gen_random_uuid()', hash: 'sha256(t.hash)' },
  sign_in_credentials: { id: 'gen_random_uuid()', provider: "'planted'" },
  sign_in_factors: { id: 'gen_random_uuid()', credential_id: 'gen_random_uuid()::text' },
  sign_in_recovery_codes: { code_hash: 'sha256(t.code_hash)' },
  sign_in_links: { token_hash: 'sha256(t.token_hash)' },
  sign_in_sessions: { id: 'gen_random_uuid()', token: 'gen_random_uuid()::text' },
};

function plantingOf(table: GuardedTableName, values: Readonly<Record<string, string>>): Edit {
  const { key } = guardedTables[table];
  const given = Object.entries(values).map(([column, value]) => `'${column}', ${value}`);
  return {
    name: `plant a row of ${table}`,
    async apply(tx, random) {
      const row = await drawn<{ place: string }>(tx, random, 't.ctid::text as place', table);
      const inserted = await tx.row<{ key: string }>(
        sql`insert into ${rawSql(table)} select (jsonb_populate_record(t, jsonb_build_object(${rawSql(given.join(', '))}))).*
          from ${rawSql(`${table} t`)} where t.ctid = ${row.place}::tid returning ${rawSql(`${key}::text as key`)}`,
      );
      return { kind: 'row', table, key: inserted!.key };
    },
  };
}

const outcomeColumns: Readonly<Record<string, readonly string[]>> = {
  checks: ['status', 'result', 'completed_at'],
  reports: ['status', 'result', 'sub_result', 'traffic_light', 'completed_at', 'sealed_findings'],
  report_outcomes: [
    'report_id',
    'version',
    'result',
    'sub_result',
    'traffic_light',
    'sealed_findings',
    'author',
    'ground',
    'decided_at',
    'mac',
  ],
};

const checkOf: Readonly<Record<string, string>> = {
  checks: 't.id',
  reports: 't.check_id',
  report_outcomes: '(select r.check_id from reports r where r.id = t.report_id)',
};

/** Only what is over: a report that is still open shows nothing. */
const isOver: Readonly<Record<string, string>> = {
  checks: "t.status = 'complete'",
  reports: "t.status = 'complete'",
  report_outcomes: 't.version = (select max(o.version) from report_outcomes o where o.report_id = t.report_id)',
};

async function changeOutcome(tx: Db, random: Random, table: string, statement: (place: string) => string) {
  const columns = `t.ctid::text as place, ${checkOf[table]}::text as "checkId"`;
  const { place, checkId } = await drawn<{ place: string; checkId: string }>(tx, random, columns, table, isOver[table]);
  await tx.run(rawSql(statement(place)));
  return { kind: 'outcome', checkId } as const;
}

async function outcomeEdits(db: Db): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const [table, columns] of Object.entries(outcomeColumns)) {
    const types = await typesOf(db, table);
    for (const column of columns) {
      const value =
        column === 'decided_at'
          ? "decided_at + interval '1 second'"
          : changedTo(table, column, types.get(column) ?? '');
      edits.push({
        name: `change ${table}.${column}`,
        apply: (tx, random) =>
          changeOutcome(
            tx,
            random,
            table,
            (place) => `update ${table} t set ${column} = ${value} where t.ctid = '${place}'`,
          ),
      });
    }
  }
  return [
    ...edits,
    {
      name: 'delete a version of an outcome',
      apply: (tx, random) =>
        changeOutcome(
          tx,
          random,
          'report_outcomes',
          (place) => `delete from report_outcomes t where t.ctid = '${place}'`,
        ),
    },
    {
      name: 'plant a newer version of an outcome, and show it',
      apply: (tx, random) =>
        changeOutcome(
          tx,
          random,
          'report_outcomes',
          (place) => `
            with planted as (
              insert into report_outcomes
              select (jsonb_populate_record(t, jsonb_build_object('version', t.version + 1, 'result', 'unidentified'))).*
              from report_outcomes t where t.ctid = '${place}' returning report_id, result)
            update reports r set result = p.result from planted p where r.id = p.report_id`,
        ),
    },
  ];
}

export async function findEdits(db: Db): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const [table, { columns }] of Object.entries(guardedTables) as [
    GuardedTableName,
    { columns: readonly string[] },
  ][]) {
    // The kind of a factor is bound to its other columns by a constraint.
    const free = columns.filter((column) => column !== 'kind');
    for (const column of [...free, 'mac']) edits.push(await editOf(db, table, column));
    const values = planted[table];
    if (values !== undefined) edits.push(plantingOf(table, values));
  }
  return [...edits, ...(await outcomeEdits(db))];
}
