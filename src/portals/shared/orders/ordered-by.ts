// Says by whom an order was placed, where that was the desk for the client.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readPlacer } from '../../../features/checks/check-placer-actions.ts';

/** Such as `for the client, by Dana Desk`; clients are not told the names of the desk. Undefined if the client ordered it. */
export async function orderedBy(
  ctx: Ctx,
  check: Pick<Check, 'tenant' | 'id'>,
  reader: 'client' | 'desk',
): Promise<string | undefined> {
  const { kind, name } = await readPlacer(ctx, check);
  if (kind !== 'desk') return undefined;
  return reader === 'client' ? 'by the screening company' : `for the client, by ${name}`;
}
