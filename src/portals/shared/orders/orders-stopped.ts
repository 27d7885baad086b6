// What `orders-stopped.njk` says of an account that accepts no new orders.
import type { Environment } from '../../../context.ts';
import { areOrdersStopped, type OrderStops } from '../../../features/checks/stopped-order-rules.ts';

export const stoppedModel = (stops: OrderStops, environment: Environment) => ({
  isStopped: areOrdersStopped(stops, environment),
  isStoppedByCredit: stops.isStoppedByCredit,
});
