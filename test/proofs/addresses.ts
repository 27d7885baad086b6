// Proves that no request reaches a forbidden address: every special-purpose block in every notation, names that
// resolve to one, redirects and ports, through registering, examining, testing, sending and the worker; counted at a
// listener on every address of this machine.
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { testFormat } from '../../src/api/v2/notification-format.ts';
import { createOrderWebhook } from '../../src/features/webhooks/order-webhook-actions.ts';
import { sendTest } from '../../src/features/webhooks/test-delivery-actions.ts';
import { listWebhooks } from '../../src/features/webhooks/webhook-actions.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { sql } from '../../src/platform/db/database.ts';
import { parseAllowList } from '../../src/platform/outgoing-http/allow-list.ts';
import { createOutgoing, type Outgoing, type OutgoingOptions } from '../../src/platform/outgoing-http/outgoing.ts';
import { parseOutgoingProxy } from '../../src/platform/outgoing-http/outgoing-proxy.ts';
import type { Address } from '../../src/platform/outgoing-http/special-addresses.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { type DeliveryWorld, openDeliveryWorld } from '../support/delivery-world.ts';
import { eventually } from '../support/limited-loops.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { answer, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { countSockets, type InternalListener, listenEverywhere, machineAddresses } from './addresses/listener.ts';
import { forbiddenAddresses, literalUrls, namedUrls } from './addresses/places.ts';
import type { PlantedOptions } from './planted-faults/planting.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'addresses';
export const promise = 'No request reaches a forbidden address (promise 8)';
export const expected = '0 let through, 0 connections at an internal listener';
export const size = 100;
export const unit = 'addresses of each special-purpose block, besides its first and last';

export interface AddressOptions extends Pick<PlantedOptions, 'planted'> {
  readonly size: number;
  /** Only URLs that lead nowhere outside, for runs without the check. */
  readonly inside?: boolean;
}

interface Stage {
  readonly world: DeliveryWorld;
  readonly internal: InternalListener;
  /** A receiver at 127.0.0.2, which the allow-list opens; it later redirects to forbidden addresses. */
  readonly partner: WebhookReceiver;
  readonly names: NameServer;
  readonly random: Random;
  /** Names have no additional ordinary addresses, which would be called in a run without the check. */
  readonly inside: boolean;
  readonly counts: { urls: number; judged: number };
  readonly through: string[];
}

const refusedAs = new Set(['address_refused', 'url_refused']);

