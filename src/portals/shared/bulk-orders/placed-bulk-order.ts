// The page of one bulk order, by a client or for one by the desk: what is to be confirmed, then how far it is, then what came of it.
import type { FastifyReply } from 'fastify';
import {
  type BulkOrder,
  type BulkRow,
  discardBulkOrder,
  placeBulkOrder,
  readBulkOrder,
  readRefusedRows,
  readWaitingRows,
} from '../../../features/orders/bulk-order-actions.ts';
import type { OrderingCaller } from '../../../features/orders/order-actions.ts';
import { mostShown, type Person, readNewestOrders } from '../../../features/orders/same-person-order-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { unreadText } from '../../../lib/sheet-rows.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { messagesOf } from '../field-words.ts';
import { pricesChanged } from '../orders/confirmed-prices.ts';
import { type Choice, choicesOf, chosenOptions, orderWords, type TypedOrder } from '../orders/order-form.ts';
import {
  inEnvironmentOf,
  type OpenedOrder,
  type Orderer,
  type OrderRequest,
  WHOLE_ACCOUNT,
} from '../orders/order-submission.ts';
import { answersOf, pricesOf, totalOf } from '../orders/order-view.ts';
import { renderPage } from '../page-renderer.ts';
import { rowRanges } from './bulk-rows.ts';

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
  /** Where they are withdrawn at once; undefined at the desk, whose queue does it. */
  withdrawHref?(id: string): string;
}

export interface OpenedBulk extends OpenedOrder {
  readonly orderer: BulkSite;
}

const callerOf = ({ orderer }: OpenedBulk): OrderingCaller => ({ ...orderer.caller, userId: orderer.userId });

export const stageOf = ({ placedAt, candidates, placed, refused }: BulkOrder): string => {
  if (placedAt === null) return 'Not placed yet';
  const left = candidates - placed - refused;
  return left > 0 ? `${placed} of ${candidates} placed` : refused > 0 ? `${refused} not placed` : 'Placed';
};

/** The parts of an order's body that the pages show. */
interface ShownBody {
  readonly PurchaseOrderNumber?: string;
  readonly OtherReference?: string;
  readonly PackageId?: number | string;
  readonly Checks?: readonly { readonly Refinements?: readonly string[]; readonly Monitor?: string }[];
  readonly CheckGroups?: unknown;
  readonly Candidate: {
    readonly CurrentName: { readonly FirstName: string; readonly LastName: string };
    readonly PersonalInfo: {
      readonly DateOfBirth: string;
      readonly CandidateEmail: string;
      readonly PositionAppliedFor?: string;
      readonly MobilePhone?: { readonly PhoneNumber: string };
    };
    readonly CriminalRecord?: {
      readonly CheckCriminalJobRoleId?: number | string;
      readonly CheckCriminalPlaceOfWork?: string;
      readonly CheckCriminalEmploymentSector?: string;
    };
  };
}

const bodyOf = ({ body }: BulkRow) => body as unknown as ShownBody;

const chosenOf = (items: BulkOrder['items']): Choice[] =>
  items.flatMap(({ report_type_id, quantity }) => {
    const type = reportTypeById(report_type_id);
    return type === undefined ? [] : [{ type, quantity }];
  });

/** At the price of their package, if it has one, and with their options. */
function pricedOf(order: BulkOrder, row: BulkRow, orderable: OpenedOrder['orderable']): Choice[] {
  const pack = orderable.packages.find(({ id }) => String(id) === String(bodyOf(row).PackageId));
  if (pack !== undefined) return choicesOf(pack, orderable);
  const chosen = chosenOf(row.items ?? order.items);
  const options = optionsOf(chosen, row);
  return chosen.map((one) => ({ ...one, options: chosenOptions(options, one.type) }));
}

/** Rows that order the same. */
interface Group {
  readonly rows: readonly BulkRow[];
  readonly chosen: readonly Choice[];
  /** Another system charges them. */
  readonly isBilledElsewhere: boolean;
}

/** Those with the most rows first. */
function groupsOf(order: BulkOrder, rows: readonly BulkRow[], orderable: OpenedOrder['orderable']): Group[] {
  const isElsewhere = ({ arrival }: BulkRow) => arrival?.billed_elsewhere === true;
  const alike = Map.groupBy(rows, (row) => {
    const { PackageId, Checks, CheckGroups } = bodyOf(row);
    return JSON.stringify([PackageId, Checks, CheckGroups, row.isUrgent, isElsewhere(row)]);
  });
  return [...alike.values()]
    .map((some) => ({
      ...{ rows: some, chosen: pricedOf(order, some[0]!, orderable), isBilledElsewhere: isElsewhere(some[0]!) },
    }))
    .toSorted((one, other) => other.rows.length - one.rows.length);
}

