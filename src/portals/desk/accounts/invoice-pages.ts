// The invoices of one account at the desk: all of them, each with its lines, and what was said about it.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { renderDraft } from '../../../features/invoices/draft-actions.ts';
import type { OtherInvoice } from '../../../features/invoices/invoice.ts';
import { listInvoicesOf, markSent, readInvoice } from '../../../features/invoices/invoice-actions.ts';
import { listMailsOf, mailAgain } from '../../../features/invoices/invoice-mail-actions.ts';
import { isOutlay, kindWords, leftOf, monthWords } from '../../../features/invoices/invoice-rules.ts';
import { issueInvoices } from '../../../features/invoices/issue-actions.ts';
import { type AccountToIssue, isToIssue, readOpenMonth } from '../../../features/invoices/open-invoice-actions.ts';
import { countOpenAgain } from '../../../features/invoices/reissue-actions.ts';
import { countBilledElsewhere } from '../../../features/lists/charge-queries.ts';
import { listOrdersWithout } from '../../../features/purchase-orders/purchase-order-actions.ts';
import { failureReason } from '../../../lib/mail-failures.ts';
import { inPounds } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { monthItems } from '../../shared/charges/charges.ts';
import { INVOICES_PER_PAGE, invoicePagination, invoiceRows, sendInvoice } from '../../shared/charges/invoices.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { emailTags } from '../../shared/inbox/inbox-page.ts';
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
import { invoiceMonths } from './all-invoices-page.ts';
import { liveScopeOf } from './charges-page.ts';
import {
  draftHref,
  issuedWords,
  issueWords,
  missingToIssue,
  openMoney,
  openText,
  partName,
  sendInvoicesFile,
  unpricedOf,
  waitingWords,
} from './invoice-words.ts';
import { settlementRows } from './payment-words.ts';

const reads = { permission: 'read_charges' } as const;
const changes = { permission: 'manage_agreements' } as const;

/** @param open what is left of the last month */
const noticesOf = (open: AccountToIssue | undefined) => ({
  ...notices,
  issued: issuedWords(open === undefined ? [] : [open]),
});

const notices = {
  nothing:
    'There was nothing to issue: the month is invoiced or before the first month to invoice, or nothing with a price was ordered in it.',
  waits: 'Nothing was issued: what there is to issue waits, as said under Issue an invoice.',
  marked: 'It is recorded as sent.',
  mailed: 'The mail is written. It is sent now.',
  reopened: 'The credit note is issued. The charges are open again.',
};

/** `3 orders`; empty for none. */
async function missingText(ctx: Ctx, scope: OrderScope & Authority): Promise<string> {
  const { length } = await listOrdersWithout(ctx, scope);
  return length === 0 ? '' : `${length} ${length === 1 ? 'order' : 'orders'}`;
}

const mailFields: Readonly<Record<string, FieldWords>> = {
  email: { input: 'email', begins: 'The address', empty: 'Enter the address to mail it to' },
};

const markFields: Readonly<Record<string, FieldWords>> = {
  on: { input: 'on', begins: 'The day' },
  reference: { input: 'reference', begins: 'The reference' },
};

