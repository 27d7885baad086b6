// Refuses requests over their limit: sandbox requests by user, all others by API key.
import type { Ctx, Environment } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { countSandboxRequest, deleteWindowsStartedBefore, type SandboxUser } from './rate-limit-store.ts';

/** What is left of a limit once a request is counted. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until a refused sender may ask again, or until all of the limit is left again; at least 1. */
  readonly resetSeconds: number;
  readonly isOver: boolean;
}

/** Throws Refusal `rate_limited`. */
export function refuseOver({ isOver, resetSeconds }: Quota): void {
  if (isOver) throw new Refusal('rate_limited', {}, resetSeconds);
}

const secondsUntil = (end: number, now: number) => Math.max(1, Math.ceil((end - now) / 1000));

/** Interface §Limits. */
const SANDBOX_LIMIT = 100;
const SANDBOX_WINDOW_MS = 600_000;

/** Counts a request with a test key, in either interface. */
export async function countSandbox(ctx: Pick<Ctx, 'db' | 'now'>, user: SandboxUser): Promise<Quota> {
  const now = ctx.now();
  const { started_at, requests, blocked_until } = await countSandboxRequest(ctx.db, user, now);
  const end = blocked_until?.getTime() ?? started_at.getTime() + SANDBOX_WINDOW_MS;
  return {
    limit: SANDBOX_LIMIT,
    remaining: Math.max(0, SANDBOX_LIMIT - requests),
    resetSeconds: secondsUntil(end, now.getTime()),
    isOver: blocked_until !== null,
  };
}

const DAY_MS = 24 * 3_600_000;

/** For the pruning job: deletes windows of users without a request for a day. Returns how many. */
export function pruneSandboxWindows(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return deleteWindowsStartedBefore(ctx.db, new Date(ctx.now().getTime() - DAY_MS));
}

export interface KeyLimiter {
  /** @param now milliseconds */
  count(keyId: string, now: number): Quota;
  /** As `count`. Throws Refusal `rate_limited`. */
  take(keyId: string, now: number): void;
}

/**
 * Counts a request of either interface before it is handled. Test requests are counted in the database: their limit
 * holds across restarts and processes.
 */
export async function countRequest(
  ctx: Pick<Ctx, 'db' | 'now'>,
  limiter: KeyLimiter,
  caller: SandboxUser & { readonly environment: Environment; readonly keyId: string },
): Promise<Quota> {
  return caller.environment === 'test' ? countSandbox(ctx, caller) : limiter.count(caller.keyId, ctx.now().getTime());
}

const windowMs = 60_000;
const windowsAtMost = 10_000;

/** Limits live requests (ours) by fixed windows of a minute for each key, in this process only. */
export function createKeyLimiter(requestsPerMinute: number): KeyLimiter {
  const windows = new Map<string, { startedAt: number; requests: number }>();
  const isOver = (startedAt: number, now: number) => Math.abs(now - startedAt) >= windowMs;
  const prune = (now: number) => {
    for (const [keyId, { startedAt }] of windows) if (isOver(startedAt, now)) windows.delete(keyId);
  };
  const count: KeyLimiter['count'] = (keyId, now) => {
    let window = windows.get(keyId);
    if (window === undefined || isOver(window.startedAt, now)) {
      if (windows.size >= windowsAtMost) prune(now);
      window = { startedAt: now, requests: 0 };
      windows.set(keyId, window);
    }
    const isRefused = window.requests >= requestsPerMinute;
    if (!isRefused) window.requests += 1;
    return {
      ...{ limit: requestsPerMinute, remaining: requestsPerMinute - window.requests },
      ...{ resetSeconds: secondsUntil(window.startedAt + windowMs, now), isOver: isRefused },
    };
  };
  return { count, take: (keyId, now) => refuseOver(count(keyId, now)) };
}
