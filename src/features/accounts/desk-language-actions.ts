// In which languages besides English people of the desk work: rules of who gets what ask for them.
import { type Ctx, inTransaction } from '../../context.ts';
import { isLanguage } from '../../lib/languages.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { findDeskLanguages, replaceDeskLanguages } from './desk-language-queries.ts';
import { storeDeskUserChange } from './sign-in-actions.ts';

/** By the id of the person, ISO 639-1; empty for who has none. */
export async function readDeskLanguages(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
): Promise<(deskUserId: string) => readonly string[]> {
  demand(by, 'read_team');
  const byPerson = Map.groupBy(await findDeskLanguages(ctx.db), ({ desk_user_id }) => desk_user_id);
  return (id) => (byPerson.get(id) ?? []).map(({ language }) => language);
}

/** Stored with what it was before; the same again changes nothing. Refuses with `invalid_fields` (`languages`), `not_found`. */
export async function changeDeskLanguages(
  ctx: Ctx,
  by: Asker,
  deskUserId: string,
  languages: readonly string[],
): Promise<void> {
  demand(by, 'manage_desk_users');
  if (!languages.every(isLanguage)) throw new Refusal('invalid_fields', { languages: ['is not included in the list'] });
  await inTransaction(ctx, async (tx) => {
    const rows = (await findDeskLanguages(tx.db)).filter(({ desk_user_id }) => desk_user_id === deskUserId);
    const before = rows.map(({ language }) => language);
    const after = [...new Set(languages)].toSorted();
    if (before.toSorted().join() === after.join()) return;
    await replaceDeskLanguages(tx.db, deskUserId, after);
    await storeDeskUserChange(tx, by, deskUserId, { languages: after, languages_before: before });
  });
}
