// Reminds clients by mail of invoices that are overdue: at the steps of the settings, or at once because somebody of the desk says so.
import { type Authority, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { addDays } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { daysIn, linesIn } from '../accounts/account-setting.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { findDisputedInvoices } from '../charge-disputes/disputed-invoice-queries.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { listUnpaidInvoices } from '../invoices/invoice-actions.ts';
import { leftOf } from '../invoices/invoice-rules.ts';
import { readUnallocated } from './debt-actions.ts';
import { daysOverdue } from './debt-rules.ts';
import { isLastStepTaken, stepDue } from './reminder-rules.ts';
import { findReminders, insertReminder } from './reminder-store.ts';

/** When mails named each invoice, oldest first. */
export async function readReminders(
  ctx: Pick<Ctx, 'db'>,
  caller: Tenant & Authority,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  demand(caller, 'read_charges');
  const byInvoice = Map.groupBy(await findReminders(ctx.db, caller.accountId), (row) => row.invoice_id);
  return new Map([...byInvoice].map(([id, rows]) => [id, rows.map(({ created_at }) => created_at)]));
}

/** An invoice that is overdue, and how the client was reminded of it. */
export interface OverdueInvoice {
  readonly invoice: Invoice;
  /** The client asks about one of its charges and has no answer yet: nobody is reminded of it meanwhile. */
  readonly isDisputed: boolean;
  /** When the client was reminded of it, oldest first. */
  readonly remindedAt: readonly Date[];
  /** In days overdue, at which the client is to be reminded of it now. */
  readonly step: number | undefined;
  readonly isLastStepTaken: boolean;
}

/** Of one account, the one that was due first before others. */
export async function listOverdueInvoices(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accountId: string,
): Promise<OverdueInvoice[]> {
  demand(by, 'read_charges');
  const today = ukDateOf(ctx.now());
  const steps = daysIn((await readAccountSettings(ctx, accountId)).paymentReminderDays);
  const disputed = await findDisputedInvoices(ctx.db, accountId);
  const reminders = Map.groupBy(await findReminders(ctx.db, accountId), (row) => row.invoice_id);
  return (await listUnpaidInvoices(ctx, by, [accountId])).flatMap((invoice): OverdueInvoice[] => {
    const days = daysOverdue(invoice, today);
    const rows = reminders.get(invoice.id) ?? [];
    const taken = rows.flatMap(({ step_days: step }) => (step === null ? [] : [step]));
    const one = {
      ...{ invoice, isDisputed: disputed.includes(invoice.id), remindedAt: rows.map((row) => row.created_at) },
      ...{ step: stepDue(days, steps, taken), isLastStepTaken: isLastStepTaken(steps, taken) },
    };
    return days > 0 ? [one] : [];
  });
}

async function remind(tx: Ctx, caller: Tenant & Authority, email: string, about: readonly OverdueInvoice[]) {
  const { accountId } = caller;
  const { paymentReminderWords } = await readAccountSettings(tx, accountId);
  const values = {
    invoices: about.map(({ invoice }) => ({
      ...{ number: invoice.number, dueOn: invoice.dueOn!, left: inPounds(leftOf(invoice)) },
    })),
    total: inPounds(about.reduce((sum, { invoice }) => sum + leftOf(invoice), 0)),
    words: linesIn(paymentReminderWords),
    payment: tx.settings.paymentDetails,
    page: `${tx.settings.clientUrl}/portal/charges/account-statement`,
  };
  const to = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 } as const;
  const key = await tx.keys.forAccount(accountId);
  await queueEmail(tx, emailToUser(tx, to, key, 'payment_reminder', { user: { id: null, name: '', email }, values }));
  const invoices = about.map(({ invoice, step }) => ({ id: invoice.id, step }));
  await insertReminder(tx.db, accountId, { id: tx.newId(), invoices, by: caller.actor, at: tx.now() });
  await storeAccountEvent(tx, accountId, caller, {
    type: 'account.payment_reminded',
    resourceId: accountId,
    detail: { invoices: values.invoices.map(({ number }) => number) },
  });
}

/** Of which of these the client can be reminded: no mail dunns somebody whose money is here and waits to be allocated. */
export const remindableOf = (overdue: readonly OverdueInvoice[], unallocatedPence: number): OverdueInvoice[] =>
  unallocatedPence > 0 ? [] : overdue.filter(({ isDisputed }) => !isDisputed);

const remindable = async (tx: Ctx, caller: Tenant & Authority) =>
  remindableOf(
    await listOverdueInvoices(tx, caller, caller.accountId),
    await readUnallocated(tx, caller, caller.accountId),
  );

/** Whether one of them was named in a mail of these days, today among them. */
function wasReminded(about: readonly OverdueInvoice[], now: Date, days: number): boolean {
  const since = addDays(ukDateOf(now), 1 - days);
  return about.some(({ remindedAt }) => remindedAt.some((at) => ukDateOf(at) >= since));
}

/** By itself no mail follows another sooner. */
const QUIET_DAYS = 3;

/**
 * Mails of all that is overdue, and takes the steps that are due: the job does not remind of them again.
 * Refuses with `invalid_fields` (billingEmail, invoices).
 */
export function remindNow(ctx: Ctx, caller: Tenant & Authority): Promise<void> {
  demand(caller, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, caller.accountId);
    const { billingEmail } = await readAccountSettings(tx, caller.accountId);
    const about = await remindable(tx, caller);
    const problems = new Problems();
    if (billingEmail === '') problems.add('billingEmail', 'is not set');
    if (about.length === 0) problems.add('invoices', 'are not overdue');
    if (wasReminded(about, tx.now(), 1)) problems.add('invoices', 'were reminded of today');
    problems.refuse('invalid_fields');
    await remind(tx, caller, billingEmail, about);
  });
}

/** The same if the account has reminders and one of its invoices has reached a step at which it was not reminded. */
export function remindIfDue(ctx: Ctx, accountId: string): Promise<void> {
  const caller = { accountId, environment: 'live', actor: 'system' } as const;
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const { paymentReminders, billingEmail } = await readAccountSettings(tx, accountId);
    if (!paymentReminders || billingEmail === '') return;
    const about = await remindable(tx, caller);
    if (wasReminded(about, tx.now(), QUIET_DAYS)) return;
    if (about.some(({ step }) => step !== undefined)) await remind(tx, caller, billingEmail, about);
  });
}
