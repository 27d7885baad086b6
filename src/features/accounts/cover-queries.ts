// Who covers for a user of a client while they are away: the one condition that every list and every mail follows.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isSetWithin } from '../access/scope-queries.ts';
import type { Scope } from '../access/scope-rules.ts';
import type { Absence, Absent } from './absence-rules.ts';
import { isAccessOpen, ukToday } from './access-end-queries.ts';

const isAwayOf = (alias: 'u' | 'k'): Sql =>
  sql`coalesce(${ukToday} between ${rawSql(alias)}.away_from and ${rawSql(alias)}.away_until, false)`;

/** Whether a user `u` is away today. */
export const isAway: Sql = isAwayOf('u');

/**
 * The id of who covers for a user `u` today; null for nobody. Both may sign in. A cover who is away covers for nobody, and
 * nobody stands in for them in turn. What the cover may see and do, each place asks of the cover alone.
 */
export const coverOf: Sql = sql`(
  select k.id from users k
  where k.account_id = u.account_id and k.id = u.cover_id and ${isAway} and ${isAccessOpen('u')}
    and ${isAccessOpen('k')} and not ${isAwayOf('k')})`;

/** Somebody for whom another covers today. */
export interface Covered {
  readonly id: string;
  readonly name: string;
  /** The last day of it. */
  readonly until: IsoDate;
}

/** For whom the user covers today, by name. */
export function findCovered(db: Db, accountId: string, coverId: string): Promise<Covered[]> {
  return db.rows<Covered>(sql`
    select u.id, u.name, u.away_until::text as until from users u
    where u.account_id = ${accountId} and u.cover_id = ${coverId} and ${coverOf} = ${coverId}
    order by u.name, u.id`);
}

export interface AbsentUser extends Absent {
  readonly id: string;
  readonly name: string;
  readonly cover_id: string | null;
  readonly cover_name: string | null;
  /** Whoever was chosen may still sign in. */
  readonly is_cover_here: boolean;
  /** They are away today. */
  readonly is_away: boolean;
  /** Somebody covers today. */
  readonly is_covered: boolean;
}

/** Users who may sign in and are away, now or later, in the order of their first days. @param scope whose users alone */
export function findAbsentUsers(db: Db, accountId: string, scope: Scope): Promise<AbsentUser[]> {
  return db.rows<AbsentUser>(sql`
    select u.id, u.name, u.away_from::text as away_from, u.away_until::text as away_until, u.cover_id, c.name as cover_name,
      coalesce((select ${isAccessOpen('k')} from users k where (k.account_id, k.id) = (u.account_id, u.cover_id)), false) as is_cover_here,
      ${isAway} as is_away, ${coverOf} is not null as is_covered
    from users u left join users c on (c.account_id, c.id) = (u.account_id, u.cover_id)
    where u.account_id = ${accountId} and u.away_until >= ${ukToday} and ${isAccessOpen('u')}
      and ${isSetWithin(scope, sql`u.subsidiary_ids`)}
    order by u.away_from, u.name, u.id`);
}

/** Replaces what was said before. Returns false where the same was said. @param absence null for somebody who is not away */
export async function updateUserAbsence(
  db: Db,
  accountId: string,
  userId: string,
  absence: (Absence & { readonly coverId: string | null }) | null,
): Promise<boolean> {
  const { from = null, until = null, coverId = null } = absence ?? {};
  const changed = await db.run(sql`
    update users set away_from = ${from}::date, away_until = ${until}::date, cover_id = ${coverId}::uuid
    where account_id = ${accountId} and id = ${userId}
      and (away_from, away_until, cover_id) is distinct from (${from}::date, ${until}::date, ${coverId}::uuid)`);
  return changed > 0;
}
