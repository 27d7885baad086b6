// The invoices of a month of all accounts that a desk user sees: what is issued, what is not yet and why, and a file for
// accounting software.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { type Held, isHoldReason } from '../../../features/invoices/held-actions.ts';
import type { Invoice } from '../../../features/invoices/invoice.ts';
import { listInvoices, readInvoiceSums, readInvoices } from '../../../features/invoices/invoice-actions.ts';
import { lastMonth } from '../../../features/invoices/invoice-rules.ts';
import type { InvoiceMonth, InvoiceSums } from '../../../features/invoices/invoice-store.ts';
import { type IssuedOf, issueOfAccounts, lackingSettings } from '../../../features/invoices/issue-actions.ts';
import { type AccountToIssue, isToIssue, readOpenMonth } from '../../../features/invoices/open-invoice-actions.ts';
import type { NamedOpenInvoice } from '../../../features/invoices/purchase-order-name-actions.ts';
import { sageCustomer } from '../../../features/invoices/sage-file-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { chargedMonths, monthItems, monthText } from '../../shared/charges/charges.ts';
import { INVOICES_PER_PAGE, invoicePagination, invoiceRows } from '../../shared/charges/invoices.ts';
import { messagesOf } from '../../shared/field-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { moneyApprovalsModel } from '../money-approvals/money-approvals-path.ts';
import { accountsPath, type DeskUser, type FormRequest, noticeIn, pageIn, typed, typedAll } from './account-request.ts';
import { agedDebtsPath } from './aged-debts-page.ts';
import {
  draftHref,
  issuedWords,
  issueWords,
  openMoney,
  openSentence,
  openText,
  partRows,
  sendInvoicesFile,
  unpricedOf,
  waitingWords,
} from './invoice-words.ts';
import { heldRows, issueReview, whyInput } from './issue-review.ts';
import { moneyPeriodPath } from './money-period-page.ts';
import { nearLimitsOf } from './near-limits.ts';
import { unpaidPath } from './unpaid-invoices-page.ts';

const allInvoicesPath = `${accountsPath}/invoices`;

/** @param open what is left of the month after the run */
const noticesOf = (open: readonly AccountToIssue[]) => ({
  issued: open.length === 0 ? 'Everything of the month is issued.' : `${issuedWords(open)} What is left is below.`,
});

/** The months with charges, latest first, and those of them that are over; the last one that is over at least. */
export async function invoiceMonths(ctx: Ctx, user: DeskUser) {
  const last = lastMonth(ukDateOf(ctx.now()));
  const charged = await chargedMonths(ctx, authorityOf(user), user.accounts);
  const months = charged.includes(last) ? charged : [...charged, last];
  return { months, past: months.filter((month) => month <= last), last };
}

const bys: Readonly<Record<InvoiceMonth['by'], string>> = {
  charged: 'For the month',
  issued: 'Issued in the month',
};

const queryOf = ({ month, by }: InvoiceMonth) => `month=${month}${by === 'issued' ? '&by=issued' : ''}`;

/** An account that is not yet invoiced, with why the last attempt was refused. */
const openRow = (
  one: AccountToIssue,
  month: string,
  { refused = [], held = [] }: Shown,
  invoices: readonly NamedOpenInvoice[],
) => ({
  id: one.account_id,
  account: one.account,
  href: `${accountsPath}/${one.account_id}`,
  toIssue: openText(one, invoices, month),
  ...openMoney(invoices),
  subsidiaries: partRows(invoices, month),
  draftHref: invoices.length === 1 ? draftHref(invoices[0]!, month) : '',
  mayHold: isToIssue(one),
  isHeld: held.includes(one.account_id),
  lacksAddress: one.lacks_address,
  unpriced: unpricedOf(one, `${accountsPath}/${one.account_id}`),
  waiting: one.waiting.map((note) => waitingWords(note, `${accountsPath}/${one.account_id}`)),
  refusals: refused
    .filter(({ accountId }) => accountId === one.account_id)
    .flatMap((each) => Object.values(messagesOf(each.refused ?? {}, issueWords)).flat()),
});

