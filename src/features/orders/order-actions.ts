// The actions on orders of interface v1. An order is a check with its own applicant, submitted once per client's key.
import { type Authority, type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { itemsBefore, type Page } from '../../lib/pages.ts';
import { type FieldMessages, type Problems, Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import type { ApiCaller } from '../accounts/authentication.ts';
import { needsApproval } from '../accounts/order-approval-need-actions.ts';
import { createApplicant } from '../applicants/applicant-actions.ts';
import { keepWorkKind } from '../applicants/work-kind-actions.ts';
import type { WorkKind } from '../applicants/work-kind-rules.ts';
import type { Check } from '../checks/check.ts';
import { checkOf, keyOfCheck, readCheck } from '../checks/check-actions.ts';
import { type Arrival, place } from '../checks/check-placing-actions.ts';
import { closeCheck } from '../checks/check-progress-actions.ts';
import type { CheckRow } from '../checks/check-queries.ts';
import { confirmIdentityOf } from '../checks/identity-actions.ts';
import { checkSeenBy } from '../checks/restricted-check-rules.ts';
import { placeUrgent } from '../checks/urgent-actions.ts';
import { recordList, recordLook } from '../events/look-actions.ts';
import type { OrderLaw } from '../report-types/legal-limit-rules.ts';
import type { ListGrounds } from '../report-types/list-ground-rules.ts';
import { reportsOfCheck, reportsOfChecks } from '../reports/report-actions.ts';
import { planWorkStart } from '../work-starts/work-start-actions.ts';
import type { OrderEntry } from './order-body.ts';
import type { AgreedOrder } from './order-body-actions.ts';
import { orderDetailsOf } from './order-details-rules.ts';
import { papersInOrder } from './order-papers-rules.ts';
import {
  findOrder,
  findOrderByUniqueKey,
  findOrderOfCheck,
  findOrders,
  holdUniqueKey,
  type OrderFilter,
} from './order-store.ts';

/** Who submits orders: the user of a key or of the portal, or somebody of the desk for the client. */
export interface OrderingCaller extends Caller, OrderScope {
  readonly subsidiaryIds: readonly string[] | null;
  /** The client's user who orders, or who asked the desk for it. */
  readonly userId: string | null;
}

export interface SubmittedOrder {
  readonly check: Check;
  /** false if it was submitted before. */
  readonly isNew: boolean;
}

export interface Submission {
  readonly entry: OrderEntry;
  /** The parsed body. */
  readonly json: unknown;
  /** The order to create; undefined if the body has problems. */
  readonly command: AgreedOrder | undefined;
  readonly problems: Problems;
  /** The planned first day of work, which no interface takes; the caller has judged it. */
  readonly startsOn?: IsoDate | undefined;
  /** How they work for the client, which no interface takes; the caller has judged it. */
  readonly workKind?: WorkKind | undefined;
  /** The client pays for it to come before others, which no interface asks; the caller has judged whether it may. */
  readonly isUrgent?: boolean;
  /** Why the barred lists are asked, which no interface takes; the caller has judged it. */
  readonly listGrounds?: ListGrounds | undefined;
  /** The country of the job and the legal ground, which no interface takes; the caller has judged them. */
  readonly law?: OrderLaw | undefined;
  /** It is one of several, which the caller judges together while it holds the credit of the account. */
  readonly isCreditJudged?: boolean;
  /** It began in another system; the caller has judged it. */
  readonly broughtIn?: Arrival | undefined;
}

/**
 * Places the order: a candidate entry mails the candidate, a client entry starts the check at once. The same UniqueKey
 * with the same body returns the same order; with another body, or if the caller cannot see the key's order,
 * `already_taken`. Refuses with `invalid_fields`, with the paths of interface v1.
 */
export async function submitOrder(ctx: Ctx, caller: OrderingCaller, submission: Submission): Promise<SubmittedOrder> {
  demand(caller, 'order_checks', 'order_for_clients');
  // The portal asks for approval instead.
  if (await needsApproval(ctx, caller)) throw new Refusal('not_permitted');
  const key = await ctx.keys.forAccount(caller.accountId);
  const { command, problems } = submission;
  const uniqueKey = uniqueKeyOf(submission);
  return inTransaction(ctx, async (tx) => {
    if (uniqueKey !== null) await holdUniqueKey(tx.db, caller, uniqueKey);
    const before = await submittedBefore(tx, caller, submission, key);
    if (before?.isSame === true)
      return { check: checkSeenBy(caller, await readCheck(tx, caller, before.id)), isNew: false };
    if (before !== undefined) {
      throw new Refusal(problems.any ? 'invalid_fields' : 'already_taken', { ...problems.fields, ...keyIsTaken });
    }
    problems.refuse('invalid_fields');
    const bodyMac =
      uniqueKey === null ? null : key.mac(bodyMark, bodyOf(submission.entry, keyInSmallLetters(submission.json)));
    const check = await placeOrder(tx, caller, command!, bodyMac, submission);
    if (submission.startsOn !== undefined) await planWorkStart(tx, caller, check, submission.startsOn);
    if (submission.workKind !== undefined) await keepWorkKind(tx, caller, check.applicantId, submission.workKind);
    if (submission.isUrgent === true) await placeUrgent(tx, caller, check);
    return { check, isNew: true };
  });
}

/** The problems for which submission would refuse the order; none if it would return an order, new or earlier. */
export async function validateOrder(ctx: Ctx, caller: OrderingCaller, submission: Submission): Promise<FieldMessages> {
  demand(caller, 'order_checks');
  const { problems } = submission;
  const key = await ctx.keys.forAccount(caller.accountId);
  const before = await submittedBefore(ctx, caller, submission, key);
  if (before === undefined) return problems.fields;
  return before.isSame ? {} : { ...problems.fields, ...keyIsTaken };
}

const keyIsTaken: FieldMessages = { UniqueKey: [problemSentence('key_used')] };

/**
 * The order submitted with the key, and whether its body was the same; never the same if the caller cannot see the
 * order.
 */
async function submittedBefore(
  ctx: Ctx,
  caller: OrderingCaller,
  submission: Submission,
  key: AccountKey,
): Promise<{ readonly id: string; readonly isSame: boolean } | undefined> {
  const uniqueKey = uniqueKeyOf(submission);
  const before = uniqueKey === null ? undefined : await findOrderByUniqueKey(ctx.db, caller, uniqueKey);
  if (before === undefined) return undefined;
  const { entry, json } = submission;
  // Compare also with the key unchanged: earlier versions compared its case.
  const isSame = [keyInSmallLetters(json), json].some((body) =>
    key.verifyMac(bodyMark, bodyOf(entry, body), before.body_mac),
  );
  return { id: before.id, isSame: before.is_seen && isSame };
}

const bodyMark = 'checks.order_body';

/** Read before the rest: an order that was submitted before is returned even if it would be invalid today. */
function uniqueKeyOf({ command, json }: Submission): string | null {
  if (command !== undefined) return command.uniqueKey;
  const entries = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  const [, value] = entries.find(([name]) => isNameOfKey(name)) ?? [];
  return isUuid(value) ? value.toLowerCase() : null;
}

const isNameOfKey = (name: string) => name.toLowerCase() === 'uniquekey';

/** The body with its key in lower case, as the database stores it. */
function keyInSmallLetters(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const spelled = (name: string, value: unknown) =>
    isNameOfKey(name) && typeof value === 'string' ? value.toLowerCase() : value;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, spelled(name, value)]));
}

