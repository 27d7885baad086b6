// What one account owes: its unpaid invoices, whom to call, and what was said last.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { readCreditUse } from '../../../features/credit-limits/credit-use-actions.ts';
import { leftOf } from '../../../features/invoices/invoice-rules.ts';
import { readOrderStops } from '../../../features/lists/order-stop-actions.ts';
import {
  addDebtNote,
  listDebtNotes,
  listDebts,
  longestNote,
  readUnallocated,
} from '../../../features/payments/debt-actions.ts';
import { ages, daysOverdue } from '../../../features/payments/debt-rules.ts';
import {
  listOverdueInvoices,
  type OverdueInvoice,
  remindableOf,
  remindNow,
} from '../../../features/payments/reminder-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { creditUseModel } from '../../shared/charges/credit-use.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { britishDate } from '../../shared/page-filters.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';
import { stopText } from './order-stop-page.ts';
import { unpaidPath } from './unpaid-invoices-page.ts';

const noteFields: FormWords = { note: { input: 'note', begins: 'The note', empty: 'Write the note' } };

const remindFields: FormWords = {
  invoices: { input: 'remind', begins: 'The invoices' },
  billingEmail: { input: 'remind', begins: 'Who is told of invoices' },
};

/** `12 November 2026, 2 times`, or why there is none. */
function remindedText(overdue: OverdueInvoice | undefined): string {
  if (overdue?.isDisputed) return 'Not while queried';
  const last = overdue?.remindedAt.at(-1);
  if (last === undefined) return '–';
  const { length } = overdue!.remindedAt;
  return `${britishDate(last)}${length > 1 ? `, ${length} times` : ''}`;
}

export function owedPage(pages: AccountPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const { id } = opened.account;
    const [debt] = await listDebts(ctx, opened.by, [id]);
    const unallocated = await readUnallocated(ctx, opened.by, id);
    const settings = await readAccountSettings(ctx, id);
    const stop = (await readOrderStops(ctx, opened.by, [id])).get(id);
    const credit = await readCreditUse(ctx, liveScopeOf(opened));
    const today = ukDateOf(ctx.now());
    const overdue = await listOverdueInvoices(ctx, opened.by, id);
    const toRemind = remindableOf(overdue, unallocated);
    return renderAccountPage(request, reply, 'owed.njk', opened, {
      title: 'Unpaid',
      section: 'Invoices',
      back: { text: 'Unpaid invoices', href: unpaidPath },
      done: noticeIn(request, { noted: 'The note is saved.', reminded: 'The reminder is on its way.' }),
      errors,
      total: debt && inPounds(debt.totalPence),
      ages: ages.flatMap(({ text }, at) =>
        debt !== undefined && debt.pence[at]! > 0 ? [{ text, total: inPounds(debt.pence[at]!) }] : [],
      ),
      rows: (debt?.unpaid ?? []).map((one) => ({
        number: one.number,
        href: `${opened.path}/invoices/${one.id}`,
        payHref: `${opened.path}/payments/new?invoice=${one.id}`,
        dueOn: one.dueOn,
        days: daysOverdue(one, today),
        total: inPounds(one.totalPence),
        left: inPounds(leftOf(one)),
        reminded: remindedText(overdue.find(({ invoice }) => invoice.id === one.id)),
      })),
      unallocated: unallocated > 0 ? inPounds(unallocated) : '',
      reminders: settings.paymentReminders ? settings.paymentReminderDays : '',
      toRemind: toRemind.length,
      toRemindTotal: inPounds(toRemind.reduce((sum, { invoice }) => sum + leftOf(invoice), 0)),
      remindedLast: toRemind.filter((one) => one.isLastStepTaken).map(({ invoice }) => invoice.number),
      contact: settings.billingContact,
      email: settings.billingEmail,
      credit: credit && creditUseModel(credit),
      acceptsOrders: settings.acceptOrders,
      stopText: stop === undefined ? '' : stopText(stop),
      notes: await listDebtNotes(ctx, opened.by, id),
      note: typed(request, 'note'),
      longestNote,
    });
  }

  pages.get('/owed', { permission: 'read_charges' }, (request, reply, opened) => show(request, reply, opened));
  pages.post('/owed', { permission: 'manage_agreements' }, async (request, reply, opened) => {
    const given = { text: typed(request, 'note'), deskUserId: opened.user.userId };
    const errors = await refusedFields(() => addDebtNote(ctx, opened.by, opened.account.id, given), noteFields);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/owed?done=noted`, 303);
  });
  pages.post('/owed/remind', { permission: 'manage_agreements' }, async (request, reply, opened) => {
    const errors = await refusedFields(() => remindNow(ctx, liveScopeOf(opened)), remindFields);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/owed?done=reminded`, 303);
  });
}
