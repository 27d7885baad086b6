// P13: a spreadsheet of 500 candidates, from sending it to the last order, against 500 orders through the API.
import { Agent, request } from 'undici';
import { codeOf } from '../src/features/report-types/catalogue-rules.ts';
import { namedType } from '../src/features/report-types/report-type-rules.ts';
import { sql } from '../src/platform/db/database.ts';
import { atMost, type Benchmark, inTurns } from './benchmark.ts';
import { type PortalVisitor, signedIn } from './portal-visitor.ts';
import { type Served, withServed } from './served.ts';

const rows = 500;
const path = '/portal/orders/new/bulk';
const lookEveryMs = 5;

const types = ['identity', 'right_to_work'].map((name) => {
  const found = namedType(name);
  if (!('type' in found)) throw new Error(`no report type ${name}`);
  return found.type;
});

let people = 0;
/** Somebody new, with a name of letters, of which no four alike follow each other. */
function person() {
  people += 1;
  const letters = String(people).replace(/\d/g, (digit) => `o${'bcdfghjklm'[Number(digit)]}`);
  return { first: 'Robin', last: `Sampl${letters}`, born: '1985-03-27', email: `r${people}@candidate.example` };
}

function spreadsheet(): string {
  const cells = Array.from({ length: rows }, person).map(({ first, last, born, email }) => [first, last, born, email]);
  return [['First name', 'Last name', 'Date of birth', 'Email address'], ...cells]
    .map((row) => row.join('\t'))
    .join('\n');
}

const placedOf = async ({ database }: Served): Promise<number> =>
  (await database.row<{ placed: number }>(sql`
    select count(check_id)::integer as placed from bulk_order_rows
    where bulk_order_id = (select id from bulk_orders order by uploaded_at desc limit 1)`))!.placed;

/** Sends the spreadsheet, confirms it, and waits until every order is placed. */
async function placeTogether(served: Served, client: PortalVisitor): Promise<void> {
  const what = { what: 'reports', types: types.map(({ id }) => id).join() };
  await client.submit(path, path, { ...what, do: 'upload', rows: spreadsheet() });
  const newest = await served.database.row<{ id: string }>(
    sql`select id from bulk_orders order by uploaded_at desc limit 1`,
  );
  const page = `${path}/${newest!.id}`;
  const [, confirmed = ''] = /name="confirmed" value="([^"]*)"/.exec(await client.open(page)) ?? [];
  await client.submit(page, page, { confirmed, do: 'place' });
  while ((await placedOf(served)) < rows) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
}

/** One request after the other on one connection, as a client's program does. */
async function placeSingly(served: Served): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: served.ca }, connections: 1 });
  for (let n = 0; n < rows; n += 1) {
    const { first, last, born, email } = person();
    const order = {
      UniqueKey: crypto.randomUUID(),
      Checks: types.map((type) => ({ CheckType: codeOf(type) })),
      Candidate: {
        CurrentName: { FirstName: first, LastName: last },
        PersonalInfo: { DateOfBirth: born, CandidateEmail: email },
      },
    };
    const answer = await request(`https://localhost:${served.port}/api/v1/orders/candidateentry`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: served.liveKey, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    const body = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`the order was answered ${answer.statusCode}: ${body}`);
  }
  await dispatcher.close();
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

export const benchmark: Benchmark = {
  id: 'P13',
  work: 'orders for 500 candidates of a spreadsheet: judged, confirmed and placed by the job',
  limit: '500 orders through interface v1, one request after the other',
  run: (rounds, say) =>
    withServed(
      async (served) => {
        const client = await signedIn(served, 'client');
        try {
          say('placing orders…');
          const ms = await inTurns(rounds, {
            limit: () => timed(() => placeSingly(served)),
            ours: () => timed(() => placeTogether(served, client)),
          });
          return [atMost(0.5, 'a bulk order of 500 rows', ms.ours, ms.limit)];
        } finally {
          await client.close();
        }
      },
      {},
      { isWorking: true },
    ),
};
