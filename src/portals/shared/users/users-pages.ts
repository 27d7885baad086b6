// The users of an account, alike for the desk and for its own administrators: invites them, changes their role, disables
// them, ends their sessions, and helps those who lost their second factor.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx } from '../../../context.ts';
import { type ClientRole, type Permission, roles } from '../../../features/access/permissions.ts';
import { isSame, isWithin } from '../../../features/access/scope-rules.ts';
import { listUsers, type UserRow } from '../../../features/accounts/account-actions.ts';
import { inviteUser } from '../../../features/accounts/new-account-actions.ts';
import { resetSecondFactors } from '../../../features/accounts/second-factor-actions.ts';
import { chosenOf, openSessionsOf, signUsersOut } from '../../../features/accounts/session-end-actions.ts';
import { inviteToSignIn } from '../../../features/accounts/sign-in-link-actions.ts';
import { correctEmail } from '../../../features/accounts/user-email-actions.ts';
import { undeliveredToUsers } from '../../../features/lists/undelivered-mail-actions.ts';
import {
  changeUserWithOrders,
  disableUser,
  enableUser,
  type GivenOrders,
  setAccessEnd,
} from '../../../features/orders/leaving-user-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../field-words.ts';
import { isSent, typed } from '../form-fields.ts';
import { notDeliveredTag, undeliveredNotice } from '../mails/mail-words.ts';
import type { PageModel } from '../page-renderer.ts';
import { roleTexts } from '../role-texts.ts';
import type { PageOptions } from '../shell.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';
import { personStatus } from '../status-tags.ts';
import { accessEndOf, accessUntilIn, isAccessOver } from './access-end.ts';
import { showInvitation } from './invitation.ts';
import { givenIn, leavingOf, movedOrdersIn, movedOrdersTo, noticeOf, ordersIn } from './orders-to-give.ts';
import { personWords, roleItems } from './person-words.ts';
import { namesOf, seenIn, seenItems, subsidiariesOf } from './seen-subsidiaries.ts';

/** Whose users the pages are about, and who manages them. */
export interface OpenedUsers {
  readonly accountId: string;
  /** Only the users who see nothing else; null for those of the whole account. */
  readonly subsidiaryIds: readonly string[] | null;
  /** Who is signed in. */
  readonly userId: string;
  readonly by: Authority;
  /** The address of the list. */
  readonly path: string;
  /** Shows a page in the frame of its portal. @param template below src/portals */
  readonly show: (template: string, page: UsersPage) => FastifyReply;
}

type UsersPage = PageModel & { readonly done?: string | undefined } & Readonly<Record<string, unknown>>;

type Handle = (request: FormRequest, reply: FastifyReply, opened: OpenedUsers) => Promise<unknown>;

/** Registers pages below the address of the list. */
export interface UsersPages {
  get(path: string, options: PageOptions, handle: Handle): void;
  post(path: string, options: PageOptions, handle: Handle): void;
}

const permission = 'manage_users';
/** Who may do what changes: the user proves again who they are. */
const changing = { permission, stepUp: 'roles' } as const;

/** What each role may do, in a few words. */
const roleHints: Readonly<Record<ClientRole, string>> = {
  administrator: 'Everything, with users, API keys and charges.',
  standard: 'Orders checks, reads results, sets up webhooks.',
  requester: 'Orders checks; sees no results.',
  identity_verifier: 'Confirms the identity of candidates; sees no results.',
  decider: 'Reads results, asks candidates and decides about them; orders nothing, and has no API keys.',
  status_reader: 'Sees who is where and whether they are cleared; no results, files or documents.',
  billing: 'Sees the charges only.',
  read_only: 'Sees checks and results; changes nothing, and has no API keys.',
};

/** How somebody proves more than their password. */
const secondFactorOf = (user: UserRow): string =>
  user.has_second_factor ? 'Set up' : user.has_single_sign_on ? 'Single sign-on' : 'None';

const clientRoles = Object.keys(roles.client) as ClientRole[];

const roleIn = (request: FormRequest) => clientRoles.find((role) => role === typed(request, 'role'));

async function usersOf(ctx: Ctx, opened: OpenedUsers): Promise<UserRow[]> {
  const users = await listUsers(ctx, opened.by, opened.accountId);
  return users.filter((one) => isWithin({ subsidiaryIds: one.subsidiary_ids }, opened));
}

async function userOf(ctx: Ctx, request: FormRequest, opened: OpenedUsers): Promise<UserRow> {
  const user = (await usersOf(ctx, opened)).find(({ id }) => id === request.params.user_id?.toLowerCase());
  if (user === undefined) throw new Refusal('not_found');
  return user;
}

/** Refuses users who would change themselves: they could lock the last administrator out. */
async function otherUserOf(ctx: Ctx, request: FormRequest, opened: OpenedUsers): Promise<UserRow> {
  const user = await userOf(ctx, request, opened);
  if (user.id === opened.userId) throw new Refusal('not_permitted');
  return user;
}

