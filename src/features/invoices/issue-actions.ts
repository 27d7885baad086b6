// Issues the invoice of an account for a month, and credit notes for what was credited of earlier ones.

import type { Settings } from '../../config.ts';
import { type Actor, type Authority, type Ctx, inTransaction } from '../../context.ts';
import { addDays } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { type AccountRow, readAccount } from '../accounts/account-actions.ts';
import { type AccountSettings, linesIn } from '../accounts/account-settings.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { listSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { type AccountTotal, findAccountTotals } from '../lists/charge-queries.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { InvoiceLine, Seller } from './invoice.ts';
import { lastMonth, lineDescription, monthWords, numberText, sumsOf } from './invoice-rules.ts';
import {
  type ClaimedLine,
  claimCharges,
  claimCredits,
  findClaimedLines,
  findCreditedInvoices,
  findInvoice,
  findInvoicedAccounts,
  hasInvoice,
  type InvoicedOrders,
  insertInvoice,
  lockNumbers,
  type NewInvoice,
  subsidiaryOf,
  takeNumber,
} from './invoice-store.ts';

/** What of the operator's settings is lacking on an invoice. */
export const lackingSettings = (
  { operatorName, operatorAddress, operatorVatNumber }: Settings,
  hasVat: boolean,
): string[] => [
  ...(operatorName === undefined ? ['PROBITY_OPERATOR_NAME'] : []),
  ...(operatorAddress.length === 0 ? ['PROBITY_OPERATOR_ADDRESS'] : []),
  ...(hasVat && operatorVatNumber === '' ? ['PROBITY_OPERATOR_VAT_NUMBER'] : []),
];

const sellerOf = (settings: Settings): Seller => ({
  name: settings.operatorName ?? '',
  address: settings.operatorAddress,
  vatNumber: settings.operatorVatNumber,
  payment: settings.paymentDetails,
});

function lineOf(line: ClaimedLine, month: string): InvoiceLine {
  const label = reportTypeById(line.report_type_id)?.label ?? 'Report';
  return {
    description: lineDescription(label, line.kind, line.month, month),
    quantity: line.quantity,
    pricePence: line.price_pence,
    feePence: line.fee_pence,
    vatPercent: line.vat_percent,
    netPence: line.net_pence,
    feesPence: line.fees_pence,
    vatPence: line.vat_pence,
  };
}

interface Issuing {
  readonly account: AccountRow;
  readonly settings: AccountSettings;
  readonly by: Authority | Actor;
}

type Begun = Pick<NewInvoice, 'id' | 'kind' | 'month' | 'isOfAccount' | 'subsidiaryId' | 'creditsId'>;

/** Stores the invoice whose charges are claimed, and tells the billing contact. Returns its number. */
async function issue(tx: Ctx, { account, settings, by }: Issuing, begun: Begun): Promise<string> {
  const accountId = account.id;
  const claimed = await findClaimedLines(tx.db, accountId, begun.id);
  const lines = claimed
    .map((line) => lineOf(line, begun.month))
    .sort((one, other) => one.description.localeCompare(other.description) || other.pricePence - one.pricePence);
  const { totalPence, ...sums } = sumsOf(lines);
  refuseIncomplete(tx.settings, account, settings, sums.vatPence !== 0);
  const subsidiaries = begun.subsidiaryId === null ? [] : await listSubsidiaries(tx, 'system', accountId);
  const issuedOn = ukDateOf(tx.now());
  const number = await takeNumber(tx.db, begun.kind);
  const dueOn = begun.kind === 'invoice' ? addDays(issuedOn, settings.paymentDays) : null;
  await insertInvoice(tx.db, {
    ...begun,
    ...sums,
    ...{ accountId, number, issuedOn, dueOn, lines },
    seller: sellerOf(tx.settings),
    buyer: {
      account: account.name,
      subsidiary: subsidiaries.find(({ id }) => id === begun.subsidiaryId)?.name ?? null,
      address: linesIn(settings.billingAddress),
      email: settings.billingEmail,
      purchaseOrder: settings.purchaseOrder,
    },
    issuedBy: typeof by === 'string' ? by : by.actor,
    createdAt: tx.now(),
  });
  const text = numberText(begun.kind, number);
  await storeAccountEvent(tx, accountId, by, {
    type: begun.kind === 'invoice' ? 'account.invoice_issued' : 'account.credit_note_issued',
    resourceId: accountId,
    detail: { number: text, month: begun.month, total_pence: totalPence },
  });
  if (settings.billingEmail !== '') {
    const caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 } as const;
    const values = {
      ...{ kind: begun.kind, number: text, month: monthWords(begun.month), total: inPounds(totalPence), dueOn },
      page: `${tx.settings.clientUrl}/portal/charges#invoices`,
    };
    const user = { id: null, name: '', email: settings.billingEmail };
    const key = await tx.keys.forAccount(accountId);
    await queueEmail(tx, emailToUser(tx, caller, key, 'invoice_issued', { user, values }));
  }
  return text;
}

/** An invoice names both sides, and the VAT number of who charges VAT (VAT Regulations 1995, regulation 14). */
function refuseIncomplete(settings: Settings, account: AccountRow, own: AccountSettings, hasVat: boolean): void {
  const problems = new Problems();
  for (const name of lackingSettings(settings, hasVat)) problems.add('operator', `has no ${name}`);
  if (own.billingAddress === '') problems.add('billingAddress', `of ${account.name} is not set`);
  problems.refuse('invalid_fields');
}

