// P12: pages of the work queue, filtered, sorted and counted, at 10,000 open reports of 200 screeners against 100.
import { type Db, sql } from '../src/platform/db/database.ts';
import { atMost, type Benchmark, type Figure, inTurns, typicalMs } from './benchmark.ts';
import { addScreeners, screeners } from './desk-queue.ts';
import { signedIn } from './portal-visitor.ts';
import { type Served, withServed } from './served.ts';

const callsPerRound = 20;

/** Live and test data are two parts of the same index, so that one server serves both sizes in turns. */
const sizes = { live: 10_000, test: 100 } as const;

/** Every other open report is somebody's, and for each there are ten closed ones. The candidates are erased: names cost the same in both. */
async function seed(db: Db, environment: keyof typeof sizes): Promise<void> {
  await db.run(sql`
    with account as (select id from accounts limit 1),
    people as (select id, row_number() over (order by created_at, id) as n from desk_users),
    orders as (select uuidv7() as id, a.id as account_id, g.n from account a, generate_series(1, ${sizes[environment]}::int) g(n)),
    applicant as (
      insert into applicants (account_id, environment, id, created_at, sealed_facts)
      select account_id, ${environment}, id, now(), '' from orders
    ), placed as (
      insert into checks (account_id, environment, id, applicant_id, type, status, created_at, sealed_order)
      select account_id, ${environment}, id, id, 'standard', 'in_progress', now(), '' from orders
    )
    insert into reports (account_id, environment, id, check_id, position, report_type_id, name, status, provider, created_at,
      requested_at, due_on, assignee_id, priority)
    select o.account_id, ${environment}, uuidv7(), o.id, position, 1 + o.n % 4, 'identity',
      case when position = 0 then 'awaiting_data' else 'complete' end, 'manual', now(), now() - o.n * interval '1 minute',
      current_date + (o.n % 20)::int - 5, case when o.n % 2 = 0 then p.id end, (o.n % 50 = 0)::int
    from orders o join people p on p.n = 1 + o.n / 2 % ${screeners}::int, generate_series(0, 10) position`);
}

const pages = {
  all: '',
  mine: 'view=mine',
  overdue: 'view=overdue',
  'one type, nobody has them': 'view=unassigned&type=3',
  'the longest waiting first': 'sort=waiting',
} as const;

async function measure(served: Served, rounds: number): Promise<Figure[]> {
  const screener = await signedIn(served, 'desk');
  const open = (query: string) => async () => {
    if (!(await screener.open(`/desk?${query}`)).includes('data-row')) throw new Error('the queue has no rows');
  };
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(pages)) {
    const ms = await inTurns(rounds, {
      limit: () => typicalMs(callsPerRound, open(`environment=test&${query}`)),
      ours: () => typicalMs(callsPerRound, open(query)),
    });
    figures.push(atMost(2, `the queue, ${name}`, ms.ours, ms.limit));
  }
  await screener.close();
  return figures;
}

export const benchmark: Benchmark = {
  id: 'P12',
  work: 'pages of the work queue, filtered, sorted and counted, at 10,000 open reports of 200 screeners',
  limit: 'the same pages at 100',
  run: (rounds, say) =>
    withServed(async (served) => {
      say('seeding…');
      await addScreeners(served.database);
      await seed(served.database, 'live');
      await seed(served.database, 'test');
      await served.database.pool.query('vacuum analyze');
      return measure(served, rounds);
    }),
};
