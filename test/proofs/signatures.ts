// Proves that signatures verify: sends deliveries of both interfaces through the shipped worker, first attempts and
// resends, and verifies the raw bytes with independent libraries while secrets rotate with overlap.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Caller } from '../../src/context.ts';
import { createOrderWebhook } from '../../src/features/webhooks/order-webhook-actions.ts';
import { rotateWebhookSecret } from '../../src/features/webhooks/webhook-actions.ts';
import { sql } from '../../src/platform/db/database.ts';
import { type DeliveryWorld, openDeliveryWorld } from '../support/delivery-world.ts';
import { eventually, upTo } from '../support/limited-loops.ts';
import { type Random, seededRandom } from '../support/random.ts';
import {
  answer,
  type ReceivedRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';
import type { PlantedOptions } from './planted-faults/planting.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';
import { createRepeats, type Endpoint, mismatchOf, type SecretState } from './signatures/verifier.ts';

export const name = 'signatures';
export const promise = 'Signatures verify, also while secrets rotate (promise 9)';
export const expected = '0 mismatches';
export const size = 100_000;
export const unit = 'deliveries';

export interface SignatureOptions extends Pick<PlantedOptions, 'planted'> {
  readonly size: number;
}

const endpointsOfAccount = 10;
const eventsAtOnce = 20;

/** Events that were stored at the same time. */
interface Batch {
  /** The secrets at that time, by webhook. */
  readonly secrets: ReadonlyMap<string, SecretState>;
  sent: number;
  arrived: number;
}

interface Stage {
  readonly world: DeliveryWorld;
  readonly receiver: WebhookReceiver;
  readonly endpoints: Endpoint[];
  readonly random: Random;
  /** By the id of the check. */
  readonly batches: Map<string, Batch>;
  readonly counts: { sent: number; rotations: number; resends: number };
  readonly mismatches: string[];
}

interface Registered {
  readonly id: string;
  readonly secret: string;
  readonly tokenHash: string;
}

async function registerOne({ register }: DeliveryWorld, url: string, caller: Caller): Promise<Registered> {
  const { webhook, token } = await register(url, {}, caller);
  return { id: webhook.id, secret: token!, tokenHash: '' };
}

async function registerOneOfV1({ ctx }: DeliveryWorld, url: string, caller: Caller): Promise<Registered> {
  const token = randomBytes(12).toString('hex');
  const given = { url, token, events: [{ eventType: 'OrderComplete', eventSubscribed: true }] } as const;
  const { webhook, signingSecret } = await createOrderWebhook(ctx, caller, undefined, given);
  return { id: webhook.id, secret: signingSecret, tokenHash: createHash('sha1').update(token).digest('hex') };
}

/** Every fifth endpoint has interface v1. */
async function registerEndpoints({ world, receiver, endpoints }: Stage): Promise<void> {
  const accountId = await world.newAccount();
  for (let index = 0; index < endpointsOfAccount; index += 1) {
    const url = new URL(`/${endpoints.length}`, receiver.url).href;
    const version = index % 5 === 0 ? 'v1' : 'v2';
    const register = version === 'v1' ? registerOneOfV1 : registerOne;
    const { id, secret, tokenHash } = await register(world, url, world.callerOf(accountId));
    const state = { secret };
    endpoints.push({
      webhookId: id,
      accountId,
      interface: version,
      tokenHash,
      state,
      before: state,
      changing: undefined,
    });
  }
}

/** The check's id: in the payload of v2, at the end of the link of v1. */
function checkOf({ body }: ReceivedRequest): string {
  const json = JSON.parse(body.toString('utf8')) as { Order?: string; payload?: { object: { id: string } } };
  return json.payload?.object.id ?? json.Order?.split('/').at(-1) ?? '';
}

/** Answers 503 to a few first attempts, so that they are retried; late answers on a busy machine are retried too. */
function verifyArrivals(stage: Stage): void {
  const { receiver, endpoints, batches, counts, mismatches } = stage;
  const isRepeat = createRepeats();
  const seen = new Set<string>();
  const verify = async (request: ReceivedRequest, endpoint: Endpoint, then: SecretState | undefined) => {
    const mismatch = then === undefined ? 'an event that nobody stored' : await mismatchOf(request, endpoint, then);
    if (mismatch !== undefined) mismatches.push(`${endpoint.interface}: ${mismatch}`);
  };
  receiver.behave((request, socket, index) => {
    const endpoint = endpoints[Number(request.path.slice(1))]!;
    const id = request.headers['webhook-id'] ?? '';
    const isResend = seen.has(id);
    seen.add(id);
    const batch = batches.get(checkOf(request));
    const then = batch?.secrets.get(endpoint.webhookId);
    void verify(request, endpoint, isResend ? endpoint.before : then);
    if (!isRepeat(request)) mismatches.push(`${endpoint.interface}: other bytes than before`);
    if (isResend) counts.resends += 1;
    else if (batch !== undefined) batch.arrived += 1;
    answer(index % 50 === 7 && !isResend ? 503 : 200)(request, socket, index);
  });
}

async function storeBatch({ world, endpoints, batches, counts }: Stage): Promise<Batch> {
  const secrets = new Map(endpoints.map(({ webhookId, state }) => [webhookId, state]));
  const batch: Batch = { secrets, sent: eventsAtOnce * endpoints.length, arrived: 0 };
  for (const accountId of new Set(endpoints.map((endpoint) => endpoint.accountId))) {
    const ids = Array.from({ length: eventsAtOnce }, () => randomUUID());
    for (const id of ids) batches.set(id, batch);
    await world.storeEventsOf(ids, world.callerOf(accountId));
  }
  counts.sent += batch.sent;
  return batch;
}

/** Rotates a secret, or ends the overlap of its last rotation. */
async function changeSecret({ world, counts, random }: Stage, endpoint: Endpoint): Promise<void> {
  const { accountId, webhookId, state } = endpoint;
  endpoint.before = state;
  if (state.previous === undefined || random.below(3) === 0) {
    // During an overlap only a rotation without one is allowed.
    const overlapHours = state.previous === undefined ? 1 : 0;
    const { token } = await rotateWebhookSecret(world.ctx, world.callerOf(accountId), webhookId, { overlapHours });
    endpoint.state = overlapHours === 0 ? { secret: token } : { secret: token, previous: state.secret };
    counts.rotations += 1;
  } else {
    await world.database.run(sql`
      update webhooks set previous_secret_until = previous_secret_until - interval '1 hour'
      where account_id = ${accountId} and id = ${webhookId}`);
    endpoint.state = { secret: state.secret };
  }
}

async function hasArrived(batch: Batch | undefined): Promise<void> {
  const missing = async () => (batch === undefined ? 0 : batch.sent - batch.arrived);
  await eventually(missing, (count) => count <= 0, 120_000);
}

/** Changes the secrets once during each batch, and waits until the batch has arrived. */
async function sendAll(stage: Stage, count: number): Promise<void> {
  const { counts, endpoints, random } = stage;
  let before: Batch | undefined;
  for (const _ of upTo(count + 1, `${count} deliveries`)) {
    if (counts.sent >= count) break;
    const batch = await storeBatch(stage);
    await hasArrived(before);
    for (const endpoint of endpoints) {
      if (endpoint.interface !== 'v2' || random.below(2) === 0) continue;
      endpoint.changing = changeSecret(stage, endpoint);
      await endpoint.changing;
    }
    before = batch;
  }
  await hasArrived(before);
}

async function awaitResends({ world, counts }: Stage): Promise<void> {
  // The last refusals may not be recorded yet.
  const due = () =>
    world.database.row<{ left: number }>(sql`
      select count(*)::integer as left from webhook_deliveries where status = 'due' and (attempts = 0 or leased_by is not null)`);
  await eventually(due, (row) => row?.left === 0, 60_000);
  const waiting = await world.database.row<{ count: number }>(sql`
    select count(*)::integer as count from webhook_deliveries where status = 'due'`);
  await world.passTime(70_000);
  await eventually(
    async () => counts.resends,
    (resends) => resends >= waiting!.count,
    60_000,
  );
}

export async function run({ size: deliveries, planted }: SignatureOptions): Promise<ProofResult> {
  const receiver = await startWebhookReceiver({ keep: false });
  const world = await openDeliveryWorld({ planted });
  const random = seededRandom(Date.now() % 2 ** 32);
  const counts = { sent: 0, rotations: 0, resends: 0 };
  const stage: Stage = { world, receiver, endpoints: [], random, batches: new Map(), counts, mismatches: [] };
  try {
    const accounts = Math.min(4, Math.ceil(deliveries / 1000));
    for (let account = 0; account < accounts; account += 1) await registerEndpoints(stage);
    verifyArrivals(stage);
    world.startWorker();
    await sendAll(stage, deliveries);
    await awaitResends(stage);
    const { mismatches } = stage;
    return {
      figure: `${countsInWords({ deliveries: counts.sent, resends: counts.resends, rotations: counts.rotations, mismatches: mismatches.length })}`,
      ok: mismatches.length === 0 && counts.rotations > 0 && counts.resends > 0,
      lines: [
        `${inThousands(stage.endpoints.length)} endpoints, every fifth of interface v1; seed ${random.seed}`,
        ...[...Map.groupBy(mismatches, (what) => what)].map(([what, same]) => `${what} × ${same.length}`),
      ],
      counts: { deliveries: counts.sent, mismatches: mismatches.length },
    };
  } finally {
    await world.close();
    await receiver.close();
  }
}
