// Whether an account accepts new orders; pure.
import type { Environment } from '../../context.ts';

/** Test orders are always accepted: they cost nothing, and the client's programs can be worked on meanwhile. */
export const areOrdersStopped = (
  { acceptOrders }: { readonly acceptOrders: boolean },
  environment: Environment,
): boolean => environment === 'live' && !acceptOrders;
