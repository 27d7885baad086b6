// The users of an account: invites them, changes their role, disables them, and helps those who lost their second factor.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type ClientRole, roles } from '../../../features/access/permissions.ts';
import { changeUser, listSubsidiaries, listUsers, type UserRow } from '../../../features/accounts/account-actions.ts';
import { inviteUser } from '../../../features/accounts/new-account-actions.ts';
import { resetSecondFactors } from '../../../features/accounts/second-factor-actions.ts';
import { chosenOf, openSessionsOf, signUsersOut } from '../../../features/accounts/session-end-actions.ts';
import { inviteToSignIn } from '../../../features/accounts/sign-in-link-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { roleTexts } from '../../shared/role-texts.ts';
import { personStatus } from '../../shared/status-tags.ts';
import { personNotices, personWords, roleItems } from '../people/person-words.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { showInvitation } from './new-account-page.ts';

const permission = 'manage_users';
/** Who may do what changes: the user proves again who they are. */
const changing = { permission, stepUp: 'roles' } as const;

/** What each role may do, in a few words. */
const roleHints: Readonly<Record<ClientRole, string>> = {
  administrator: 'Everything, with users, API keys and charges.',
  standard: 'Orders checks, reads results, sets up webhooks.',
  requester: 'Orders checks; sees no results.',
  identity_verifier: 'Confirms the identity of candidates; sees no results.',
  billing: 'Sees the charges only.',
  read_only: 'Sees checks and results; changes nothing, and has no API keys.',
};

const clientRoles = Object.keys(roles.client) as ClientRole[];

const roleIn = (request: FormRequest) => clientRoles.find((role) => role === typed(request, 'role'));

async function userOf(ctx: Ctx, request: FormRequest, { account }: OpenedAccount): Promise<UserRow> {
  const user = (await listUsers(ctx, account.id)).find(({ id }) => id === request.params.user_id?.toLowerCase());
  if (user === undefined) throw new Refusal('not_found');
  return user;
}

function newUserPage(pages: AccountPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const subsidiaries = await listSubsidiaries(ctx, opened.account.id);
    const chosen = typed(request, 'subsidiary');
    return renderAccountPage(request, reply, 'new-user.njk', opened, {
      title: 'Invite a user',
      section: 'Users',
      errors,
      form: { name: typed(request, 'name'), email: typed(request, 'email'), externalId: typed(request, 'external_id') },
      roleItems: roleItems(roleHints, typed(request, 'role')),
      subsidiaryItems: [
        { value: '', text: 'The whole account' },
        ...subsidiaries.map(({ id, name }) => ({ value: id, text: name, selected: id === chosen })),
      ],
    });
  }

  pages.get('/users/new', { permission }, (request, reply, opened) => show(request, reply, opened));
  pages.post('/users/new', changing, async (request, reply, opened) => {
    const role = roleIn(request);
    if (role === undefined) return show(request, reply.status(422), opened, { role: ['Choose what they may do'] });
    const subsidiaries = await listSubsidiaries(ctx, opened.account.id);
    const given = {
      name: typed(request, 'name'),
      email: typed(request, 'email'),
      role,
      externalId: typed(request, 'external_id'),
      subsidiaryId: subsidiaries.find(({ id }) => id === typed(request, 'subsidiary'))?.id ?? null,
    };
    let invited: Awaited<ReturnType<typeof inviteUser>> | undefined;
    const errors = await refusedFields(async () => {
      invited = await inviteUser(ctx, opened.by, opened.account.id, given);
    }, personWords);
    if (invited === undefined) return show(request, reply.status(422), opened, errors);
    const page = { title: 'User created', email: given.email, href: `${opened.path}/users` };
    return showInvitation(request, reply, invited, page);
  });
}

