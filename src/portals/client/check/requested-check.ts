// Finds the check that a client's page is about.
import type { Ctx, Environment } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readOrderOfCheck } from '../../../features/orders/order-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

export const checkPath = '/portal/checks/:check_id';

/** Looks in both environments: the address does not name one, and an id exists in at most one. */
export async function requestedCheck(
  ctx: Ctx,
  user: ClientUser,
  { params }: { readonly params: { readonly check_id: string } },
): Promise<Check> {
  const id = params.check_id;
  if (!isUuid(id)) throw new Refusal('not_found');
  const inEnvironment = (environment: Environment) => readOrderOfCheck(ctx, callerFor(user, environment), id);
  return inEnvironment('live').catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return inEnvironment('test');
    throw error;
  });
}