function newUserPage(pages: UsersPages, ctx: Ctx): void {
  async function show(request: FormRequest, opened: OpenedUsers, errors?: FieldMessages) {
    const subsidiaries = await subsidiariesOf(ctx, opened);
    return opened.show('shared/users/new-user.njk', {
      title: 'Invite a user',
      back: { text: 'All users', href: opened.path },
      path: opened.path,
      errors,
      form: {
        ...{ name: typed(request, 'name'), email: typed(request, 'email'), externalId: typed(request, 'external_id') },
        accessUntil: typed(request, 'access_until'),
      },
      roleItems: roleItems(roleHints, typed(request, 'role')),
      subsidiaryItems: seenItems(opened, subsidiaries, seenIn(request, opened, subsidiaries)),
    });
  }

  pages.get('/new', { permission }, (request, _, opened) => show(request, opened));
  pages.post('/new', changing, async (request, reply, opened) => {
    const subsidiaries = await subsidiariesOf(ctx, opened);
    const given = {
      name: typed(request, 'name'),
      email: typed(request, 'email'),
      role: typed(request, 'role') as ClientRole,
      externalId: typed(request, 'external_id'),
      accessUntil: accessUntilIn(request),
      subsidiaryIds: seenIn(request, opened, subsidiaries) ?? opened.subsidiaryIds,
    };
    let invited: Awaited<ReturnType<typeof inviteUser>> | undefined;
    const errors = await refusedFields(async () => {
      invited = await inviteUser(ctx, opened.by, opened.accountId, given);
    }, personWords);
    if (invited === undefined) {
      reply.status(422);
      return show(request, opened, errors);
    }
    const page = { title: 'User created', email: given.email, href: opened.path };
    return showInvitation(request, reply, invited, page);
  });
}

function userPage(pages: UsersPages, ctx: Ctx, reading: Permission): void {
  const show = async (request: FormRequest, opened: OpenedUsers, user: UserRow, errors?: FieldMessages) => {
    const undelivered = (await undeliveredToUsers(ctx, opened.by, opened.accountId, [user.id])).get(user.id);
    const subsidiaries = await subsidiariesOf(ctx, opened);
    const seen = seenIn(request, opened, subsidiaries, user);
    const sees = seen === undefined ? user.subsidiary_ids : seen;
    return opened.show('shared/users/user.njk', {
      title: user.name,
      path: opened.path,
      back: { text: 'All users', href: opened.path },
      done: noticeOf(request),
      errors,
      user,
      isOneself: user.id === opened.userId,
      undelivered: undelivered && undeliveredNotice(user.email, undelivered, user.is_invited),
      typedEmail: errors?.email ? typed(request, 'email') : user.email,
      sessions: (await openSessionsOf(ctx, opened.by, [user.id])).get(user.id) ?? 0,
      roleText: roleTexts[user.role],
      secondFactor: secondFactorOf(user),
      subsidiaryNames: namesOf(subsidiaries, user),
      typedName: isSent(request, 'name') ? typed(request, 'name') : user.name,
      subsidiaryItems: seenItems(opened, subsidiaries, sees),
      externalId: request.method === 'POST' ? typed(request, 'external_id') : (user.external_id ?? ''),
      roleItems: roleItems(roleHints, typed(request, 'role') || user.role),
      ...(await ordersIn(ctx, opened, user)),
      ...(await leavingOf(ctx, opened, user)),
      ...(await movedOrdersIn(ctx, opened, user, errors?.moved_orders_to && { subsidiaryIds: sees })),
      movedOrdersTo: typed(request, 'moved_orders_to'),
      accessEnd: accessEndOf(ctx, request, user, `${opened.path}/${user.id}/access`),
    });
  };
  const pathOf = ({ path }: OpenedUsers, { id }: UserRow) => `${path}/${id}`;

  pages.get('/:user_id', { permission: reading }, async (request, _, opened) =>
    show(request, opened, await userOf(ctx, request, opened)),
  );
  pages.post('/:user_id', changing, async (request, reply, opened) => {
    const user = await otherUserOf(ctx, request, opened);
    const [role, externalId] = [roleIn(request) ?? user.role, typed(request, 'external_id')];
    const name = isSent(request, 'name') ? typed(request, 'name') : user.name;
    const seen = seenIn(request, opened, await subsidiariesOf(ctx, opened), user);
    const change = {
      id: user.id,
      ...(name === user.name ? {} : { name }),
      ...(seen === undefined || isSame({ subsidiaryIds: seen }, { subsidiaryIds: user.subsidiary_ids })
        ? {}
        : { subsidiaryIds: seen }),
      ...(role === user.role ? {} : { role }),
      ...(externalId === (user.external_id ?? '') ? {} : { externalId }),
    };
    let given: GivenOrders | undefined;
    const errors = await refusedFields(async () => {
      const ordersTo = movedOrdersTo(request);
      const within = { subsidiaryIds: opened.subsidiaryIds };
      given = await changeUserWithOrders(ctx, opened.by, opened.accountId, { change, ordersTo, within });
    }, personWords);
    if (errors !== undefined) {
      reply.status(422);
      return show(request, opened, user, errors);
    }
    return reply.redirect(`${pathOf(opened, user)}?done=changed${givenIn(given!)}`, 303);
  });
  pages.post('/:user_id/disable', changing, async (request, reply, opened) => {
    const user = await otherUserOf(ctx, request, opened);
    const ordersTo = typed(request, 'orders_to') || undefined;
    const keysTo = typed(request, 'keys_to') || undefined;
    const isLastSaid = typed(request, 'last_said') === 'yes';
    let given: GivenOrders | undefined;
    const errors = await refusedFields(async () => {
      const leaving = { id: user.id, ordersTo, keysTo, isLastSaid, within: opened };
      given = await disableUser(ctx, opened.by, opened.accountId, leaving);
    }, personWords);
    if (errors !== undefined) {
      reply.status(422);
      return show(request, opened, user, errors);
    }
    return reply.redirect(`${opened.path}?done=disabled${givenIn(given!)}`, 303);
  });
  pages.post('/:user_id/access', changing, async (request, reply, opened) => {
    const { id } = await otherUserOf(ctx, request, opened);
    const until = accessUntilIn(request);
    const errors = await refusedFields(
      () => setAccessEnd(ctx, opened.by, opened.accountId, { id, until }),
      personWords,
    );
    if (errors !== undefined) {
      reply.status(422);
      return show(request, opened, await userOf(ctx, request, opened), errors);
    }
    return reply.redirect(`${opened.path}/${id}?done=access`, 303);
  });
  pages.post('/:user_id/enable', changing, async (request, reply, opened) => {
    const user = await otherUserOf(ctx, request, opened);
    await enableUser(ctx, opened.by, opened.accountId, user.id);
    return reply.redirect(`${pathOf(opened, user)}?done=enabled`, 303);
  });
  pages.post('/:user_id/invite', changing, async (request, reply, opened) => {
    const user = await otherUserOf(ctx, request, opened);
    const link = await inviteToSignIn(ctx, opened.by, user.email, opened.accountId);
    const page = { title: 'Invitation', email: user.email, href: pathOf(opened, user) };
    return showInvitation(request, reply, { link }, page);
  });
  pages.post('/:user_id/email', changing, async (request, reply, opened) => {
    const user = await otherUserOf(ctx, request, opened);
    const email = typed(request, 'email');
    let invited: Awaited<ReturnType<typeof correctEmail>> | undefined;
    const errors = await refusedFields(async () => {
      invited = await correctEmail(ctx, opened.by, user.id, email, opened.accountId);
    }, personWords);
    if (invited === undefined) {
      reply.status(422);
      return show(request, opened, user, errors);
    }
    const page = { title: 'Invitation', email, href: pathOf(opened, user), done: 'corrected' };
    return showInvitation(request, reply, invited, page);
  });
  pages.post('/:user_id/reset-second-factors', changing, async (request, reply, opened) => {
    const user = await otherUserOf(ctx, request, opened);
    const link = await resetSecondFactors(ctx, opened.by, user.email, opened.accountId);
    const page = { title: 'Invitation', email: user.email, href: pathOf(opened, user), done: 'reset' };
    return showInvitation(request, reply, { link }, page);
  });
}

