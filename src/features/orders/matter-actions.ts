// Gives a colleague what somebody asked for or waits for besides their orders, so that the history of the account says so.
import type { Ctx } from '../../context.ts';
import type { Asker } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { type LeftMatter, updateMatters } from './leaving-queries.ts';

const eventTypes = {
  asked: 'account.order_approval_handed_over',
  link: 'account.order_link_handed_over',
} as const satisfies Record<LeftMatter['kind'], string>;

/** Part of a transaction; one event for each. */
export async function giveMatters(
  tx: Ctx,
  by: Asker,
  accountId: string,
  given: {
    readonly matters: readonly Pick<LeftMatter, 'kind' | 'id'>[];
    readonly fromId: string;
    readonly toId: string;
  },
): Promise<void> {
  await updateMatters(tx.db, accountId, given);
  const { matters, fromId, toId } = given;
  for (const { kind, id } of matters) {
    // As when an order changes hands.
    const detail = { [kind === 'asked' ? 'order' : 'link']: id, handedOverFrom: fromId, assigneeId: toId };
    await storeAccountEvent(tx, accountId, by, { type: eventTypes[kind], resourceId: accountId, detail });
  }
}
