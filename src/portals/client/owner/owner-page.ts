// The page that gives orders to a colleague: one from its own page, or those that are ticked in the list.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import {
  giveOrders,
  MOST_GIVEN,
  type OrdersInHand,
  readOrdersInHand,
} from '../../../features/orders/order-owner-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { checkListHref } from '../orders/orders-query.ts';
import { ownerPath } from './owner-path.ts';

const permission = 'order_checks' as const;

const words = {
  owner: {
    input: 'owner',
    begins: 'The colleague',
    instead: { 'is not included in the list': 'Choose who looks after the orders' },
  },
};

interface Chosen {
  readonly environment: Environment;
  readonly ids: readonly string[];
}

type OwnerRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Record<string, unknown> | null }>;

/** The form sends the ids as one text. */
function chosenIn({ method, query, body }: OwnerRequest): Chosen {
  const { environment, orders } = method === 'POST' ? (body ?? {}) : query;
  const ids = [orders ?? []]
    .flat()
    .flatMap((one) => String(one).split(' '))
    .filter(isUuid);
  return { environment: environment === 'test' ? 'test' : 'live', ids: [...new Set(ids)] };
}

/** Whoever asks stands first. */
const choicesOf = ({ colleagues }: OrdersInHand, user: ClientUser) => [
  { value: '', text: 'Choose who looks after them' },
  ...colleagues
    .toSorted((one, other) => Number(other.id === user.userId) - Number(one.id === user.userId))
    .map(({ id, name, email }) => ({ value: id, text: id === user.userId ? 'You' : `${name}, ${email}` })),
];

export function ownerPage(pages: Pages<'client'>, ctx: Ctx): void {
  async function show(request: OwnerRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) {
    const { environment, ids } = chosenIn(request);
    const found = await readOrdersInHand(ctx, callerFor(user, environment), ids);
    const [only, ...others] = found.orders;
    return renderPage(request, reply, 'client/owner/owner.njk', {
      title: others.length === 0 ? 'Who looks after the order?' : 'Who looks after the orders?',
      environment,
      back:
        others.length === 0
          ? { text: `Order ${orderNumber(only!.orderId)}`, href: `/portal/checks/${only!.id}` }
          : { text: 'Checks', href: checkListHref({ environment }) },
      action: ownerPath,
      ids: ids.join(' '),
      orders: found.orders.map(({ id, orderId }) => ({ orderId, href: `/portal/checks/${id}` })),
      choices: choicesOf(found, user),
      errors,
    });
  }

  pages.get(ownerPath, { permission }, async (request: OwnerRequest, reply, user) => {
    const { environment, ids } = chosenIn(request);
    if (ids.length === 0 || ids.length > MOST_GIVEN)
      return reply.redirect(checkListHref({ environment }, 'unchosen'), 303);
    return show(request, reply, user);
  });

  pages.post(ownerPath, { permission }, async (request: OwnerRequest, reply, user) => {
    const { environment, ids: checkIds } = chosenIn(request);
    const toId = String(request.body?.owner ?? '');
    const caller = callerFor(user, environment);
    const errors = await refusedFields(() => giveOrders(ctx, caller, { checkIds, toId }), words);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    const [only, ...others] = checkIds;
    return reply.redirect(
      others.length === 0 ? `/portal/checks/${only}?done=given` : checkListHref({ environment }, 'given'),
      303,
    );
  });
}
