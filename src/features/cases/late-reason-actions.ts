// Says why reports were late, also once they are complete: the client reads it in its review.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isDelayReason } from '../../messages/en-delays.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { updateDelayReasons } from './work-store.ts';

/** Reports that have this reason already stay as they are. Refuses with `invalid_fields` by `reason`. */
export async function giveLateReason(
  ctx: Ctx,
  caller: Caller,
  { reportIds, reason }: { readonly reportIds: readonly string[]; readonly reason: unknown },
): Promise<void> {
  demand(caller, 'give_late_reasons');
  if (!isDelayReason(reason)) throw new Refusal('invalid_fields', { reason: ["can't be blank"] });
  await inTransaction(ctx, async (tx) => {
    const changed = await updateDelayReasons(tx.db, caller, reportIds, reason);
    await storeEvents(
      tx,
      caller,
      changed.map(({ id, check_id: checkId }) => ({
        ...{ type: 'report.delay_reason_given' as const, resourceId: id, checkId, reportId: id },
        detail: { reason },
      })),
    );
  });
}
