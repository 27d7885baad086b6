// Keeps endpoints from standing in each other's way: each has its own short queue and as many calls at once as it answers well.

/** How a call went, for the endpoint's share. */
export interface CallEnd {
  /** Whether it answered at all, and not at the last moment. */
  readonly prompt: boolean;
  /** What the answer took once the connection stood. */
  readonly ms: number;
}

export interface EndpointLanesOptions<Item> {
  /** Never rejects. */
  readonly call: (item: Item) => Promise<CallEnd>;
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
  /** Whether its last answer was prompt. */
  answers: boolean;
  lastMoveMs: number;
}

const NEWCOMER_SHARE = 4;
const LARGEST_SHARE = 256;
/** More connections than this only wait for each other, unless the way is long: then one more for each millisecond. */
const FEWEST_CALLS = 8;
const MOST_CALLS = 128;
/** Places for endpoints that answer; as many again for those that are unknown, slow or silent: they cannot use up the first. */
const PLACES = 1024;
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
      bestMs: 0,
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

  const callsAtOnce = (lane: Lane<Item>) =>
    lane.answers ? Math.min(Math.max(FEWEST_CALLS, Math.round(lane.bestMs)), MOST_CALLS) : lane.share;
  const isStalled = (lane: Lane<Item>, now: number) => lane.underWay > 0 && now - lane.lastMoveMs > STALLED_MS;

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

  function ended(lane: Lane<Item>, { prompt, ms }: CallEnd): void {
    lane.underWay -= 1;
    lane.reserved -= 1;
    lane.lastMoveMs = clock();
    lane.answers = prompt;
    lane.share = prompt ? Math.min(LARGEST_SHARE, lane.share * 2) : 1;
    // Not the mean: that would count our own load as the endpoint's slowness, and add to it.
    lane.bestMs = lane.bestMs === 0 ? ms : Math.min(lane.bestMs * 1.005, ms);
    if (prompt) start(lane);
    else dropQueue(lane);
  }

  return {
    room() {
      const now = clock();
      const limits = new Map<string, number>();
      const used = { answering: 0, others: 0 };
      for (const [id, lane] of lanes) {
        if (lane.reserved === 0 && now - lane.lastMoveMs > ACTIVE_MS) continue;
        const stalled = isStalled(lane, now);
        if (stalled) dropQueue(lane);
        used[lane.answers && !stalled ? 'answering' : 'others'] += lane.reserved;
        limits.set(id, stalled ? 0 : Math.max(0, lane.share - lane.reserved));
      }
      const othersFull = used.others >= PLACES;
      if (othersFull) for (const id of limits.keys()) if (!lanes.get(id)!.answers) limits.set(id, 0);
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
