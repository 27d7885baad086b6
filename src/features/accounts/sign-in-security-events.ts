// Records what users of both portals do with their sign-in as security events.
import type { Actor, Ctx } from '../../context.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import type { SecurityEventName } from '../security-events/security-event-types.ts';
import type { PortalUserRow } from './sign-in-store.ts';

/** What `recordSecurityEvent` needs. */
export type Recorder = Pick<Ctx, 'db' | 'now' | 'newId' | 'batches' | 'log'>;

/** @param by who did it, if not the user */
export function recordUserSecurityEvent(
  ctx: Recorder,
  type: SecurityEventName,
  user: PortalUserRow,
  from: {
    readonly by?: Actor;
    readonly address?: string;
    readonly sessionId?: string;
    readonly detail?: Readonly<Record<string, number>>;
  } = {},
): Promise<void> {
  const { by = `user:${user.id}`, detail, ...where } = from;
  const accountId = user.kind === 'client' ? user.account_id : undefined;
  return recordSecurityEvent(ctx, { type, accountId, actor: by, ...where, detail: { user_id: user.id, ...detail } });
}

/** Nobody is identified: `user` is whom the browser said that it was, if there is such a user. */
export function recordFailedSignIn(
  ctx: Recorder,
  user: PortalUserRow | undefined,
  address: string,
  factor: 'password' | 'code' | 'passkey' | 'provider',
): Promise<void> {
  const accountId = user?.kind === 'client' ? user.account_id : undefined;
  const detail = { ...(user === undefined ? {} : { user_id: user.id }), factor };
  return recordSecurityEvent(ctx, { type: 'sign_in.failed', accountId, address, detail });
}
