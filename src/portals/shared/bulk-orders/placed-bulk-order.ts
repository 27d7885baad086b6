// The page of one bulk order, by a client or for one by the desk: what is to be confirmed, then how far it is, then what came of it.
import type { FastifyReply } from 'fastify';
import { todayFor } from '../../../context.ts';
import {
  type BulkOrder,
  discardBulkOrder,
  leaveOutRows,
  placeBulkOrder,
  readBulkOrder,
  readRefusedRows,
  readWaitingRows,
} from '../../../features/orders/bulk-order-actions.ts';
import type { OrderingCaller } from '../../../features/orders/order-actions.ts';
import { EARLIER_ORDER } from '../../../features/orders/renewal-wave-actions.ts';
import { mostShown, readNewestOrders } from '../../../features/orders/same-person-order-actions.ts';
import { isCorrectable } from '../../../features/orders/sent-back-order-actions.ts';
import { lawOf } from '../../../features/report-types/type-law-rules.ts';
import { youngWarnings } from '../../../features/report-types/young-candidate-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { unreadText } from '../../../lib/sheet-rows.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { messagesOf } from '../field-words.ts';
import { pricesChanged } from '../orders/confirmed-prices.ts';
import { contactSlips } from '../orders/contact-slips.ts';
import { orderWords } from '../orders/order-form.ts';
import { inEnvironmentOf, type OpenedOrder, type Orderer, type OrderRequest } from '../orders/order-submission.ts';
import { pricesOf, totalOf } from '../orders/order-view.ts';
import { renderPage } from '../page-renderer.ts';
import {
  allOf,
  candidateOf,
  chosenOf,
  groupsOf,
  personOf,
  shownGroup,
  subsidiariesOf,
  urgentPenceOfAll,
} from './bulk-order-groups.ts';
import { approvalIn, decide } from './order-approval-view.ts';

const shownCandidates = 50;

/** Where many orders are placed. */
export interface BulkSite extends Orderer {
  /** Where the spreadsheet is uploaded; below it the page of each. */
  readonly path: string;
  /** The words of cases that come from another system. */
  readonly bringsIn?: true;
  readonly back?: { readonly text: string; readonly href: string };
  /** The list with the orders that were placed. */
  listHref(id: string): string;
  /** Where the rows are changed as they were pasted; undefined at the desk. */
  rowsHref?(id: string): string;
  /** Where one of a single candidate is corrected; undefined at the desk, where none is sent back. */
  correctHref?(id: string): string;
  /** Where people are chosen who are screened again; undefined at the desk. */
  readonly renewalsHref?: string;
  /** Where they are withdrawn at once; undefined at the desk, whose queue does it. */
  withdrawHref?(id: string): string;
}

export interface OpenedBulk extends OpenedOrder {
  readonly orderer: BulkSite;
}

const callerOf = ({ orderer }: OpenedBulk): OrderingCaller => ({ ...orderer.caller, userId: orderer.userId });

const approvalStages = {
  waits: 'Waits for approval',
  approved: 'Approved',
  sent_back: 'Sent back',
  refused: 'Refused',
} as const;

export const stageOf = ({ placedAt, approval, candidates, placed, refused }: BulkOrder): string => {
  if (placedAt === null)
    return approval === undefined ? 'Not placed yet' : approvalStages[approval.decided?.decision ?? 'waits'];
  const left = candidates - placed - refused;
  return left > 0 ? `${placed} of ${candidates} placed` : refused > 0 ? `${refused} not placed` : 'Placed';
};

const slipsOf = async ({ rowNumber, email, mobile }: ReturnType<typeof candidateOf>) =>
  (await contactSlips({ email, mobile: mobile ?? null })).map((text) => ({ rowNumber, text }));

/** Nobody else decides about it, and it is not over. */
const isOpen = ({ approval }: BulkOrder): boolean =>
  approval === undefined || (approval.isOwn && approval.decided?.decision === 'sent_back');

