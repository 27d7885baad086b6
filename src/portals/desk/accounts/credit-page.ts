// Credits reports of an order that should not have been charged: finds the order by its number, and asks which and why.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { findAddedCharges } from '../../../features/charges/added-charge-queries.ts';
import { creditReasons } from '../../../features/invoices/credit-actions.ts';
import { issueCreditNotes } from '../../../features/invoices/issue-actions.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import { findOrderCharges, type OrderCharge } from '../../../features/lists/charge-queries.ts';
import { orderIdOf } from '../../../features/lists/search-actions.ts';
import { inPounds, typedPrice } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukFormat } from '../../../lib/uk-times.ts';
import { creditReasonWords } from '../../../messages/en-credits.ts';
import { moneyOf } from '../../shared/charges/statement-lines.ts';
import type { FieldWords } from '../../shared/field-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { chargeFacts } from '../charge-queries/charge-facts.ts';
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

const options = { permission: 'manage_agreements' } as const;
const monthName = ukFormat({ month: 'long', year: 'numeric' });

const words: Readonly<Record<string, FieldWords>> = {
  report: { input: 'report', begins: 'A report', empty: 'Choose the reports to credit' },
  credit: { input: 'report', begins: 'The credit' },
  reason: { input: 'reason', begins: 'The reason', empty: 'Choose why they are credited' },
};

const partWords: Readonly<Record<string, FieldWords>> = {
  report: { input: 'part_report', begins: 'The report', empty: 'Choose the report' },
  price: { input: 'part_price', begins: 'The amount of the price', empty: 'Enter an amount' },
  fee: { input: 'part_fee', begins: 'The amount of the fee' },
  credit: { input: 'part_price', begins: 'The credit' },
  reason: { input: 'part_reason', begins: 'The reason', empty: 'Choose why it is credited' },
};

/** What of a report was charged and not credited. */
const leftText = (charge: OrderCharge): string => {
  const fee = charge.left_fee_pence === 0 ? '' : ` and ${inPounds(charge.left_fee_pence)} of the fee`;
  return `${reportLabel(charge.report_type_id)}: ${inPounds(charge.left_pence ?? 0)} of the price${fee} can be credited`;
};

/** `Identity: £5.00 + £1.00 VAT + £49.50 fee` */
function chargeText(charge: OrderCharge): string {
  const label = reportLabel(charge.report_type_id);
  if (charge.amount_pence === null) return `${label}: no price agreed`;
  const { price, fee, vat } = moneyOf(charge);
  const added = [charge.vat_pence > 0 ? `${vat} VAT` : '', charge.fee_pence > 0 ? `${fee} fee` : ''].filter(Boolean);
  return `${label}: ${[price, ...added].join(' + ')}`;
}

/** `VF000123 Identity, VF000123 Right to work` */
export const namesOf = (charges: readonly OrderCharge[]): string =>
  charges.map((one) => `${orderNumber(one.order_id)} ${reportLabel(one.report_type_id)}`).join(', ');

/** Returns the notice. The credit is stored, also where a setting that its credit note needs is missing. */
export async function issueNotes(ctx: Ctx, { by, account }: OpenedAccount, notice: string): Promise<string> {
  try {
    await issueCreditNotes(ctx, by, account.id);
    return notice;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return 'credited_without_note';
  }
}