const bodyOf = (entry: OrderEntry, json: unknown) => `${entry} ${canonical(json)}`;

/** Equal for equivalent bodies: independent of the order and the case of names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const named = Object.entries(value).map(([name, inner]) => [name.toLowerCase(), canonical(inner)] as const);
  named.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${named.map(([name, inner]) => `${JSON.stringify(name)}:${inner}`).join()}}`;
}

async function placeOrder(
  tx: Ctx,
  caller: OrderingCaller,
  command: AgreedOrder,
  bodyMac: Buffer | null,
  {
    broughtIn,
    law,
    listGrounds,
    startsOn,
    isUrgent,
    isCreditJudged,
  }: Omit<Submission, 'entry' | 'json' | 'command' | 'problems'>,
): Promise<Check> {
  const { entry, uniqueKey, agreed, notes } = command;
  const check = await place(
    tx,
    caller,
    await createApplicant(tx, caller, command.facts),
    {
      reports: command.reports,
      criminalDetails: command.criminalDetails,
      listGrounds,
      law,
      tags: command.tags,
      activityYears: null,
      redirectUri: null,
      consider: [],
      orderedByUserId: caller.userId,
      hurry: { startsOn, isUrgent },
      ...(broughtIn && { broughtIn }),
      order: {
        isClientEntry: entry === 'client',
        uniqueKey,
        bodyMac,
        details: orderDetailsOf(command),
      },
    },
    { agreed, notes, isCreditJudged },
  );
  if (check === undefined) throw new Refusal('service_unavailable', {}, 1);
  return check;
}

async function open(ctx: Ctx, scope: OrderScope & Authority, row: CheckRow): Promise<Check> {
  const key = await keyOfCheck(ctx, scope, row);
  return checkSeenBy(scope, checkOf(scope, row, key, await reportsOfCheck(ctx, scope, row.id, key)));
}

async function rowOf(ctx: Ctx, scope: OrderScope, orderId: number): Promise<CheckRow> {
  const row = await findOrder(ctx.db, scope, orderId);
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

export async function readOrderByNumber(ctx: Ctx, scope: OrderScope & Authority, orderId: number): Promise<Check> {
  demand(scope, 'read_checks', 'stop_monitoring');
  return open(ctx, scope, await rowOf(ctx, scope, orderId));
}

/** As `readOrderByNumber`, for somebody who looks at it: the look is recorded. */
export async function showOrder(ctx: Ctx, caller: ApiCaller, orderId: number): Promise<Check> {
  demand(caller, 'read_results');
  const check = await readOrderByNumber(ctx, caller, orderId);
  recordOrderLook(ctx, caller, check);
  return check;
}