async function ordersToInvoice(tx: Ctx, { account, settings }: Issuing): Promise<InvoicedOrders[]> {
  if (!settings.invoiceBySubsidiary) return ['all'];
  const subsidiaries = await listSubsidiaries(tx, 'system', account.id);
  return ['of_none', ...subsidiaries.map(({ id }) => ({ subsidiaryId: id }))];
}

async function issueMonth(tx: Ctx, issuing: Issuing, month: string): Promise<string[]> {
  const accountId = issuing.account.id;
  const numbers: string[] = [];
  for (const orders of await ordersToInvoice(tx, issuing)) {
    if (await hasInvoice(tx.db, accountId, month, orders)) continue;
    const id = tx.newId();
    if ((await claimCharges(tx.db, accountId, { invoiceId: id, month, orders })) === 0) continue;
    const begun = { id, kind: 'invoice', month, creditsId: null } as const;
    const whose = { isOfAccount: orders === 'all', subsidiaryId: subsidiaryOf(orders) };
    numbers.push(await issue(tx, issuing, { ...begun, ...whose }));
  }
  return numbers;
}

async function issueCreditNotesOf(tx: Ctx, issuing: Issuing): Promise<string[]> {
  const accountId = issuing.account.id;
  const numbers: string[] = [];
  for (const creditsId of await findCreditedInvoices(tx.db, accountId)) {
    const id = tx.newId();
    await claimCredits(tx.db, accountId, creditsId, id);
    const credited = (await findInvoice(tx.db, accountId, creditsId))!;
    const begun = { id, kind: 'credit_note', month: ukDateOf(tx.now()).slice(0, 7), creditsId } as const;
    const whose = { isOfAccount: credited.is_of_account, subsidiaryId: credited.subsidiary_id };
    numbers.push(await issue(tx, issuing, { ...begun, ...whose }));
  }
  return numbers;
}

/** Whoever comes second waits, and then finds nothing to issue. */
function issuing<T>(ctx: Ctx, by: Asker, accountId: string, work: (tx: Ctx, one: Issuing) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    await lockNumbers(tx.db);
    const account = await readAccount(tx, accountId);
    return work(tx, { account, settings: await readAccountSettings(tx, accountId), by });
  });
}

/**
 * The invoice of an account for a month that is over, or one for each subsidiary, and credit notes for what was credited of
 * earlier invoices until now. A month that was invoiced is not invoiced again: what gets its price later is on the invoice of
 * the next month. Returns the numbers. Refuses with `invalid_fields` (month, operator, billingAddress).
 */
export function issueInvoices(ctx: Ctx, by: Asker, accountId: string, month: string): Promise<string[]> {
  demand(by, 'manage_agreements');
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || month > lastMonth(ukDateOf(ctx.now())))
    throw new Refusal('invalid_fields', { month: ['must be over before it is invoiced'] });
  return issuing(ctx, by, accountId, async (tx, one) => [
    ...(await issueMonth(tx, one, month)),
    ...(await issueCreditNotesOf(tx, one)),
  ]);
}

/** For what was credited of an account's invoices until now. Returns the numbers. */
export function issueCreditNotes(ctx: Ctx, by: Asker, accountId: string): Promise<string[]> {
  demand(by, 'manage_agreements');
  return issuing(ctx, by, accountId, issueCreditNotesOf);
}

export interface ToInvoice extends AccountTotal {
  /** The client has no name and address for invoices. */
  readonly lacksAddress: boolean;
}

/** The accounts that were charged in a month and have no invoice of it. */
export async function listToInvoice(ctx: Ctx, by: Asker, accounts: DeskAccounts, month: string): Promise<ToInvoice[]> {
  const [totals, invoiced] = await Promise.all([
    findAccountTotals(ctx.db, accounts, by, month),
    findInvoicedAccounts(ctx.db, accounts, month),
  ]);
  const open = totals.filter(
    (one) =>
      !invoiced.has(one.account_id) && ((one.amount_pence ?? 0) !== 0 || one.fee_pence !== 0 || one.unpriced > 0),
  );
  return Promise.all(
    open.map(async (one) => ({
      ...one,
      lacksAddress: (await readAccountSettings(ctx, one.account_id)).billingAddress === '',
    })),
  );
}

export interface IssuedOf {
  readonly accountId: string;
  readonly account: string;
  readonly numbers: readonly string[];
  /** Why nothing was issued; undefined if nothing stood in the way. */
  readonly refused: Refusal | undefined;
}

/** Of each of the accounts in turn; one that lacks something does not keep the others from theirs. */
export async function issueOfAccounts(
  ctx: Ctx,
  by: Asker,
  accounts: readonly Pick<AccountRow, 'id' | 'name'>[],
  month: string,
): Promise<IssuedOf[]> {
  demand(by, 'manage_agreements');
  const issued: IssuedOf[] = [];
  for (const { id: accountId, name: account } of accounts) {
    try {
      const numbers = await issueInvoices(ctx, by, accountId, month);
      issued.push({ accountId, account, numbers, refused: undefined });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      issued.push({ accountId, account, numbers: [], refused: error });
    }
  }
  return issued;
}
