// Which failed mails still tell that somebody was not reached, as parts of statements about mails `e`.
import { type Sql, sql } from '../../platform/db/database.ts';

/** It failed, and it is the newest one to whom it was written: a later one shows that the address is right now. */
const isNewestAndFailed = (toTheSame: Sql): Sql => sql`e.status = 'failed' and not exists (
  select from emails later
  where later.account_id = e.account_id and later.environment = e.environment and ${toTheSame}
    and later.created_at > e.created_at)`;

/** By to whom the mail was written. */
export const isNotDelivered = {
  candidate: sql`e.reference_id is null
    and ${isNewestAndFailed(sql`later.check_id = e.check_id and later.reference_id is null`)}`,
  referee: isNewestAndFailed(sql`later.reference_id = e.reference_id`),
  user: isNewestAndFailed(sql`later.user_id = e.user_id`),
};

/** Of mails to anybody. */
export const reachedNobody: Sql = sql`case
  when e.user_id is not null then ${isNotDelivered.user}
  when e.reference_id is not null then ${isNotDelivered.referee}
  else ${isNotDelivered.candidate} end`;