/** The errors of the page: why nothing was issued for some accounts, beside those that the form has itself. */
const refusalErrors = (refused: readonly IssuedOf[]) =>
  Object.fromEntries(
    refused.map(({ accountId, account, refused: fields }) => [
      `account-${accountId}`,
      Object.values(messagesOf(fields ?? {}, issueWords))
        .flat()
        .map((message) => `${account}: ${message}`),
    ]),
  );

/** Sage posts to the wrong customer where two accounts are one to it. */
const sharedInSage = (invoices: readonly Invoice[]): string[] =>
  [...Map.groupBy(invoices, ({ buyer }) => sageCustomer(buyer))].flatMap(([customer, some]) => {
    const accounts = [...new Set(some.map(({ buyer }) => buyer.account))];
    return accounts.length > 1 ? [`${customer}: ${accounts.join(', ')}`] : [];
  });

const sumCells = (sums: readonly InvoiceSums[]) => {
  const sum = (of: (one: InvoiceSums) => number) => sums.reduce((all, one) => all + of(one), 0);
  const [net, vat, fees] = [sum((one) => one.net_pence), sum((one) => one.vat_pence), sum((one) => one.fees_pence)];
  const money = { Net: net, VAT: vat, Fees: fees, Total: net + vat + fees };
  return [
    { name: 'Number', text: String(sum(({ count }) => count)) },
    ...Object.entries(money).map(([name, pence]) => ({ name, text: inPounds(pence) })),
  ];
};

const sumNames = { invoice: 'Invoices', credit_note: 'Credit notes' } as const;

/** A row for each kind, and one for both together. */
const sumRows = (sums: readonly InvoiceSums[]) => [
  ...sums.map((one) => ({ name: sumNames[one.kind], cells: sumCells([one]) })),
  ...(sums.length > 1 ? [{ name: 'Together', cells: sumCells(sums) }] : []),
];

interface Shown {
  readonly monthError?: string;
  /** Of the accounts for which nothing was issued. */
  readonly refused?: readonly IssuedOf[];
  /** The ids of the accounts that were left out. */
  readonly held?: readonly string[];
}

const areReasons = (held: ReadonlyMap<string, string>): held is Held => [...held.values()].every(isHoldReason);

const formatIn = ({ query }: FormRequest) => String(query.format ?? '');

