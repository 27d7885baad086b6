// The subsidiaries for which a user may bring in staff.
import type { Ctx } from '../../../context.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

/** None for a user of one of them. */
export const subsidiariesOf = async (ctx: Ctx, user: ClientUser) =>
  user.subsidiaryId === null ? listSubsidiaries(ctx, callerFor(user, 'live'), user.accountId) : [];