/** What is confirmed before it is placed. */
async function reviewOf(one: OpenedBulk, order: BulkOrder) {
  const { ctx, orderable } = one;
  const caller = callerOf(one);
  const rows = await readWaitingRows(ctx, caller, order.id);
  const groups = groupsOf(order, rows, orderable);
  const urgentPence = urgentPenceOfAll(groups, orderable);
  const subsidiaries = subsidiariesOf(rows, one);
  const nameOf = (wanted: string | null) => subsidiaries.find(({ id }) => id === wanted)?.name;
  const candidates = rows.map((row) => ({
    ...candidateOf(row, orderable),
    subsidiary: subsidiaries.length > 1 ? nameOf(row.subsidiaryId) : undefined,
  }));
  // Who is screened again was ordered for before, and their details are known.
  const newest = order.isRenewal ? [] : await readNewestOrders(ctx, caller, rows.map(personOf));
  // Who was ordered before can be left out, wherever the row stands.
  const shown = candidates.filter((_, at) => at < shownCandidates || newest[at] !== undefined);
  const awaited = rows.filter(({ entry }) => entry !== 'client');
  return {
    awaited: awaited.length,
    areMailed: awaited.some(({ arrival }) => arrival?.mails_candidate !== false),
    candidates: shown,
    more: candidates.length - shown.length,
    // Who asks for approval of them, or places them; for one alone there is Discard.
    leavesOut: order.candidates > 1 && isOpen(order),
    rowsHref: order.hasSheet ? one.orderer.rowsHref?.(order.id) : undefined,
    mostShown,
    orderedBefore: candidates.flatMap(({ rowNumber, name }, at) => {
      const found = newest[at];
      return found === undefined ? [] : [{ rowNumber, name, orderId: found.order_id, orderedAt: found.created_at }];
    }),
    slips: order.isRenewal ? [] : (await Promise.all(candidates.map(slipsOf))).flat(),
    young: rows.flatMap((row, at) => {
      const reports = chosenOf(row.items ?? order.items).map(({ type }) => ({ reportTypeId: type.id }));
      const warnings = youngWarnings(
        reports,
        { ...personOf(row), jobCountry: row.law?.jobCountry ?? orderable.homeCountry },
        todayFor(ctx, caller),
      );
      return warnings.length === 0 ? [] : [{ rowNumber: row.rowNumber, name: candidates[at]!.name, warnings }];
    }),
    groups: groups.map((group) => shownGroup(group, orderable)),
    laws: lawOf(
      allOf(groups).map(({ type }) => type),
      ...new Set(rows.map(({ law }) => law?.jobCountry ?? orderable.homeCountry)),
    ),
    total: totalOf(allOf(groups), orderable, urgentPence),
    confirmed: pricesOf(allOf(groups), orderable, urgentPence),
    subsidiaries,
    unread: unreadText(order.unreadColumns),
    approval: await approvalIn(one, caller, order, rows),
    correctHref: isCorrectable(order) ? one.orderer.correctHref?.(order.id) : undefined,
  };
}

/** How far it is, with the rows for which no order could be placed. */
async function progressOf(one: OpenedBulk, order: BulkOrder) {
  const refused = order.refused === 0 ? [] : await readRefusedRows(one.ctx, callerOf(one), order.id);
  return {
    done: order.placed + order.refused,
    isDone: order.placed + order.refused === order.candidates,
    reports: chosenOf(order.ordered).map(({ type }) => type.label),
    refused: refused.map(({ rowNumber, items, problems: { [EARLIER_ORDER]: earlier, ...problems } }) => ({
      rowNumber,
      orderId: earlier?.[0],
      problems: Object.values(messagesOf(problems, orderWords(chosenOf(items ?? order.items)))).flat(),
    })),
    listHref: one.orderer.listHref(order.id),
    withdrawHref: one.orderer.withdrawHref?.(order.id),
  };
}

/** Before it is confirmed, and after. */
const titles = {
  order: ['Check the orders', 'Orders for many candidates'],
  one: ['Check the order', 'Order for one candidate'],
  bring: ['Check the cases', 'Open cases of another system'],
  again: ['Check the orders', 'Screened again'],
} as const;

const titleOf = ({ orderer }: OpenedBulk, { candidates, isRenewal }: BulkOrder): keyof typeof titles =>
  orderer.bringsIn ? 'bring' : isRenewal ? 'again' : candidates === 1 ? 'one' : 'order';

interface Shown {
  readonly errors?: FieldMessages | undefined;
  readonly asksDiscard?: true;
}

async function show(one: OpenedBulk, id: string, { errors, asksDiscard }: Shown = {}): Promise<FastifyReply> {
  const { request, reply, environment } = one;
  const order = await readBulkOrder(one.ctx, callerOf(one), id);
  if (errors !== undefined) reply.status(422);
  const path = inEnvironmentOf(one, `${one.orderer.path}/${id}`);
  const isPlaced = order.placedAt !== null;
  return renderPage(
    request,
    reply,
    `shared/bulk-orders/${isPlaced ? 'bulk-progress' : asksDiscard ? 'bulk-discard' : 'bulk-review'}.njk`,
    {
      ticked: tickedIn(one),
      title: titles[titleOf(one, order)][isPlaced ? 1 : 0],
      typedReason: typeof request.body?.reason === 'string' ? request.body.reason : '',
      ...{ bringsIn: one.orderer.bringsIn, back: one.orderer.back },
      environment,
      action: path,
      startHref: startOf(one, order),
      order,
      errors,
      scripts: isPlaced ? ['progress.js'] : [],
      ...(isPlaced ? await progressOf(one, order) : await reviewOf(one, order)),
    },
  );
}