/** Call it before an answer that shows the order. */
export function recordOrderLook(ctx: Ctx, caller: ApiCaller, { id, applicantId }: Check): void {
  recordLook(ctx, caller, { type: 'check.answers_read', resourceId: id, checkId: id, applicantId });
}

/** As `readCheck`, for a caller who may be limited to a subsidiary. */
export async function readOrderOfCheck(ctx: Ctx, scope: OrderScope & Authority, checkId: string): Promise<Check> {
  demand(scope, 'read_checks', 'read_results');
  const row = await findOrderOfCheck(ctx.db, scope, checkId);
  if (row === undefined) throw new Refusal('not_found');
  return open(ctx, scope, row);
}

/** A page of orders, newest first, for somebody who looks at them: the look is recorded. */
export async function showOrders(
  ctx: Ctx,
  caller: ApiCaller,
  filter: OrderFilter,
  page: Page,
): ReturnType<typeof listOrders> {
  demand(caller, 'read_results');
  const listed = await listOrders(ctx, caller, filter, page);
  const ids = listed.checks.map(({ id }) => id);
  recordList(ctx, caller, 'account.checks_listed', { filter: { ...filter, ...page }, ids });
  return listed;
}

async function listOrders(
  ctx: Ctx,
  scope: OrderScope & Authority,
  filter: OrderFilter,
  page: Page,
): Promise<{ readonly total: number; readonly checks: readonly Check[] }> {
  const { total, rows } = await findOrders(ctx.db, scope, filter, { offset: itemsBefore(page), limit: page.perPage });
  const keys = new Map(
    await Promise.all(rows.map(async (row) => [row.id, await keyOfCheck(ctx, scope, row)] as const)),
  );
  const reports = await reportsOfChecks(ctx, scope, [...keys.keys()], (id) => keys.get(id));
  const checks = rows.map((row) =>
    checkSeenBy(scope, checkOf(scope, row, keys.get(row.id), reports.get(row.id) ?? [])),
  );
  return { total, checks };
}

/** Cancels the order with its open checks. Refuses with `state_does_not_allow` an order that is over. */
export async function cancelOrder(ctx: Ctx, caller: ApiCaller, orderId: number): Promise<Check> {
  return closeCheck(ctx, caller, (await rowOf(ctx, caller, orderId)).id, 'cancel');
}

/** As `confirmIdentityOf`, by order number; the papers that the order names are those that were seen. */
export async function confirmIdentity(ctx: Ctx, caller: ApiCaller, orderId: number): Promise<Check> {
  const { id, order } = await open(ctx, caller, await rowOf(ctx, caller, orderId));
  return confirmIdentityOf(ctx, caller, id, papersInOrder(order.details));
}
