// Whom the service writes to when it has news for a client as a whole.
import type { Ctx } from '../../context.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { listUsers, type UserRow } from './account-actions.ts';

/** The users of the client who get its alerts, without those who cannot sign in any more. */
export async function listAdministrators(ctx: Ctx, accountId: string): Promise<UserRow[]> {
  const users = await listUsers(ctx, 'system', accountId);
  return users.filter(
    ({ role, disabled_at }) => disabled_at === null && mayDo({ permissions: roles.client[role] }, 'receive_alerts'),
  );
}
