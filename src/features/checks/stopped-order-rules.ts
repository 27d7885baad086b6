// Whether an account accepts new orders; pure.
import type { Environment } from '../../context.ts';

export interface OrderStops {
  /** As the operator set it. */
  readonly acceptOrders: boolean;
  /** More than its credit limit is owed, and new orders are refused above it. */
  readonly isStoppedByCredit: boolean;
}

/** Test orders are always accepted: they cost nothing, and the client's programs can be worked on meanwhile. */
export const areOrdersStopped = ({ acceptOrders, isStoppedByCredit }: OrderStops, environment: Environment): boolean =>
  environment === 'live' && (!acceptOrders || isStoppedByCredit);
