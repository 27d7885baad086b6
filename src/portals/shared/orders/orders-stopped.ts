// What `orders-stopped.njk` says of an account that accepts no new orders.
import type { Environment } from '../../../context.ts';
import { areOrdersStopped, type OrderStops } from '../../../features/checks/stopped-order-rules.ts';

export const stoppedModel = (stops: OrderStops, environment: Environment) => ({
  isStopped: areOrdersStopped(stops, environment),
  // Where somebody stopped them, too, a payment alone does not let orders in again.
  isStoppedByCredit: stops.acceptOrders && stops.isStoppedByCredit,
});
