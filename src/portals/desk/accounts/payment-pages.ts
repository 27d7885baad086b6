// The payments of one account: those that came in, recording one, and setting it or a credit note against invoices.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  listOpenCreditNotes,
  listUnpaidInvoices,
  longestReference,
} from '../../../features/invoices/invoice-actions.ts';
import { leftOf } from '../../../features/invoices/invoice-rules.ts';
import {
  allocatePayment,
  listReceipts,
  readPayment,
  recordReceipt,
  takeBackReceipt,
  undoAllocation,
} from '../../../features/payments/payment-actions.ts';
import { methodWords, type TakenBackReason, takenBackWords } from '../../../features/payments/payment-rules.ts';
import { typedAmount } from '../../../features/report-types/agreement-text-rules.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { INVOICES_PER_PAGE } from '../../shared/charges/invoices.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { britishDate } from '../../shared/page-filters.ts';
import {
  type AccountPages,
  asked,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  pageIn,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';
import { paymentRow } from './payment-words.ts';

const reads = { permission: 'read_charges' } as const;
const changes = { permission: 'manage_agreements' } as const;

const notices = {
  recorded: 'The payment is recorded.',
  set: 'The amount is allocated.',
  undo: 'It is undone: the amount is left again.',
  'take-back': 'The payment is taken back: nothing is allocated from it.',
};

const methods = Object.keys(methodWords) as (keyof typeof methodWords)[];
const reasons = Object.keys(takenBackWords) as TakenBackReason[];

const receiptFields: FormWords = {
  on: { input: 'on', begins: 'The day' },
  amount: { input: 'amount', begins: 'The amount', empty: 'Enter the amount' },
  method: { input: 'method', begins: 'The choice', empty: 'Choose how it was paid' },
  reference: { input: 'reference', begins: 'The reference' },
  another: {
    ...{ input: 'another', begins: 'The box' },
    empty: 'A payment of this day, amount and reference is recorded already: tick the box if this is another one',
  },
};

const allocationFields: FormWords = {
  target: { input: 'target', begins: 'The invoice', empty: 'Choose what it is set against' },
  amount: { input: 'amount', begins: 'The amount', empty: 'Enter the amount' },
};

const takeBackFields: FormWords = {
  reason: { input: 'reason', begins: 'The reason', empty: 'Choose why it is taken back' },
};

export function paymentPages(pages: AccountPages, ctx: Ctx): void {
  const idIn = (request: FormRequest) => request.params.payment_id?.toLowerCase();
  const unpaidOf = (opened: OpenedAccount) => listUnpaidInvoices(ctx, opened.by, [opened.account.id]);

  async function showAll(request: FormRequest, reply: FastifyReply, opened: OpenedAccount) {
    const page = pageIn(request);
    const shown = { offset: (page - 1) * INVOICES_PER_PAGE, limit: INVOICES_PER_PAGE + 1 };
    const found = await listReceipts(ctx, liveScopeOf(opened), shown);
    const notes = await listOpenCreditNotes(ctx, opened.by, [opened.account.id]);
    const hrefOf = (number: number) => `${opened.path}/payments?page=${number}`;
    return renderAccountPage(request, reply, 'payments.njk', opened, {
      title: 'Payments',
      section: 'Invoices',
      back: { text: 'Invoices', href: `${opened.path}/invoices` },
      rows: found.slice(0, INVOICES_PER_PAGE).map((one) => paymentRow(one, opened.path)),
      previousHref: page > 1 ? hrefOf(page - 1) : undefined,
      nextHref: found.length > INVOICES_PER_PAGE ? hrefOf(page + 1) : undefined,
      notes: notes.map((note) => ({
        number: note.number,
        left: inPounds(leftOf(note)),
        href: `${opened.path}/payments/${note.id}`,
      })),
    });
  }

  /** For one invoice, if the form is opened from it: all that is left of it. */
  async function showForm(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const unpaid = await unpaidOf(opened);
    const of = unpaid.find(({ id }) => id === asked(request, 'invoice').toLowerCase());
    const isSent = errors !== undefined;
    const as = isSent ? typed(request, 'as') : of === undefined ? 'suggested' : 'chosen';
    const left = of === undefined ? '' : amountText(leftOf(of));
    return renderAccountPage(request, reply, 'new-payment.njk', opened, {
      title: 'Record a payment',
      section: 'Invoices',
      back: { text: 'Payments', href: `${opened.path}/payments` },
      errors,
      action: `${opened.path}/payments/new`,
      longestReference,
      on: isSent ? typed(request, 'on') : ukDateOf(ctx.now()),
      amount: isSent ? typed(request, 'amount') : left,
      reference: typed(request, 'reference'),
      isLike: errors?.another !== undefined || typed(request, 'another') !== '',
      isAnother: typed(request, 'another') !== '',
      methodItems: methods.map((value) => ({
        value,
        text: methodWords[value],
        checked: (typed(request, 'method') || methods[0]) === value,
      })),
      asItems: [
        {
          value: 'suggested',
          text: 'The invoices that the reference names, then the others, oldest first',
          checked: as !== 'chosen',
        },
        { value: 'chosen', text: 'The amounts in the list; what is over stays unallocated', checked: as === 'chosen' },
      ],
      shares: unpaid.map((invoice) => ({
        id: invoice.id,
        number: invoice.number,
        dueOn: invoice.dueOn,
        left: inPounds(leftOf(invoice)),
        value: isSent ? typed(request, `share-${invoice.id}`) : invoice === of ? left : '',
      })),
    });
  }

  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const payment = await readPayment(ctx, liveScopeOf(opened), idIn(request));
    const unpaid = await unpaidOf(opened);
    const row = paymentRow(payment, opened.path);
    const of = payment.number ?? `of ${britishDate(payment.on)}`;
    return renderAccountPage(request, reply, 'payment.njk', opened, {
      title: payment.receipt === null ? `Credit note ${of}` : `Payment ${of}`,
      section: 'Invoices',
      back: { text: 'Payments', href: `${opened.path}/payments` },
      done: noticeIn(request, notices),
      errors,
      row,
      isReceipt: payment.receipt !== null,
      action: `${opened.path}/payments/${payment.id}`,
      targetItems: [
        { value: '', text: 'Choose' },
        ...unpaid.map((one) => ({ value: one.id, text: `${one.number}, ${inPounds(leftOf(one))} left to pay` })),
        { value: 'client', text: 'Paid back to the client' },
      ].map((item) => ({ ...item, selected: item.value === typed(request, 'target') })),
      amount: errors === undefined ? amountText(payment.leftPence) : typed(request, 'amount'),
      reasonItems: reasons.map((value) => ({
        value,
        text: takenBackWords[value],
        checked: typed(request, 'reason') === value,
      })),
    });
  }

  pages.get('/payments', reads, showAll);
  pages.get('/payments/new', changes, (request, reply, opened) => showForm(request, reply, opened));
  pages.post('/payments/new', changes, async (request, reply, opened) => {
    const given = {
      on: typed(request, 'on'),
      pence: typedAmount(typed(request, 'amount')),
      method: methods.find((one) => one === typed(request, 'method')),
      reference: typed(request, 'reference').replace(/\s+/g, ' '),
      shares: typed(request, 'as') === 'chosen' ? sharesIn(request) : undefined,
    };
    let id = '';
    const errors = await refusedFields(async () => {
      id = await recordReceipt(ctx, liveScopeOf(opened), given, typed(request, 'another') !== '');
    }, receiptFields);
    if (errors !== undefined) return showForm(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/payments/${id}?done=recorded`, 303);
  });

  pages.get('/payments/:payment_id', reads, (request, reply, opened) => show(request, reply, opened));

  const adds = (path: string, work: (request: FormRequest, opened: OpenedAccount) => Promise<void>, words: FormWords) =>
    pages.post(`/payments/:payment_id/${path}`, changes, async (request, reply, opened) => {
      const errors = await refusedFields(() => work(request, opened), words);
      if (errors !== undefined) return show(request, reply.status(422), opened, errors);
      return reply.redirect(`${opened.path}/payments/${idIn(request)}?done=${path}`, 303);
    });
  adds(
    'set',
    (request, opened) => {
      const given = { target: typed(request, 'target'), pence: typedAmount(typed(request, 'amount')) };
      return allocatePayment(ctx, liveScopeOf(opened), idIn(request), given);
    },
    allocationFields,
  );
  adds(
    'undo',
    (request, opened) => undoAllocation(ctx, liveScopeOf(opened), idIn(request), typed(request, 'target')),
    {},
  );
  adds(
    'take-back',
    (request, opened) => {
      const reason = reasons.find((one) => one === typed(request, 'reason'));
      return takeBackReceipt(ctx, liveScopeOf(opened), idIn(request), reason);
    },
    takeBackFields,
  );
}

/** The amounts that were typed, by invoice. */
const sharesIn = (request: FormRequest) =>
  Object.keys(request.body ?? {}).flatMap((name) => {
    const [, invoiceId] = /^share-([0-9a-f-]{36})$/.exec(name) ?? [];
    return invoiceId === undefined ? [] : [{ invoiceId, pence: typedAmount(typed(request, name)) }];
  });
