// Records why the barred lists of an order may be searched, where neither the job role nor the order says it.
import type { Ctx } from '../../context.ts';
import { Problems, Refusal, stateRefusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { replaceOrder } from '../checks/order-facts-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { groundNamed, type ListGrounds } from '../report-types/list-ground-rules.ts';
import type { BarredListName } from '../value-sets/refinement-values.ts';
import { ownReport, type Screener } from './screening-actions.ts';

/**
 * Refuses with `invalid_fields`, by the names of the lists, what the law does not allow, and with `state_does_not_allow` an
 * order that is over. @param typed by list
 */
export async function recordListGrounds(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  typed: Readonly<Partial<Record<BarredListName, string>>>,
): Promise<void> {
  demand(authorityOf(screener), 'record_outcomes');
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  const problems = new Problems();
  const named = Object.entries(typed).map(([list, text]) => {
    const ground = groundNamed(list as BarredListName, text);
    if (ground === undefined) problems.add(list, 'Choose why it may be searched');
    return [list, ground] as const;
  });
  problems.refuse('invalid_fields');
  const grounds: ListGrounds = Object.fromEntries(named);
  await withLockedCheck(ctx, caller, queued.check_id, async (tx, { check, key }) => {
    if (!isOngoing(check.status)) throw stateRefusal(check.status);
    if (check.isRestricted) throw new Refusal('state_does_not_allow');
    const order = { ...check.order, list_grounds: { ...check.order.list_grounds, ...grounds } };
    await replaceOrder(tx, caller, { check, key }, order);
    await storeEvents(tx, caller, [eventAbout(check, 'check.list_grounds_stated', check.status)]);
  });
}
