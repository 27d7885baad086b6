// P3: any page of a list of a million applicants, with its exact total, against the first page of a thousand.
import type { Tenant } from '../src/context.ts';
import { foldApplicantLists } from '../src/features/applicants/applicant-list-jobs.ts';
import { listApplicants } from '../src/features/applicants/applicant-list-queries.ts';
import { type Database, type Db, sql } from '../src/platform/db/database.ts';
import { servingAccount } from '../src/platform/db/served-account.ts';
import { withBenchDatabase } from './bench-database.ts';
import { atMost, type Benchmark, type Figure, inTurns, typicalMs } from './benchmark.ts';

const perPage = 20;
const applicants = 1_000_000;
const insertsPerSecond = 32;
const callsPerRound = 150;

async function newTenant(db: Db): Promise<Tenant> {
  const account = await db.row<{ id: string }>(sql`
    insert into accounts (id, name, created_at) values (uuidv7(), 'Bench', now()) returning id`);
  return { accountId: account!.id, environment: 'live' };
}

/** As large as sealed applicants are: a wrapped key and some 400 bytes of facts. */
async function seed(db: Db, tenant: Tenant, count: number): Promise<void> {
  await db.run(sql`
    insert into applicants (account_id, environment, id, created_at, sealed_key, sealed_facts)
    select ${tenant.accountId}::uuid, ${tenant.environment}, uuidv7(), now(),
      sha256(n::text::bytea) || sha256('key'), decode(repeat(md5(n::text), 26), 'hex')
    from generate_series(1, ${count}::int) n`);
}

async function removeAnywhere(db: Db, tenant: Tenant, count: number): Promise<void> {
  await db.run(sql`
    delete from applicants where (account_id, environment, id) in (
      select account_id, environment, id from applicants
      where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      order by random() limit ${count})`);
}

/** What goes on meanwhile: inserts, and folding as often as the worker does it. */
function busy(db: Db, tenant: Tenant): { stop(): Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const start = (work: Promise<unknown>) => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const inserting = setInterval(() => start(seed(db, tenant, 1)), 1000 / insertsPerSecond);
  const folding = setInterval(() => start(foldApplicantLists(db)), 2000);
  return {
    async stop() {
      clearInterval(inserting);
      clearInterval(folding);
      await Promise.all(running);
    },
  };
}

async function measure(db: Db, tenants: { large: Tenant; small: Tenant }, rounds: number, when: string) {
  const pageOf = (tenant: Tenant, page: number) => () =>
    servingAccount(tenant.accountId, () =>
      typicalMs(callsPerRound, () => listApplicants(db, tenant, { page, perPage })),
    );
  const { total } = await listApplicants(db, tenants.large, { page: 1, perPage });
  const last = Math.floor(total / perPage);
  const ms = await inTurns(rounds, {
    limit: pageOf(tenants.small, 1),
    'page 1': pageOf(tenants.large, 1),
    'page 25,000': pageOf(tenants.large, 25_000),
    'the last page': pageOf(tenants.large, last),
  });
  return (['page 1', 'page 25,000', 'the last page'] as const).map((page): Figure => {
    return atMost(2, `${page}, ${when}`, ms[page], ms.limit);
  });
}

async function assertExact(db: Database, tenant: Tenant): Promise<void> {
  const counted = await db.row<{ count: number }>(sql`
    select count(*) from applicants where account_id = ${tenant.accountId} and environment = ${tenant.environment}`);
  const { total } = await listApplicants(db, tenant, { page: 1, perPage });
  if (total !== counted!.count) throw new Error(`The list says ${total}, there are ${counted!.count}.`);
}

export const benchmark: Benchmark = {
  id: 'P3',
  work: 'list of 1,000,000 applicants, 20 a page, exact total, with 32 inserts a second running',
  limit: 'page 1 of 1,000',
  run: (rounds, say) =>
    withBenchDatabase(8, async (db) => {
      const [large, small] = [await newTenant(db), await newTenant(db)];
      say('seeding…');
      await seed(db, small, 1000);
      for (let n = 0; n < 10; n++) await seed(db, large, applicants / 10);
      while ((await foldApplicantLists(db)).more);
      await db.pool.query('vacuum analyze');
      const meanwhile = busy(db, large);
      const figures = await measure(db, { large, small }, rounds, 'with inserts');
      say('deleting…');
      await removeAnywhere(db, large, 10_000);
      figures.push(...(await measure(db, { large, small }, rounds, 'and after 10,000 deletions')));
      await meanwhile.stop();
      await assertExact(db, large);
      return figures;
    }),
};
