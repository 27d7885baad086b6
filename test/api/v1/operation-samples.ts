// A sample request for every operation of the v1 document: about existing resources, and about nobody's.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { SentRequest } from '../../support/probity.ts';
import { document, type Method, type V1Client } from './v1-client.ts';
import { candidateEntry, completeOrder, identityOrder } from './v1-samples.ts';

export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
}

export const documentedOperations: readonly DocumentedOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operationId: String(operation.operationId),
      method: method.toUpperCase() as Method,
      path,
    })),
);

/** The resources that operations need: an order, a webhook, a package, a file. */
export interface World {
  readonly order: number;
  /** Of the order. */
  readonly check: string;
  readonly webhook: string;
  readonly package: number;
  readonly file: string;
}

export const nobodys: World = {
  order: 99_999_999,
  check: '00000000-0000-7000-8000-000000000002',
  webhook: '00000000-0000-7000-8000-000000000000',
  package: 99_999_999,
  file: '00000000-0000-7000-8000-000000000001',
};

const events = [{ eventType: 'OrderComplete', eventSubscribed: true }];
const callbackUri = 'https://127.0.0.1:9/orders';
const file = () => ({ body: Buffer.from('Some text, long enough for a file. '.repeat(4)) });

export async function makeWorld(client: V1Client, packageId: number): Promise<World> {
  const { Id: order, Checks } = await candidateEntry(client);
  const made = await client.post<{ webhookKey: string }>('/webhooks/webhook', { callbackUri, events });
  assert.equal(made.status, 201, made.text);
  const check = Checks[0]!.Id;
  return { order, check, webhook: made.body.webhookKey, package: packageId, file: await attachFile(client, order) };
}

/** Returns the file's token. */
export async function attachFile(client: V1Client, order: number): Promise<string> {
  const token = randomUUID();
  const upload = `/attachments?fileToken=${token}&orderId=${order}&fileName=notes.txt`;
  assert.equal((await client.send('POST', upload, file())).status, 201);
  return token;
}

interface Sample {
  readonly path: string;
  readonly sent?: SentRequest;
  /** The request names a resource of one account and environment, which does not exist for others. */
  readonly isAboutSomething?: true;
}

const about = (path: string, sent?: SentRequest): Sample => ({ path, isAboutSomething: true, ...(sent && { sent }) });
const json = (body: unknown): SentRequest => ({ json: body });

/** By operation; packages belong to the account in both environments. */
export const samples: Readonly<Record<string, (world: World) => Sample>> = {
  submitCandidateEntry: () => ({ path: '/orders/candidateentry', sent: json(identityOrder()) }),
  submitClientEntry: () => ({ path: '/orders/cliententry', sent: json(completeOrder()) }),
  listOrders: () => ({ path: '/orders' }),
  listOpenOrders: () => ({ path: '/orders/GetOpenOrders' }),
  readOrder: ({ order }) => about(`/orders/${order}`),
  readOrderStatus: ({ order }) => about(`/orders/${order}/status`),
  cancelOrder: ({ order }) => about(`/orders/${order}/cancel`),
  confirmIdentity: ({ order }) => about(`/orders/${order}/identity`),
  stopMonitoringCheck: ({ order, check }) => about(`/orders/${order}/checks/${check}/stopmonitoring`),
  validateCandidateEntryOrder: () => ({ path: '/orders/candidateentry/validate', sent: json(identityOrder()) }),
  validateClientEntryOrder: () => ({ path: '/orders/cliententry/validate', sent: json(completeOrder()) }),
  uploadAttachment: ({ order }) =>
    about(`/attachments?fileToken=${randomUUID()}&orderId=${order}&fileName=notes.txt`, file()),
  readAttachmentRestrictions: () => ({ path: '/attachments/restrictions' }),
  listAttachments: ({ order }) => about(`/attachments?orderId=${order}`),
  downloadAttachment: (world) => about(`/attachments/download?fileToken=${world.file}`),
  listPackages: () => ({ path: '/metadata/packages' }),
  readPackage: (world) => about(`/metadata/packages/${world.package}`),
  listValueSets: () => ({ path: '/metadata/valuesets' }),
  readValueSet: () => ({ path: '/metadata/valuesets/titles' }),
  listValues: () => ({ path: '/metadata/valuesets/titles/values' }),
  createOrderWebhook: () => ({ path: '/webhooks/webhook', sent: json({ callbackUri, events }) }),
  changeOrderWebhook: ({ webhook }) => about('/webhooks/webhook', json({ webhookKey: webhook, callbackUri, events })),
  listOrderWebhooks: () => ({ path: '/webhooks/webhook/list' }),
  listWebhookHistory: () => ({ path: '/webhooks/webhook/history' }),
  readOrderWebhook: ({ webhook }) => about(`/webhooks/webhook/${webhook}`),
  deleteOrderWebhook: ({ webhook }) => about(`/webhooks/webhook?webhookKey=${webhook}`),
};
