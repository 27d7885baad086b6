// The page of a supplier's invoice: what differs from what was sent out, what was decided about it, and when it was paid.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { invoiceLineFile } from '../../../features/supplier-invoices/invoice-line-file-actions.ts';
import { standingOf } from '../../../features/supplier-invoices/invoice-line-rules.ts';
import { findingText, standingWords } from '../../../features/supplier-invoices/invoice-word-rules.ts';
import { lineStandings, type SupplierInvoice } from '../../../features/supplier-invoices/supplier-invoice.ts';
import {
  decideLines,
  findUncharged,
  type InvoicedRequest,
  markSupplierInvoice,
  type OpenedInvoice,
  type OpenedLine,
  readInvoicedRequests,
  readSupplierInvoice,
} from '../../../features/supplier-invoices/supplier-invoice-actions.ts';
import { mailDisputes } from '../../../features/supplier-invoices/supplier-invoice-jobs.ts';
import { readSupplierVersions } from '../../../features/suppliers/supplier-actions.ts';
import { isMailed } from '../../../features/suppliers/supplier-mail-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { noticeIn, typed, typedAll } from '../../shared/form-fields.ts';
import { listHref } from '../../shared/list-search.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { supplierHref } from '../suppliers/supplier-words.ts';
import { daysText, invoiceHref, invoicesRoute, stateTag, totalTexts } from './invoice-words.ts';

const options = { permission: 'check_supplier_invoices' } as const;
const PER_PAGE = 100;

const views = [...lineStandings, 'uncharged'] as const;
type View = (typeof views)[number];
const viewTexts: Readonly<Record<View, string>> = { ...standingWords, uncharged: 'Not charged yet' };

const notices = {
  loaded: 'The invoice is loaded.',
  decided: 'Your decision is saved.',
  marked: 'It is saved.',
  mailed: 'The mail with the disputed lines goes to the supplier.',
};

const targetOf = ({ params }: FormRequest) => ({
  supplierId: params.supplierId ?? '',
  id: params.invoiceId?.toLowerCase() ?? '',
});

const labelOf = ({ report_type_id: id }: InvoicedRequest) => reportTypeById(id)?.label ?? 'Report';

const requestIds = (lines: readonly OpenedLine[]) => lines.flatMap(({ requestId }) => requestId ?? []);

/** Of a line, or of work that is not charged. */
const requestCells = (request: InvoicedRequest | undefined) => ({
  order: request && orderNumber(request.order_id),
  label: request && labelOf(request),
  accountName: request?.account_name,
  reference: request?.reference,
  sentOn: request?.sent_on,
});

function lineRow(line: OpenedLine, invoice: SupplierInvoice, request: InvoicedRequest | undefined) {
  return {
    ...requestCells(request),
    ...{ line: line.line, number: line.number, words: line.words },
    finding: findingText(line, invoice.number),
    claimed: inPounds(line.claimedPence),
  };
}

interface Shown {
  readonly errors?: FieldMessages;
}

