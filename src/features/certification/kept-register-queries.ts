// How long the register of a regulated firm keeps a person from being erased by time.
import { type Sql, sql } from '../../platform/db/database.ts';
import { leftAt } from '../lists/central-record-queries.ts';
import { KEPT_YEARS } from './certificate-rules.ts';

const kept: Sql = sql`make_interval(years => ${KEPT_YEARS}::integer)`;

/**
 * Of a person `p` of `applicants`: six years after they left, after their last certificate ended, and after what else was
 * recorded last; null of somebody of whom the register says nothing. @param left as if they had left then
 */
export const registeredUntil = (left?: Date): Sql => sql`(
  select greatest(g.last_at, ${left ?? null}::timestamptz, ${leftAt()}, (
    select s.left_at from stated_people s
    where (s.account_id, s.environment, s.applicant_id) = (p.account_id, p.environment, p.id)
  )) + ${kept}
  from (
    select max(o.last_on::timestamp at time zone 'Europe/London') as last_at from (
      select least(c.ends_on, c.withdrawn_on) as last_on from certificates c
      where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id)
      union all
      select greatest(b.found_on, b.disciplined_on, b.reported_on) from conduct_breaches b
      where (b.account_id, b.environment, b.applicant_id) = (p.account_id, p.environment, p.id)
      union all
      select greatest(r.received_on, r.given_on) from given_references r
      where (r.account_id, r.environment, r.applicant_id) = (p.account_id, p.environment, p.id)
    ) o
  ) g where g.last_at is not null)`;