function userPage(pages: AccountPages, ctx: Ctx): void {
  const show = async (
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    user: UserRow,
    errors?: FieldMessages,
  ) => {
    const subsidiary = (await listSubsidiaries(ctx, opened.account.id)).find(({ id }) => id === user.subsidiary_id);
    return renderAccountPage(request, reply, 'user.njk', opened, {
      title: user.name,
      section: 'Users',
      back: { text: 'All users', href: `${opened.path}/users` },
      done: noticeIn(request, personNotices),
      errors,
      user,
      status: personStatus(user),
      sessions: (await openSessionsOf(ctx, [user.id])).get(user.id) ?? 0,
      roleText: roleTexts[user.role],
      subsidiaryName: subsidiary?.name,
      externalId: request.method === 'POST' ? typed(request, 'external_id') : (user.external_id ?? ''),
      roleItems: roleItems(roleHints, typed(request, 'role') || user.role),
    });
  };
  const pathOf = ({ path }: OpenedAccount, { id }: UserRow) => `${path}/users/${id}`;

  pages.get('/users/:user_id', { permission: 'read_accounts' }, async (request, reply, opened) =>
    show(request, reply, opened, await userOf(ctx, request, opened)),
  );
  pages.post('/users/:user_id', changing, async (request, reply, opened) => {
    const user = await userOf(ctx, request, opened);
    const [role, externalId] = [roleIn(request) ?? user.role, typed(request, 'external_id')];
    const change = {
      id: user.id,
      ...(role === user.role ? {} : { role }),
      ...(externalId === (user.external_id ?? '') ? {} : { externalId }),
    };
    const errors = await refusedFields(() => changeUser(ctx, opened.by, opened.account.id, change), personWords);
    if (errors !== undefined) return show(request, reply.status(422), opened, user, errors);
    return reply.redirect(`${pathOf(opened, user)}?done=changed`, 303);
  });
  pages.post('/users/:user_id/disable', changing, async (request, reply, opened) => {
    const { id } = await userOf(ctx, request, opened);
    await changeUser(ctx, opened.by, opened.account.id, { id, disabled: true });
    return reply.redirect(`${opened.path}/users?done=disabled`, 303);
  });
  pages.post('/users/:user_id/enable', changing, async (request, reply, opened) => {
    const user = await userOf(ctx, request, opened);
    await changeUser(ctx, opened.by, opened.account.id, { id: user.id, disabled: false });
    return reply.redirect(`${pathOf(opened, user)}?done=enabled`, 303);
  });
  pages.post('/users/:user_id/invite', changing, async (request, reply, opened) => {
    const user = await userOf(ctx, request, opened);
    const link = await inviteToSignIn(ctx, opened.by, user.email);
    const page = { title: 'Invitation', email: user.email, href: pathOf(opened, user) };
    return showInvitation(request, reply, { link }, page);
  });
  pages.post('/users/:user_id/reset-second-factors', changing, async (request, reply, opened) => {
    const user = await userOf(ctx, request, opened);
    const link = await resetSecondFactors(ctx, opened.by, user.email);
    const page = { title: 'Invitation', email: user.email, href: pathOf(opened, user), done: 'reset' };
    return showInvitation(request, reply, { link }, page);
  });
}

export function usersPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/users', { permission: 'read_accounts' }, async (request, reply, opened) => {
    const [users, subsidiaries] = await Promise.all([
      listUsers(ctx, opened.account.id),
      listSubsidiaries(ctx, opened.account.id),
    ]);
    const nameOf = new Map(subsidiaries.map(({ id, name }) => [id, name]));
    return renderAccountPage(request, reply, 'users.njk', opened, {
      title: 'Users',
      section: 'Users',
      done: noticeIn(request, personNotices),
      rows: users.map((user) => ({
        ...user,
        status: personStatus(user),
        href: `${opened.path}/users/${user.id}`,
        roleText: roleTexts[user.role],
        subsidiary: user.subsidiary_id === null ? '' : nameOf.get(user.subsidiary_id),
      })),
    });
  });
  pages.post('/users/end-sessions', changing, async (request, reply, opened) => {
    const users = (await listUsers(ctx, opened.account.id)).map(({ id }) => id);
    await signUsersOut(ctx, opened.by, chosenOf(users, typed(request, 'user')));
    return reply.redirect(`${opened.path}/users?done=ended`, 303);
  });
  newUserPage(pages, ctx);
  userPage(pages, ctx);
}
