// Credits lines of a month or an invoice, over several orders at once: which are ticked, and why.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { findAddedCharges } from '../../../features/charges/added-charge-queries.ts';
import { creditReasons } from '../../../features/invoices/credit-actions.ts';
import { readInvoice } from '../../../features/invoices/invoice-actions.ts';
import { kindWords, monthWords } from '../../../features/invoices/invoice-rules.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import { findOrderCharges, type OrderCharge } from '../../../features/lists/charge-queries.ts';
import { isMonthText } from '../../../lib/dates.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { creditReasonWords } from '../../../messages/en-credits.ts';
import type { FieldWords } from '../../shared/field-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { giveByForm, moneyAskedPath, ownMonthModel } from '../money-approvals/money-approvals-path.ts';
import {
  type AccountPages,
  asked,
  type FormRequest,
  type OpenedAccount,
  renderAccountPage,
  typed,
  typedAll,
} from './account-request.ts';
import { addedRows } from './added-charge-words.ts';
import { liveScopeOf } from './charges-page.ts';
import { issueNotes, namesOf } from './credit-page.ts';

const options = { permission: 'manage_agreements' } as const;
const path = '/charges/credit/lines';
/** A page of more lines than this helps nobody to tick. */
const MOST_LINES = 500;

const words: Readonly<Record<string, FieldWords>> = {
  report: { input: 'report', begins: 'A line', empty: 'Tick the lines to credit' },
  credit: { input: 'report', begins: 'The credit' },
  reason: { input: 'reason', begins: 'The reason', empty: 'Choose why they are credited' },
};

type LinesOf = { readonly month: string } | { readonly invoiceId: string };

/** What is left of the price and the fee after parts that were credited. */
const rowOf = (charge: OrderCharge, ticked: readonly string[]) => ({
  id: charge.report_id,
  order: orderNumber(charge.order_id),
  orderedAt: charge.created_at,
  report: reportLabel(charge.report_type_id),
  price: charge.left_pence === null ? 'No price agreed' : inPounds(charge.left_pence),
  fee: inPounds(charge.left_fee_pence),
  isTicked: ticked.includes(charge.report_id),
});

/** Of lines that a colleague credited since the page was opened. */
function goneText(charges: readonly OrderCharge[]): string {
  return `Credited since you opened this page: ${namesOf(charges)}. Nothing more is credited yet, and the other lines stay ticked.`;
}

export function creditLinesPage(pages: AccountPages, ctx: Ctx): void {
  /** What the lines are of, in words, and where that is. Refuses with `not_found`. */
  async function linesIn(opened: OpenedAccount, { month, invoice }: { month: string; invoice: string }) {
    const { path: account } = opened;
    if (invoice === '') {
      if (!isMonthText(month)) throw new Refusal('not_found');
      return {
        of: { month } satisfies LinesOf,
        named: monthWords(month),
        back: 'Charges',
        href: `${account}/charges?month=${month}`,
      };
    }
    const { id, kind, number } = await readInvoice(ctx, liveScopeOf(opened), invoice);
    const named = `${kindWords[kind].toLowerCase()} ${number}`;
    return { of: { invoiceId: id } satisfies LinesOf, named, back: number, href: `${account}/invoices/${id}` };
  }

  const chargesIn = (opened: OpenedAccount, of: LinesOf) => findOrderCharges(ctx.db, liveScopeOf(opened), of);

  async function show(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    which: { month: string; invoice: string },
    errors?: FieldMessages,
  ) {
    const { of, named, back, href } = await linesIn(opened, which);
    const lines = (await chargesIn(opened, of)).filter((charge) => !charge.is_credited);
    return renderAccountPage(request, reply, 'credit-lines.njk', opened, {
      title: `Credit lines of ${named}`,
      section: 'Charges',
      back: { text: back, href },
      errors,
      ...which,
      action: `${opened.path}${path}`,
      rows: lines.slice(0, MOST_LINES).map((charge) => rowOf(charge, typedAll(request, 'report'))),
      count: lines.length,
      ownMonth: await ownMonthModel(ctx, opened.by, opened.account.id),
      added: addedRows(await findAddedCharges(ctx.db, liveScopeOf(opened), of), opened.path),
      orderHref: `${opened.path}/charges/credit`,
      reasonItems: creditReasons.map((value) => ({
        value,
        text: creditReasonWords[value],
        checked: typed(request, 'reason') === value,
      })),
    });
  }

  pages.get(path, options, (request, reply, opened) =>
    show(request, reply, opened, { month: asked(request, 'month'), invoice: asked(request, 'invoice') }),
  );
  pages.post(path, options, async (request, reply, opened) => {
    const which = { month: typed(request, 'month'), invoice: typed(request, 'invoice') };
    const { of } = await linesIn(opened, which);
    const ticked = typedAll(request, 'report');
    const reports = (await chargesIn(opened, of)).filter(({ report_id: id }) => ticked.includes(id));
    const gone = reports.filter((charge) => charge.is_credited);
    if (gone.length > 0) return show(request, reply.status(422), opened, which, { report: [goneText(gone)] });
    const reason = creditReasons.find((one) => one === typed(request, 'reason'));
    const given = {
      reports: reports.map(({ report_id, check_id, applicant_id }) => ({ report_id, check_id, applicant_id })),
      reason,
    };
    const act = { kind: 'credit_lines', given } as const;
    const { errors, isAsked } = await giveByForm(ctx, liveScopeOf(opened), act, namesOf(reports), words);
    if (errors !== undefined) return show(request, reply.status(422), opened, which, errors);
    if (isAsked) return reply.redirect(moneyAskedPath, 303);
    const done = await issueNotes(ctx, opened, 'credited');
    return reply.redirect(`${opened.path}/charges?done=${done}`, 303);
  });
}
