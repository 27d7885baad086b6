// Rows that say in which languages people of the desk work.
import { type Db, sql } from '../../platform/db/database.ts';

export interface DeskLanguage {
  readonly desk_user_id: string;
  readonly language: string;
}

export const findDeskLanguages = (db: Db): Promise<DeskLanguage[]> =>
  db.rows<DeskLanguage>(sql`select desk_user_id, language from desk_languages order by desk_user_id, language`);

export async function replaceDeskLanguages(db: Db, userId: string, languages: readonly string[]): Promise<void> {
  await db.run(sql`
    with kept as (select distinct unnest(${languages}::text[]) as language),
    ended as (delete from desk_languages where desk_user_id = ${userId} and language not in (select language from kept))
    insert into desk_languages (desk_user_id, language) select ${userId}, language from kept on conflict do nothing`);
}
