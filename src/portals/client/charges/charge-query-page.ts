// The client asks about one of its charges, and reads the answer at the same place; and the charges of an invoice.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  type Dispute,
  type DisputeRow,
  disputeCharge,
  disputeReasons,
  LONGEST_WORDS,
  listDisputesOf,
  readDisputesOfCharge,
} from '../../../features/charge-disputes/dispute-actions.ts';
import { listedCharges, MOST_LISTED, readInvoice } from '../../../features/invoices/invoice-actions.ts';
import { kindWords, monthWords } from '../../../features/invoices/invoice-rules.ts';
import { type Charge, readCharges } from '../../../features/lists/charge-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { disputeReasonWords } from '../../../messages/en-credits.ts';
import { disputedText, disputeState } from '../../shared/charges/dispute-words.ts';
import { moneyOf, pricedSum, statementLines } from '../../shared/charges/statement-lines.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';

const chargesPath = '/portal/charges';
export const queriesPath = `${chargesPath}/queries`;

export const queryHref = ({ about_id }: Pick<DisputeRow, 'about_id'>): string => `${queriesPath}/${about_id}`;

const options = { permission: 'read_charges' } as const;

const words: FormWords = {
  reason: { input: 'reason', begins: 'The reason', empty: 'Choose what is wrong' },
  words: { input: 'words', begins: 'What you write', empty: 'Say what is wrong' },
};

/** What was asked about each charge, newest first of its kind, by the charge. */
export async function queriedCharges(ctx: Ctx, caller: ClientCaller): Promise<Readonly<Record<string, string>>> {
  const all = await listDisputesOf(ctx, caller);
  // The open ones come first, and count.
  const text = (row: DisputeRow) => (row.outcome === null ? 'Queried' : disputeState(row, false).text);
  return Object.fromEntries(all.toReversed().map((row) => [row.about_id, text(row)]));
}

const asked = (dispute: Dispute) => ({
  ...dispute,
  reasonText: disputeReasonWords[dispute.reason],
  state: disputeState(dispute, false),
});

export function chargeQueryPages(pages: Pages<'client'>, ctx: Ctx): void {
  /** Its lines, oldest first. */
  async function chargeOf(caller: ClientCaller, aboutId = ''): Promise<readonly [Charge, ...Charge[]]> {
    const lines: Charge[] = [];
    if (isUuid(aboutId)) for await (const part of readCharges(ctx, caller, { aboutId })) lines.push(...part);
    const [first, ...others] = lines;
    if (first === undefined) throw new Refusal('not_found');
    return [first, ...others];
  }

  const show = async (request: FormRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) => {
    const caller = callerFor(user, 'live');
    const aboutId = request.params.about_id?.toLowerCase();
    const [charge, ...credits] = await chargeOf(caller, aboutId);
    const disputes = await readDisputesOfCharge(ctx, caller, charge.about_id);
    return renderPage(request, reply, 'client/charges/charge-query.njk', {
      title: 'Query a charge',
      back: { text: 'Back to charges', href: chargesPath },
      done: noticeIn(request, {
        asked: 'We have your query. The answer comes to this page, and a mail tells you of it.',
      }),
      errors,
      action: queryHref(charge),
      charge: {
        text: disputedText(charge),
        at: charge.created_at,
        purchaseOrder: charge.purchaseOrder,
        subsidiary: charge.subsidiary,
        ...moneyOf(charge),
      },
      credited: credits.length === 0 ? undefined : moneyOf(pricedSum(credits)),
      disputes: disputes.map(asked),
      isOpen: disputes.some(({ outcome }) => outcome === null),
      reasonItems: disputeReasons.map((value) => ({
        value,
        text: disputeReasonWords[value],
        checked: typed(request, 'reason') === value,
      })),
      words: typed(request, 'words'),
      longest: LONGEST_WORDS,
    });
  };

  pages.get(`${queriesPath}/:about_id`, options, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(`${queriesPath}/:about_id`, options, async (request: FormRequest, reply, user) => {
    const caller = callerFor(user, 'live');
    const [charge] = await chargeOf(caller, request.params.about_id?.toLowerCase());
    const given = {
      aboutId: charge.about_id,
      reason: disputeReasons.find((one) => one === typed(request, 'reason')),
      words: typed(request, 'words'),
    };
    const errors = await refusedFields(() => disputeCharge(ctx, caller, given), words);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(`${queryHref(charge)}?done=asked`, 303);
  });

  pages.get(`${chargesPath}/invoices/:invoice_id/lines`, options, async (request: FormRequest, reply, user) => {
    const caller = callerFor(user, 'live');
    const invoice = await readInvoice(ctx, caller, request.params.invoice_id?.toLowerCase());
    const listed = await listedCharges(ctx, caller, invoice.id);
    const charges = listed.slice(0, MOST_LISTED);
    const isCut = listed.length > charges.length;
    const sums = { amount_pence: invoice.netPence, fee_pence: invoice.feesPence, vat_pence: invoice.vatPence };
    const name = `${kindWords[invoice.kind].toLowerCase()} ${invoice.number}`;
    return renderPage(request, reply, 'client/charges/invoice-lines.njk', {
      title: `${kindWords[invoice.kind]} ${invoice.number}`,
      back: { text: 'Back to charges', href: `${chargesPath}#invoices` },
      linesOf: name,
      monthName: monthWords(invoice.month),
      count: charges.length,
      ...statementLines(charges, isCut),
      // Of the ledger, which rounds the VAT of each line; the invoice rounds that of its own lines.
      all: { ...moneyOf(isCut ? sums : pricedSum(charges)), ofPriced: '' },
      pdfHref: `${chargesPath}/invoices/${invoice.id}`,
      queriesPath,
      queried: await queriedCharges(ctx, caller),
    });
  });
}
