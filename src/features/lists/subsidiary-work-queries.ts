// What is open in each subsidiary that somebody sees, as numbers; contains no personal data.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { fromStarts } from '../work-starts/work-start-queries.ts';
import { isLateCheck } from './check-list-queries.ts';
import { isNotClearedStart, type UnclearedDays } from './clearance-queries.ts';
import { type SoughtWaits, waitingCheckIds } from './client-waiting-queries.ts';

export interface SubsidiaryWork {
  /** null for what is of no subsidiary. */
  readonly subsidiary_id: string | null;
  /** Orders that wait for the reader. */
  readonly waiting: number;
  /** Orders whose candidate has not sent the form. */
  readonly awaited_forms: number;
  /** Orders at the screeners. */
  readonly in_progress: number;
  readonly on_hold: number;
  /** Orders with a report past the day on which it was due that does not wait for the candidate or the client. */
  readonly overdue: number;
  /** Who starts in the days asked for and is not cleared. */
  readonly starts: number;
}

const states = { awaited_forms: 'awaiting_applicant', in_progress: 'in_progress', on_hold: 'on_hold' } as const;

interface Sought {
  readonly waits: SoughtWaits;
  /** In which first days are counted. */
  readonly days: UnclearedDays;
  readonly today: IsoDate;
}

const perSubsidiary = (name: string, from: Sql): Sql =>
  sql`select subsidiary_id, ${name}::text as what, count(*)::integer as count from (${from}) found group by subsidiary_id`;

/** Each number counts orders, by the indexes of what is open; subsidiaries with nothing open are left out. */
export async function findSubsidiaryWork(
  db: Db,
  scope: OrderScope,
  { waits, days, today }: Sought,
): Promise<SubsidiaryWork[]> {
  const { accountId, environment } = scope;
  const ofScope = sql`c.account_id = ${accountId} and c.environment = ${environment} and ${isOfScope(scope, sql`c.subsidiary_id`)}`;
  const parts = [
    perSubsidiary(
      'waiting',
      sql`select c.subsidiary_id from checks c where ${ofScope} and c.id in (${waitingCheckIds(scope, waits)})`,
    ),
    ...Object.entries(states).map(([what, state]) =>
      perSubsidiary(what, sql`select c.subsidiary_id from checks c where ${ofScope} and c.status = ${state}`),
    ),
    perSubsidiary(
      'overdue',
      sql`select c.subsidiary_id from checks c where ${ofScope} and ${isLateCheck(scope, today)}`,
    ),
    perSubsidiary('starts', sql`select c.subsidiary_id ${fromStarts(scope)} and ${isNotClearedStart(scope, days)}`),
  ];
  const of = (what: string) => sql`coalesce(sum(count) filter (where what = ${what}), 0)::integer`;
  return db.rows<SubsidiaryWork>(sql`
    select subsidiary_id, ${of('waiting')} as waiting, ${of('awaited_forms')} as awaited_forms,
      ${of('in_progress')} as in_progress, ${of('on_hold')} as on_hold, ${of('overdue')} as overdue, ${of('starts')} as starts
    from (${parts.reduce((all, part) => sql`${all} union all ${part}`)}) counted
    group by subsidiary_id`);
}