export function creditPage(pages: AccountPages, ctx: Ctx): void {
  const chargesIn = async (opened: OpenedAccount, text: string): Promise<OrderCharge[]> => {
    const orderId = orderIdOf(text);
    return orderId === undefined ? [] : findOrderCharges(ctx.db, liveScopeOf(opened), { orderId });
  };

  const addedIn = async (opened: OpenedAccount, text: string) => {
    const orderId = orderIdOf(text);
    if (orderId === undefined) return [];
    return addedRows(await findAddedCharges(ctx.db, liveScopeOf(opened), { orderId }), opened.path);
  };

  /** @param text the order’s number, as it was typed */
  const show = async (
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    text: string,
    errors?: FieldMessages,
  ) => {
    const charges = await chargesIn(opened, text);
    const unknown = { order: [`No order of ${opened.account.name} that was charged has this number`] };
    const isUnknown = text !== '' && charges.length === 0;
    return renderAccountPage(request, isUnknown ? reply.status(422) : reply, 'credit.njk', opened, {
      title: 'Credit a report',
      section: 'Charges',
      back: { text: 'Back to charges', href: `${opened.path}/charges` },
      errors: isUnknown ? unknown : errors,
      action: `${opened.path}/charges/credit`,
      order: text,
      orderNumber: charges.length === 0 ? undefined : orderNumber(orderIdOf(text)!),
      orderedAt: charges[0]?.created_at,
      thisMonth: monthName(ctx.now()),
      ownMonth: await ownMonthModel(ctx, opened.by, opened.account.id),
      reportItems: charges
        .filter(({ is_credited }) => !is_credited)
        .map((charge) => ({
          value: charge.report_id,
          text: chargeText(charge),
          ...(charge.amount_pence === null && {
            hint: { text: 'It is then never charged, also once a price is agreed.' },
          }),
          checked: typedAll(request, 'report').includes(charge.report_id),
        })),
      partItems: charges
        .filter((charge) => !charge.is_credited && (charge.left_pence ?? 0) + charge.left_fee_pence > 0)
        .map((charge) => ({
          value: charge.report_id,
          text: leftText(charge),
          checked: typed(request, 'part_report') === charge.report_id,
        })),
      facts: await chargeFacts(ctx, liveScopeOf(opened), charges[0]?.check_id ?? null),
      hasFees: charges.some((charge) => charge.left_fee_pence > 0),
      partPrice: typed(request, 'part_price'),
      partFee: typed(request, 'part_fee'),
      partReasonItems: creditReasons.map((value) => ({
        value,
        text: creditReasonWords[value],
        checked: typed(request, 'part_reason') === value,
      })),
      added: await addedIn(opened, text),
      credited: charges.filter(({ is_credited }) => is_credited).map(chargeText),
      reasonItems: creditReasons.map((value) => ({
        value,
        text: creditReasonWords[value],
        checked: typed(request, 'reason') === value,
      })),
    });
  };

  pages.get('/charges/credit', options, (request, reply, opened) =>
    show(request, reply, opened, asked(request, 'order')),
  );
  pages.post('/charges/credit', options, async (request, reply, opened) => {
    const text = typed(request, 'order');
    const charges = await chargesIn(opened, text);
    const [first] = charges;
    if (first === undefined) throw new Refusal('not_found');
    const { check_id: checkId, applicant_id: applicantId } = first;
    const reportIds = charges
      .map(({ report_id }) => report_id)
      .filter((id) => typedAll(request, 'report').includes(id));
    const reason = creditReasons.find((one) => one === typed(request, 'reason'));
    const given = { checkId, applicantId, reportIds, reason };
    const about = namesOf(charges.filter(({ report_id: id }) => reportIds.includes(id)));
    const { errors, isAsked } = await giveByForm(ctx, liveScopeOf(opened), { kind: 'credit', given }, about, words);
    if (errors !== undefined) return show(request, reply.status(422), opened, text, errors);
    if (isAsked) return reply.redirect(moneyAskedPath, 303);
    const done = await issueNotes(ctx, opened, 'credited');
    return reply.redirect(`${opened.path}/charges?done=${done}`, 303);
  });
  pages.post('/charges/credit/part', options, async (request, reply, opened) => {
    const text = typed(request, 'order');
    const charges = await chargesIn(opened, text);
    const [first] = charges;
    if (first === undefined) throw new Refusal('not_found');
    const given = {
      ...{ checkId: first.check_id, applicantId: first.applicant_id },
      reportId: charges.find(({ report_id }) => report_id === typed(request, 'part_report'))?.report_id,
      pricePence: typedPrice(typed(request, 'part_price')),
      feePence: typedPrice(typed(request, 'part_fee')),
      reason: creditReasons.find((one) => one === typed(request, 'part_reason')),
    };
    const about = namesOf(charges.filter(({ report_id: id }) => id === given.reportId));
    const act = { kind: 'credit_part', given } as const;
    const { errors, isAsked } = await giveByForm(ctx, liveScopeOf(opened), act, about, partWords);
    if (errors !== undefined) return show(request, reply.status(422), opened, text, errors);
    if (isAsked) return reply.redirect(moneyAskedPath, 303);
    const done = await issueNotes(ctx, opened, 'part_credited');
    return reply.redirect(`${opened.path}/charges?done=${done}`, 303);
  });
}