export function allInvoicesPage(pages: Pages<'desk'>, ctx: Ctx): void {
  /** The last month that is over, unless another one is asked for. */
  const askedBy = async (request: FormRequest, user: DeskUser) => {
    const { months, last } = await invoiceMonths(ctx, user);
    const { month, by } = { ...(request.body as object), ...request.query } as Record<string, unknown>;
    const asked: InvoiceMonth = {
      month: months.find((one) => one === month) ?? last,
      by: by === 'issued' ? 'issued' : 'charged',
    };
    return { months, last, asked };
  };

  async function show(request: FormRequest, reply: FastifyReply, user: DeskUser, shown: Shown = {}) {
    const { refused = [], monthError } = shown;
    const by = authorityOf(user);
    const { months, last, asked } = await askedBy(request, user);
    const { month } = asked;
    const page = pageIn(request);
    const isOfCharges = asked.by === 'charged';
    const isOpen = isOfCharges && month <= last;
    const [found, { accounts: open, invoices }] = await Promise.all([
      listInvoices(ctx, by, user.accounts, asked, {
        offset: (page - 1) * INVOICES_PER_PAGE,
        limit: INVOICES_PER_PAGE + 1,
      }),
      isOpen ? readOpenMonth(ctx, by, user.accounts, month) : { accounts: [], invoices: [] },
    ]);
    const sums = await readInvoiceSums(ctx, by, user.accounts, asked);
    const mayBeIssued = open.some(isToIssue);
    const hasVat = open.some(({ has_vat }) => has_vat);
    const lacking = mayBeIssued ? lackingSettings(ctx.settings, hasVat).join(' and ') : '';
    const errors = { ...(monthError && { month: [monthError] }), ...refusalErrors(refused) };
    const thisMonth = ukDateOf(ctx.now()).slice(0, 7);
    return renderPage(request, reply, 'desk/accounts/all-invoices.njk', {
      title: 'Invoices of all accounts',
      done: noticeIn(request, noticesOf(open)),
      errors: Object.keys(errors).length > 0 ? errors : undefined,
      path: allInvoicesPath,
      unpaidHref: unpaidPath,
      moneyApprovals: await moneyApprovalsModel(ctx, user),
      nearLimits: await nearLimitsOf(ctx, user),
      moneyPeriodHref: moneyPeriodPath,
      agedDebtsHref: agedDebtsPath,
      month,
      monthName: monthText(month),
      months: monthItems(months, month),
      bys: Object.entries(bys).map(([value, text]) => ({ value, text, selected: value === asked.by })),
      isOfCharges,
      invoices: invoiceRows(
        found.slice(0, INVOICES_PER_PAGE),
        ukDateOf(ctx.now()),
        true,
        ({ accountId, id }) => `${accountsPath}/${accountId}/invoices/${id}`,
      ),
      ...invoicePagination(found, page, `${allInvoicesPath}?${queryOf(asked)}`),
      open: open.map((one) =>
        openRow(
          one,
          month,
          shown,
          invoices.filter(({ account_id }) => account_id === one.account_id),
        ),
      ),
      openMoney: openMoney(invoices),
      openSentence: openSentence(open, month),
      missing: { operator: lacking },
      lacksPayment: mayBeIssued && ctx.settings.paymentDetails.length === 0,
      isOver: month <= last,
      hasUnpriced: open.some(({ unpriced }) => unpriced > 0),
      mayTakeBack: mayDo(user, 'manage_agreements'),
      mayIssue: mayDo(user, 'manage_agreements') && mayBeIssued && lacking === '',
      fileHref: `${allInvoicesPath}/file?${queryOf(asked)}`,
      held: isOpen ? await heldRows(ctx, user, month) : [],
      sums: sumRows(sums),
      sharedInSage: sharedInSage(found),
      issuedNowHref: `${allInvoicesPath}?${queryOf({ month: thisMonth, by: 'issued' })}`,
      thisMonthName: monthText(thisMonth),
    });
  }

  const options = { permission: 'read_charges', menu: 'Invoices', menuGroup: 'money' } as const;
  pages.get(allInvoicesPath, options, (request: FormRequest, reply, user) => show(request, reply, user));

  pages.post(
    `${allInvoicesPath}/issue`,
    { permission: 'manage_agreements' },
    async (request: FormRequest, reply, user) => {
      const month = typed(request, 'month');
      const { past } = await invoiceMonths(ctx, user);
      if (!past.includes(month))
        return show(request, reply.status(422), user, {
          monthError: 'Choose a month that is over and has charges. Nothing was issued',
        });
      const held = typedAll(request, 'hold');
      const reasonOf = (accountId: string) => typed(request, whyInput(accountId));
      const reasons = new Map(held.map((id) => [id, reasonOf(id)]));
      const isIssued = typed(request, 'step') === 'issue';
      if (!isIssued || !areReasons(reasons)) {
        const review = await issueReview(ctx, user, month, held, reasonOf);
        const lacking = isIssued ? review.held.filter(({ id }) => !isHoldReason(reasonOf(id))) : [];
        return renderPage(request, isIssued ? reply.status(422) : reply, 'desk/accounts/issue-review.njk', {
          ...review,
          errors: isIssued
            ? Object.fromEntries(lacking.map(({ input, account }) => [input, [`Choose why ${account} is held`]]))
            : undefined,
          action: `${allInvoicesPath}/issue`,
          backHref: `${allInvoicesPath}?month=${month}`,
        });
      }
      const issued = await issueOfAccounts(ctx, authorityOf(user), user.accounts, month, reasons);
      const refused = issued.filter((one) => one.refused !== undefined);
      if (refused.length > 0) return show(request, reply.status(422), user, { refused, held });
      return reply.redirect(`${allInvoicesPath}?month=${month}&done=issued`, 303);
    },
  );

  pages.get(
    `${allInvoicesPath}/file`,
    { permission: 'read_charges', stepUp: 'exports' },
    async (request: FormRequest, reply, user) => {
      const { asked } = await askedBy(request, user);
      const invoices = readInvoices(ctx, authorityOf(user), user.accounts, asked);
      const name = `invoices-${asked.by === 'issued' ? 'issued-in-' : ''}${asked.month}`;
      return sendInvoicesFile(ctx, authorityOf(user), reply, { name, format: formatIn(request), parts: invoices });
    },
  );
}
