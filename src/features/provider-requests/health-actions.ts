// The circuit breaker of a provider: whether to call it now, and what its answers and failures change.
import type { Ctx } from '../../context.ts';
import { newFraction } from '../../platform/encryption/random.ts';
import { afterOutcome, type EndpointHealth, healthy } from '../webhooks/breaker-rules.ts';
import { findHealth, recordHealth, takeProbe } from './health-store.ts';
import { isUnasked, ProviderFault, type ProviderFaultReason } from './provider-fault.ts';

/** The maximum time of a probe, after which another process may probe. */
const PROBE_MS = 120_000;

export interface Turn {
  readonly health: EndpointHealth;
  readonly probe: boolean;
}

/** Until when the breaker lets no call through; null while it lets them. */
export async function pausedUntil(ctx: Ctx, provider: string): Promise<Date | null> {
  const openUntil = (await findHealth(ctx.db, provider))?.open_until ?? null;
  return openUntil !== null && openUntil > ctx.now() ? openUntil : null;
}

/** Throws ProviderFault `paused` while the breaker is open. */
export async function takeTurn(ctx: Ctx, provider: string): Promise<Turn> {
  const row = await findHealth(ctx.db, provider);
  if (row === undefined) return { health: healthy, probe: false };
  const health = {
    consecutiveFailures: row.consecutive_failures,
    failingSince: row.failing_since,
    openUntil: row.open_until,
    pauses: row.pauses,
  };
  const { openUntil } = health;
  if (openUntil === null) return { health, probe: false };
  const now = ctx.now();
  if (now < openUntil) throw new ProviderFault('paused', openUntil);
  const until = new Date(now.getTime() + PROBE_MS);
  if (!(await takeProbe(ctx.db, provider, openUntil, until))) throw new ProviderFault('paused', until);
  return { health, probe: true };
}

/** Records the outcome. Any answer about the request shows that the provider is available. */
export async function endTurn(
  ctx: Ctx,
  provider: string,
  { health, probe }: Turn,
  { startedAt, fault }: { readonly startedAt: Date; readonly fault: ProviderFaultReason | undefined },
): Promise<void> {
  if (fault !== undefined && isUnasked(fault)) return;
  const acknowledged = fault === undefined || fault === 'refused';
  if (acknowledged && health.consecutiveFailures === 0 && health.openUntil === null) return;
  const outcome = { acknowledged, startedAt, endedAt: ctx.now(), probe, random: newFraction() };
  const after = afterOutcome(health, outcome);
  await recordHealth(ctx.db, provider, {
    consecutive_failures: after.consecutiveFailures,
    failing_since: after.failingSince,
    open_until: after.openUntil,
    pauses: after.pauses,
  });
}
