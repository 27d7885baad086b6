// Gives orders of a client to a colleague, who then gets the mails about them.
import type { Ctx } from '../../context.ts';
import type { Asker } from '../access/permissions.ts';
import type { HandedOrder } from '../checks/order-owner-queries.ts';
import { storeEvents } from '../events/event-actions.ts';

/** One event for each order that changed hands. */
export async function storeHandOver(tx: Ctx, by: Asker, handed: readonly HandedOrder[], toId: string): Promise<void> {
  for (const { checkId, applicantId, status, fromId, ...tenant } of handed) {
    const who = by === 'system' ? ({ actor: by } as const) : by;
    // The names of the fields under which the desk's history names two people.
    const detail = { ...(fromId !== null && { handedOverFrom: fromId }), assigneeId: toId };
    await storeEvents(tx, { ...who, ...tenant }, [
      { type: 'check.handed_over', resourceId: checkId, checkId, applicantId, status, detail },
    ]);
  }
}
