// Until when somebody of the desk counts as new: team leaders and administrators say it.
import { type Ctx, inTransaction } from '../../context.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { updateDeskQuality } from './desk-user-store.ts';
import { storeSignInEvent } from './sign-in-actions.ts';

/** @param until empty for somebody who is not new. Refuses with `invalid_fields` (`new_until`), and `not_permitted` of oneself. */
export async function sayNewUntil(ctx: Ctx, by: Asker, id: string, until: IsoDate | ''): Promise<void> {
  demand(by, 'record_trainings');
  if (by !== 'system' && by.actor === `user:${id}`) throw new Refusal('not_permitted');
  if (until !== '' && parseDate(until) !== until)
    throw new Refusal('invalid_fields', { new_until: ['must be a day, such as 2030-01-31'] });
  const newUntil = until || null;
  await inTransaction(ctx, async (tx) => {
    await updateDeskQuality(tx.db, tx.integrity, id, { newUntil });
    await storeSignInEvent(tx, by, { kind: 'desk', id }, 'changed', [], { new_until: newUntil });
  });
}
