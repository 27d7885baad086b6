// The page of an order whose candidate was erased: what is left of it.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readPastErasure } from '../../../features/retention/erasure-actions.ts';
import { erasureReasons } from '../../../features/retention/erasure-reasons.ts';
import { orderNumber } from '../page-filters.ts';
import { checkTags } from '../status-tags.ts';

/** The model of `shared/erasure/erased.njk`; undefined unless the candidate was erased. */
export async function erasedOrder(
  ctx: Ctx,
  { tenant, applicantId, orderId, status, createdAt, completedAt }: Check,
  back: { readonly text: string; readonly href: string },
) {
  const erasure = await readPastErasure(ctx, tenant, applicantId);
  if (erasure === undefined) return undefined;
  return {
    title: `Order ${orderNumber(orderId)}`,
    environment: tenant.environment,
    back,
    status: checkTags[status],
    ...{ createdAt, completedAt },
    erasedAt: erasure.at,
    reason: erasure.reason === null ? undefined : erasureReasons[erasure.reason],
  };
}
