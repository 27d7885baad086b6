// Rows of result rules: the published versions of an account, and the draft of the next.
import type { Actor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { ResultRule, RuleSet } from './rule-set.ts';

/** Undefined before the first day of the first version. */
export function findRulesOn(db: Db, accountId: string, day: IsoDate): Promise<RuleSet | undefined> {
  return db.row<RuleSet>(sql`
    select version, applies_from as "from", rules from result_rule_sets
    where account_id = ${accountId} and applies_from <= ${day}
    order by applies_from desc, version desc limit 1`);
}

export interface PublishedSet extends RuleSet {
  /** null if it was nobody of the desk. */
  readonly publishedBy: string | null;
  readonly publishedAt: Date;
}

/** The newest version first. */
export function findRuleSets(db: Db, accountId: string): Promise<PublishedSet[]> {
  return db.rows<PublishedSet>(sql`
    select s.version, s.applies_from as "from", s.rules, d.name as "publishedBy", s.created_at as "publishedAt"
    from result_rule_sets s left join desk_users d on 'user:' || d.id = s.author
    where s.account_id = ${accountId} order by s.version desc`);
}

export interface NewRuleSet extends RuleSet {
  readonly author: Actor;
  readonly createdAt: Date;
}

/** False if somebody else published this version meanwhile. */
export async function insertRuleSet(db: Db, accountId: string, set: NewRuleSet): Promise<boolean> {
  const row = await db.row(sql`
    insert into result_rule_sets (account_id, version, applies_from, rules, author, created_at)
    values (${accountId}, ${set.version}, ${set.from}, ${JSON.stringify(set.rules)}::jsonb, ${set.author}, ${set.createdAt})
    on conflict do nothing
    returning version`);
  return row !== undefined;
}

export interface StoredDraft {
  readonly revision: number;
  readonly rules: readonly ResultRule[];
  readonly changedBy: string | null;
  readonly changedAt: Date;
}

export function findRuleDraft(db: Db, accountId: string): Promise<StoredDraft | undefined> {
  return db.row<StoredDraft>(sql`
    select r.revision, r.rules, d.name as "changedBy", r.changed_at as "changedAt"
    from result_rule_drafts r left join desk_users d on 'user:' || d.id = r.author
    where r.account_id = ${accountId}`);
}

export interface DraftChange {
  /** That the change began with; 0 where there was no draft. */
  readonly revision: number;
  readonly rules: readonly ResultRule[];
  readonly author: Actor;
  readonly changedAt: Date;
}

/** False if somebody else changed the draft meanwhile. */
export async function saveRuleDraft(db: Db, accountId: string, change: DraftChange): Promise<boolean> {
  const row = await db.row(sql`
    insert into result_rule_drafts as r (account_id, revision, rules, author, changed_at)
    select ${accountId}, 1, ${JSON.stringify(change.rules)}::jsonb, ${change.author}, ${change.changedAt}
    where ${change.revision}::integer = 0
      or exists (select from result_rule_drafts where account_id = ${accountId})
    on conflict (account_id) do update set revision = r.revision + 1, rules = excluded.rules, author = excluded.author,
      changed_at = excluded.changed_at
    where r.revision = ${change.revision}
    returning revision`);
  return row !== undefined;
}

/** False if somebody else changed the draft meanwhile. */
export async function deleteRuleDraft(db: Db, accountId: string, revision: number): Promise<boolean> {
  const row = await db.row(sql`
    delete from result_rule_drafts where account_id = ${accountId} and revision = ${revision} returning revision`);
  return row !== undefined;
}
