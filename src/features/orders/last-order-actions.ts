// What was said of the job in the last order of the same kind, to fill a new one with: the order itself is where it is kept.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import type { CriminalDetails } from '../checks/check-rules.ts';
import { findLastOrder } from './order-store.ts';

export type JobOfOrder = Pick<CriminalDetails, 'purpose' | 'place_of_work' | 'employer_name' | 'employment_sector'> & {
  readonly orderId: number;
};

interface Sought {
  /** Whose orders come first; null for those of the account. */
  readonly userId: string | null;
  /** The report types that ask about the job. */
  readonly typeIds: readonly number[];
}

/** Of the last order of the user with one of these report types, else of the account as far as the caller sees it. */
export async function readLastJob(
  ctx: Ctx,
  caller: Caller & OrderScope,
  { userId, typeIds }: Sought,
): Promise<JobOfOrder | undefined> {
  demand(caller, 'order_checks', 'order_for_clients');
  if (typeIds.length === 0) return undefined;
  const own = userId === null ? undefined : await findLastOrder(ctx.db, caller, typeIds, userId);
  const row = own ?? (await findLastOrder(ctx.db, caller, typeIds));
  if (row === undefined) return undefined;
  const { order, orderId } = checkOf(caller, row, await keyOfCheck(ctx, caller, row), []);
  if (order.criminal_details === null) return undefined;
  const { purpose, place_of_work, employer_name, employment_sector } = order.criminal_details;
  return { orderId, purpose, place_of_work, employer_name, employment_sector };
}
