// The condition by which lists find the checks that wait for the client's decision; `awaitsDecision` is the same of one.
import { sql } from '../../platform/db/database.ts';

/** Of a check `c`. Literals, not parameters: with a parameter the planner would not use the partial index. */
export const isUndecided = sql`c.result = 'consider' and c.status = 'complete'
  and (c.decided_at is null or c.decided_at < c.completed_at)`;
