// The pages on which a client places an order: who and what, the details that some reports need, and the answers to check.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import type { Draft } from '../../../features/drafts/draft-actions.ts';
import { submitOrder } from '../../../features/orders/order-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { bodyFromDraft } from '../../shared/drafts/drafts.ts';
import { listHref } from '../../shared/list-search.ts';
import { pricesChanged } from '../../shared/orders/confirmed-prices.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { bulkOrderPath } from '../bulk/bulk-order-page.ts';
import { asksDetails, problemsOfPage, typedElsewhere } from './order-form.ts';
import { judged, type OpenedOrder, type OrderRequest, openOrder, subsidiaryOf } from './order-submission.ts';
import { answersOf, detailsPageOf, firstPageOf, pricesOf } from './order-view.ts';

export const newOrderPath = '/portal/orders/new';

type PageName = 'first' | 'details' | 'answers';

const templates: Readonly<Record<PageName, string>> = {
  first: 'client/orders/new-order.njk',
  details: 'client/orders/order-details.njk',
  answers: 'client/orders/order-answers.njk',
};

async function modelOf(page: PageName, one: OpenedOrder) {
  const { ctx, user, typed, orderable, chosen } = one;
  if (page === 'first') return firstPageOf(one);
  if (page === 'answers') {
    // The same order sent again stays the same order.
    const sentKey = one.request.body?.unique_key;
    const uniqueKey = isUuid(sentKey) ? sentKey : ctx.newId();
    return { ...answersOf(typed, chosen, orderable), subsidiary: subsidiaryOf(one)?.name, uniqueKey };
  }
  return detailsPageOf(typed, chosen, orderable, (await readAccount(ctx, user.accountId)).name);
}

async function show(
  page: PageName,
  one: OpenedOrder,
  { errors, draft }: { readonly errors?: FieldMessages; readonly draft?: Draft | undefined } = {},
): Promise<FastifyReply> {
  const { request, reply, environment, typed, chosen } = one;
  if (errors !== undefined) reply.status(422);
  return renderPage(request, reply, templates[page], {
    title: page === 'first' ? 'Order a check' : page === 'details' ? 'Details of the order' : 'Check the order',
    environment,
    action: `${newOrderPath}${environment === 'test' ? '?environment=test' : ''}`,
    listHref: `/portal${environment === 'test' ? '?environment=test' : ''}`,
    typed: Object.fromEntries(Object.entries(typed).map(([name, values]) => [name, values[0]])),
    hidden: typedElsewhere(typed, page),
    hasDetails: asksDetails(typed, chosen),
    changeText: 'Change the candidate or the reports',
    bulkHref: listHref(bulkOrderPath, environment === 'test' ? [['environment', environment]] : []),
    errors,
    draft,
    scripts: page === 'first' ? ['order-search.js'] : [],
    ...(await modelOf(page, one)),
  });
}

const isEmpty = (errors: FieldMessages) => Object.keys(errors).length === 0;

/** The first page with a problem; undefined if there is none. */
function pageWithProblem(errors: FieldMessages): 'first' | 'details' | undefined {
  if (isEmpty(errors)) return undefined;
  return isEmpty(problemsOfPage(errors, 'first')) ? 'details' : 'first';
}

async function next(one: OpenedOrder, from: 'continue' | 'details'): Promise<FastifyReply> {
  const { errors } = await judged(one, '');
  const wrong = pageWithProblem(errors);
  const needsDetails = asksDetails(one.typed, one.chosen);
  // Details that nobody was asked yet are no problem.
  if (needsDetails && from === 'continue' && wrong !== 'first') return show('details', one);
  return wrong === undefined ? show('answers', one) : show(wrong, one, { errors: problemsOfPage(errors, wrong) });
}

async function place(one: OpenedOrder): Promise<FastifyReply> {
  const uniqueKey = String(one.request.body?.unique_key ?? '');
  const { caller, submission, errors } = await judged(one, uniqueKey);
  const wrong = pageWithProblem(errors);
  if (wrong !== undefined) return show(wrong, one, { errors: problemsOfPage(errors, wrong) });
  if (one.request.body?.confirmed !== pricesOf(one.chosen, one.orderable))
    return show('answers', one, { errors: pricesChanged });
  try {
    const { check } = await submitOrder(one.ctx, caller, submission);
    return one.reply.redirect(`/portal/checks/${check.id}?done=ordered`, 303);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'already_taken') throw error;
    const errors = { first_name: ['This order was placed already. Send the form again to place another'] };
    return show('first', one, { errors });
  }
}

export function newOrderPages(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks', byEnvironment: true } as const;
  pages.get(newOrderPath, { ...options, menu: 'Order a check' }, async (request: OrderRequest, reply, user) => {
    // What was typed on every page: the hidden inputs of the first carry the rest.
    const draft = await bodyFromDraft(ctx, request);
    return show('first', await openOrder(ctx, request, reply, user), { draft });
  });
  pages.post(newOrderPath, options, async (request: OrderRequest, reply, user) => {
    const one = await openOrder(ctx, request, reply, user);
    const step = String(request.body?.do ?? 'continue');
    if (step === 'place') return place(one);
    if (step === 'change') return show('first', one);
    if (step === 'change_details') return show('details', one);
    return next(one, step === 'details' ? 'details' : 'continue');
  });
}
