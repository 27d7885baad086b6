// The pages on which an order is placed, by a client or by the desk for a client: who and what, the details that some reports
// need, and the answers to check.

import type { FastifyReply } from 'fastify';
import { type Ctx, inTransaction, todayFor } from '../../../context.ts';
import { homeOf } from '../../../features/access/scope-rules.ts';
import { needsApproval } from '../../../features/accounts/order-approval-need-actions.ts';
import { workKindLabel } from '../../../features/applicants/work-kind-rules.ts';
import type { Check } from '../../../features/checks/check.ts';
import type { Draft } from '../../../features/drafts/draft-actions.ts';
import {
  type BulkCaller,
  isUploaded,
  placeBulkOrder,
  uploadBulkOrder,
} from '../../../features/orders/bulk-order-actions.ts';
import { type OrderingCaller, submitOrder } from '../../../features/orders/order-actions.ts';
import { listEarlierOrders } from '../../../features/orders/same-person-order-actions.ts';
import { correctSentBack, readSentBack, type SentBackOrder } from '../../../features/orders/sent-back-order-actions.ts';
import { youngWarnings } from '../../../features/report-types/young-candidate-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { typedOf } from '../bulk-orders/bulk-order-groups.ts';
import { itemsOf } from '../bulk-orders/judged-rows.ts';
import { bodyFromDraft } from '../drafts/drafts.ts';
import { listHref } from '../list-search.ts';
import { renderPage } from '../page-renderer.ts';
import { weekdayDate } from '../start-words.ts';
import { checkTags } from '../status-tags.ts';
import { pricesChanged } from './confirmed-prices.ts';
import { contactSlips } from './contact-slips.ts';
import { detailsPageOf } from './order-details-view.ts';
import {
  asksDetails,
  bornOn,
  onlyPackage,
  orderBodyOf,
  problemsOfPage,
  type TypedOrder,
  typedElsewhere,
  typedText,
} from './order-form.ts';
import { groundsIn } from './order-grounds.ts';
import { jobCountryIn, lawIn } from './order-law.ts';
import {
  askedOrder,
  isStartPast,
  judged,
  knownJobOf,
  type OpenedOrder,
  type Orderer,
  type OrderRequest,
  openOrder,
  personOf,
  subsidiaryText,
  urgentPenceOf,
  workKindOf,
} from './order-submission.ts';
import { answersOf, firstPageOf, pricesOf } from './order-view.ts';
import { likelyTime } from './usual-time.ts';

/** Where the order is placed, for its links. */
export interface OrderSite extends Orderer {
  readonly path: string;
  /** Whose account it is, at the desk. */
  readonly accountName?: string;
  /** While new orders are stopped, at the desk: why, and where they are accepted again by who may. */
  readonly stop?: { readonly text: string; readonly href: string | undefined } | undefined;
  readonly back?: { readonly text: string; readonly href: string };
  /** Where many are ordered at once. */
  readonly bulkPath?: string;
  placedHref(check: Check): string;
  /** The page of an order that waits for approval; undefined where none is asked. */
  readonly askedHref?: (id: string) => string;
  /** The id of an order that was sent back, which is corrected. */
  readonly corrects?: string | undefined;
  /** What another order says, with which the form begins, and a sentence about it. */
  readonly prefilled?: { readonly typed: TypedOrder; readonly text: string } | undefined;
  /** The page of another order. */
  orderHref(checkId: string): string;
}

interface Opened extends OpenedOrder {
  readonly orderer: OrderSite;
  /** What `corrects` names. */
  readonly sentBack?: SentBackOrder | undefined;
}

type PageName = 'first' | 'details' | 'answers';

const templates: Readonly<Record<PageName, string>> = {
  first: 'shared/orders/new-order.njk',
  details: 'shared/orders/order-details.njk',
  answers: 'shared/orders/order-answers.njk',
};

/** Of the typed person, also of other subsidiaries that the orderer sees. */
const earlierOrders = (one: Opened, uniqueKey: string) => {
  const [first_name, last_name, email] = ['first_name', 'last_name', 'email'].map((name) => typedText(one.typed, name));
  const person = { first_name: first_name!, last_name: last_name!, email: email!, dob: bornOn(one.typed) };
  return listEarlierOrders(one.ctx, one.orderer.caller, person, isUuid(uniqueKey) ? uniqueKey : null);
};

const startsText = (one: Opened) => {
  const day = typedText(one.typed, 'starts_on');
  if (day === '') return undefined;
  return isStartPast(one) ? `${weekdayDate(day)}: they work already, without clearance` : weekdayDate(day);
};

