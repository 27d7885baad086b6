// Changes the subsidiary that an order is for, and with it who may see the order.
import { type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { listOpenSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { findColleagues, findOrderPeople, findOwnedOrders } from '../checks/order-owner-queries.ts';
import { mayLookAfter } from '../checks/order-owner-rules.ts';
import { updateSubsidiaryOf } from '../checks/order-subsidiary-queries.ts';
import { storeEvents } from '../events/event-actions.ts';

type Changer = Caller & OrderScope & Permitted;

/** Administrators of the whole account, or of several subsidiaries: they decide who of theirs sees what. */
export const mayChangeSubsidiary = (caller: Permitted & Pick<OrderScope, 'subsidiaryIds'>): boolean =>
  caller.subsidiaryIds?.length !== 1 && mayDo(caller, 'manage_users');

/**
 * Refuses with `invalid_fields` (subsidiary) one that the caller may not choose. What is charged and on no invoice follows
 * the order; what is invoiced stays where it is.
 * @param to null for the whole account
 * @returns whether whoever looks after the order still sees it; true if nobody does
 */
export function changeSubsidiaryOf(ctx: Ctx, caller: Changer, checkId: string, to: string | null): Promise<boolean> {
  demand(caller, 'manage_users');
  if (!mayChangeSubsidiary(caller)) throw new Refusal('not_permitted');
  return inTransaction(ctx, async (tx) => {
    const choices = await listOpenSubsidiaries(tx, caller);
    if (to === null ? caller.subsidiaryIds !== null : !choices.some(({ id }) => id === to))
      throw new Refusal('invalid_fields', { subsidiary: ['is not included in the list'] });
    return withLockedCheck(
      tx,
      caller,
      checkId,
      async (locked, { check }) => {
        if (check.subsidiaryId !== to) {
          await updateSubsidiaryOf(locked.db, caller, check, to);
          const detail = { from: check.subsidiaryId, to };
          await storeEvents(locked, caller, [
            { ...eventAbout(check, 'check.subsidiary_changed', check.status), detail },
          ]);
        }
        const { owner_id } = await findOrderPeople(locked.db, caller, checkId);
        if (owner_id === null) return true;
        // They may see more than the caller does.
        const all = await findColleagues(locked.db, { ...caller, subsidiaryIds: null });
        const owner = all.find(({ id }) => id === owner_id);
        return owner !== undefined && mayLookAfter(owner, to);
      },
      { restrictedToo: true },
    );
  });
}

/**
 * Each as `changeSubsidiaryOf`, in a transaction of its own. Refuses with `not_found` if one of them is not the caller's to see.
 * @returns those that whoever looks after them does not see any more
 */
export async function changeSubsidiaryOfMany(
  ctx: Ctx,
  caller: Changer,
  checkIds: readonly string[],
  to: string | null,
): Promise<string[]> {
  const found = await findOwnedOrders(ctx.db, caller, checkIds);
  if (found.length < new Set(checkIds).size) throw new Refusal('not_found');
  const unseen: string[] = [];
  for (const { id } of found) if (!(await changeSubsidiaryOf(ctx, caller, id, to))) unseen.push(id);
  return unseen;
}
