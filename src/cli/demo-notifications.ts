// The demo's webhooks: receivers on this machine that do not exist, and two months of made-up delivery attempts.
import { notificationFormat as v1Format } from '../api/v1/notification-format.ts';
import { notificationFormat as v2Format } from '../api/v2/notification-format.ts';
import type { Caller, Ctx } from '../context.ts';
import { createOrderWebhook } from '../features/webhooks/order-webhook-actions.ts';
import { recordPastDeliveries } from '../features/webhooks/past-delivery-actions.ts';
import { registerWebhook } from '../features/webhooks/webhook-actions.ts';
import { parseAllowList } from '../platform/outgoing-http/allow-list.ts';
import { createOutgoing } from '../platform/outgoing-http/outgoing.ts';

const HOUR_MS = 3_600_000;

export interface Receivers {
  readonly personnel: string;
  readonly applicantTracking: string;
  readonly payroll: string;
}

/**
 * Registers the receivers. A later notification is refused before it is sent, because webhooks to this machine are off
 * by default.
 */
export async function registerReceivers(ctx: Ctx, client: Caller): Promise<Receivers> {
  const outgoing = createOutgoing({ allow: parseAllowList('127.0.0.0/8:*').entries ?? [], ourPorts: [] });
  const open = { ...ctx, outgoing };
  const register = async (url: string, events?: readonly string[]) =>
    (await registerWebhook(open, client, { url, environments: ['live'], ...(events && { events: [...events] }) }))
      .webhook.id;
  // Two hear of complete checks alone, so that they stay healthy while a newcomer orders.
  const events = [{ eventType: 'OrderComplete', eventSubscribed: true }] as const;
  const payroll = { url: 'https://127.0.0.1:9443/payroll', events, token: undefined };
  const receivers = {
    personnel: await register('https://127.0.0.1:9443/personnel', ['check.completed']),
    applicantTracking: await register('https://127.0.0.1:9443/applicant-tracking'),
    payroll: (await createOrderWebhook(open, client, undefined, payroll)).webhook.id,
  };
  outgoing.close();
  return receivers;
}

/** The first receiver is overloaded for a minute now and then; the second has failed for two days. */
function acknowledged(name: string, at: Date, now: Date): boolean {
  if (name === 'personnel') return at.getUTCMinutes() % 10 !== 6;
  return name !== 'applicantTracking' || now.getTime() - at.getTime() > 48 * HOUR_MS;
}

export function recordNotifications(tx: Ctx, client: Caller, receivers: Receivers, now: Date): Promise<void> {
  const { baseUrl } = tx.settings;
  const names = new Map(Object.entries(receivers).map(([name, id]) => [id, name]));
  return recordPastDeliveries(tx, client, Object.values(receivers), {
    formats: { v1: v1Format(baseUrl), v2: v2Format(baseUrl) },
    now,
    acknowledged: (webhookId, at) => acknowledged(names.get(webhookId)!, at, now),
  });
}