const timesCandidates =
  (candidates: number) =>
  ({ sharePence, ...one }: Choice): Choice => ({
    ...one,
    quantity: one.quantity * candidates,
    ...(sharePence === undefined ? {} : { sharePence: sharePence * candidates }),
  });

/** The options and the monitoring. */
function optionsOf(chosen: readonly Choice[], row: BulkRow): TypedOrder {
  const checks = bodyOf(row).Checks ?? [];
  return Object.fromEntries(
    checks.flatMap(({ Refinements = [], Monitor = '' }, at): [string, readonly string[]][] => {
      const id = chosen[at]?.type.id;
      return [
        [`options_${id}`, Refinements],
        [`monitor_${id}`, [Monitor]],
      ];
    }),
  );
}

function personOf(row: BulkRow): Person {
  const { CurrentName: name, PersonalInfo: info } = bodyOf(row).Candidate;
  const [dob, email] = [info.DateOfBirth, info.CandidateEmail];
  return { first_name: name.FirstName, last_name: name.LastName, dob, email };
}

/** Which rows are for which subsidiary, those with the most rows first; none if the user orders for one only. */
function subsidiariesOf(rows: readonly BulkRow[], { subsidiaries }: OpenedOrder) {
  if (subsidiaries.length === 0) return [];
  return [...Map.groupBy(rows, ({ subsidiaryId }) => subsidiaryId)]
    .map(([id, some]) => ({
      ...{ id, name: subsidiaries.find((one) => one.id === id)?.name ?? WHOLE_ACCOUNT, candidates: some.length },
      rows: rowRanges(some.map(({ rowNumber }) => rowNumber)),
    }))
    .toSorted((one, other) => other.candidates - one.candidates);
}

function candidateOf(row: BulkRow, { jobRoles }: OpenedOrder['orderable']) {
  const { Candidate, PurchaseOrderNumber, OtherReference } = bodyOf(row);
  const { CurrentName: name, PersonalInfo: info, CriminalRecord: work } = Candidate;
  const role = jobRoles.find(({ id }) => String(id) === String(work?.CheckCriminalJobRoleId));
  return {
    rowNumber: row.rowNumber,
    name: `${name.FirstName} ${name.LastName}`,
    bornOn: info.DateOfBirth,
    email: info.CandidateEmail,
    job: info.PositionAppliedFor ?? '',
    role: role?.role_title,
    startsOn: row.startsOn,
    isUrgent: row.isUrgent,
    place: work?.CheckCriminalPlaceOfWork || undefined,
    sector: work?.CheckCriminalEmploymentSector || undefined,
    mobile: info.MobilePhone?.PhoneNumber,
    purchaseOrder: PurchaseOrderNumber || undefined,
    otherReference: OtherReference || undefined,
    arrival: row.arrival,
    isFilled: row.entry === 'client',
  };
}

/** The surcharge of an urgent order; undefined for a row that is none. */
const urgentPenceOf = ({ isUrgent }: BulkRow, { urgent }: OpenedOrder['orderable']): number | undefined =>
  isUrgent ? urgent?.pence : undefined;

/** What urgent rows cost more, all together; undefined if none is. */
function urgentPenceOfAll(groups: readonly Group[], orderable: OpenedOrder['orderable']): number | undefined {
  const each = groups.flatMap(({ rows }) => rows.flatMap((row) => urgentPenceOf(row, orderable) ?? []));
  return each.length === 0 ? undefined : each.reduce((all, one) => all + one, 0);
}

/** Everything that is charged. */
const allOf = (groups: readonly Group[]): Choice[] =>
  groups.flatMap(({ rows, chosen, isBilledElsewhere }) =>
    isBilledElsewhere ? [] : chosen.map(timesCandidates(rows.length)),
  );

