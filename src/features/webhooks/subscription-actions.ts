// Lists and reads the webhooks of both interfaces for a user of the portal. Interface v2 has no subsidiaries, so a user who sees
// only the orders of one subsidiary sees only v1 webhooks (decisions, Account hierarchy; ours).
import type { Authority, Ctx, OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { type EndpointState, findEndpointStates } from './endpoint-queries.ts';
import type { OrderWebhook } from './order-webhook.ts';
import { listOrderWebhooks, readOrderWebhook } from './order-webhook-actions.ts';
import type { Webhook, WebhookInterface } from './webhook.ts';
import { listWebhooks, readWebhook } from './webhook-actions.ts';

export type Subscription =
  | { readonly interface: 'v1'; readonly webhook: OrderWebhook }
  | { readonly interface: 'v2'; readonly webhook: Webhook };

export const interfacesFor = ({ subsidiaryIds }: Pick<OrderScope, 'subsidiaryIds'>): readonly WebhookInterface[] =>
  subsidiaryIds === null ? ['v1', 'v2'] : ['v1'];

/** The v1 webhooks of the environment, then the v2 webhooks of the account; each newest first. */
export async function listSubscriptions(ctx: Ctx, scope: OrderScope & Authority): Promise<Subscription[]> {
  const [orders, checks] = await Promise.all([
    listOrderWebhooks(ctx, scope),
    interfacesFor(scope).includes('v2') ? listWebhooks(ctx, scope) : [],
  ]);
  return [
    ...orders.map((webhook) => ({ interface: 'v1', webhook }) as const),
    ...checks.map((webhook) => ({ interface: 'v2', webhook }) as const),
  ];
}

export async function readSubscription(ctx: Ctx, scope: OrderScope & Authority, id: string): Promise<Subscription> {
  const order = await readOrderWebhook(ctx, scope, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return undefined;
    throw error;
  });
  if (order !== undefined) return { interface: 'v1', webhook: order };
  if (!interfacesFor(scope).includes('v2')) throw new Refusal('not_found');
  return { interface: 'v2', webhook: await readWebhook(ctx, scope, id) };
}

/** The states of these webhooks' endpoints, by webhook id. */
export async function readEndpointStates(
  ctx: Ctx,
  scope: OrderScope & Authority,
  subscriptions: readonly Subscription[],
): Promise<ReadonlyMap<string, EndpointState>> {
  demand(scope, 'read_webhooks');
  const ids = subscriptions.map(({ webhook }) => webhook.id);
  const states = await findEndpointStates(ctx.db, scope.accountId, ids);
  return new Map(states.map((state) => [state.webhookId, state]));
}
