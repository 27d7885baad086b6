// The users of the client's own account, of a subsidiary's for its administrators: who is signed in, and their sessions.
import type { Ctx } from '../../../context.ts';
import { listUsers, type UserRow } from '../../../features/accounts/account-actions.ts';
import { chosenOf, openSessionsOf, signUsersOut } from '../../../features/accounts/session-end-actions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { roleTexts } from '../../shared/role-texts.ts';
import type { Pages } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { personStatus } from '../../shared/status-tags.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

const path = '/portal/users';
const permission = 'manage_users';
/** Who is signed in changes: the user proves again who they are. */
const ending = { permission, stepUp: 'roles' } as const;

async function usersOf(ctx: Ctx, { accountId, subsidiaryId }: ClientUser): Promise<UserRow[]> {
  const users = await listUsers(ctx, accountId);
  return subsidiaryId === null ? users : users.filter((one) => one.subsidiary_id === subsidiaryId);
}

export function usersPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { permission, menu: 'Users' }, async (request: FormRequest, reply, user) => {
    const users = await usersOf(ctx, user);
    const ids = users.map(({ id }) => id);
    const sessions = await openSessionsOf(ctx, ids);
    return renderPage(request, reply, 'client/users/users.njk', {
      title: 'Users',
      isDone: text(request.query.done) === 'ended',
      rows: users.map((one) => ({
        ...one,
        status: personStatus(one),
        roleText: roleTexts[one.role],
        isOneself: one.id === user.userId,
        sessions: sessions.get(one.id) ?? 0,
      })),
    });
  });
  pages.post(`${path}/end-sessions`, ending, async (request: FormRequest, reply, user) => {
    const users = (await usersOf(ctx, user)).map(({ id }) => id);
    await signUsersOut(ctx, callerFor(user, 'live'), chosenOf(users, text(request.body?.user)));
    return reply.redirect(`${path}?done=ended`, 303);
  });
}
