// The users of an account, alike for the desk and for its own administrators: invites them, changes their role and what they
// see, disables them, ends their sessions, and helps those who lost their second factor.
import { type Ctx, inTransaction } from '../../../context.ts';
import type { ClientRole, Permission } from '../../../features/access/permissions.ts';
import { isSame } from '../../../features/access/scope-rules.ts';
import { decideByChange } from '../../../features/access-reviews/access-review-actions.ts';
import { readReviewDue } from '../../../features/access-reviews/due-review-actions.ts';
import type { UserRow } from '../../../features/accounts/account-actions.ts';
import { inviteUser } from '../../../features/accounts/new-account-actions.ts';
import { resetSecondFactors } from '../../../features/accounts/second-factor-actions.ts';
import { openSessionsOf } from '../../../features/accounts/session-end-actions.ts';
import { inviteToSignIn } from '../../../features/accounts/sign-in-link-actions.ts';
import { correctEmail } from '../../../features/accounts/user-email-actions.ts';
import { undeliveredToUsers } from '../../../features/lists/undelivered-mail-actions.ts';
import { readAbsencesOf } from '../../../features/orders/cover-actions.ts';
import {
  changeUserWithOrders,
  enableUser,
  type GivenOrders,
  setAccessEnd,
} from '../../../features/orders/leaving-user-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { awayWithCover } from '../away-words.ts';
import { refusedFields } from '../field-words.ts';
import { isSent, typed } from '../form-fields.ts';
import { undeliveredNotice } from '../mails/mail-words.ts';
import { roleTexts } from '../role-texts.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';
import { accessEndOf, accessUntilIn } from './access-end.ts';
import { showInvitation } from './invitation.ts';
import { leavingPages } from './leaving-pages.ts';
import { manyUsersPage } from './many-users-page.ts';
import {
  changing,
  type OpenedUsers,
  otherUserOf,
  permission,
  secondFactorOf,
  type UsersPages,
  userOf,
} from './opened-users.ts';
import { givenIn, mayBeWithdrawn, movedOrdersIn, movedOrdersTo, noticeOf } from './orders-to-give.ts';
import { clientRoles, personWords, roleItems } from './person-words.ts';
import { namesOf, seenIn, seenItems, subsidiariesOf } from './seen-subsidiaries.ts';
import { usersListPages } from './users-list.ts';

/** What each role may do, in a few words. */
const roleHints: Readonly<Record<ClientRole, string>> = {
  administrator: 'Everything, with users, API keys and charges.',
  standard: 'Orders checks, reads results, decides about candidates, sets up webhooks.',
  requester: 'Orders checks; sees no results.',
  approver: 'Orders checks, approves the orders of others, sees the charges; sees no results.',
  identity_verifier: 'Confirms the identity of candidates; sees no results.',
  decider: 'Reads results, asks candidates and decides about them; orders nothing, and has no API keys.',
  compliance:
    'Keeps the register of certified people, conduct breaches and references given; orders checks and reads results, and has no API keys.',
  record_reader:
    'Sees the record of staff as an inspector asks for it: what was checked, when, and whether you found it satisfactory; no results, checks, files or documents.',
  status_reader: 'Sees who is where and whether they are cleared; no results, files or documents.',
  billing: 'Sees the charges only.',
  read_only: 'Sees checks and results; changes nothing, and has no API keys.',
};

const roleIn = (request: FormRequest) => clientRoles.find((role) => role === typed(request, 'role'));

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

/** Undefined while no review of access is open. */
async function openReviewHref(ctx: Ctx, { by, accountId, subsidiaryIds, path }: OpenedUsers) {
  const review = subsidiaryIds === null ? await readReviewDue(ctx, by, accountId) : undefined;
  return review?.startedOn && `${path}/review`;
}

function userPage(pages: UsersPages, ctx: Ctx, reading: Permission): void {
  const show = async (request: FormRequest, opened: OpenedUsers, user: UserRow, errors?: FieldMessages) => {
    const undelivered = (await undeliveredToUsers(ctx, opened.by, opened.accountId, [user.id])).get(user.id);
    const subsidiaries = await subsidiariesOf(ctx, opened);
    const seen = seenIn(request, opened, subsidiaries, user);
    const absence = (await readAbsencesOf(ctx, opened.by, opened.accountId)).get(user.id);
    const sees = seen === undefined ? user.subsidiary_ids : seen;
    return opened.show('shared/users/user.njk', {
      title: user.name,
      path: opened.path,
      back: { text: 'All users', href: opened.path },
      done: noticeOf(request),
      errors,
      user,
      isOneself: user.id === opened.userId,
      trailHref: opened.trailOf?.(user.id),
      undelivered: undelivered && undeliveredNotice(user.email, undelivered, user.is_invited),
      typedEmail: errors?.email ? typed(request, 'email') : user.email,
      sessions: (await openSessionsOf(ctx, opened.by, [user.id])).get(user.id) ?? 0,
      away: absence && awayWithCover(absence, ukDateOf(ctx.now())),
      awayHref: opened.awayHref && `${opened.awayHref}?person=${user.id}`,
      roleText: roleTexts[user.role],
      secondFactor: secondFactorOf(user),
      subsidiaryNames: namesOf(subsidiaries, user),
      typedName: isSent(request, 'name') ? typed(request, 'name') : user.name,
      subsidiaryItems: seenItems(opened, subsidiaries, sees),
      externalId: request.method === 'POST' ? typed(request, 'external_id') : (user.external_id ?? ''),
      roleItems: roleItems(roleHints, typed(request, 'role') || user.role),
      mayWithdraw: user.is_invited && (await mayBeWithdrawn(ctx, opened, user)),
      ...(await movedOrdersIn(ctx, opened, user, errors?.moved_orders_to && { subsidiaryIds: sees })),
      movedOrdersTo: typed(request, 'moved_orders_to'),
      accessEnd: accessEndOf(ctx, request, user, `${opened.path}/${user.id}/access`),
      reviewHref: await openReviewHref(ctx, opened),
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
      await ctx.keys.forAccount(opened.accountId);
      given = await inTransaction(ctx, async (tx) => {
        const moved = await changeUserWithOrders(tx, opened.by, opened.accountId, { change, ordersTo, within });
        if (change.role !== undefined || change.subsidiaryIds !== undefined)
          await decideByChange(tx, opened.by, opened.accountId, { kind: 'user', id: user.id });
        return moved;
      });
    }, personWords);
    if (errors !== undefined) {
      reply.status(422);
      return show(request, opened, user, errors);
    }
    return reply.redirect(`${pathOf(opened, user)}?done=changed${givenIn(given!)}`, 303);
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
  usersListPages(pages, ctx, reading, menu);
  newUserPage(pages, ctx);
  manyUsersPage(pages, ctx);
  userPage(pages, ctx, reading);
  leavingPages(pages, ctx);
}
