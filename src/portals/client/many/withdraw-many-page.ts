// The page that withdraws many orders at once: what each costs, which cannot be withdrawn, and one reason for all.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayWithdraw, withdrawOrders } from '../../../features/candidate-form/awaited-order-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import type { ListedCheck } from '../../../features/lists/check-list-actions.ts';
import { readEndCosts } from '../../../features/reports/end-cost-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { seesEndCosts, withdrawalChoices } from '../../shared/deadlines/awaited-order.ts';
import { endCostSums } from '../../shared/deadlines/end-costs.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkTag } from '../../shared/status-tags.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { checkListHref } from '../orders/orders-query.ts';
import {
  type ChosenOrders,
  chosenHref,
  type ManyRequest,
  readChosen,
  readSent,
  sentEnvironment,
  sentIds,
} from './chosen-orders.ts';
import { withdrawManyPath } from './many-paths.ts';

const permission = 'amend_orders' as const;
const isAwaited = ({ status }: ListedCheck) => status === 'awaiting_applicant';

const words = {
  because: {
    input: 'because',
    begins: 'The reason',
    instead: { 'Choose why the order is withdrawn': 'Choose why the orders are withdrawn' },
  },
};

const whyNot = (check: ListedCheck): string =>
  isOngoing(check.status)
    ? 'Work on it has begun: a colleague who orders can withdraw it'
    : `It is over: ${checkTag(check).text}`;

async function modelOf(ctx: Ctx, user: ClientUser, chosen: ChosenOrders) {
  const { environment, caller, checks, hasMore } = chosen;
  const [can, cannot] = [
    checks.filter((one) => mayWithdraw(user, one)),
    checks.filter((one) => !mayWithdraw(user, one)),
  ];
  const ids = can.map(({ id }) => id);
  const costs = seesEndCosts(user) ? await readEndCosts(ctx, caller, ids) : undefined;
  const shown = ({ id, orderId, candidateName, status, isRestricted }: ListedCheck) => ({
    ...{ orderId, candidateName, href: `/portal/checks/${id}`, tag: checkTag({ status, isRestricted }) },
  });
  return {
    title: can.length === 1 ? 'Withdraw the order?' : 'Withdraw these orders?',
    environment,
    back: { text: 'Checks', href: checkListHref({ environment }) },
    action: withdrawManyPath,
    ids: ids.join(' '),
    awaitedIds: can
      .filter(isAwaited)
      .map(({ id }) => id)
      .join(' '),
    awaited: can.filter(isAwaited).length,
    rows: can.map((one) => ({ ...shown(one), ...endCostSums(costs?.get(one.id) ?? []) })),
    // Of test orders, and of those that another system bills, nothing is charged.
    total: costs !== undefined && costs.size > 0 ? endCostSums([...costs.values()].flat()) : undefined,
    left: cannot.map((one) => ({ ...shown(one), why: whyNot(one) })),
    ...{ hasMore, reasons: withdrawalChoices },
  };
}

export function withdrawManyPage(pages: Pages<'client'>, ctx: Ctx): void {
  const show = async (
    request: ManyRequest,
    reply: FastifyReply,
    model: Awaited<ReturnType<typeof modelOf>>,
    more: { readonly errors?: FieldMessages; readonly done?: number } = {},
  ) => renderPage(request, reply, 'client/many/withdraw-many.njk', { ...model, ...more });

  pages.get(withdrawManyPath, { permission }, async (request: ManyRequest, reply, user) => {
    const chosen = await readChosen(ctx, user, request);
    if (chosen.checks.length === 0) return reply.redirect(checkListHref(chosen, 'untickedToWithdraw'), 303);
    const done = Number(chosen.query.withdrawn ?? 0);
    return show(request, reply, await modelOf(ctx, user, chosen), { done: Number.isInteger(done) ? done : 0 });
  });

  pages.post(withdrawManyPath, { permission }, async (request: ManyRequest, reply, user) => {
    const environment = sentEnvironment(request);
    const ids = sentIds(request.body?.orders);
    if (ids.length === 0) return reply.redirect(checkListHref({ environment }, 'untickedToWithdraw'), 303);
    let left: readonly string[] = [];
    const errors = await refusedFields(async () => {
      const seen = { awaited: new Set(sentIds(request.body?.awaited)), because: request.body?.because };
      left = await withdrawOrders(ctx, callerFor(user, environment), ids, seen);
    }, words);
    if (errors !== undefined)
      return show(request, reply.status(422), await modelOf(ctx, user, await readSent(ctx, user, request)), { errors });
    if (left.length === 0) return reply.redirect(checkListHref({ environment }, 'withdrawn'), 303);
    const leftHref = chosenHref(withdrawManyPath, environment, left);
    if (leftHref === undefined) return reply.redirect(checkListHref({ environment }, 'withdrawnSome'), 303);
    return reply.redirect(`${leftHref}&withdrawn=${ids.length - left.length}`, 303);
  });
}
