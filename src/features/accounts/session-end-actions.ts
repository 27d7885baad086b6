// Ends sessions of users, with the events by which a session that is put back in the database is found.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { demandOver } from './people-rules.ts';
import { storeSignInEvent } from './sign-in-actions.ts';
import { recordUserSecurityEvent } from './sign-in-security-events.ts';
import {
  countSessions,
  deleteSessions,
  findPortalUser,
  findPortalUserByEmail,
  type PortalUserRow,
  type SessionChoice,
} from './sign-in-store.ts';

/** Returns how many ended. */
export function endSessions(
  ctx: Ctx,
  by: Asker,
  user: Parameters<typeof storeSignInEvent>[2],
  which?: SessionChoice,
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const sessions = await deleteSessions(tx.db, user.id, which);
    if (sessions.length > 0) await storeSignInEvent(tx, by, user, 'sessions_ended', sessions);
    return sessions.length;
  });
}

/** Undefined for an address of nobody who may sign in. */
export const findPersonId = async (ctx: Ctx, email: string): Promise<string | undefined> =>
  (await findPortalUserByEmail(ctx.db, email.toLowerCase()))?.id;

/** Whose sessions a form ends: `all`, or one of these ids. Refuses with `not_found`. */
export function chosenOf(userIds: readonly string[], chosen: string): readonly string[] {
  const found = userIds.filter((id) => chosen === 'all' || id === chosen);
  if (found.length === 0) throw new Refusal('not_found');
  return found;
}

/** How many browsers each of these users is signed in with. */
export async function openSessionsOf(
  ctx: Ctx,
  by: Asker,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  demand(by, 'manage_users', 'manage_desk_users', 'read_accounts');
  return countSessions(ctx.db, userIds, ctx.now());
}

async function endSessionsOf(tx: Ctx, by: Asker, user: PortalUserRow): Promise<number> {
  const ended = await endSessions(tx, by, user);
  const from = { by: by === 'system' ? by : by.actor, detail: { sessions: ended } };
  if (ended > 0) await recordUserSecurityEvent(tx, 'user.signed_out', user, from);
  return ended;
}

/**
 * For administrators: ends the sessions of these users, except their own. Returns how many. Refuses as `demandOver` does.
 * @param accountId the account of client users
 */
export function signUsersOut(ctx: Ctx, by: Asker, userIds: readonly string[], accountId?: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    let ended = 0;
    for (const id of userIds) {
      const user = by !== 'system' && by.actor === `user:${id}` ? undefined : await findPortalUser(tx.db, id);
      if (user === undefined) continue;
      demandOver(by, user, accountId);
      ended += await endSessionsOf(tx, by, user);
    }
    return ended;
  });
}