/** What the candidates of a group get, each. */
const shownGroup = ({ rows, chosen, isBilledElsewhere }: Group, orderable: OpenedOrder['orderable']) => ({
  isBilledElsewhere,
  candidates: rows.length,
  rows: rowRanges(rows.map(({ rowNumber }) => rowNumber)),
  ...answersOf(
    { ...optionsOf(chosen, rows[0]!), what: [String(bodyOf(rows[0]!).PackageId ?? 'reports')] },
    chosen,
    orderable,
    urgentPenceOf(rows[0]!, orderable),
  ),
});

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
  const newest = await readNewestOrders(ctx, caller, rows.map(personOf));
  const awaited = rows.filter(({ entry }) => entry !== 'client');
  return {
    awaited: awaited.length,
    areMailed: awaited.some(({ arrival }) => arrival?.mails_candidate !== false),
    candidates: candidates.slice(0, shownCandidates),
    more: Math.max(0, candidates.length - shownCandidates),
    mostShown,
    orderedBefore: candidates.flatMap(({ rowNumber, name }, at) => {
      const found = newest[at];
      return found === undefined ? [] : [{ rowNumber, name, orderId: found.order_id, orderedAt: found.created_at }];
    }),
    groups: groups.map((group) => shownGroup(group, orderable)),
    total: totalOf(allOf(groups), orderable, urgentPence),
    confirmed: pricesOf(allOf(groups), orderable, urgentPence),
    subsidiaries,
    unread: unreadText(order.unreadColumns),
  };
}

/** How far it is, with the rows for which no order could be placed. */
async function progressOf(one: OpenedBulk, order: BulkOrder) {
  const refused = order.refused === 0 ? [] : await readRefusedRows(one.ctx, callerOf(one), order.id);
  return {
    done: order.placed + order.refused,
    isDone: order.placed + order.refused === order.candidates,
    reports: chosenOf(order.ordered).map(({ type }) => type.label),
    refused: refused.map(({ rowNumber, items, problems }) => ({
      rowNumber,
      problems: Object.values(messagesOf(problems, orderWords(chosenOf(items ?? order.items)))).flat(),
    })),
    listHref: one.orderer.listHref(order.id),
    withdrawHref: one.orderer.withdrawHref?.(order.id),
  };
}

/** Before it is confirmed, and after. */
const titles = {
  order: ['Check the orders', 'Orders for many candidates'],
  bring: ['Check the cases', 'Open cases of another system'],
} as const;

async function show(one: OpenedBulk, id: string, errors?: FieldMessages): Promise<FastifyReply> {
  const { request, reply, environment } = one;
  const order = await readBulkOrder(one.ctx, callerOf(one), id);
  if (errors !== undefined) reply.status(422);
  const path = inEnvironmentOf(one, `${one.orderer.path}/${id}`);
  const isPlaced = order.placedAt !== null;
  return renderPage(
    request,
    reply,
    isPlaced ? 'shared/bulk-orders/bulk-progress.njk' : 'shared/bulk-orders/bulk-review.njk',
    {
      title: titles[one.orderer.bringsIn ? 'bring' : 'order'][isPlaced ? 1 : 0],
      ...{ bringsIn: one.orderer.bringsIn, back: one.orderer.back },
      environment,
      action: path,
      startHref: inEnvironmentOf(one, one.orderer.path),
      order,
      errors,
      scripts: isPlaced ? ['progress.js'] : [],
      ...(isPlaced ? await progressOf(one, order) : await reviewOf(one, order)),
    },
  );
}

async function place(one: OpenedBulk, id: string): Promise<FastifyReply> {
  const caller = callerOf(one);
  const order = await readBulkOrder(one.ctx, caller, id);
  if (order.placedAt === null) {
    const groups = groupsOf(order, await readWaitingRows(one.ctx, caller, id), one.orderable);
    const urgentPence = urgentPenceOfAll(groups, one.orderable);
    if (one.request.body?.confirmed !== pricesOf(allOf(groups), one.orderable, urgentPence))
      return show(one, id, pricesChanged);
  }
  await placeBulkOrder(one.ctx, caller, id);
  return one.reply.redirect(inEnvironmentOf(one, `${one.orderer.path}/${id}`), 303);
}

const idIn = ({ params }: OrderRequest): string => {
  // Named otherwise below an account, which has an id of its own.
  const { id, bulk_order_id = id } = params as { readonly id?: string; readonly bulk_order_id?: string };
  if (!isUuid(bulk_order_id)) throw new Refusal('not_found');
  return bulk_order_id;
};

export const showBulkOrder = (one: OpenedBulk): Promise<FastifyReply> => show(one, idIn(one.request));

/** Places what was confirmed, or discards it. */
export async function answerBulkOrder(one: OpenedBulk): Promise<FastifyReply> {
  const id = idIn(one.request);
  if (one.request.body?.do !== 'discard') return place(one, id);
  await discardBulkOrder(one.ctx, callerOf(one), id);
  return one.reply.redirect(inEnvironmentOf(one, one.orderer.path), 303);
}
