// The only place that sends requests out: checks where a URL leads, calls exactly that address, and keeps connections for reuse.
import { constants, X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { createUrlCheck, type Target, type UrlRefusal, urlRefusals, type Verdict } from './address-check.ts';
import type { AllowEntry } from './allow-list.ts';
import { type FailureReason, openConnection, openTcp } from './connection.ts';
import { type Download, type DownloadResult, downloadOver } from './download.ts';
import { type Handshake, lookAtCertificate } from './examination.ts';
import { createKeptConnections } from './kept-connections.ts';
import { createNameResolver, type NameResolverOptions } from './name-resolver.ts';
import { isReached, type OutgoingProxy, routeThrough } from './outgoing-proxy.ts';
import { type Answer, exchange, type Limit, type PostResult, type Timings } from './post.ts';

export type UrlVerdict =
  /** `note`: the name did not resolve now, so its addresses are checked when something is sent. */
  | { readonly kind: 'allowed'; readonly note?: 'dns_failed' | 'dns_timed_out' }
  | { readonly kind: 'refused'; readonly reason: UrlRefusal; readonly message: string };

export interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Including name resolution, up to the status line. */
  readonly timeoutMs?: number;
}

/** A call whose answer is needed, of an address that the operator configured. */
export interface OutgoingCall extends OutgoingPost {
  readonly method: 'GET' | 'POST';
  /** A larger answer counts as none. `timeoutMs` includes reading it. */
  readonly wholeBytes: number;
}

/** The steps of a call to an endpoint, one after the other, up to the first that fails. */
export interface Examination {
  readonly verdict: UrlVerdict;
  /** What the name resolves to; empty if only an operator's allow-list admits the address, which must not be shown. */
  readonly addresses: readonly string[];
  readonly dnsMs: number;
  readonly handshake?: Handshake;
  readonly post?: Pick<OutgoingPost, 'headers' | 'body'> & { readonly result: PostResult };
}

export interface Outgoing {
  checkUrl(url: string): Promise<UrlVerdict>;
  /** Posts like `post`, and also returns the outcome of each step: URL check, DNS, TLS and answer. */
  examine(request: OutgoingPost): Promise<Examination>;
  /** Never rejects because of the peer. One call makes at most one request. */
  post(request: OutgoingPost): Promise<PostResult>;
  /** As `post`, with the whole answer, which is kept whatever the address. */
  call(request: OutgoingCall): Promise<PostResult>;
  /** Reads a file of an address that the operator configured; never rejects because of the peer. */
  download(wanted: Download): Promise<DownloadResult>;
  /** Makes a TLS handshake and sends nothing, so that the certificate is read whether it is trusted or not. */
  shakeHands(url: string): Promise<Handshake>;
  /** Whether a connection to the proxy can be made; true if none is configured. */
  reachesProxy(): Promise<boolean>;
  /** Closes every connection; running calls end as `stopped`. */
  close(): void;
}

export interface OutgoingOptions {
  readonly allow: readonly AllowEntry[];
  /** Our own ports, which no allow-list opens; the list may grow as we begin to listen. */
  readonly ourPorts: readonly number[];
  /** PEM text of authorities that are trusted besides the usual ones. */
  readonly ca?: string;
  readonly resolver?: NameResolverOptions;
  /** The proxy of every call; the target is checked here all the same. */
  readonly proxy?: OutgoingProxy | undefined;
  /** How urls are checked; a proof replaces it to plant a fault. */
  readonly urlCheck?: typeof createUrlCheck | undefined;
}

/** interface §Delivery rules: acknowledged within 10 seconds. */
const ACKNOWLEDGE_MS = 10_000;
/** For the handshake of an examination over all addresses, and for the connection to the proxy. */
const EXAMINE_MS = 5000;

const addressRefusals = new Set<UrlRefusal>(['address_refused', 'own_port_refused', 'port_refused']);

function reasonOf(verdict: Exclude<Verdict, { readonly kind: 'allowed' }>): FailureReason {
  if (verdict.kind === 'unresolved') return verdict.reason;
  return addressRefusals.has(verdict.reason) ? 'address_refused' : 'url_refused';
}

let turns: Promise<void> | undefined;

/**
 * Lets what has arrived at this machine be noticed before something is written: a close, so that no request goes into a dead
 * connection, and unexpected data. Two turns of the event loop, because the present one asked the system before it began; all
 * calls of a turn share them.
 */
