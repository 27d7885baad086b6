// Limits how many calls each endpoint has at once, and queues the rest for it, so that a slow endpoint does not delay the others.

export interface CallResult {
  /** Whether the endpoint answered, and well before the time limit. */
  readonly isPrompt: boolean;
  /** How long the answer took once the connection was open. */
  readonly ms: number;
}

export interface EndpointConcurrencyOptions<Item> {
  /** Never rejects; undefined where nothing was sent, which says nothing about the endpoint. */
  readonly call: (item: Item) => Promise<CallResult | undefined>;
  /** Releases items that were queued for an endpoint that has stopped answering. */
  readonly release: (items: readonly Item[]) => void;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

export interface Capacity {
  /** How many deliveries may be claimed now in all. */
  readonly total: number;
  /** For each endpoint that is not in `limits`. */
  readonly unknownEndpoint: number;
  readonly limits: ReadonlyMap<string, number>;
}

export interface EndpointConcurrency<Item> {
  /** Releases what is queued for endpoints that have stopped answering. Call it before `capacity`. */
  releaseStalled(): void;
  capacity(): Capacity;
  /** Takes a slot when a delivery is claimed. */
  reserve(webhookId: string): void;
  /** Frees a reserved slot that no call follows for. */
  free(webhookId: string): void;
  /** Calls the endpoint at once, or when one of its calls ends. */
  enqueue(webhookId: string, item: Item): void;
  /** Empties all queues, and returns what was in them. */
  drain(): Item[];
  /** Resolves when no call is running. */
  idle(): Promise<void>;
}

interface EndpointQueue<Item> {
  /** The most deliveries that may be claimed at once. */
  claimLimit: number;
  reserved: number;
  running: number;
  readonly queue: Item[];
  /** A slowly rising minimum of the answer times. */
  fastestMs: number;
  /** A moving average of the answer times. */
  averageMs: number;
  /** The most calls at once while it answers; the fraction counts towards the next call. */
  concurrency: number;
  /** Whether its last answer was prompt. */
  isPrompt: boolean;
  lastActiveMs: number;
}

/** For an endpoint that is not known to answer: a connection attempt costs as much whether or not anybody answers. */
const UNKNOWN_CLAIM_LIMIT = 2;
const HIGHEST_CLAIM_LIMIT = 256;
const LOWEST_CONCURRENCY = 8;
const HIGHEST_CONCURRENCY = 128;
/** Concurrency grows while answers take about as long as the fastest, and shrinks when they take longer: they queue at the peer. */
const SIMILAR_FACTOR = 2;
const SIMILAR_MS = 2;
/** Slots for endpoints that answer; as many again for all others, so that those cannot use up the first. */
const SLOTS = 1024;
/** An endpoint's queue holds what it answers in this time; more would only be released again. */
const QUEUED_MS = 1000;
const STALLED_MS = 1000;
const ACTIVE_MS = 2000;
const REMEMBERED = 10_000;

export function createEndpointConcurrency<Item>(options: EndpointConcurrencyOptions<Item>): EndpointConcurrency<Item> {
  const { call, release, clock = () => performance.now() } = options;
  // In the order in which they became known; a forgotten endpoint starts again as unknown.
  const endpoints = new Map<string, EndpointQueue<Item>>();
  const calls = new Set<Promise<void>>();

  function endpointOf(webhookId: string): EndpointQueue<Item> {
    const known = endpoints.get(webhookId);
    if (known !== undefined) return known;
    const endpoint = {
      claimLimit: UNKNOWN_CLAIM_LIMIT,
      reserved: 0,
      running: 0,
      queue: [],
      fastestMs: Number.POSITIVE_INFINITY,
      averageMs: Number.POSITIVE_INFINITY,
      concurrency: LOWEST_CONCURRENCY,
      isPrompt: false,
      lastActiveMs: 0,
    };
    endpoints.set(webhookId, endpoint);
    if (endpoints.size > REMEMBERED) {
      for (const [id, { reserved }] of endpoints) {
        if (endpoints.size <= REMEMBERED) break;
        if (reserved === 0) endpoints.delete(id);
      }
    }
    return endpoint;
  }

  const concurrencyOf = (endpoint: EndpointQueue<Item>) =>
    endpoint.isPrompt ? Math.floor(endpoint.concurrency) : endpoint.claimLimit;
  /** An endpoint whose answers always take long is not stalled. */
  const stalledAfterMs = ({ isPrompt, averageMs }: EndpointQueue<Item>) =>
    isPrompt ? Math.max(STALLED_MS, 2 * averageMs) : STALLED_MS;
  const isStalled = (endpoint: EndpointQueue<Item>, now: number) =>
    endpoint.running > 0 && now - endpoint.lastActiveMs > stalledAfterMs(endpoint);

  /** How many more to claim. @param fairShare the most that each endpoint may hold while there are many */
  function limitOf(endpoint: EndpointQueue<Item>, fairShare: number): number {
    const useful = Math.ceil(concurrencyOf(endpoint) * (1 + QUEUED_MS / endpoint.averageMs));
    return Math.max(0, Math.min(endpoint.claimLimit, fairShare, useful) - endpoint.reserved);
  }

  function releaseQueue(endpoint: EndpointQueue<Item>): void {
    if (endpoint.queue.length === 0) return;
    endpoint.reserved -= endpoint.queue.length;
    release(endpoint.queue.splice(0));
  }

  function startCalls(endpoint: EndpointQueue<Item>): void {
    while (endpoint.queue.length > 0 && endpoint.running < concurrencyOf(endpoint)) {
      if (endpoint.running === 0) endpoint.lastActiveMs = clock();
      endpoint.running += 1;
      const running = call(endpoint.queue.shift()!).then((result) => ended(endpoint, result));
      calls.add(running);
      void running.finally(() => calls.delete(running));
    }
  }

  function ended(endpoint: EndpointQueue<Item>, result: CallResult | undefined): void {
    endpoint.running -= 1;
    endpoint.reserved -= 1;
    if (result !== undefined) adapt(endpoint, result);
    startCalls(endpoint);
  }

  function adapt(endpoint: EndpointQueue<Item>, { isPrompt, ms }: CallResult): void {
    endpoint.lastActiveMs = clock();
    endpoint.isPrompt = isPrompt;
    if (!isPrompt) {
      endpoint.claimLimit = 1;
      releaseQueue(endpoint);
      return;
    }
    endpoint.claimLimit = Math.min(HIGHEST_CLAIM_LIMIT, endpoint.claimLimit * 2);
    endpoint.fastestMs = Math.min(endpoint.fastestMs * 1.005, ms);
    endpoint.averageMs = endpoint.averageMs === Number.POSITIVE_INFINITY ? ms : 0.8 * endpoint.averageMs + 0.2 * ms;
    endpoint.concurrency =
      ms <= endpoint.fastestMs * SIMILAR_FACTOR + SIMILAR_MS
        ? Math.min(endpoint.concurrency + 0.25, HIGHEST_CONCURRENCY)
        : Math.max(endpoint.concurrency * 0.95, LOWEST_CONCURRENCY);
  }

  return {
    releaseStalled() {
      const now = clock();
      for (const endpoint of endpoints.values()) if (isStalled(endpoint, now)) releaseQueue(endpoint);
    },
    capacity() {
      const now = clock();
      const limits = new Map<string, number>();
      const used = { answering: 0, others: 0 };
      const isActive = ({ reserved, lastActiveMs }: EndpointQueue<Item>) =>
        reserved > 0 || now - lastActiveMs <= ACTIVE_MS;
      const active = [...endpoints].filter(([, endpoint]) => isActive(endpoint));
      // Large enough that an endpoint's calls never wait for a claim, small enough that other endpoints' calls do not.
      const fairShare = Math.max(2 * LOWEST_CONCURRENCY, Math.floor(SLOTS / Math.max(1, active.length)));
      for (const [id, endpoint] of active) {
        const stalled = isStalled(endpoint, now);
        used[endpoint.isPrompt && !stalled ? 'answering' : 'others'] += endpoint.reserved;
        limits.set(id, stalled ? 0 : limitOf(endpoint, fairShare));
      }
      const othersFull = used.others >= SLOTS;
      if (othersFull) {
        // Endpoints whose last answer was prompt keep their limit, however long ago it was: only the others are stopped.
        for (const [id, endpoint] of endpoints) {
          if (!endpoint.isPrompt) limits.set(id, 0);
          else if (!limits.has(id)) limits.set(id, limitOf(endpoint, fairShare));
        }
      }
      return { unknownEndpoint: othersFull ? 0 : UNKNOWN_CLAIM_LIMIT, limits, total: SLOTS - used.answering };
    },
    reserve(webhookId) {
      endpointOf(webhookId).reserved += 1;
    },
    free(webhookId) {
      endpointOf(webhookId).reserved -= 1;
    },
    enqueue(webhookId, item) {
      const endpoint = endpointOf(webhookId);
      endpoint.queue.push(item);
      startCalls(endpoint);
    },
    drain() {
      const left: Item[] = [];
      for (const endpoint of endpoints.values()) {
        endpoint.reserved -= endpoint.queue.length;
        left.push(...endpoint.queue.splice(0));
      }
      return left;
    },
    async idle() {
      await Promise.all(calls);
    },
  };
}
