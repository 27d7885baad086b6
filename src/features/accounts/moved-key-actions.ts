// Gives an API key to another user of the account, whose programs go on with it.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Asker } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { moveApiKeyRow } from './api-key-store.ts';
import { recordChange } from './authority-events.ts';

/** A part of what decides who gets it, such as the end of its user. Refuses with `not_found` a key that is revoked. */
export async function moveKey(
  tx: Ctx,
  by: Asker,
  accountId: string,
  moved: { readonly id: string; readonly toId: string },
): Promise<void> {
  if ((await moveApiKeyRow(tx.db, accountId, moved, tx.integrity)) === 0) throw new Refusal('not_found');
  const detail = { user_id: moved.toId };
  await storeAccountEvent(tx, accountId, by, { type: 'api_key.handed_over', resourceId: moved.id, detail });
  await recordChange(tx, by, accountId, 'key.handed_over', { key_id: moved.id, ...detail });
}
