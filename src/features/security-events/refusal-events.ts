// Which refusals of requests are security events, and what is known of the refused caller.
import type { Ctx, Environment } from '../../context.ts';
import type { Refusal, RefusalReason } from '../../lib/refusal.ts';
import { recordSecurityEvent } from './security-event-actions.ts';
import type { SecurityEventName } from './security-event-types.ts';

const eventOf: Partial<Record<RefusalReason, SecurityEventName>> = {
  not_permitted: 'permission.refused',
  read_only_user: 'permission.refused',
  unauthenticated: 'key.refused',
  wrong_environment: 'key.refused',
  rate_limited: 'rate.limited',
};

export interface RefusedRequest {
  readonly address: string;
  /** The pattern of the route. */
  readonly route: string;
  readonly accountId?: string | undefined;
  readonly environment?: Environment | undefined;
  readonly keyId?: string | undefined;
  readonly userId?: string | undefined;
}

export function recordRefusal(
  ctx: Pick<Ctx, 'db' | 'now' | 'newId' | 'batches' | 'log'>,
  { address, route, accountId, environment, keyId, userId }: RefusedRequest,
  { reason }: Refusal,
): void {
  const type = eventOf[reason];
  if (type === undefined) return;
  const actor = userId === undefined ? undefined : (`user:${userId}` as const);
  void recordSecurityEvent(ctx, { type, accountId, environment, keyId, actor, address, detail: { route, reason } });
}
