// The pages on which a client places an order: who and what, the details that some reports need, and the answers to check.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { listSubsidiaries, readAccount } from '../../../features/accounts/account-actions.ts';
import type { Draft } from '../../../features/drafts/draft-actions.ts';
import { type OrderingCaller, submitOrder } from '../../../features/orders/order-actions.ts';
import { OrderBody } from '../../../features/orders/order-body.ts';
import { type Orderable, readOrder, readOrderable } from '../../../features/orders/order-body-actions.ts';
import { readingOf } from '../../../features/request-bodies/body-reader.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { bodyFromDraft } from '../../shared/drafts/drafts.ts';
import { messagesOf } from '../../shared/field-words.ts';
import { pricesChanged } from '../../shared/orders/confirmed-prices.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import {
  asksDetails,
  type Choice,
  chosenIn,
  orderBodyOf,
  orderWords,
  problemsOfPage,
  readTypedOrder,
  type TypedOrder,
  typedElsewhere,
  typedText,
  withAgreedLists,
} from './order-form.ts';
import { answersOf, detailsPageOf, firstPageOf, pricesOf } from './order-view.ts';

export const newOrderPath = '/portal/orders/new';

type OrderRequest = FastifyRequest<{
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** A request for a page of an order, with what the page needs. */
interface Opened {
  readonly ctx: Ctx;
  readonly request: OrderRequest;
  readonly reply: FastifyReply;
  readonly user: ClientUser;
  readonly environment: Environment;
  readonly typed: TypedOrder;
  readonly orderable: Orderable;
  readonly chosen: readonly Choice[];
  /** Those for which the user may order: a user of a subsidiary orders for it. */
  readonly subsidiaries: Awaited<ReturnType<typeof listSubsidiaries>>;
}

async function opened(ctx: Ctx, request: OrderRequest, reply: FastifyReply, user: ClientUser): Promise<Opened> {
  const orderable = await readOrderable(ctx, user.accountId);
  const typed = withAgreedLists(readTypedOrder(request.body ?? null), orderable);
  const environment = request.query.environment === 'test' ? 'test' : 'live';
  const subsidiaries =
    user.subsidiaryId === null ? await listSubsidiaries(ctx, callerFor(user, environment), user.accountId) : [];
  return { ctx, request, reply, user, environment, typed, orderable, chosen: chosenIn(typed, orderable), subsidiaries };
}

type PageName = 'first' | 'details' | 'answers';

const templates: Readonly<Record<PageName, string>> = {
  first: 'client/orders/new-order.njk',
  details: 'client/orders/order-details.njk',
  answers: 'client/orders/order-answers.njk',
};

const subsidiaryOf = ({ typed, subsidiaries }: Opened) =>
  subsidiaries.find(({ id }) => id === typedText(typed, 'subsidiary'));

async function modelOf(page: PageName, one: Opened) {
  const { ctx, user, typed, orderable, chosen } = one;
  if (page === 'first') return firstPageOf(typed, orderable, one.subsidiaries);
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
  one: Opened,
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
    errors,
    draft,
    scripts: page === 'first' ? ['order-search.js'] : [],
    ...(await modelOf(page, one)),
  });
}

/** The caller who orders, for the subsidiary that was chosen. */
function callerOf(one: Opened): OrderingCaller {
  const { user, environment } = one;
  const subsidiaryId = user.subsidiaryId ?? subsidiaryOf(one)?.id ?? null;
  return { ...callerFor(user, environment), userId: user.userId, subsidiaryId };
}

/** The order as the API would read it, and its problems by input. @param uniqueKey of the page that is sent */
async function judged(one: Opened, uniqueKey: string) {
  const { ctx, typed, chosen, orderable } = one;
  const caller = callerOf(one);
  const json = { UniqueKey: uniqueKey, ...orderBodyOf(typed, chosen) };
  const { given, problems } = readingOf(OrderBody, json, { namesInAnyCase: true });
  if (caller.subsidiaryId === null && typedText(typed, 'subsidiary') !== '') {
    problems.add('Subsidiary', 'is not one of your account: choose another');
  }
  const command = await readOrder(ctx, caller, 'candidate', { body: given as OrderBody, problems }, orderable);
  const errors = messagesOf(problems.fields, orderWords(chosen));
  // No field of the interface, where the key of the caller says it; here it is part of what was sent.
  const sent = { ...json, Subsidiary: caller.subsidiaryId };
  return { caller, submission: { entry: 'candidate', json: sent, command, problems } as const, errors };
}

const isEmpty = (errors: FieldMessages) => Object.keys(errors).length === 0;

/** The first page with a problem; undefined if there is none. */
function pageWithProblem(errors: FieldMessages): 'first' | 'details' | undefined {
  if (isEmpty(errors)) return undefined;
  return isEmpty(problemsOfPage(errors, 'first')) ? 'details' : 'first';
}

async function next(one: Opened, from: 'continue' | 'details'): Promise<FastifyReply> {
  const { errors } = await judged(one, '');
  const wrong = pageWithProblem(errors);
  const needsDetails = asksDetails(one.typed, one.chosen);
  // Details that nobody was asked yet are no problem.
  if (needsDetails && from === 'continue' && wrong !== 'first') return show('details', one);
  return wrong === undefined ? show('answers', one) : show(wrong, one, { errors: problemsOfPage(errors, wrong) });
}

async function place(one: Opened): Promise<FastifyReply> {
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
    return show('first', await opened(ctx, request, reply, user), { draft });
  });
  pages.post(newOrderPath, options, async (request: OrderRequest, reply, user) => {
    const one = await opened(ctx, request, reply, user);
    const step = String(request.body?.do ?? 'continue');
    if (step === 'place') return place(one);
    if (step === 'change') return show('first', one);
    if (step === 'change_details') return show('details', one);
    return next(one, step === 'details' ? 'details' : 'continue');
  });
}
