// Parts of queries that say for whom the open reports `r` of a check wait.
import { sql } from '../../platform/db/database.ts';

export const isOpenReport = sql`r.status in ('awaiting_data', 'paused', 'awaiting_approval')`;

/** Of a group of reports, in the order client, candidate, source; null if for nobody. */
export const whomOpenReportsWaitFor = sql`(array['client', 'candidate', 'source'])[
  min(array_position(array['client', 'candidate', 'source'], r.waiting_for)) filter (where ${isOpenReport})]`;
