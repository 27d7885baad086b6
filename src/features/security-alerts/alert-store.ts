// Finds patterns of security events, and remembers which alerts were raised.
import { type Db, rawSql, sql } from '../../platform/db/database.ts';
import type { PatternRule, PatternSubject } from './pattern-rules.ts';

/** IPv6 addresses of one subscriber count as one network. */
const subjects: Readonly<Record<PatternSubject, string>> = {
  user: `coalesce(e.detail ->> 'user_id', substring(e.actor from '^user:(.*)'))`,
  account: 'e.account_id::text',
  network: 'network(set_masklen(e.address, case family(e.address) when 4 then 32 else 64 end))::text',
  key: 'e.key_id::text',
};

const counts: Readonly<Record<PatternRule['counts'], string>> = {
  events: 'e.count',
  people: `e.count * coalesce((e.detail ->> 'people')::integer, 0)`,
};

export interface FoundPattern {
  readonly subject: string;
  /** Null if the events belong to several accounts or to none. */
  readonly account_id: string | null;
  readonly count: number;
}

/** Of all accounts. */
export function findPatterns(db: Db, rule: PatternRule, now: Date): Promise<FoundPattern[]> {
  const since = new Date(now.getTime() - rule.withinMinutes * 60_000);
  return db.rows<FoundPattern>(sql`
    select s.subject, case when count(distinct e.account_id) = 1 then min(e.account_id::text) end as account_id,
      sum(${rawSql(counts[rule.counts])}) as count
    from security_events e cross join lateral (select ${rawSql(subjects[rule.by])} as subject) s
    where e.type = any (${rule.types}::text[]) and e.occurred_at > ${since} and s.subject is not null
    group by s.subject
    having sum(${rawSql(counts[rule.counts])}) >= ${rule.atLeast} and count(distinct e.type) = ${rule.types.length}`);
}

/** Returns whether the alert is to be raised: at most once an hour for each rule and subject. */
export async function noteAlert(
  db: Db,
  { rule, subject }: { readonly rule: string; readonly subject: string },
  now: Date,
): Promise<boolean> {
  const hourBefore = new Date(now.getTime() - 3_600_000);
  const noted = await db.run(sql`
    insert into security_alerts as alert (rule, subject, raised_at) values (${rule}, ${subject}, ${now})
    on conflict (rule, subject) do update set raised_at = excluded.raised_at where alert.raised_at <= ${hourBefore}`);
  return noted === 1;
}

/** By age. Returns how many were deleted, at most `limit`. */
export function deleteAlertsBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from security_alerts where ctid = any (array(
      select ctid from security_alerts where raised_at < ${before} limit ${limit}))`);
}