/** @param reading the permission to see users @param menu the entry of the list in the menu of the portal */
export function usersPages(pages: UsersPages, ctx: Ctx, reading: Permission, menu?: string): void {
  pages.get(
    '',
    { permission: reading, ...(menu && { menu, menuGroup: 'management' as const }) },
    async (request, _, opened) => {
      const [users, subsidiaries] = await Promise.all([usersOf(ctx, opened), subsidiariesOf(ctx, opened)]);
      const ids = users.map(({ id }) => id);
      const sessions = await openSessionsOf(ctx, opened.by, ids);
      const undelivered = await undeliveredToUsers(ctx, opened.by, opened.accountId, ids);
      return opened.show('shared/users/users.njk', {
        title: 'Users',
        done: noticeOf(request),
        path: opened.path,
        hasSubsidiaries: subsidiaries.length > 0,
        hasOneself: users.some(({ id }) => id === opened.userId),
        rows: users.map((user) => ({
          ...user,
          status: personStatus(user),
          isOver: isAccessOver(ctx, user),
          undelivered: user.disabled_at === null && undelivered.has(user.id) ? notDeliveredTag : undefined,
          href: `${opened.path}/${user.id}`,
          roleText: roleTexts[user.role],
          secondFactor: secondFactorOf(user),
          subsidiary: namesOf(subsidiaries, user),
          isOneself: user.id === opened.userId,
          sessions: sessions.get(user.id) ?? 0,
        })),
      });
    },
  );
  pages.post('/end-sessions', changing, async (request, reply, opened) => {
    const users = (await usersOf(ctx, opened)).map(({ id }) => id);
    await signUsersOut(ctx, opened.by, chosenOf(users, typed(request, 'user')), opened.accountId);
    return reply.redirect(`${opened.path}?done=ended`, 303);
  });
  newUserPage(pages, ctx);
  userPage(pages, ctx, reading);
}
