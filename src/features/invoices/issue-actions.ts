// Issues the invoice of an account for a month, and credit notes for what was credited of earlier ones.

import type { Settings } from '../../config.ts';
import { type Actor, type Authority, type Ctx, inTransaction } from '../../context.ts';
import { addDays } from '../../lib/dates.ts';
import { type FieldMessages, Problems, Refusal } from '../../lib/refusal.ts';
import { endOfUkMonth, ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { type AccountRow, lockAccount } from '../accounts/account-actions.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { creditsToNote } from './credit-limit-actions.ts';
import { type Held, recordHeld } from './held-actions.ts';
import type { InvoiceLine } from './invoice.ts';
import { readInvoice } from './invoice-actions.ts';
import { mailTo } from './invoice-mail-actions.ts';
import {
  invoiceLineOf,
  isBelowZero,
  leftOf,
  monthWords,
  numberText,
  sumsOf,
  withCreditedVat,
} from './invoice-rules.ts';
import { findInvoice, insertInvoice, type NewInvoice, takeNumber } from './invoice-store.ts';
import {
  claimCharges,
  findClaimedLines,
  findOpenLines,
  findOpenParts,
  type InvoicedPart,
} from './invoiced-charge-store.ts';
import { insertMonthLine } from './minimum-store.ts';
import { dueMinimums, isToIssue, openAccounts, prepareRun, refuseMonth } from './open-invoice-actions.ts';
import { type BuyerVat, buyerOf, buyerVatOf, sellerOf } from './party-actions.ts';
import { completeMonths } from './past-month-actions.ts';
import { purchaseOrderNames } from './purchase-order-name-actions.ts';
import { findReplacedInvoices } from './reopened-charge-store.ts';
import { storeSettlement } from './settlement-actions.ts';
import { claimCredits, findCreditedInvoices } from './unnoted-credit-store.ts';
import { chargeEarlierTiers } from './volume-correction-store.ts';

/** What of the operator's settings is lacking on an invoice. */
export const lackingSettings = (
  { operatorName, operatorAddress, operatorVatNumber }: Settings,
  hasVat: boolean,
): string[] => [
  ...(operatorName === undefined ? ['PROBITY_OPERATOR_NAME'] : []),
  ...(operatorAddress.length === 0 ? ['PROBITY_OPERATOR_ADDRESS'] : []),
  ...(hasVat && operatorVatNumber === '' ? ['PROBITY_OPERATOR_VAT_NUMBER'] : []),
];

export interface Issuing {
  readonly account: AccountRow;
  readonly settings: AccountSettings;
  readonly by: Authority | Actor;
}

/** What is on an invoice or a credit note before it has a number. */
export interface Draft
  extends Pick<
    NewInvoice,
    | 'id'
    | 'kind'
    | 'month'
    | 'isOfAccount'
    | 'subsidiaryId'
    | 'purchaseOrderKey'
    | 'creditsId'
    | 'replacesIds'
    | 'lines'
  > {
  readonly subsidiary: string | null;
  readonly purchaseOrder: string;
  /** Of a credit note: that of its invoice. */
  readonly creditedVat?: BuyerVat;
}

async function linesOf(tx: Ctx, { account }: Issuing, id: string, month: string): Promise<InvoiceLine[]> {
  const claimed = await findClaimedLines(tx.db, account.id, id);
  return claimed
    .map((line) => invoiceLineOf(line, month))
    .sort((one, other) => one.description.localeCompare(other.description) || other.pricePence - one.pricePence);
}

async function isWaiting(tx: Ctx, { account }: Issuing, month: string, part: InvoicedPart): Promise<boolean> {
  const open = await findOpenLines(tx.db, account.id, { month, ...part });
  return isBelowZero(sumsOf(open.map((line) => invoiceLineOf(line, month))));
}

const minimumText = (month: string) => `Minimum commitment of ${monthWords(month)}`;

/** One of the account, or one of each subsidiary and purchase order, with the minimum of the month and what is charged in the month and on no invoice. */
export async function draftInvoices(tx: Ctx, issuing: Issuing, month: string): Promise<Draft[]> {
  const { account, settings } = issuing;
  await completeMonths(tx, [account.id], month);
  for (const due of await dueMinimums(tx, [account.id], month)) {
    const line = { id: tx.newId(), month: due.month, at: endOfUkMonth(due.month), description: minimumText(due.month) };
    await insertMonthLine(tx.db, 'minimum_of', due, line);
  }
  const drafts: Draft[] = [];
  const parts = await findOpenParts(tx.db, account.id, month);
  const names = await purchaseOrderNames(
    tx,
    account.id,
    parts.map(({ purchaseOrderKey }) => purchaseOrderKey),
  );
  for (const { subsidiary, ...part } of parts) {
    if (await isWaiting(tx, issuing, month, part)) continue;
    const id = tx.newId();
    await claimCharges(tx.db, account.id, { invoiceId: id, month, ...part });
    const purchaseOrder = names.get(part.purchaseOrderKey) ?? settings.purchaseOrder;
    const whose = { isOfAccount: !settings.invoiceBySubsidiary, ...part, subsidiary, purchaseOrder };
    const lines = await linesOf(tx, issuing, id, month);
    const replacesIds = await findReplacedInvoices(tx.db, account.id, id);
    drafts.push({ id, kind: 'invoice', month, creditsId: null, replacesIds, ...whose, lines });
  }
  return drafts;
}

/** One for each invoice that needs it, of what is within what it charged. */
async function draftCreditNotes(tx: Ctx, issuing: Issuing): Promise<Draft[]> {
  const accountId = issuing.account.id;
  await chargeEarlierTiers(tx.db, accountId, tx.now());
  const drafts: Draft[] = [];
  for (const creditsId of await findCreditedInvoices(tx.db, accountId)) {
    const { credits, charged, noted } = await creditsToNote(tx, accountId, creditsId);
    if (credits.length === 0) continue;
    const id = tx.newId();
    await claimCredits(tx.db, accountId, credits, id);
    const credited = (await findInvoice(tx.db, accountId, creditsId))!;
    const { month, is_of_account: isOfAccount, subsidiary_id: subsidiaryId } = credited;
    const lines = withCreditedVat(await linesOf(tx, issuing, id, month), charged, noted);
    const { subsidiary, purchaseOrder } = credited.buyer;
    const creditedVat = buyerVatOf(credited.buyer);
    const whose = { isOfAccount, subsidiaryId, purchaseOrderKey: null, subsidiary, purchaseOrder, creditedVat };
    drafts.push({ id, kind: 'credit_note', month, creditsId, replacesIds: [], ...whose, lines });
  }
  return drafts;
}

/** Takes its number, stores it, and tells the billing contact. Returns the number. */
async function issue(tx: Ctx, { account, settings, by }: Issuing, one: Draft): Promise<string> {
  const { subsidiary: _subsidiary, purchaseOrder: _purchaseOrder, creditedVat: _creditedVat, ...draft } = one;
  const { totalPence, ...sums } = sumsOf(draft.lines);
  const issuedOn = ukDateOf(tx.now());
  const dueOn = draft.kind === 'invoice' ? addDays(issuedOn, settings.paymentDays) : null;
  const number = await takeNumber(tx.db, draft.kind);
  await insertInvoice(tx.db, {
    ...draft,
    ...sums,
    ...{ accountId: account.id, number, issuedOn, dueOn },
    seller: sellerOf(tx.settings),
    buyer: buyerOf(account, settings, one),
    issuedBy: typeof by === 'string' ? by : by.actor,
    createdAt: tx.now(),
  });
  if (draft.creditsId !== null)
    await setAgainstItsInvoice(tx, account.id, by, { ...draft, creditsId: draft.creditsId, totalPence });
  const text = numberText(draft.kind, number);
  await storeAccountEvent(tx, account.id, by, {
    type: draft.kind === 'invoice' ? 'account.invoice_issued' : 'account.credit_note_issued',
    resourceId: account.id,
    detail: { number: text, month: draft.month, total_pence: totalPence },
  });
  if (settings.billingEmail !== '')
    await mailTo(tx, settings.billingEmail, { ...draft, accountId: account.id, number: text, totalPence, dueOn });
  return text;
}

/** A credit note takes off what is left to pay of the invoice that it corrects; what is over can be set against others. */
async function setAgainstItsInvoice(
  tx: Ctx,
  accountId: string,
  by: Issuing['by'],
  note: { readonly id: string; readonly creditsId: string; readonly totalPence: number },
): Promise<void> {
  const invoice = await readInvoice(tx, { ...systemOf(accountId), subsidiaryIds: null }, note.creditsId);
  const pence = Math.min(leftOf(invoice), -note.totalPence);
  if (pence <= 0) return;
  await storeSettlement(tx, accountId, by, { source: 'credit_note', sourceId: note.id, invoiceId: invoice.id, pence });
}

const systemOf = (accountId: string) =>
  ({ accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 }) as const;

/** An invoice names both sides, and the VAT number of who charges VAT (VAT Regulations 1995, regulation 14). */
function refuseIncomplete(settings: Settings, { account, settings: own }: Issuing, drafts: readonly Draft[]): void {
  if (drafts.length === 0) return;
  const problems = new Problems();
  const hasVat = drafts.some(({ lines }) => sumsOf(lines).vatPence !== 0);
  for (const name of lackingSettings(settings, hasVat)) problems.add('operator', `has no ${name}`);
  if (own.billingAddress === '') problems.add('billingAddress', `of ${account.name} is not set`);
  const invoices = own.reverseCharge ? drafts.filter(({ kind }) => kind === 'invoice') : [];
  if (invoices.some(({ lines }) => sumsOf(lines).vatPence !== 0))
    problems.add('reverseCharge', `of ${account.name} stands against its charges with VAT`);
  if (invoices.length > 0 && own.vatNumber === '') problems.add('vatNumber', `of ${account.name} is not set`);
  problems.refuse('invalid_fields');
}

/**
 * Whoever comes second for the account waits, and then finds nothing to issue. The numbers, for which every account waits, are
 * taken when all else is known.
 */
export function issueDrafts(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  draft: (tx: Ctx, one: Issuing) => Promise<Draft[]>,
): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    const one = { account: await lockAccount(tx, accountId), settings: await readAccountSettings(tx, accountId), by };
    const drafts = await draft(tx, one);
    refuseIncomplete(tx.settings, one, drafts);
    const numbers: string[] = [];
    for (const each of drafts) numbers.push(await issue(tx, one, each));
    return numbers;
  });
}

