// Parts of queries that say which open reports `r` are past the day on which they were due.
import type { IsoDate } from '../../lib/dates.ts';
import { type Sql, sql } from '../../platform/db/database.ts';
import { postponingWaits } from './wait-rules.ts';

/** The day on which it was due: one that a person chose later by hand does not make a late report one that is on time. */
export const promisedDay = sql`least(r.due_on, case when r.reopened_at is null then r.first_due_on end)`;

/** Open, and not waiting for the candidate or the client, for whom the day moves on. */
export const isOursAndOpen = sql`(r.requested_at is not null and r.status in ('awaiting_data', 'paused', 'awaiting_approval')
  and coalesce(r.waiting_for, '') <> all (${postponingWaits}::text[]))`;

/** @param today by the clock of its data */
export const isLate = (today: IsoDate): Sql => sql`(${isOursAndOpen} and ${promisedDay} < ${today}::date)`;
