// Refuses requests over their limit: sandbox requests by account, all others by API key.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { countSandboxRequest, deleteWindowsStartedBefore } from './rate-limit-store.ts';

function refuseUntil(end: number, now: number): never {
  throw new Refusal('rate_limited', {}, Math.max(1, Math.ceil((end - now) / 1000)));
}

/** Before anything else is done for a request under the staging path of interface v2. Throws Refusal `rate_limited`. */
export async function takeSandboxRequest(ctx: Pick<Ctx, 'db' | 'now'>, accountId: string): Promise<void> {
  const now = ctx.now();
  const blockedUntil = await countSandboxRequest(ctx.db, accountId, now);
  if (blockedUntil !== null) refuseUntil(blockedUntil.getTime(), now.getTime());
}

const DAY_MS = 24 * 3_600_000;

/** For the pruning job: windows of accounts that have not been tried for a day. Returns how many went. */
export function pruneSandboxWindows(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return deleteWindowsStartedBefore(ctx.db, new Date(ctx.now().getTime() - DAY_MS));
}

export interface KeyLimiter {
  /** Throws Refusal `rate_limited`. @param now milliseconds */
  take(keyId: string, now: number): void;
}

const windowMs = 60_000;
const windowsAtMost = 10_000;

/** Live and v1 requests (ours): a fixed window of a minute for each key, in this process alone. */
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
