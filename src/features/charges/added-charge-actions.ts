// Adds charges and discounts to an account by hand, and takes them back.

import { type Authority, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { endOfUkMonth, ukDateOf } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import { type TakeBackReason, takeBackReasonWords } from '../../messages/en-credits.ts';
import { demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { listSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { vatPercentOn } from '../accounts/vat-queries.ts';
import { storeAccountEvent, storeEvents } from '../events/event-actions.ts';
import { listChargeable } from '../invoices/chargeable-actions.ts';
import { withinInvoices } from '../invoices/credit-limit-actions.ts';
import { lastMonth } from '../invoices/invoice-rules.ts';
import { orderIdOf } from '../lists/search-actions.ts';
import {
  type ChargedOrder,
  findChargedOrder,
  insertAddedCharge,
  insertPartTakenBack,
  insertTakenBack,
} from './added-charge-store.ts';

export const takeBackReasons = Object.keys(takeBackReasonWords) as readonly TakeBackReason[];

export const longestDescription = 100;

export interface ChargeArguments {
  /** What it is for, as the invoice says it. */
  readonly description: string;
  /** Without VAT, less than 0 for a discount; undefined for nothing, NaN for a text that is no amount. */
  readonly pence: number | undefined;
  /** With VAT at the account's rate, or a fee passed on without VAT. */
  readonly as: 'price' | 'fee' | undefined;
  /** The number of the order that it is for; empty for none. */
  readonly order: string;
  /** Empty for none, and for that of the order. */
  readonly subsidiaryId: string;
  /** `yyyy-mm`: the month before this one, as long as it is not invoiced; empty for this one. */
  readonly month: string;
}

function problemsOf({ description, pence, as }: ChargeArguments): Problems {
  const problems = new Problems();
  if (description === '') problems.add('description', "can't be blank");
  else if (isLongerThan(description, longestDescription))
    problems.add('description', `must have at most ${longestDescription} characters`);
  if (pence === undefined || pence === 0) problems.add('amount', "can't be blank");
  else if (!Number.isInteger(pence)) problems.add('amount', 'must be in pounds, such as 45.00 or -10.00');
  if (as === undefined) problems.add('as', "can't be blank");
  return problems;
}

/** The subsidiary of the charge, which is that of its order. */
async function subsidiaryOf(
  ctx: Ctx,
  caller: Tenant & Authority,
  { subsidiaryId }: ChargeArguments,
  order: ChargedOrder | undefined,
  problems: Problems,
): Promise<string | null> {
  const of = order?.subsidiary_id ?? null;
  if (subsidiaryId === '' || subsidiaryId === of) return of;
  const all = await listSubsidiaries(ctx, caller, caller.accountId);
  if (!all.some(({ id }) => id === subsidiaryId)) problems.add('subsidiary', 'is not one of the account');
  else if (order !== undefined) problems.add('subsidiary', 'is not that of the order: leave it out');
  return subsidiaryId;
}

/**
 * The months into which a charge can fall, latest first: this one, and the one before unless all of it is invoiced, or was
 * before the account's first month to invoice.
 */
export async function listChargeMonths(ctx: Ctx, by: Authority, accountId: string): Promise<string[]> {
  demand(by, 'manage_agreements');
  const now = ctx.now();
  const subsidiaries = await listSubsidiaries(ctx, by, accountId);
  const month = lastMonth(ukDateOf(now));
  const asked = { month, at: endOfUkMonth(month) };
  const subsidiaryIds = [null, ...subsidiaries.map(({ id }) => id)];
  const open = await listChargeable(ctx, by, accountId, { ...asked, subsidiaryIds });
  return [ukDateOf(now).slice(0, 7), ...(open.length > 0 ? [asked.month] : [])];
}

/** When the charge was made, for the ledger. Whoever issues invoices of the account at the same time waits. */
async function chargedAt(
  tx: Ctx,
  caller: Tenant & Authority,
  month: string,
  subsidiaryId: string | null,
  problems: Problems,
): Promise<Date> {
  const now = tx.now();
  if (month === '' || month === ukDateOf(now).slice(0, 7)) return now;
  if (month !== lastMonth(ukDateOf(now))) {
    problems.add('month', 'must be this one or the one before');
    return now;
  }
  await lockAccount(tx, caller.accountId);
  const at = endOfUkMonth(month);
  const open = await listChargeable(tx, caller, caller.accountId, { month, at, subsidiaryIds: [subsidiaryId] });
  if (open.length === 0)
    problems.add('month', 'is invoiced already, or before the first one to invoice: choose this month');
  return at;
}

/** A charge as it would be added. */
export interface PreparedCharge {
  readonly pricePence: number;
  readonly feePence: number;
  readonly vatPercent: number;
  readonly order: ChargedOrder | undefined;
  readonly subsidiaryId: string | null;
  /** In the month into which it falls. */
  readonly at: Date;
}

async function prepare(tx: Ctx, caller: Tenant & Authority, given: ChargeArguments): Promise<PreparedCharge> {
  const problems = problemsOf(given);
  const orderId = orderIdOf(given.order);
  const order = orderId === undefined ? undefined : await findChargedOrder(tx.db, caller, orderId);
  if (given.order !== '' && order === undefined)
    problems.add('order', 'is not the number of a live order of the account');
  const subsidiaryId = await subsidiaryOf(tx, caller, given, order, problems);
  const at = await chargedAt(tx, caller, given.month, subsidiaryId, problems);
  problems.refuse('invalid_fields');
  const vatPercent = vatPercentOn(await readAccountSettings(tx, caller.accountId), ukDateOf(at));
  const [pricePence, feePence] = given.as === 'fee' ? [0, given.pence!] : [given.pence!, 0];
  return { pricePence, feePence, vatPercent, order, subsidiaryId, at };
}

/** What `addCharge` would add. Refuses as it does. */
export function previewCharge(ctx: Ctx, caller: Tenant & Authority, given: ChargeArguments): Promise<PreparedCharge> {
  demand(caller, 'manage_agreements');
  return inTransaction(ctx, (tx) => prepare(tx, caller, given));
}

/**
 * Adds a line to the ledger in the month of today, or at the end of the month before. Refuses with `invalid_fields`
 * (description, amount, as, order, subsidiary, month). Events do not say what it is for, because somebody may write a name in
 * spite of all. Returns the month, `yyyy-mm`.
 */
export function addCharge(ctx: Ctx, caller: Tenant & Authority, given: ChargeArguments): Promise<string> {
  demand(caller, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    const { order, at, subsidiaryId, ...money } = await prepare(tx, caller, given);
    const id = tx.newId();
    const charge = { id, description: given.description, ...money, checkId: order?.check_id ?? null, subsidiaryId };
    await insertAddedCharge(tx.db, caller, charge, at);
    await storeChargeEvent(tx, caller, 'charge_added', order, { charge_id: id, pence: given.pence!, as: given.as });
    return ukDateOf(at).slice(0, 7);
  });
}

/** Of the order if the charge is for one, else of the account. */
function storeChargeEvent(
  tx: Ctx,
  caller: Tenant & Authority,
  what: 'charge_added' | 'charge_taken_back',
  order: Pick<ChargedOrder, 'check_id' | 'applicant_id'> | undefined,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { accountId } = caller;
  if (order === undefined)
    return storeAccountEvent(tx, accountId, caller, { type: `account.${what}`, resourceId: accountId, detail });
  const { check_id: checkId, applicant_id: applicantId } = order;
  const event = { type: `check.${what}`, resourceId: checkId, checkId, applicantId, detail } as const;
  return storeEvents(tx, { ...caller, clockOffsetSeconds: 0 }, [event]);
}

export interface TakeBackArguments {
  readonly id: string | undefined;
  readonly reason: TakeBackReason | undefined;
  /** In pence, without VAT, for a part of it; undefined for all that is left, NaN for a text that is no amount. */
  readonly part?: number | undefined;
}

/**
 * Takes a charge or a discount back in the month of today, what is left of it and once, or a part of a charge. Refuses with
 * `not_found`, and with `invalid_fields` (reason, part; credit: more than is left of its invoice), also what was taken back before.
 */
export function takeBackCharge(ctx: Ctx, caller: Tenant & Authority, given: TakeBackArguments): Promise<void> {
  const { id, reason, part } = given;
  demand(caller, 'manage_agreements');
  if (!isUuid(id)) throw new Refusal('not_found');
  const problems = new Problems();
  if (reason === undefined) problems.add('reason', "can't be blank");
  if (part !== undefined && !(Number.isInteger(part) && part > 0))
    problems.add('part', 'must be in pounds, such as 2.50');
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const taken = await withinInvoices(tx, caller, [id], () =>
      part === undefined
        ? insertTakenBack(tx.db, caller, { id, reason: reason! }, tx.now())
        : insertPartTakenBack(tx.db, caller, { id, part, reason: reason! }, tx.now()),
    );
    if (taken === undefined && part !== undefined) problems.add('part', 'must be less than is left of the charge');
    else if (taken === undefined) problems.add('reason', 'comes too late: it was taken back already');
    problems.refuse('invalid_fields');
    const { check_id, applicant_id, pence } = taken!;
    const order = check_id === null ? undefined : { check_id, applicant_id: applicant_id! };
    await storeChargeEvent(tx, caller, 'charge_taken_back', order, { charge_id: id, pence, reason });
  });
}