const reportsOf = (chosen: OpenedOrder['chosen']) => chosen.map(({ type }) => ({ reportTypeId: type.id }));

async function modelOf(page: PageName, one: Opened) {
  const { ctx, orderer, typed, orderable, chosen } = one;
  if (page === 'first') return firstPageOf(one);
  if (page === 'answers') {
    // The same order sent again stays the same order.
    const sentKey = one.request.body?.unique_key;
    const uniqueKey = isUuid(sentKey) ? sentKey : ctx.newId();
    const before = await earlierOrders(one, uniqueKey);
    return {
      before: before.map(({ id, status, ...order }) => ({
        ...order,
        href: orderer.orderHref(id),
        state: checkTags[status].text.toLowerCase(),
      })),
      ...answersOf(typed, chosen, orderable, urgentPenceOf(one)),
      slips: await contactSlips({ email: typedText(typed, 'email'), mobile: typedText(typed, 'mobile') || null }),
      subsidiary: subsidiaryText(one),
      startsText: startsText(one),
      likely: likelyTime(chosen, orderable, {
        ...{
          today: todayFor(ctx, orderer.caller),
          calendar: ctx.calendar(),
          startsOn: isStartPast(one) ? '' : typedText(typed, 'starts_on'),
        },
        urgentPercent: urgentPenceOf(one) === undefined ? undefined : orderable.urgent?.percent,
      }),
      workKind: workKindLabel(workKindOf(typed) ?? null),
      askedBy: personOf(one)?.name,
      young: youngWarnings(
        reportsOf(chosen),
        { dob: bornOn(typed), jobCountry: jobCountryIn(one) },
        todayFor(ctx, orderer.caller),
      ),
      needsApproval: orderer.askedHref !== undefined && (await needsApproval(ctx, { ...orderer.caller })),
      uniqueKey,
    };
  }
  return detailsPageOf(typed, chosen, orderable, await knownJobOf(one));
}