async function rowsOf(
  ctx: Ctx,
  user: UserOf<'desk'>,
  { invoice, lines }: OpenedInvoice,
  {
    view,
    page,
    uncharged,
  }: {
    readonly view: View;
    readonly page: number;
    readonly uncharged: readonly { readonly id: string; readonly cost_pence: number }[];
  },
) {
  const from = (page - 1) * PER_PAGE;
  if (view === 'uncharged') {
    const shown = uncharged.slice(from, from + PER_PAGE);
    const ids = shown.map(({ id }) => id);
    const requests = await readInvoicedRequests(ctx, user, invoice, ids);
    return shown.map((one) => ({ ...requestCells(requests.get(one.id)), claimed: inPounds(one.cost_pence) }));
  }
  const shown = lines.filter((line) => standingOf(line) === view).slice(from, from + PER_PAGE);
  const requests = await readInvoicedRequests(ctx, user, invoice, requestIds(shown));
  return shown.map((line) => lineRow(line, invoice, requests.get(line.requestId ?? '')));
}

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, { errors }: Shown = {}) {
  const opened = await readSupplierInvoice(ctx, user, targetOf(request));
  const { invoice, lines } = opened;
  const [supplier] = await readSupplierVersions(ctx, authorityOf(user), invoice.supplierId);
  const uncharged = await findUncharged(ctx, user, invoice);
  const counts = Map.groupBy(lines, standingOf);
  const countOf = (view: View) => (view === 'uncharged' ? uncharged : (counts.get(view) ?? [])).length;
  const usual = views.find((one) => countOf(one) > 0) ?? 'agreed';
  const view = views.find((one) => one === request.query.view) ?? usual;
  const asked = Number(request.query.page);
  const page = Number.isInteger(asked) && asked > 0 && asked < 1000 ? asked : 1;
  const href = invoiceHref(invoice);
  const addressIn = (path: string, of: number) =>
    listHref(path, [['view', view], ...(of === 1 ? [] : ([['page', String(of)]] as [string, string][]))]);
  const isOpen = !['paid', 'discarded'].includes(invoice.state);
  return renderPage(request, reply, 'desk/supplier-invoices/invoice.njk', {
    title: `Invoice ${invoice.number}`,
    supplierName: supplier.name,
    back: { text: supplier.name, href: supplierHref(supplier.id) },
    done: noticeIn(request, notices),
    errors,
    invoice: { ...invoice, tag: stateTag(invoice), days: daysText(invoice), totals: totalTexts(invoice.totals) },
    agreedPence: invoice.totals.agreedPence,
    unchargedTotal: inPounds(uncharged.reduce((sum, { cost_pence }) => sum + cost_pence, 0)),
    view,
    views: views
      .filter((one) => countOf(one) > 0 || one === view)
      .map((one) => ({
        text: viewTexts[one],
        count: countOf(one),
        active: one === view,
        href: listHref(href, [['view', one]]),
      })),
    rows: await rowsOf(ctx, user, opened, { view, page, uncharged }),
    isDecided: isOpen && view !== 'uncharged',
    isOpen,
    decideAction: addressIn(`${href}/decisions`, page),
    markAction: `${href}/marks`,
    fileHref: `${href}/file`,
    disputedHref: countOf('disputed') > 0 ? `${href}/file?of=disputed` : undefined,
    // A mail goes to whom orders are mailed.
    mailAction:
      invoice.state !== 'discarded' && isMailed(supplier) && ctx.mail.canSend ? `${href}/disputes` : undefined,
    chosen: typedAll(request, 'lines'),
    typed: {
      ...{
        decision: typed(request, 'decision'),
        words: typed(request, 'words'),
        kind: typed(request, 'kind'),
        why: typed(request, 'why'),
      },
      on: typed(request, 'on') || ukDateOf(ctx.now()),
    },
    previousHref: page > 1 ? addressIn(href, page - 1) : undefined,
    nextHref: countOf(view) > page * PER_PAGE ? addressIn(href, page + 1) : undefined,
  });
}

export function supplierInvoicePages(pages: Pages<'desk'>, ctx: Ctx): void {
  const route = `${invoicesRoute}/:invoiceId`;
  pages.get(route, options, (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  const act = async (
    request: FormRequest,
    reply: FastifyReply,
    user: UserOf<'desk'>,
    work: () => Promise<void>,
    done: keyof typeof notices,
  ) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), user, { errors: error.fields });
    }
    return reply.redirect(`${invoiceHref(targetOf(request))}?done=${done}`, 303);
  };

  pages.post(`${route}/decisions`, options, async (request: FormRequest, reply, user) => {
    const given = {
      lines: typedAll(request, 'lines').map(Number),
      ...{ decision: typed(request, 'decision'), words: typed(request, 'words').replaceAll('\r\n', '\n') },
    };
    return act(request, reply, user, () => decideLines(ctx, user, targetOf(request), given), 'decided');
  });

  pages.post(`${route}/marks`, options, async (request: FormRequest, reply, user) => {
    const given = {
      kind: typed(request, 'kind'),
      on: typed(request, 'on'),
      words: typed(request, 'why'),
      seenPence: typed(request, 'agreed'),
    };
    return act(request, reply, user, () => markSupplierInvoice(ctx, user, targetOf(request), given), 'marked');
  });

  pages.post(`${route}/disputes`, options, async (request: FormRequest, reply, user) =>
    act(request, reply, user, () => mailDisputes(ctx, user, targetOf(request)), 'mailed'),
  );

  pages.get(`${route}/file`, { ...options, stepUp: 'exports' }, async (request: FormRequest, reply, user) => {
    const opened = await readSupplierInvoice(ctx, user, targetOf(request));
    const isDisputed = text(request.query.of) === 'disputed';
    const name = `${isDisputed ? 'disputed' : 'invoice'}-${opened.invoice.datedOn}`;
    return sendCsv(reply, name, await invoiceLineFile(ctx, user, opened, isDisputed));
  });
}
