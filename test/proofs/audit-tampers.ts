// The ways to tamper with the audit trail, as data; each always changes something.
import { eventContent } from '../../src/features/events/audit-store.ts';
import { sealOnce } from '../../src/features/events/sealer.ts';
import { type Db, rawSql, type Sql, sql } from '../../src/platform/db/database.ts';
import type { Random } from '../support/random.ts';

export interface Tamper {
  readonly name: string;
  /** The chain stays consistent, so that only a head signed earlier reveals the change. */
  readonly needsHeads?: true;
  apply(db: Db, random: Random): Promise<void>;
}

interface Link {
  readonly seq: number;
  readonly event_id: string;
}

async function linksOf(db: Db): Promise<Link[]> {
  return db.rows<Link>(sql`select seq, event_id from event_links order by seq`);
}

async function drawLink(db: Db, random: Random): Promise<Link> {
  return random.pick(await linksOf(db));
}

async function drawTwo(db: Db, random: Random): Promise<[Link, Link]> {
  const links = await linksOf(db);
  const at = random.below(links.length - 1);
  const other = random.below(2) === 0 ? at + 1 : at + 1 + random.below(links.length - at - 1);
  return [links[at]!, links[other]!];
}

/** Somebody without the key cannot compare the MACs of events. */
const anyMac = { mac: () => Buffer.alloc(32), isMac: () => true };

/** Computes the whole chain again over the current events. */
async function forgeChain(db: Db): Promise<void> {
  await db.run(sql`delete from event_links`);
  await db.run(sql`update event_seal set seq = 0, hash = decode(repeat('00', 32), 'hex'), xid = '0',
    event_id = '00000000-0000-0000-0000-000000000000'`);
  await sealOnce(db, anyMac);
}

