// The page on which a supplier's invoice is loaded from a spreadsheet, with a choice of columns where it is not clear which is which.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import {
  invoiceColumns,
  invoiceSample,
  mostInvoiceLines,
  readInvoiceFile,
} from '../../../features/supplier-invoices/invoice-file-rules.ts';
import {
  loadSupplierInvoice,
  mayCheckInvoicesOf,
} from '../../../features/supplier-invoices/supplier-invoice-actions.ts';
import { readSupplierVersions } from '../../../features/suppliers/supplier-actions.ts';
import { addDays } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sentTable } from '../../shared/bulk-orders/sent-table.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { supplierHref } from '../suppliers/supplier-words.ts';
import { invoicesHref, invoicesRoute } from './invoice-words.ts';

const options = { permission: 'check_supplier_invoices' } as const;
const idOf = ({ params }: FormRequest) => params.supplierId ?? '';
const columnInput = (input: string) => `column_${input}`;

const chosenIn = (request: FormRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(invoiceColumns.map(({ input }) => [input, typed(request, columnInput(input))]));

const typedIn = (request: FormRequest) => ({
  ...{ number: typed(request, 'number'), datedOn: typed(request, 'dated_on') },
  ...{ sentFrom: typed(request, 'sent_from'), sentTo: typed(request, 'sent_to') },
});

/** The month before this one is what suppliers charge. */
function usualDays(today: string) {
  const sentTo = addDays(`${today.slice(0, 7)}-01`, -1);
  return { sentFrom: `${sentTo.slice(0, 7)}-01`, sentTo };
}

interface Refused {
  readonly errors: FieldMessages;
  readonly pasted: string;
  /** Of the spreadsheet, where somebody must choose; undefined where it is clear. */
  readonly headings?: readonly string[] | undefined;
}

const selectsOf = (request: FormRequest, headings: readonly string[]) =>
  invoiceColumns
    .filter(({ isFilledIn }) => !isFilledIn)
    .map(({ input, title }) => ({
      ...{ id: columnInput(input), title },
      items: [
        { value: '', text: 'As named in the file' },
        ...headings.map((heading, at) => ({
          value: String(at),
          text: heading === '' ? `Column ${at + 1}` : heading,
          selected: typed(request, columnInput(input)) === String(at),
        })),
      ],
    }));

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, refused?: Refused) {
  const [supplier] = await readSupplierVersions(ctx, authorityOf(user), idOf(request));
  if (!(await mayCheckInvoicesOf(ctx, user, supplier.id))) throw new Refusal('not_permitted');
  const given = typedIn(request);
  return renderPage(request, reply, 'desk/supplier-invoices/load.njk', {
    title: 'Load an invoice',
    supplierName: supplier.name,
    back: { text: supplier.name, href: supplierHref(supplier.id) },
    action: `${invoicesHref(supplier.id)}/new`,
    sampleHref: `${invoicesHref(supplier.id)}/sample/file`,
    most: mostInvoiceLines,
    typed: refused === undefined ? { ...given, ...usualDays(ukDateOf(ctx.now())) } : given,
    errors: refused?.errors,
    pasted: refused?.pasted,
    selects: refused?.headings && selectsOf(request, refused.headings),
  });
}

export function loadInvoicePages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(`${invoicesRoute}/new`, options, (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  pages.get(`${invoicesRoute}/sample/file`, options, async (_request: FormRequest, reply) =>
    sendCsv(reply, 'supplier-invoice', [invoiceSample()]),
  );

  pages.post(`${invoicesRoute}/new`, options, async (request: FormRequest, reply, user) => {
    const { table, pasted } = await sentTable(request, mostInvoiceLines);
    const refuse = (errors: FieldMessages, headings?: readonly string[]) =>
      show(ctx, request, reply.status(422), user, { errors, pasted, headings });
    if (typeof table === 'string') return refuse({ file: [table] });
    const file = readInvoiceFile(table, chosenIn(request));
    try {
      const id = await loadSupplierInvoice(ctx, user, idOf(request), typedIn(request), file);
      return reply.redirect(`${invoicesHref(idOf(request))}/${id}`, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return refuse(error.fields, file.isUnclear ? table[0] : undefined);
    }
  });
}