const post = (outgoing: Outgoing, url: string) =>
  outgoing.post({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}'), timeoutMs: 2000 });

async function sendsTo(outgoing: Outgoing, url: string): Promise<string | undefined> {
  const result = await post(outgoing, url);
  const found = result.outcome === 'answered' ? String(result.status) : result.reason;
  return refusedAs.has(found) ? undefined : found;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** A URL that passes the check fails later because the account does not exist. */
async function registers(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return 'registered';
  } catch (error) {
    const isForUrl = error instanceof Refusal && (error.fields.url ?? error.fields.callbackUri) !== undefined;
    return isForUrl ? undefined : 'not refused';
  }
}

const orderEvents = [{ eventType: 'OrderComplete', eventSubscribed: true }] as const;

function registersV1({ ctx, callerOf }: DeliveryWorld, url: string): Promise<string | undefined> {
  const given = { url, events: orderEvents, token: undefined };
  return registers(createOrderWebhook(ctx, callerOf(nobody), undefined, given));
}

async function examines(outgoing: Outgoing, url: string): Promise<string | undefined> {
  const { verdict, handshake } = await outgoing.examine({ url, headers: {}, body: Buffer.from('{}') });
  return verdict.kind === 'refused' && handshake === undefined ? undefined : 'examined';
}

/** A few at a time, because the name server's socket buffers a limited number of queries. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

function record(stage: Stage, url: string, entrance: string, found: string | undefined): void {
  stage.counts.judged += 1;
  if (found !== undefined) stage.through.push(`${entrance} ${JSON.stringify(url)}: ${found}`);
}

async function registerAndSend(stage: Stage, urls: readonly string[]): Promise<void> {
  const { world } = stage;
  stage.counts.urls += urls.length;
  await forEach(urls, async (url) => {
    record(stage, url, 'register', await registers(world.register(url, {}, world.callerOf(nobody))));
    record(stage, url, 'register in v1', await registersV1(world, url));
    record(stage, url, 'examine', await examines(world.ctx.outgoing, url));
    record(stage, url, 'send', await sendsTo(world.ctx.outgoing, url));
  });
}

/**
 * Names that resolve to the partner when they are checked, and to a forbidden address afterwards or every other time.
 */
async function turnNames(stage: Stage, times: number): Promise<void> {
  const { names, world, partner } = stage;
  names.answer('flapping.example', () => ({ a: [stage.random.pick(['127.0.0.1', '127.0.0.2'])] }));
  for (let time = 0; time < times; time += 1) {
    const result = await post(world.ctx.outgoing, `https://flapping.example:${partner.port}/`);
    const found = result.outcome === 'answered' ? String(result.status) : result.reason;
    record(stage, 'flapping.example', 'send', found === '200' || refusedAs.has(found) ? undefined : found);
  }
}

/** Tests the addresses that stay closed although the operator allows everything: our own ports and cloud metadata. */
async function tryOpenAllowList(stage: Stage, options: OutgoingOptions): Promise<void> {
  const allow = parseAllowList('0.0.0.0/0:*, [::/0]:*, *:*').entries!;
  const outgoing = createOutgoing({ ...options, allow, ourPorts: [stage.internal.port] });
  const own = ['127.0.0.1', '127.8.9.10', '::1', '::', '0.0.0.0', ...machineAddresses()];
  const metadata = '169.254.169.254 169.254.170.2 100.100.100.200 fd00:ec2::254'.split(' ');
  const addresses = [...own, ...metadata].map((text) => ipaddr.parse(text));
  const urls = literalUrls(addresses, stage.internal.port);
  stage.counts.urls += urls.length;
  await forEach(urls, async (url) => record(stage, url, 'send, all open,', await sendsTo(outgoing, url)));
  outgoing.close();
}

/** Tests that the proxy is never asked for a forbidden address. */
async function tryProxy(stage: Stage, options: OutgoingOptions, urls: readonly string[]): Promise<void> {
  const proxy = await startConnectProxy();
  const outgoing = createOutgoing({ ...options, proxy: parseOutgoingProxy(`http://127.0.0.1:${proxy.port}`) });
  stage.counts.urls += urls.length;
  await forEach(urls, async (url) => record(stage, url, 'send by proxy', await sendsTo(outgoing, url)));
  if (proxy.asked.length > 0) stage.through.push(`the proxy was asked for ${proxy.asked.slice(0, 5).join(', ')}`);
  outgoing.close();
  await proxy.close();
}

const isRefused = (reason: string | null) => reason !== null && refusedAs.has(reason);

/** Sends tests of webhooks through the worker, like their owner. */
async function testSome(stage: Stage, accountId: string): Promise<void> {
  const { ctx, callerOf } = stage.world;
  const webhooks = (await listWebhooks(ctx, callerOf(accountId))).slice(0, 10);
  await Promise.all(
    webhooks.map(async ({ id, url }) => {
      const given = { webhookId: id, waitSeconds: 60, format: testFormat('https://probity.example') };
      const { attempt } = await sendTest(ctx, callerOf(accountId), given);
      const found = attempt === null ? 'not tried' : (attempt.reason ?? String(attempt.status));
      record(stage, url, 'test', isRefused(found) ? undefined : found);
    }),
  );
}

interface Delivered {
  readonly accountId: string;
  readonly url: string;
  readonly reason: string | null;
  readonly status: number | null;
}

const perAccount = 100;

/**
 * Webhooks whose URL was allowed at registration and is forbidden when it is called: the name resolves to another
 * address, or somebody changed the row.
 */
async function deliver(stage: Stage, urls: readonly string[]): Promise<Delivered[]> {
  const { world, partner } = stage;
  const accountId = await world.newAccount();
  const caller = world.callerOf(accountId);
  for (const index of urls.keys()) {
    await world.register(`https://good.example:${partner.port}/${index}`, {}, caller);
  }
  await world.database.run(sql`
    update webhooks w set url = given.url
    from unnest(${urls.map((_, index) => `https://good.example:${partner.port}/${index}`)}::text[], ${urls}::text[]) as given(was, url)
    where w.account_id = ${accountId} and w.url = given.was`);
  await world.events(1, caller);
  return eventually(
    () =>
      world.database.rows<Delivered>(sql`
        select w.account_id as "accountId", w.url, a.reason, a.status from webhook_attempts a
        join webhook_deliveries d on d.account_id = a.account_id and d.id = a.delivery_id
        join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
        where d.account_id = ${accountId}`),
    (rows) => rows.length >= urls.length,
    120_000,
  );
}

async function deliverAll(stage: Stage, urls: readonly string[]): Promise<void> {
  stage.counts.urls += urls.length;
  for (let at = 0; at < urls.length; at += perAccount) {
    const delivered = await deliver(stage, urls.slice(at, at + perAccount));
    for (const { url, reason, status } of delivered) {
      record(stage, url, 'deliver', isRefused(reason) ? undefined : (reason ?? String(status)));
    }
    await testSome(stage, delivered[0]!.accountId);
  }
}

/** The partner answers with redirects. */
async function deliverToRedirects(stage: Stage): Promise<void> {
  const { partner, internal, names } = stage;
  const inside = `https://127.0.0.1:${internal.port}/`;
  partner.behave((request, socket, index) =>
    answer(Number(request.path.slice(1)), { headers: { location: inside, refresh: `0; url=${inside}` } })(
      request,
      socket,
      index,
    ),
  );
  names.answer('moved.example', { a: ['127.0.0.2'] });
  const urls = [200, 201, 300, 301, 302, 303, 304, 305, 307, 308].map(
    (status) => `https://moved.example:${partner.port}/${status}`,
  );
  for (const { url, status } of await deliver(stage, urls)) {
    record(stage, url, 'deliver', url.endsWith(`/${status}`) ? undefined : `answered ${status}`);
  }
  partner.behave(answer(200));
}

async function tryEverything(stage: Stage, options: OutgoingOptions, addresses: readonly Address[]): Promise<void> {
  const { internal, names, random, partner } = stage;
  const literals = literalUrls(addresses, internal.port);
  const named = namedUrls(addresses, { names, port: internal.port, isMixed: !stage.inside });
  // The allowed address with a wrong port, and wrong addresses with the allowed port.
  const ports = [internal.port, 22, 80, 5432].map((port) => `https://127.0.0.2:${port}/`);
  const elsewhere = [1, 25, 80, 6379].map((port) => `https://8.8.8.8:${port}/`);
  const others = [...ports, ...elsewhere, `https://127.0.0.1:${partner.port}/`, 'https://[64:ff9b::7f00:1]/'];
  const sockets = await countSockets(async () => {
    await registerAndSend(stage, [...literals, ...named, ...others]);
    await tryOpenAllowList(stage, options);
    await tryProxy(
      stage,
      options,
      [...literals, ...named].filter((_, index) => index % 10 === 0),
    );
  });
  if (sockets > 0) stage.through.push(`${sockets} sockets were opened`);
  await turnNames(stage, addresses.length);
  stage.world.startWorker();
  const many = [...literals, ...named];
  const some = Array.from({ length: Math.max(100, addresses.length) }, () => random.pick(many));
  await deliverAll(stage, [...new Set([...some, ...others])]);
  await deliverToRedirects(stage);
}

/** Some URLs for each way of sending. */
function examples(through: readonly string[]): string[] {
  const byEntrance = Map.groupBy(through, (line) => line.slice(0, line.indexOf(' ')));
  return [...byEntrance.values()].flatMap((lines) => lines.slice(0, 7));
}

/** Addresses without a notation inside an ordinary address, which would be called. */
const insideAddresses = ['::1', 'fd00::1'].map((text) => ipaddr.parse(text));

export async function run({ size: each, inside = false, planted }: AddressOptions): Promise<ProofResult> {
  const internal = await listenEverywhere();
  const names = await startNameServer();
  const partner = await startWebhookReceiver({
    host: '127.0.0.2',
    names: ['good.example', 'moved.example', 'flapping.example', '127.0.0.2'],
  });
  names.answer('good.example', { a: ['127.0.0.2'] });
  const options: OutgoingOptions = {
    // The internal port is open on ordinary addresses, so that only the address can be the reason for a refusal.
    allow: parseAllowList(`*:${internal.port}, 127.0.0.2:${partner.port}`).entries!,
    ourPorts: [],
    ca: partner.ca,
    resolver: { servers: [names.address], hostsFile: '/nowhere' },
    urlCheck: planted?.urlCheck,
  };
  const world = await openDeliveryWorld({ outgoing: options });
  const random = seededRandom(Date.now() % 2 ** 32);
  const stage: Stage = {
    world,
    internal,
    partner,
    names,
    random,
    inside,
    counts: { urls: 0, judged: 0 },
    through: [],
  };
  try {
    const forbidden = inside ? insideAddresses : forbiddenAddresses(each, random);
    await tryEverything(stage, options, forbidden);
    await sleep(50);
    const { through, counts } = stage;
    const found = { 'let through': through.length, 'connections at an internal listener': internal.connections() };
    return {
      figure: `${inThousands(counts.urls)} URLs judged ${inThousands(counts.judged)} times, ${countsInWords(found)}`,
      ok: through.length === 0 && internal.connections() === 0,
      lines: [
        `listening on every address of the machine: loopback, ${machineAddresses().join(', ')}; seed ${random.seed}`,
        ...examples(through),
      ],
      counts: { ...counts, ...found },
    };
  } finally {
    await world.close();
    names.close();
    await Promise.all([partner.close(), internal.close()]);
  }
}
