// Keeps endpoints from standing in each other's way: each has its own short queue and as many calls at once as it answers well.

/** How a call went, for the endpoint's share. */
export interface CallEnd {
  /** Whether it answered at all, and not at the last moment. */
  readonly prompt: boolean;
  /** What the answer took once the connection stood. */
  readonly ms: number;
}

export interface EndpointLanesOptions<Item> {
  /** Never rejects; undefined where nothing was sent, which says nothing of the endpoint. */
  readonly call: (item: Item) => Promise<CallEnd | undefined>;
  /** Given what was queued for an endpoint that has stopped answering. */
  readonly giveBack: (items: readonly Item[]) => void;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

export interface Room {
  /** For endpoints that are not in `limits`. */
  readonly newcomer: number;
  readonly limits: ReadonlyMap<string, number>;
}

export interface EndpointLanes<Item> {
  /** What is queued for endpoints that have stopped answering goes back: before one asks for room. */
  giveBackStalled(): void;
  /** How many deliveries may be claimed now in all, and for each endpoint. */
  room(): Room & { readonly total: number };
  /** At the claim: its place is taken from then on. */
  reserve(webhookId: string): void;
  /** A reserved place that no call comes of. */
  release(webhookId: string): void;
  /** Calls at once, or when the endpoint's turn comes. */
  add(webhookId: string, item: Item): void;
  /** What waits for its turn, which it then never gets. */
  drain(): Item[];
  /** Resolves when no call is under way. */
  idle(): Promise<void>;
}

interface Lane<Item> {
  /** Claimed at once at most. */
  share: number;
  reserved: number;
  underWay: number;
  readonly queue: Item[];
  /** About the quickest of the last answers. */
  bestMs: number;
  /** About what the last answers took. */
  usualMs: number;
  /** Calls at once while it answers; a fraction counts towards the next. */
  calls: number;
  /** Whether its last answer was prompt. */
  answers: boolean;
  lastMoveMs: number;
}

/** For one that is not known to answer: a connection to nobody costs as much as one to somebody. */
const NEWCOMER_SHARE = 2;
const LARGEST_SHARE = 256;
const FEWEST_CALLS = 8;
const MOST_CALLS = 128;
/** While answers take about as long as the quickest, more at once do no harm; when they take longer, more would only queue. */
const HARDLY_SLOWER = 2;
const HARDLY_SLOWER_MS = 2;
/** Places for endpoints that answer; as many again for those that are unknown, slow or silent: they cannot use up the first. */
const PLACES = 1024;
/** Besides its calls at once, what an endpoint answers in so long may wait in its queue: more would only be given back. */
const QUEUED_MS = 1000;
const STALLED_MS = 1000;
const ACTIVE_MS = 2000;
const REMEMBERED = 10_000;

export function createEndpointLanes<Item>(options: EndpointLanesOptions<Item>): EndpointLanes<Item> {
  const { call, giveBack, clock = () => performance.now() } = options;
  // The longest known first; what is forgotten begins anew.
  const lanes = new Map<string, Lane<Item>>();
  const calls = new Set<Promise<void>>();

  function laneOf(webhookId: string): Lane<Item> {
    const known = lanes.get(webhookId);
    if (known !== undefined) return known;
    const lane = {
      share: NEWCOMER_SHARE,
      reserved: 0,
      underWay: 0,
      queue: [],
      bestMs: Number.POSITIVE_INFINITY,
      usualMs: Number.POSITIVE_INFINITY,
      calls: FEWEST_CALLS,
      answers: false,
      lastMoveMs: 0,
    };
    lanes.set(webhookId, lane);
    if (lanes.size > REMEMBERED) {
      for (const [id, { reserved }] of lanes) {
        if (lanes.size <= REMEMBERED) break;
        if (reserved === 0) lanes.delete(id);
      }
    }
    return lane;
  }

  const callsAtOnce = (lane: Lane<Item>) => (lane.answers ? Math.floor(lane.calls) : lane.share);
  /** An endpoint that always takes its time has not stopped answering. */
  const patienceMs = ({ answers, usualMs }: Lane<Item>) => (answers ? Math.max(STALLED_MS, 2 * usualMs) : STALLED_MS);
  const isStalled = (lane: Lane<Item>, now: number) => lane.underWay > 0 && now - lane.lastMoveMs > patienceMs(lane);

  /** How many more to claim; `fair` is what each may hold while there are many. */
  function limitOf(lane: Lane<Item>, fair: number): number {
    const useful = Math.ceil(callsAtOnce(lane) * (1 + QUEUED_MS / lane.usualMs));
    return Math.max(0, Math.min(lane.share, fair, useful) - lane.reserved);
  }

  function dropQueue(lane: Lane<Item>): void {
    if (lane.queue.length === 0) return;
    lane.reserved -= lane.queue.length;
    giveBack(lane.queue.splice(0));
  }

  function start(lane: Lane<Item>): void {
    while (lane.queue.length > 0 && lane.underWay < callsAtOnce(lane)) {
      if (lane.underWay === 0) lane.lastMoveMs = clock();
      lane.underWay += 1;
      const running = call(lane.queue.shift()!).then((end) => ended(lane, end));
      calls.add(running);
      void running.finally(() => calls.delete(running));
    }
  }

  function ended(lane: Lane<Item>, end: CallEnd | undefined): void {
    lane.underWay -= 1;
    lane.reserved -= 1;
    if (end !== undefined) learn(lane, end);
    start(lane);
  }

  function learn(lane: Lane<Item>, { prompt, ms }: CallEnd): void {
    lane.lastMoveMs = clock();
    lane.answers = prompt;
    if (!prompt) {
      lane.share = 1;
      dropQueue(lane);
      return;
    }
    lane.share = Math.min(LARGEST_SHARE, lane.share * 2);
    lane.bestMs = Math.min(lane.bestMs * 1.005, ms);
    lane.usualMs = lane.usualMs === Number.POSITIVE_INFINITY ? ms : 0.8 * lane.usualMs + 0.2 * ms;
    lane.calls =
      ms <= lane.bestMs * HARDLY_SLOWER + HARDLY_SLOWER_MS
        ? Math.min(lane.calls + 0.25, MOST_CALLS)
        : Math.max(lane.calls * 0.95, FEWEST_CALLS);
  }

  return {
    giveBackStalled() {
      const now = clock();
      for (const lane of lanes.values()) if (isStalled(lane, now)) dropQueue(lane);
    },
    room() {
      const now = clock();
      const limits = new Map<string, number>();
      const used = { answering: 0, others: 0 };
      const isActive = (lane: Lane<Item>) => lane.reserved > 0 || now - lane.lastMoveMs <= ACTIVE_MS;
      const active = [...lanes].filter(([, lane]) => isActive(lane));
      // Enough that its calls never wait for a claim, and not so much that others' calls do.
      const fair = Math.max(2 * FEWEST_CALLS, Math.floor(PLACES / Math.max(1, active.length)));
      for (const [id, lane] of active) {
        const stalled = isStalled(lane, now);
        used[lane.answers && !stalled ? 'answering' : 'others'] += lane.reserved;
        limits.set(id, stalled ? 0 : limitOf(lane, fair));
      }
      const othersFull = used.others >= PLACES;
      if (othersFull) {
        // What answered last time does not pay for what hangs, however long it had nothing to answer.
        for (const [id, lane] of lanes) {
          if (!lane.answers) limits.set(id, 0);
          else if (!limits.has(id)) limits.set(id, limitOf(lane, fair));
        }
      }
      return { newcomer: othersFull ? 0 : NEWCOMER_SHARE, limits, total: PLACES - used.answering };
    },
    reserve(webhookId) {
      laneOf(webhookId).reserved += 1;
    },
    release(webhookId) {
      laneOf(webhookId).reserved -= 1;
    },
    add(webhookId, item) {
      const lane = laneOf(webhookId);
      lane.queue.push(item);
      start(lane);
    },
    drain() {
      const left: Item[] = [];
      for (const lane of lanes.values()) {
        lane.reserved -= lane.queue.length;
        left.push(...lane.queue.splice(0));
      }
      return left;
    },
    async idle() {
      await Promise.all(calls);
    },
  };
}