/** Another value of the column's type. */
export const otherValue: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column}, '') || 'x'`,
  environment: (column) => `case ${column} when 'live' then 'test' else 'live' end`,
  'timestamp with time zone': (column) => `${column} + interval '1 microsecond'`,
  boolean: (column) => `not ${column}`,
  jsonb: (column) => `${column} || '{"x": 1}'`,
  xid8: (column) => `(${column}::text::numeric + 1)::text::xid8`,
  bigint: (column) => `${column} + 1000`,
  smallint: (column) => `${column} + 1`,
  bytea: (column) => `sha256(${column})`,
};

function edit(table: string, row: (link: Link) => Sql, column: string, type: string): Tamper {
  const value = otherValue[type]?.(column);
  if (value === undefined) throw new Error(`say in otherValue how a value of type ${type} is changed`);
  return {
    name: `change ${table}.${column}`,
    async apply(db, random) {
      const link = await drawLink(db, random);
      await db.run(sql`update ${rawSql(`${table} set ${column} = ${value}`)} where ${row(link)}`);
    },
  };
}

const eventOf = (link: Link) => sql`id = ${link.event_id}`;
const linkOf = (link: Link) => sql`seq = ${link.seq}`;

async function columnsOf(db: Db, table: string): Promise<{ column: string; type: string }[]> {
  return db.rows(sql`
    select column_name as column, coalesce(domain_name, data_type) as type
    from information_schema.columns where table_name = ${table} order by ordinal_position`);
}

async function edits(db: Db): Promise<Tamper[]> {
  const tables = [
    { table: 'events', row: eventOf },
    { table: 'event_links', row: linkOf },
    { table: 'event_seal', row: () => sql`true` },
  ];
  const found = await Promise.all(
    tables.map(async ({ table, row }) =>
      (await columnsOf(db, table))
        // Without the watermark's key, which allows only one row.
        .filter(({ column }) => table !== 'event_seal' || column !== 'id')
        .map(({ column, type }) => edit(table, row, column, type)),
    ),
  );
  return found.flat();
}

/** Copies a random event under a new id, written by the same transaction, so that it lies within the sealed part. */
async function insertCopy(db: Db, random: Random): Promise<string> {
  const link = await drawLink(db, random);
  const row = await db.row<{ id: string }>(sql`
    insert into events select (jsonb_populate_record(e, jsonb_build_object('id',
      substr(e.id::text, 1, 24) || '000000000000'))).* from events e where id = ${link.event_id} returning id`);
  return row!.id;
}

const deletions: Tamper[] = [
  {
    name: 'delete an event',
    apply: async (db, random) =>
      void (await db.run(sql`delete from events where ${eventOf(await drawLink(db, random))}`)),
  },
  {
    name: 'delete a link',
    apply: async (db, random) =>
      void (await db.run(sql`delete from event_links where ${linkOf(await drawLink(db, random))}`)),
  },
  {
    name: 'delete an event with its link',
    async apply(db, random) {
      const link = await drawLink(db, random);
      await db.run(sql`delete from events where ${eventOf(link)}`);
      await db.run(sql`delete from event_links where ${linkOf(link)}`);
    },
  },
  {
    name: 'delete an event with its link and close the gap',
    async apply(db, random) {
      // Not the last link: cutting off the end is a case of its own.
      const [link] = await drawTwo(db, random);
      await db.run(sql`delete from events where ${eventOf(link)}`);
      await db.run(sql`delete from event_links where ${linkOf(link)}`);
      await db.run(sql`update event_links set seq = -seq where seq > ${link.seq}`);
      await db.run(sql`update event_links set seq = -seq - 1 where seq < 0`);
      await db.run(sql`update event_seal set seq = seq - 1`);
    },
  },
  {
    name: 'delete all events and links',
    async apply(db) {
      await db.run(sql`delete from events`);
      await db.run(sql`delete from event_links`);
    },
  },
];

const reorders: Tamper[] = [
  {
    name: 'exchange the places of two links',
    async apply(db, random) {
      const [a, b] = await drawTwo(db, random);
      await db.run(sql`update event_links set seq = -seq where seq in (${a.seq}, ${b.seq})`);
      await db.run(
        sql`update event_links set seq = case seq when -${a.seq}::bigint then ${b.seq}::bigint else ${a.seq}::bigint end where seq < 0`,
      );
    },
  },
  {
    name: 'exchange the events of two links',
    async apply(db, random) {
      const [a, b] = await drawTwo(db, random);
      await db.run(sql`alter table event_links drop constraint event_links_account_id_environment_event_id_key`);
      await db.run(sql`
        update event_links l set account_id = o.account_id, environment = o.environment, event_id = o.event_id
        from event_links o where (l.seq, o.seq) in ((${a.seq}, ${b.seq}), (${b.seq}, ${a.seq}))`);
    },
  },
  {
    name: 'exchange the contents of two events',
    async apply(db, random) {
      const [a, b] = await drawTwo(db, random);
      await db.run(sql`alter table events drop constraint events_pkey cascade`);
      await db.run(sql`update events set id = case id when ${a.event_id}::uuid then ${b.event_id}::uuid else ${a.event_id}::uuid end
        where id in (${a.event_id}, ${b.event_id})`);
    },
  },
];

async function rollWatermark(db: Db, to: Sql): Promise<void> {
  await db.run(sql`
    update event_seal s set seq = l.seq, hash = l.hash, xid = e.xid, event_id = e.id
    from event_links l join events e on e.id = l.event_id where l.seq = ${to}`);
}

/** Appends a valid link to the chain, and moves the watermark to it. */
async function appendLink(db: Db, eventId: string): Promise<void> {
  await db.run(sql`
    insert into event_links (seq, account_id, environment, event_id, digest, hash)
    select s.seq + 1, e.account_id, e.environment, e.id, d.digest, sha256(s.hash || int8send(s.seq + 1) || d.digest)
    from event_seal s, events e, sha256(convert_to(${eventContent}, 'UTF8')) as d(digest)
    where e.id = ${eventId}`);
  await rollWatermark(db, sql`(select max(seq) from event_links)`);
}

const insertions: Tamper[] = [
  { name: 'insert an event into the sealed part', apply: async (db, random) => void (await insertCopy(db, random)) },
  {
    name: 'insert an event and append its link',
    apply: async (db, random) => appendLink(db, await insertCopy(db, random)),
  },
  {
    name: 'plant an event after the last one and append its link',
    async apply(db) {
      const row = await db.row<{ id: string }>(sql`
        insert into events select (jsonb_populate_record(e, '{"id": "ffffffff-ffff-ffff-ffff-ffffffffffff"}')).*
        from events e where e.id = (select event_id from event_seal) returning id`);
      await appendLink(db, row!.id);
    },
  },
  {
    name: 'link an event a second time',
    async apply(db, random) {
      await db.run(sql`alter table event_links drop constraint event_links_account_id_environment_event_id_key`);
      await appendLink(db, (await drawLink(db, random)).event_id);
    },
  },
  {
    name: 'repeat a link at its own place',
    async apply(db, random) {
      const link = await drawLink(db, random);
      await db.run(sql`alter table event_links drop constraint event_links_account_id_environment_event_id_key`);
      await db.run(sql`alter table event_links drop constraint event_links_pkey`);
      await db.run(sql`insert into event_links select * from event_links where seq = ${link.seq}`);
    },
  },
  {
    name: 'repeat an event under its own id',
    async apply(db, random) {
      const link = await drawLink(db, random);
      await db.run(sql`alter table events drop constraint events_pkey cascade`);
      await db.run(
        sql`insert into events select (jsonb_populate_record(e, '{"actor": "system"}')).* from events e where id = ${link.event_id}`,
      );
    },
  },
];

const ends: Tamper[] = [
  {
    name: 'roll the watermark back',
    apply: async (db, random) => rollWatermark(db, sql`${(await drawTwo(db, random))[0].seq}`),
  },
  { name: 'remove the watermark', apply: async (db) => void (await db.run(sql`delete from event_seal`)) },
  {
    name: 'plant a second watermark',
    async apply(db) {
      await db.run(sql`alter table event_seal drop constraint event_seal_pkey, drop constraint event_seal_id_check`);
      await db.run(sql`insert into event_seal select false, seq, hash, xid, event_id from event_seal`);
    },
  },
  {
    name: 'cut off the links of the tail',
    async apply(db, random) {
      const { seq } = (await drawTwo(db, random))[0];
      await db.run(sql`delete from event_links where seq > ${seq}`);
      await rollWatermark(db, sql`${seq}`);
    },
    // The remaining events look like unsealed ones.
    needsHeads: true,
  },
  {
    name: 'cut off the tail with its links and the watermark',
    async apply(db, random) {
      const { seq } = (await drawTwo(db, random))[0];
      await db.run(sql`delete from events where id in (select event_id from event_links where seq > ${seq})`);
      await db.run(sql`delete from event_links where seq > ${seq}`);
      await rollWatermark(db, sql`${seq}`);
    },
    needsHeads: true,
  },
];

function forged(tamper: Tamper): Tamper {
  return {
    name: `${tamper.name} and forge the whole chain`,
    async apply(db, random) {
      await tamper.apply(db, random);
      await forgeChain(db);
    },
    needsHeads: true,
  };
}

export async function findTampers(db: Db): Promise<Tamper[]> {
  const plain = await edits(db);
  return [
    ...plain,
    ...deletions,
    ...reorders,
    ...insertions,
    ...ends,
    ...plain.filter(({ name }) => name.startsWith('change events.')).map(forged),
    forged(deletions[0]!),
    forged(deletions[2]!),
    forged(reorders[2]!),
    forged(insertions[0]!),
  ];
}
