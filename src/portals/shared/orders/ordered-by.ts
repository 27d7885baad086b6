// Says by whom an order was placed, where that was the desk for the client, or that it was ordered in another system.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readPlacer } from '../../../features/checks/check-placer-actions.ts';
import { britishDate, britishDateTime } from '../page-filters.ts';

/** Such as `for the client, by Dana Desk`; clients are not told the names of the desk. Undefined if the client ordered it here. */
export async function orderedBy(
  ctx: Ctx,
  check: Pick<Check, 'tenant' | 'id' | 'order'>,
  reader: 'client' | 'desk',
): Promise<string | undefined> {
  const { kind, name } = await readPlacer(ctx, check);
  if (check.order.brought_in !== undefined)
    return `in another system${kind === 'desk' && reader === 'desk' ? `, and brought in by ${name}` : ''}`;
  if (kind !== 'desk') return undefined;
  return reader === 'client' ? 'by the screening company' : `for the client, by ${name}`;
}

/** When and by whom it was ordered, for the desk, and its number in the system from which it was brought in. */
export async function orderedAtDesk(ctx: Ctx, check: Check) {
  const { brought_in: broughtIn } = check.order;
  const by = await orderedBy(ctx, check, 'desk');
  const at = broughtIn === undefined ? britishDateTime(check.createdAt) : britishDate(check.createdAt);
  return {
    ordered: by === undefined ? at : `${at}, ${by}`,
    earlierNumber: broughtIn && `${broughtIn.earlier_number}${broughtIn.billed_elsewhere ? ', billed elsewhere' : ''}`,
  };
}
