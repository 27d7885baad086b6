// Rows of the rules of who gets what.
import type { Actor } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { AssignmentRule } from './assignment-rules.ts';

export interface StoredRule extends AssignmentRule {
  readonly changedBy: Actor;
  /** null if it is nobody of the desk. */
  readonly changedByName: string | null;
  readonly changedAt: Date;
}

const rules = (end: Sql): Sql => sql`
  select a.id, a.name, a.reports, a.country, a.client_id as "accountId", a.only_urgent as "onlyUrgent",
    a.form_language as "formLanguage", a.speaks, a.keeps_order as "keepsOrder",
    a.team_id as "teamId", a.people, a.most_open as "mostOpen", a.applies_from as "appliesFrom",
    a.changed_by as "changedBy", a.changed_at as "changedAt",
    (select d.name from desk_users d where 'user:' || d.id = a.changed_by) as "changedByName"
  from assignment_rules a order by a.position, a.id ${end}`;

/** In their order. */
export const findRules = (db: Db): Promise<StoredRule[]> => db.rows<StoredRule>(rules(sql``));

/** Until the transaction ends, nobody else changes or applies rules. */
export async function lockRules(db: Db): Promise<StoredRule[]> {
  await db.run(sql`lock table assignment_rules in share row exclusive mode`);
  return findRules(db);
}

type RuleRow = Omit<StoredRule, 'changedByName'>;

/** At the end of their order, or where it was. */
export const upsertRule = (db: Db, one: RuleRow): Promise<number> =>
  db.run(sql`
    insert into assignment_rules (id, position, name, reports, country, client_id, only_urgent, form_language, team_id,
      people, speaks, keeps_order, most_open, applies_from, changed_by, changed_at)
    values (${one.id}, (select coalesce(max(position), 0) + 1 from assignment_rules), ${one.name}, ${one.reports},
      ${one.country}, ${one.accountId}, ${one.onlyUrgent}, ${one.formLanguage}, ${one.teamId}, ${one.people}::uuid[], ${one.speaks},
      ${one.keepsOrder}, ${one.mostOpen},
      ${one.appliesFrom}, ${one.changedBy}, ${one.changedAt})
    on conflict (id) do update set name = excluded.name, reports = excluded.reports, country = excluded.country,
      client_id = excluded.client_id, only_urgent = excluded.only_urgent,
      form_language = excluded.form_language, team_id = excluded.team_id, speaks = excluded.speaks,
      keeps_order = excluded.keeps_order,
      people = excluded.people, most_open = excluded.most_open, applies_from = excluded.applies_from, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`);

export const deleteRule = (db: Db, id: string): Promise<number> =>
  db.run(sql`delete from assignment_rules where id = ${id}`);

/** @param ids every rule, in its new order */
export const orderRules = (db: Db, ids: readonly string[]): Promise<number> =>
  db.run(sql`
    update assignment_rules a set position = o.position
    from unnest(${ids}::uuid[]) with ordinality as o(id, position) where a.id = o.id`);
