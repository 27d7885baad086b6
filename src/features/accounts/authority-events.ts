// Records a change of what people may do in an account, or of what is demanded of their work, as a security event.
import type { Ctx } from '../../context.ts';
import type { Asker } from '../access/permissions.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import type { SecurityEventName } from '../security-events/security-event-types.ts';

/** Part of the change's transaction. */
export const recordChange = (
  tx: Ctx,
  by: Asker,
  accountId: string,
  type: SecurityEventName,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const who = by === 'system' ? { actor: by } : { actor: by.actor, keyId: by.keyId, onBehalfOf: by.onBehalfOf };
  return recordSecurityEvent(tx, { type, accountId, ...who, detail });
};
