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
  undoAllocation,
} from '../../../features/payments/payment-actions.ts';
import {
  methodWords,
  type TakenBackReason,
  takenBackReasonsOf,
  takenBackWords,
} from '../../../features/payments/payment-rules.ts';
import { moveReceipt, takeBackReceipt } from '../../../features/payments/receipt-end-actions.ts';
import { amountText, inPounds, typedAmount } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { INVOICES_PER_PAGE } from '../../shared/charges/invoices.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { giveByForm, moneyAskedPath, ownMonthModel } from '../money-approvals/money-approvals-path.ts';
import {
  type AccountPages,
  accountsPath,
  asked,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  openAccountsOf,
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
  moved: 'The payment is recorded here, and taken back where it was.',
  'take-back': 'The payment is taken back: nothing is allocated from it.',
};

/** What is written off is no payment that somebody records here. */
const methods = (Object.keys(methodWords) as (keyof typeof methodWords)[]).filter((one) => one !== 'write_off');
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
  over: {
    ...{ input: 'over', begins: 'The box' },
    empty: 'It is more than everything that is left to pay: correct the amount, or tick the box if it is right',
  },
};

const allocationFields: FormWords = {
  target: { input: 'target', begins: 'The invoice', empty: 'Choose what it is set against' },
  amount: { input: 'amount', begins: 'The amount', empty: 'Enter the amount' },
  on: { input: 'on', begins: 'The day' },
};

const takeBackFields: FormWords = {
  reason: { input: 'reason', begins: 'The reason', empty: 'Choose why it is taken back' },
};

export function paymentPages(pages: AccountPages, ctx: Ctx): void {
  const idIn = (request: FormRequest) => request.params.payment_id?.toLowerCase();
  const othersOf = async ({ account, user }: OpenedAccount) =>
    (await openAccountsOf(ctx, user)).filter(({ id }) => id !== account.id);
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
      asksOver: errors?.over !== undefined || typed(request, 'over') !== '',
      isOver: typed(request, 'over') !== '',
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
      ownMonth: await ownMonthModel(ctx, opened.by, opened.account.id),
      action: `${opened.path}/payments/${payment.id}`,
      targetItems: [
        { value: '', text: 'Choose' },
        ...unpaid.map((one) => ({ value: one.id, text: `${one.number}, ${inPounds(leftOf(one))} left to pay` })),
        { value: 'client', text: 'Paid back to the client' },
      ].map((item) => ({ ...item, selected: item.value === typed(request, 'target') })),
      amount: errors === undefined ? amountText(payment.leftPence) : typed(request, 'amount'),
      on: errors === undefined ? ukDateOf(ctx.now()) : typed(request, 'on'),
      isMoved: payment.receipt !== null && payment.receipt.method !== 'write_off',
      accountItems: [
        { value: '', text: 'Choose' },
        ...(await othersOf(opened)).map(({ id, name }) => ({ value: id, text: name })),
      ],
      reasonItems: (payment.receipt === null ? [] : takenBackReasonsOf(payment.receipt.method)).map((value) => ({
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
      id = await recordReceipt(ctx, liveScopeOf(opened), given, {
        isAnother: typed(request, 'another') !== '',
        isOver: typed(request, 'over') !== '',
      });
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
  pages.post('/payments/:payment_id/set', changes, async (request, reply, opened) => {
    const scope = liveScopeOf(opened);
    const { id: paymentId, number, on: paidOn } = await readPayment(ctx, scope, idIn(request));
    const [target, on] = [typed(request, 'target'), typed(request, 'on')];
    const pence = typedAmount(typed(request, 'amount'));
    const act = { kind: 'pay_back', given: { paymentId, pence, on } } as const;
    const { errors, isAsked } =
      target === 'client'
        ? await giveByForm(ctx, scope, act, number ?? `Payment of ${britishDate(paidOn)}`, allocationFields)
        : {
            errors: await refusedFields(
              () => allocatePayment(ctx, scope, paymentId, { target, pence, on }),
              allocationFields,
            ),
            isAsked: false,
          };
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(isAsked ? moneyAskedPath : `${opened.path}/payments/${paymentId}?done=set`, 303);
  });
  adds(
    'undo',
    (request, opened) => undoAllocation(ctx, liveScopeOf(opened), idIn(request), typed(request, 'target')),
    {},
  );
  pages.post('/payments/:payment_id/move', changes, async (request, reply, opened) => {
    const to = (await othersOf(opened)).find(({ id }) => id === typed(request, 'to'));
    if (to === undefined)
      return show(request, reply.status(422), opened, { to: ['Choose the account whose payment it is'] });
    const scope = { ...liveScopeOf(opened), accountId: to.id };
    const id = await moveReceipt(ctx, liveScopeOf(opened), idIn(request), scope);
    return reply.redirect(`${accountsPath}/${to.id}/payments/${id}?done=moved`, 303);
  });
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