export function invoicePages(pages: AccountPages, ctx: Ctx): void {
  const idIn = (request: FormRequest) => request.params.invoice_id?.toLowerCase();

  const openOf = async (opened: OpenedAccount, month: string) => {
    const { accounts, invoices } = await readOpenMonth(ctx, opened.by, [opened.account.id], month);
    return { open: accounts[0], openInvoices: invoices };
  };

  /** After issuing, what is left to issue waits. */
  const waits = async (opened: OpenedAccount, month: string) => {
    const { open, openInvoices } = await openOf(opened, month);
    return openInvoices.length > 0 || (open?.waiting ?? []).length > 0;
  };

  async function showAll(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const page = pageIn(request);
    const shown = { offset: (page - 1) * INVOICES_PER_PAGE, limit: INVOICES_PER_PAGE + 1 };
    const found = await listInvoicesOf(ctx, liveScopeOf(opened), shown);
    const { past, last } = await invoiceMonths(ctx, opened.user);
    const settings = await readAccountSettings(ctx, opened.account.id);
    const { invoiceFrom } = settings;
    const { open, openInvoices } = await openOf(opened, last);
    return renderAccountPage(request, reply, 'invoices.njk', opened, {
      title: 'Invoices',
      section: 'Invoices',
      done: noticeIn(request, noticesOf(open)),
      errors,
      months: monthItems(
        past.filter((month) => month >= invoiceFrom || month === last),
        typed(request, 'month') || last,
      ),
      lastMonth: monthWords(last),
      missingOrders: await missingText(ctx, liveScopeOf(opened)),
      toIssue: open && openText(open, openInvoices, last),
      waiting: open?.waiting.map((note) => waitingWords(note, opened.path)),
      openTotal: openMoney(openInvoices).total,
      missing:
        open &&
        isToIssue(open) &&
        missingToIssue(ctx.settings, settings, { path: opened.path, hasVat: open?.has_vat === true }),
      drafts: openInvoices.flatMap((one) => {
        const href = draftHref(one, last);
        return href === '' ? [] : [{ href, name: partName(one, openInvoices) || opened.account.name }];
      }),
      unpriced: open && unpricedOf(open, opened.path),
      elsewhere: await countBilledElsewhere(ctx.db, liveScopeOf(opened)),
      firstMonth: invoiceFrom === '' ? '' : monthWords(invoiceFrom),
      invoices: invoiceRows(
        found.slice(0, INVOICES_PER_PAGE),
        ukDateOf(ctx.now()),
        true,
        ({ id }) => `${opened.path}/invoices/${id}`,
      ),
      ...invoicePagination(found, page, `${opened.path}/invoices`),
    });
  }

  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const invoice = await readInvoice(ctx, liveScopeOf(opened), idIn(request));
    const [row] = invoiceRows([invoice], ukDateOf(ctx.now()), true, () => '');
    const settings = await readAccountSettings(ctx, opened.account.id);
    const path = `${opened.path}/invoices/${invoice.id}`;
    const isSent = errors !== undefined;
    const linkTo = ({ id, number }: OtherInvoice) => ({ text: number, href: `${opened.path}/invoices/${id}` });
    return renderAccountPage(request, reply, 'invoice.njk', opened, {
      title: `${kindWords[invoice.kind]} ${invoice.number}`,
      section: 'Invoices',
      back: { text: 'Invoices', href: `${opened.path}/invoices` },
      done: noticeIn(request, notices),
      errors,
      row,
      buyer: invoice.buyer,
      isInvoice: invoice.kind === 'invoice',
      settlements: settlementRows(invoice.settlements, opened.path),
      left: leftOf(invoice) > 0 ? inPounds(leftOf(invoice)) : '',
      writeOffHref: invoice.kind === 'invoice' ? `${path}/write-off` : undefined,
      payHref:
        invoice.kind === 'invoice'
          ? `${opened.path}/payments/new?invoice=${invoice.id}`
          : `${opened.path}/payments/${invoice.id}`,
      monthName: monthWords(invoice.month),
      lines: invoice.lines.map((line) => ({
        ...line,
        price: inPounds(line.pricePence),
        net: inPounds(line.netPence),
        vat: isOutlay(line) ? 'None' : `${inPounds(line.vatPence)} (${line.vatPercent}%)`,
        fees: inPounds(line.feesPence),
        total: inPounds(line.netPence + line.vatPence + line.feesPence),
      })),
      sums: {
        net: inPounds(invoice.netPence),
        vat: inPounds(invoice.vatPence),
        fees: inPounds(invoice.feesPence),
        total: inPounds(invoice.totalPence),
      },
      openAgain: await countOpenAgain(ctx, liveScopeOf(opened), invoice.id),
      missing: missingToIssue(ctx.settings, settings, { path: opened.path, hasVat: invoice.vatPence !== 0 }),
      ordersHref: `${opened.path}/charges?month=${invoice.month}`,
      settingsHref: `${opened.path}/settings#billingAddress`,
      credits: invoice.credits && linkTo(invoice.credits),
      replaces: invoice.replaces.map(linkTo),
      replacedBy: invoice.replacedBy.map(linkTo),
      againHref: `${path}/again`,
      month: invoice.month,
      issueAction: `${opened.path}/invoices`,
      mails: (await listMailsOf(ctx, liveScopeOf(opened), invoice)).map((mail) => ({
        to: mail.to.address,
        at: mail.sentAt ?? mail.failed?.failedAt ?? mail.createdAt,
        tag: emailTags[mail.status],
        reason: mail.failed && failureReason(mail.failed.failure),
      })),
      mailsAction: `${path}/mails`,
      email: isSent ? typed(request, 'email') : settings.billingEmail,
      marks: invoice.marks,
      action: `${path}/marks`,
      pdfHref: `${path}/pdf`,
      fileHref: `${path}/file`,
      creditLinesHref: `${opened.path}/charges/credit/lines?invoice=${invoice.id}`,
      on: isSent ? typed(request, 'on') : ukDateOf(ctx.now()),
      reference: typed(request, 'reference'),
    });
  }

  pages.get('/invoices', reads, (request, reply, opened) => showAll(request, reply, opened));
  pages.post('/invoices', changes, async (request, reply, opened) => {
    let numbers: readonly string[] = [];
    const issue = async () => {
      numbers = await issueInvoices(ctx, opened.by, opened.account.id, typed(request, 'month'));
    };
    const errors = await refusedFields(issue, issueWords);
    if (errors !== undefined) return showAll(request, reply.status(422), opened, errors);
    const done = numbers.length > 0 ? 'issued' : (await waits(opened, typed(request, 'month'))) ? 'waits' : 'nothing';
    return reply.redirect(`${opened.path}/invoices?done=${done}`, 303);
  });

  pages.get('/invoices/draft/file', reads, async (request, reply, opened) => {
    const subsidiary = asked(request, 'subsidiary').toLowerCase();
    const order = asked(request, 'order');
    const draft = {
      ...{ month: asked(request, 'month'), subsidiaryId: isUuid(subsidiary) ? subsidiary : null },
      purchaseOrderKey: /^-?\d{1,19}$/.test(order) ? order : null,
    };
    const content = await renderDraft(ctx, liveScopeOf(opened), draft);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="draft-${draft.month}.pdf"`)
      .send(content);
  });

  pages.get('/invoices/:invoice_id', reads, (request, reply, opened) => show(request, reply, opened));
  pages.get('/invoices/:invoice_id/pdf', reads, async (request, reply, opened) =>
    sendInvoice(ctx, opened.by, reply, await readInvoice(ctx, liveScopeOf(opened), idIn(request))),
  );
  pages.get('/invoices/:invoice_id/file', reads, async (request, reply, opened) => {
    const invoice = await readInvoice(ctx, liveScopeOf(opened), idIn(request));
    return sendInvoicesFile(ctx, opened.by, reply, {
      ...{ name: invoice.number, format: asked(request, 'format'), parts: [[invoice]] },
    });
  });
  pages.post('/invoices/:invoice_id/mails', changes, async (request, reply, opened) => {
    const mail = () => mailAgain(ctx, liveScopeOf(opened), idIn(request), typed(request, 'email'));
    const errors = await refusedFields(mail, mailFields);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/invoices/${idIn(request)}?done=mailed#mails`, 303);
  });
  pages.post('/invoices/:invoice_id/marks', changes, async (request, reply, opened) => {
    const given = { on: typed(request, 'on'), reference: typed(request, 'reference') };
    const errors = await refusedFields(() => markSent(ctx, liveScopeOf(opened), idIn(request), given), markFields);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/invoices/${idIn(request)}?done=marked`, 303);
  });
}
