// Finds the check that a client's page is about.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readOrderOfCheck } from '../../../features/orders/order-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type ClientUser, inEitherEnvironment } from '../client-caller.ts';

export const checkPath = '/portal/checks/:check_id';

export async function requestedCheck(
  ctx: Ctx,
  user: ClientUser,
  { params }: { readonly params: { readonly check_id: string } },
): Promise<Check> {
  const id = params.check_id;
  if (!isUuid(id)) throw new Refusal('not_found');
  return inEitherEnvironment(user, (caller) => readOrderOfCheck(ctx, caller, id));
}