/**
 * The invoice of an account for a month that is over, or one for each subsidiary, and credit notes for what was credited of
 * earlier invoices until now. A month that was invoiced is not invoiced again: what gets its price later is on the invoice of
 * the next month, and what is charged of a month that was held, too. Nothing is invoiced that was ordered before the account's first month to invoice. Returns the numbers.
 * Refuses with `invalid_fields` (month, operator, billingAddress).
 */
export function issueInvoices(ctx: Ctx, by: Asker, accountId: string, month: string): Promise<string[]> {
  demand(by, 'manage_agreements');
  refuseMonth(ctx, month);
  return issueDrafts(ctx, by, accountId, async (tx, one) => [
    ...(await draftInvoices(tx, one, month)),
    ...(await draftCreditNotes(tx, one)),
  ]);
}

/** For what was credited of an account's invoices until now. Returns the numbers. */
export function issueCreditNotes(ctx: Ctx, by: Asker, accountId: string): Promise<string[]> {
  demand(by, 'manage_agreements');
  return issueDrafts(ctx, by, accountId, draftCreditNotes);
}

export interface IssuedOf {
  readonly accountId: string;
  readonly account: string;
  readonly numbers: readonly string[];
  /** Why nothing was issued; undefined if nothing stood in the way. */
  readonly refused: FieldMessages | undefined;
}

/**
 * Of each of the accounts that are open, in turn; one that lacks something does not keep the others from theirs. Refuses with
 * `invalid_fields` (month). @param held the accounts that get none now, and why: that is recorded
 */
export async function issueOfAccounts(
  ctx: Ctx,
  by: Asker,
  accounts: DeskAccounts,
  month: string,
  held: Held = new Map(),
): Promise<IssuedOf[]> {
  await prepareRun(ctx, by, accounts, month);
  const issued: IssuedOf[] = [];
  for (const one of await openAccounts(ctx, accounts, month)) {
    const { account_id: accountId, account } = one;
    if (!isToIssue(one)) continue;
    const reason = held.get(accountId);
    if (reason !== undefined) {
      await recordHeld(ctx, by, accountId, month, reason);
      continue;
    }
    try {
      const numbers = await issueInvoices(ctx, by, accountId, month);
      issued.push({ accountId, account, numbers, refused: undefined });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      issued.push({ accountId, account, numbers: [], refused: error.fields });
    }
  }
  return issued;
}