async function show(
  page: PageName,
  one: Opened,
  { errors, draft }: { readonly errors?: FieldMessages; readonly draft?: Draft | undefined } = {},
): Promise<FastifyReply> {
  const { request, reply, environment, typed, chosen, orderer, sentBack } = one;
  const { path, accountName, stop, back, bulkPath, corrects } = orderer;
  const inEnvironment = (to: string) => listHref(to, environment === 'test' ? [['environment', environment]] : []);
  const first = corrects === undefined ? 'Order a check' : 'Correct the order';
  if (errors !== undefined) reply.status(422);
  return renderPage(request, reply, templates[page], {
    title: page === 'first' ? first : page === 'details' ? 'Details of the order' : 'Check the order',
    environment,
    action: corrects === undefined ? inEnvironment(path) : listHref(path, [['correct', corrects]]),
    sentBack: sentBack?.order.approval,
    prefilledText: orderer.prefilled?.text,
    ...{ accountName, stop, back },
    // The client's menu has this switch.
    otherEnvironment:
      accountName === undefined
        ? undefined
        : { live: listHref(path, []), test: listHref(path, [['environment', 'test']]) },
    typed: Object.fromEntries(Object.entries(typed).map(([name, values]) => [name, values[0]])),
    hidden: typedElsewhere(typed, page),
    hasDetails: asksDetails(chosen),
    changeText: 'Change the candidate or the reports',
    bulkHref: corrects === undefined && bulkPath ? inEnvironment(bulkPath) : undefined,
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

async function next(one: Opened, from: 'continue' | 'details'): Promise<FastifyReply> {
  const { errors } = await judged(one, '');
  const wrong = pageWithProblem(errors);
  const needsDetails = asksDetails(one.chosen);
  // Details that nobody was asked yet are no problem.
  if (needsDetails && from === 'continue' && wrong !== 'first') return show('details', one);
  return wrong === undefined ? show('answers', one) : show(wrong, one, { errors: problemsOfPage(errors, wrong) });
}

/** What an order that waits for approval has of the form. */
const waitingOf = ({ typed, chosen, orderable }: Opened, caller: OrderingCaller) => ({
  subsidiaryId: homeOf(caller),
  body: orderBodyOf(typed, chosen, orderable),
  startsOn: typedText(typed, 'starts_on') || null,
  workKind: workKindOf(typed),
  isUrgent: urgentPenceOf({ typed, orderable }) !== undefined,
  listGrounds: groundsIn({ typed, chosen, orderable }),
  law: lawIn({ typed, chosen, orderable }),
});

/** As an order of one candidate that waits; sent twice, it is asked for once. */
async function askFor(one: Opened, caller: OrderingCaller, id: string): Promise<string> {
  const { ctx, chosen } = one;
  await ctx.keys.forAccount(caller.accountId);
  const row = { ...waitingOf(one, caller), rowNumber: 1, statedId: null, items: null };
  await inTransaction(ctx, async (tx) => {
    if (await isUploaded(tx, caller, id)) return;
    await uploadBulkOrder(tx, caller, { id, items: itemsOf(chosen), rows: [row], unreadColumns: [] });
    await placeBulkOrder(tx, caller, id);
  });
  return id;
}

async function place(one: Opened): Promise<FastifyReply> {
  const uniqueKey = String(one.request.body?.unique_key ?? '');
  const { caller, submission, errors } = await judged(one, uniqueKey);
  const wrong = pageWithProblem(errors);
  if (wrong !== undefined) return show(wrong, one, { errors: problemsOfPage(errors, wrong) });
  if (one.request.body?.confirmed !== pricesOf(one.chosen, one.orderable, urgentPenceOf(one)))
    return show('answers', one, { errors: pricesChanged });
  if (one.sentBack !== undefined) {
    const { id } = one.sentBack.order;
    await correctSentBack(one.ctx, correcting(one.orderer), id, {
      ...waitingOf(one, caller),
      items: itemsOf(one.chosen),
    });
    return toAsked(one, id);
  }
  if (one.orderer.askedHref !== undefined && (await needsApproval(one.ctx, caller))) {
    const id = await askFor(one, caller, isUuid(uniqueKey) ? uniqueKey : one.ctx.newId());
    return toAsked(one, id);
  }
  try {
    const { check } = await submitOrder(one.ctx, caller, submission);
    return one.reply.redirect(one.orderer.placedHref(check), 303);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'already_taken') throw error;
    const errors = { first_name: ['This order was placed already. Send the form again to place another'] };
    return show('first', one, { errors });
  }
}

const toAsked = ({ reply, orderer }: Opened, id: string) => reply.redirect(orderer.askedHref!(id), 303);

/** With all that they see: an order may be corrected to be for another subsidiary. */
function correcting({ caller, userId }: OrderSite): BulkCaller {
  if (userId === null) throw new Refusal('not_found');
  return { ...caller, userId };
}

const opened = async (ctx: Ctx, request: OrderRequest, reply: FastifyReply, orderer: OrderSite): Promise<Opened> => ({
  ...(await openOrder(ctx, request, reply, orderer)),
  orderer,
  sentBack: orderer.corrects === undefined ? undefined : await readSentBack(ctx, correcting(orderer), orderer.corrects),
});

/** What is not sent back any more is not corrected. */
const isSettled = ({ orderer, sentBack }: Opened) => orderer.corrects !== undefined && sentBack === undefined;

/** What was typed on every page is shown again: the hidden inputs of the first carry the rest. */
export async function showOrderForm(ctx: Ctx, request: OrderRequest, reply: FastifyReply, orderer: OrderSite) {
  const { prefilled } = orderer;
  // What was left unsent is about somebody else.
  const draft = prefilled === undefined ? await bodyFromDraft(ctx, request) : undefined;
  const one = await opened(ctx, request, reply, orderer);
  if (isSettled(one)) return toAsked(one, orderer.corrects!);
  const begun = prefilled?.typed ?? (draft === undefined ? onlyPackage(one) : undefined);
  if (one.sentBack === undefined && begun !== undefined)
    return show('first', { ...one, ...(await askedOrder(ctx, orderer, begun)), orderer });
  if (draft !== undefined || one.sentBack === undefined) return show('first', one, { draft });
  const { row } = one.sentBack;
  return show('first', { ...one, ...(await askedOrder(ctx, orderer, typedOf(row))), orderer });
}

/** Each button of the form leads to a page of it, the last places the order. */
export async function answerOrderForm(ctx: Ctx, request: OrderRequest, reply: FastifyReply, orderer: OrderSite) {
  const one = await opened(ctx, request, reply, orderer);
  if (isSettled(one)) return toAsked(one, orderer.corrects!);
  const step = String(request.body?.do ?? 'continue');
  if (step === 'place') return place(one);
  if (step === 'change') return show('first', one);
  if (step === 'change_details') return show('details', one);
  return next(one, step === 'details' ? 'details' : 'continue');
}
