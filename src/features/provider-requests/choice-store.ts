// Rows of the providers that an account has chosen for a report type.
import { type Db, sql } from '../../platform/db/database.ts';
import type { PersonReleases } from './provider-rules.ts';

export interface ChoiceRow {
  readonly report_type_id: number;
  readonly providers: readonly string[];
  readonly person_releases: PersonReleases;
}

export function findChoice(db: Db, accountId: string, reportTypeId: number): Promise<ChoiceRow | undefined> {
  return db.row<ChoiceRow>(sql`
    select report_type_id, providers, person_releases from provider_choices
    where account_id = ${accountId} and report_type_id = ${reportTypeId}`);
}

export function findChoices(db: Db, accountId: string): Promise<ChoiceRow[]> {
  return db.rows<ChoiceRow>(sql`
    select report_type_id, providers, person_releases from provider_choices
    where account_id = ${accountId} order by report_type_id`);
}

export async function replaceChoice(db: Db, accountId: string, choice: ChoiceRow): Promise<void> {
  await db.run(sql`
    insert into provider_choices (account_id, report_type_id, providers, person_releases)
    values (${accountId}, ${choice.report_type_id}, ${choice.providers}, ${choice.person_releases})
    on conflict (account_id, report_type_id) do update
      set providers = excluded.providers, person_releases = excluded.person_releases`);
}

/** Returns 0 if there was none. */
export function deleteChoice(db: Db, accountId: string, reportTypeId: number): Promise<number> {
  return db.run(sql`
    delete from provider_choices where account_id = ${accountId} and report_type_id = ${reportTypeId}`);
}