function noticeArrivedData(): Promise<void> {
  turns ??= new Promise((resolve) => {
    setImmediate(() => {
      turns = undefined;
      setImmediate(resolve);
    });
  });
  return turns;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Throws if `ca` is no certificate. */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const resolver = createNameResolver(options.resolver);
  const { urlCheck = createUrlCheck } = options;
  const checkUrl = urlCheck({ allow: options.allow, ourPorts: options.ourPorts, resolver });
  // createSecureContext itself accepts any text silently.
  if (options.ca !== undefined) new X509Certificate(options.ca);
  let made: SecureContext | undefined;
  // Created at the first call: reading the authorities takes 20 ms, and most commands call nobody.
  const secureContext = () => {
    made ??= createSecureContext({
      ca: [...getCACertificates('default'), ...(options.ca === undefined ? [] : [options.ca])],
      // Renegotiation would let a peer cause many handshakes, or change its identity.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    });
    return made;
  };
  const route = options.proxy === undefined ? openTcp : routeThrough(options.proxy, resolver, secureContext);
  const kept = createKeptConnections();
  const underWay = new Set<AbortController>();
  let closed = false;

  /** Returns the class of failure if no connection can be made. */
  async function connectionTo(target: Target, signal: AbortSignal, timings: Mutable<Timings>) {
    await noticeArrivedData();
    const waiting = kept.take(target);
    if (waiting !== undefined) return waiting;
    const opened = await openConnection(target, { route, secureContext: secureContext() }, signal);
    timings.connectMs = opened.connectMs;
    if ('failure' in opened) return opened.failure;
    timings.tlsMs = opened.tlsMs;
    const connection = kept.adopt(target, opened);
    await noticeArrivedData();
    return connection.spoilt ?? connection;
  }

  async function attempt(
    request: OutgoingPost & Partial<OutgoingCall>,
    { signal, deadline }: Limit,
    timings: Mutable<Timings>,
  ): Promise<Answer> {
    const startedAt = performance.now();
    const fail = (reason: FailureReason): Answer => ({ outcome: 'failed', reason: closed ? 'stopped' : reason });
    const verdict = await checkUrl(request.url);
    timings.dnsMs = performance.now() - startedAt;
    if (verdict.kind !== 'allowed') return fail(reasonOf(verdict));
    const { target } = verdict;
    const connection = await connectionTo(target, signal, timings);
    if (typeof connection === 'string') return fail(connection);
    const exchanged = await exchange(
      connection,
      {
        method: request.method ?? 'POST',
        host: target.origin.slice('https://'.length),
        path: target.path,
        headers: request.headers,
        body: request.body,
        keepText: request.wholeBytes !== undefined || !target.special,
        wholeBytes: request.wholeBytes,
      },
      { signal, deadline },
    );
    kept.release(connection, exchanged);
    const { answer, answeredAt } = exchanged;
    if (answeredAt !== null) timings.firstByteMs = answeredAt - startedAt;
    return answer.outcome === 'failed' ? fail(answer.reason) : answer;
  }

  const toUrlVerdict = (verdict: Verdict): UrlVerdict => {
    if (verdict.kind === 'refused') return { ...verdict, message: urlRefusals[verdict.reason] };
    return verdict.kind === 'unresolved' ? { kind: 'allowed', note: verdict.reason } : { kind: 'allowed' };
  };

  async function send(request: OutgoingPost & Partial<OutgoingCall>): Promise<PostResult> {
    const timeoutMs = request.timeoutMs ?? ACKNOWLEDGE_MS;
    const startedAt = performance.now();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    underWay.add(controller);
    const timings: Mutable<Timings> = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 0 };
    try {
      const answer = await attempt(request, { signal: controller.signal, deadline: startedAt + timeoutMs }, timings);
      return { ...answer, timings: { ...timings, totalMs: performance.now() - startedAt } };
    } finally {
      clearTimeout(timer);
      underWay.delete(controller);
    }
  }

  const handshakeWith = (target: Target) =>
    lookAtCertificate(target, { route, secureContext: secureContext() }, AbortSignal.timeout(EXAMINE_MS));

  const outgoing: Outgoing = {
    checkUrl: async (url) => toUrlVerdict(await checkUrl(url)),
    async examine(request) {
      const startedAt = performance.now();
      const verdict = await checkUrl(request.url);
      const seen = { verdict: toUrlVerdict(verdict), addresses: [], dnsMs: performance.now() - startedAt };
      if (verdict.kind !== 'allowed') return seen;
      const { target } = verdict;
      const handshake = await handshakeWith(target);
      const reached = { ...seen, addresses: target.special ? [] : target.addresses, handshake };
      if (handshake.kind === 'failed' || handshake.certificate.distrust !== null) return reached;
      const { headers, body } = request;
      return { ...reached, post: { headers, body, result: await outgoing.post(request) } };
    },
    post: send,
    call: send,
    async download(wanted) {
      const verdict = await checkUrl(wanted.url);
      if (verdict.kind !== 'allowed') return { outcome: 'failed', reason: reasonOf(verdict) };
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), wanted.timeoutMs);
      underWay.add(controller);
      try {
        const { target } = verdict;
        const opened = await openConnection(target, { route, secureContext: secureContext() }, controller.signal);
        if ('failure' in opened) return { outcome: 'failed', reason: opened.failure };
        const asked = { host: target.origin.slice('https://'.length), path: target.path };
        return await downloadOver(opened.socket, asked, wanted, controller.signal);
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    async shakeHands(url) {
      const verdict = await checkUrl(url);
      return verdict.kind === 'allowed' ? handshakeWith(verdict.target) : { kind: 'failed', reason: reasonOf(verdict) };
    },
    reachesProxy: async () =>
      options.proxy === undefined ||
      isReached(options.proxy, { resolver, secureContext: secureContext() }, AbortSignal.timeout(EXAMINE_MS)),
    close() {
      closed = true;
      kept.close();
      for (const controller of underWay) controller.abort();
    },
  };
  return outgoing;
}
