// Ends what a user may do: asks before it disables them, and withdraws the invitation of who never signed in.
import { type Ctx, inTransaction } from '../../../context.ts';
import { decideByChange } from '../../../features/access-reviews/access-review-actions.ts';
import type { UserRow } from '../../../features/accounts/account-actions.ts';
import { disableUser, type GivenOrders, withdrawInvitation } from '../../../features/orders/leaving-user-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { refusedFields } from '../field-words.ts';
import { typed } from '../form-fields.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';
import { changing, type OpenedUsers, otherUserOf, permission, type UsersPages } from './opened-users.ts';
import { givenIn, leavingOf, ordersIn } from './orders-to-give.ts';
import { personWords } from './person-words.ts';

export function leavingPages(pages: UsersPages, ctx: Ctx): void {
  const show = async (request: FormRequest, opened: OpenedUsers, user: UserRow, errors?: FieldMessages) =>
    opened.show('shared/users/disable.njk', {
      title: `Disable ${user.name}?`,
      back: { text: user.name, href: `${opened.path}/${user.id}` },
      path: opened.path,
      errors,
      user,
      ordersTo: typed(request, 'orders_to'),
      keysTo: typed(request, 'keys_to'),
      ...(await ordersIn(ctx, opened, user)),
      ...(await leavingOf(ctx, opened, user)),
    });

  pages.get('/:user_id/disable', { permission }, async (request, reply, opened) => {
    const user = await otherUserOf(ctx, request, opened);
    if (user.disabled_at !== null) return reply.redirect(`${opened.path}/${user.id}`, 303);
    return show(request, opened, user);
  });
  pages.post('/:user_id/disable', changing, async (request, reply, opened) => {
    const user = await otherUserOf(ctx, request, opened);
    const ordersTo = typed(request, 'orders_to') || undefined;
    const keysTo = typed(request, 'keys_to') || undefined;
    const isLastSaid = typed(request, 'last_said') === 'yes';
    let given: GivenOrders | undefined;
    const errors = await refusedFields(async () => {
      const leaving = { id: user.id, ordersTo, keysTo, isLastSaid, within: opened };
      await ctx.keys.forAccount(opened.accountId);
      given = await inTransaction(ctx, async (tx) => {
        const moved = await disableUser(tx, opened.by, opened.accountId, leaving);
        await decideByChange(tx, opened.by, opened.accountId, { kind: 'user', id: user.id });
        return moved;
      });
    }, personWords);
    if (errors !== undefined) {
      reply.status(422);
      return show(request, opened, user, errors);
    }
    return reply.redirect(`${opened.path}?done=disabled${givenIn(given!)}`, 303);
  });
  pages.post('/:user_id/withdraw', changing, async (request, reply, opened) => {
    const { id } = await otherUserOf(ctx, request, opened);
    await inTransaction(ctx, async (tx) => {
      await withdrawInvitation(tx, opened.by, opened.accountId, id);
      await decideByChange(tx, opened.by, opened.accountId, { kind: 'user', id });
    });
    return reply.redirect(`${opened.path}?done=withdrawn`, 303);
  });
}