/** Where more of the same are ordered, and where one goes who discards it. */
const startOf = (one: OpenedBulk, { isRenewal }: BulkOrder): string =>
  isRenewal ? (one.orderer.renewalsHref ?? one.orderer.path) : inEnvironmentOf(one, one.orderer.path);

const tickedIn = ({ request }: OpenedBulk): number[] =>
  [request.body?.leave ?? []].flat().flatMap((text) => (/^\d{1,6}$/.test(String(text)) ? Number(text) : []));

/** Returns what is wrong with it. */
async function leaveOut(one: OpenedBulk, id: string, rows: readonly number[]): Promise<FieldMessages | undefined> {
  try {
    await leaveOutRows(one.ctx, callerOf(one), id, rows);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    return { leave: ['Leave at least one candidate in, or discard them all'] };
  }
}

/** Somebody who ticked rows and pressed the other button meant both: they see what is left, and its price, before it is placed. */
async function placeTicked(one: OpenedBulk, id: string, rows: readonly number[]): Promise<FastifyReply> {
  const errors = await leaveOut(one, id, rows);
  const left = rows.length === 1 ? 'The ticked candidate is' : `The ${rows.length} ticked candidates are`;
  return show(one, id, {
    errors: errors ?? { confirmed: [`${left} left out, and nothing is ordered yet. Check what is left and its price`] },
  });
}

async function place(one: OpenedBulk, id: string): Promise<FastifyReply> {
  const caller = callerOf(one);
  const ticked = tickedIn(one);
  if (ticked.length > 0) return placeTicked(one, id, ticked);
  const order = await readBulkOrder(one.ctx, caller, id);
  if (order.placedAt === null) {
    const groups = groupsOf(order, await readWaitingRows(one.ctx, caller, id), one.orderable);
    const urgentPence = urgentPenceOfAll(groups, one.orderable);
    if (one.request.body?.confirmed !== pricesOf(allOf(groups), one.orderable, urgentPence))
      return show(one, id, { errors: pricesChanged });
  }
  await placeBulkOrder(one.ctx, caller, id);
  return again(one, id);
}

const again = (one: OpenedBulk, id: string) =>
  one.reply.redirect(inEnvironmentOf(one, `${one.orderer.path}/${id}`), 303);

/** What somebody else who may approve it says; what is approved costs what the page showed, and can be placed. */
async function answerAsked(one: OpenedBulk, id: string, pressed: string): Promise<FastifyReply> {
  const caller = callerOf(one);
  const errors = pressed === 'approved' ? await changedSince(one, id) : undefined;
  const wrong = errors ?? (await decide(one, caller, id, pressed));
  return wrong === undefined ? again(one, id) : show(one, id, { errors: wrong });
}

/** Whether it costs something else than the page said, or cannot be placed any more. */
async function changedSince(one: OpenedBulk, id: string): Promise<FieldMessages | undefined> {
  const order = await readBulkOrder(one.ctx, callerOf(one), id);
  const { confirmed, approval } = await reviewOf(one, order);
  if (one.request.body?.confirmed !== confirmed) return pricesChanged;
  return approval.stale.length === 0 ? undefined : { confirmed: ['It cannot be placed as it is: send it back'] };
}

const idIn = ({ params }: OrderRequest): string => {
  // Named otherwise below an account, which has an id of its own.
  const { id, bulk_order_id = id } = params as { readonly id?: string; readonly bulk_order_id?: string };
  if (!isUuid(bulk_order_id)) throw new Refusal('not_found');
  return bulk_order_id;
};

export const showBulkOrder = (one: OpenedBulk): Promise<FastifyReply> => show(one, idIn(one.request));

/** Places what was confirmed, discards it, or says what becomes of what waits for approval. */
export async function answerBulkOrder(one: OpenedBulk): Promise<FastifyReply> {
  const id = idIn(one.request);
  const pressed = String(one.request.body?.do);
  if (['approved', 'sent_back', 'refused', 'take_back', 'take_over'].includes(pressed))
    return answerAsked(one, id, pressed);
  if (pressed === 'leave_out') {
    const rows = tickedIn(one);
    const errors = rows.length === 0 ? { leave: ['Tick who is to be left out'] } : await leaveOut(one, id, rows);
    return errors === undefined ? again(one, id) : show(one, id, { errors });
  }
  if (pressed === 'discard') return show(one, id, { asksDiscard: true });
  if (pressed !== 'discard_sure') return place(one, id);
  const order = await readBulkOrder(one.ctx, callerOf(one), id);
  await discardBulkOrder(one.ctx, callerOf(one), id);
  return one.reply.redirect(startOf(one, order), 303);
}
