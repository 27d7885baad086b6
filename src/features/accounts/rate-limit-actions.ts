// Refuses requests over their limit: sandbox requests by user, all others by API key.
import type { Ctx, Environment } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { countSandboxRequest, deleteWindowsStartedBefore, type SandboxUser } from './rate-limit-store.ts';

function refuseUntil(end: number, now: number): never {
  throw new Refusal('rate_limited', {}, Math.max(1, Math.ceil((end - now) / 1000)));
}

/** Counts a request with a test key, in either interface. Throws Refusal `rate_limited`. */
export async function takeSandboxRequest(ctx: Pick<Ctx, 'db' | 'now'>, user: SandboxUser): Promise<void> {
  const now = ctx.now();
  const blockedUntil = await countSandboxRequest(ctx.db, user, now);
  if (blockedUntil !== null) refuseUntil(blockedUntil.getTime(), now.getTime());
}

const DAY_MS = 24 * 3_600_000;

/** For the pruning job: deletes windows of users without a request for a day. Returns how many. */
export function pruneSandboxWindows(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return deleteWindowsStartedBefore(ctx.db, new Date(ctx.now().getTime() - DAY_MS));
}

export interface KeyLimiter {
  /** Throws Refusal `rate_limited`. @param now milliseconds */
  take(keyId: string, now: number): void;
}

/**
 * Counts a request of either interface before it is handled. Test requests are counted in the database: their limit
 * holds across restarts and processes. Throws Refusal `rate_limited`.
 */
export async function takeRequest(
  ctx: Pick<Ctx, 'db' | 'now'>,
  limiter: KeyLimiter,
  caller: SandboxUser & { readonly environment: Environment; readonly keyId: string },
): Promise<void> {
  if (caller.environment === 'test') await takeSandboxRequest(ctx, caller);
  else limiter.take(caller.keyId, ctx.now().getTime());
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
  return {
    take(keyId, now) {
      let window = windows.get(keyId);
      if (window === undefined || isOver(window.startedAt, now)) {
        if (windows.size >= windowsAtMost) prune(now);
        window = { startedAt: now, requests: 0 };
        windows.set(keyId, window);
      }
      if (window.requests >= requestsPerMinute) refuseUntil(window.startedAt + windowMs, now);
      window.requests += 1;
    },
  };
}
