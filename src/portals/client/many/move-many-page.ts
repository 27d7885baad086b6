// The page on which an administrator says for which subsidiary the orders are that are ticked in the list.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { listOpenSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { changeSubsidiaryOfMany, mayChangeSubsidiary } from '../../../features/orders/order-subsidiary-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { OF_NO_SUBSIDIARY, subsidiaryChoices } from '../../shared/orders/order-submission.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { checkListHref } from '../orders/orders-query.ts';
import { ownerPath } from '../owner/owner-path.ts';
import { chosenSubsidiary, subsidiaryWords } from '../subsidiary/change-subsidiary-page.ts';
import {
  type ChosenOrders,
  chosenHref,
  type ManyRequest,
  readChosen,
  readSent,
  sentEnvironment,
  sentIds,
} from './chosen-orders.ts';
import { moveManyPath } from './many-paths.ts';

const permission = 'manage_users' as const;

export function moveManyPage(pages: Pages<'client'>, ctx: Ctx): void {
  async function show(
    request: ManyRequest,
    reply: FastifyReply,
    { user, chosen, errors }: { user: ClientUser; chosen: ChosenOrders; errors?: FieldMessages },
  ) {
    const { environment, checks } = chosen;
    const all = await listOpenSubsidiaries(ctx, callerFor(user, 'live'));
    if (!mayChangeSubsidiary(user)) throw new Refusal('not_permitted');
    const choices = subsidiaryChoices(all, user);
    const nameOf = (id: string | null) => choices.find((one) => one.id === (id ?? OF_NO_SUBSIDIARY))?.name;
    return renderPage(request, reply, 'client/many/move-many.njk', {
      title: `Which ${user.units.one} are the orders for?`,
      environment,
      back: { text: 'Checks', href: checkListHref({ environment }) },
      action: moveManyPath,
      ids: checks.map(({ id }) => id).join(' '),
      orders: checks.map(({ id, orderId, candidateName, subsidiaryId }) => ({
        ...{ orderId, candidateName, href: `/portal/checks/${id}`, subsidiary: nameOf(subsidiaryId) },
      })),
      choices: [
        { value: '', text: `Choose the ${user.units.one}` },
        ...choices.map(({ id, name }) => ({ value: id, text: name })),
      ],
      errors,
    });
  }

  pages.get(moveManyPath, { permission }, async (request: ManyRequest, reply, user) => {
    const chosen = await readChosen(ctx, user, request);
    if (chosen.checks.length === 0) return reply.redirect(checkListHref(chosen, 'untickedToMove'), 303);
    return show(request, reply, { user, chosen });
  });

  pages.post(moveManyPath, { permission }, async (request: ManyRequest, reply, user) => {
    const environment = sentEnvironment(request);
    const ids = sentIds(request.body?.orders);
    let unseen: readonly string[] = [];
    const errors = await refusedFields(async () => {
      const to = chosenSubsidiary(request.body?.subsidiary);
      unseen = await changeSubsidiaryOfMany(ctx, callerFor(user, environment), ids, to);
    }, subsidiaryWords);
    if (errors !== undefined)
      return show(request, reply.status(422), { user, chosen: await readSent(ctx, user, request), errors });
    // Whoever had these does not see them any more: somebody else gets their mails.
    const unseenHref = chosenHref(ownerPath, environment, unseen) ?? checkListHref({ environment }, 'movedUnseen');
    return reply.redirect(unseen.length > 0 ? unseenHref : checkListHref({ environment }, 'moved'), 303);
  });
}
