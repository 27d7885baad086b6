// What clients ask about their charges: the list for finance, and one with the facts to decide by and its answer.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import {
  answerDispute,
  type CreditChoice,
  creditChoicesOf,
  type Dispute,
  LONGEST_WORDS,
  listDisputes,
  readDispute,
} from '../../../features/charge-disputes/dispute-actions.ts';
import { takeBackReasons } from '../../../features/charges/added-charge-actions.ts';
import { listChargeComplaints } from '../../../features/data-requests/charge-complaint-actions.ts';
import { askers } from '../../../features/data-requests/complaint.ts';
import { creditReasons } from '../../../features/invoices/credit-actions.ts';
import { issueCreditNotes } from '../../../features/invoices/issue-actions.ts';
import { giveAlone } from '../../../features/money-approvals/money-approval-actions.ts';
import { typedPrice } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { disputeReasonWords, lineReasonWords } from '../../../messages/en-credits.ts';
import { disputedText, disputeRows, disputeState } from '../../shared/charges/dispute-words.ts';
import { moneyOf } from '../../shared/charges/statement-lines.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { agoText } from '../../shared/relative-times.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { accountsPath, type DeskUser } from '../accounts/account-request.ts';
import { dataRequestsPath } from '../data-requests/data-requests-page.ts';
import { ownMonthModel } from '../money-approvals/money-approvals-path.ts';
import { agreedAtOrder, chargeFacts } from './charge-facts.ts';

const path = '/desk/charge-queries';
const hrefOf = ({ id }: { readonly id: string }) => `${path}/${id}`;
const reads = { permission: 'read_charges' } as const;
const answersIt = { permission: 'manage_agreements' } as const;

const notices = {
  answered: 'The answer is sent.',
  without_note:
    'The answer is sent, and the charge credited. Its credit note is issued with the next invoices, once what they need is set: the name and address of the account and of the operator.',
};

const secondPerson = 'needs a second person';

const words: FormWords = {
  answer: { input: 'answer', begins: 'The answer', empty: 'Write the answer' },
  choice: {
    ...{ input: 'choice', begins: 'The choice', empty: 'Choose whether it is credited' },
    instead: {
      [secondPerson]:
        'This credit needs a second person: credit it under Charges of the account, which asks one, and answer without a credit once it is done',
    },
  },
  report: { input: 'choice', begins: 'The charge' },
  credit: { input: 'choice', begins: 'The credit' },
  price: { input: 'price', begins: 'The amount of the price', empty: 'Enter an amount' },
  fee: { input: 'fee', begins: 'The amount of the fee' },
  reason: { input: 'reason', begins: 'The reason', empty: 'Choose why it is credited' },
};

const choiceWords = ({ kind, package: pack }: Dispute): Readonly<Record<CreditChoice, string>> => ({
  none: 'No credit',
  whole: kind === 'added' ? 'Take the charge back' : pack === null ? 'Credit it whole' : 'Credit the whole package',
  part: 'Credit a part of it',
});

const choices = ['none', 'whole', 'part'] as const;

export function chargeQueriesPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const idIn = (request: FormRequest) => request.params.dispute_id?.toLowerCase();

  pages.get(
    path,
    { ...reads, menu: 'Charge queries', menuGroup: 'money' },
    async (request: FormRequest, reply, user) => {
      const now = ctx.now();
      const rows = await listDisputes(ctx, authorityOf(user), user.accounts);
      const complaints = await listChargeComplaints(ctx, authorityOf(user), user.accounts);
      return renderPage(request, reply, 'desk/charge-queries/charge-queries.njk', {
        title: 'Charge queries',
        done: noticeIn(request, notices),
        open: rows.filter(({ outcome }) => outcome === null).length,
        complaints: complaints.map((one) => ({
          ...one,
          asker: one.asker === null ? 'A candidate' : askers[one.asker],
          accountHref: `${accountsPath}/${one.accountId}/charges`,
          href: mayDo(user, 'read_erasures') ? `${dataRequestsPath}/${one.id}` : undefined,
        })),
        rows: disputeRows(rows, true, hrefOf).map((row) => ({ ...row, age: agoText(row.askedAt, now) })),
      });
    },
  );

  const show = async (request: FormRequest, reply: FastifyReply, user: DeskUser, errors?: FieldMessages) => {
    const by = authorityOf(user);
    const dispute = await readDispute(ctx, by, user.accounts, idIn(request));
    const scope = { ...by, accountId: dispute.account_id, environment: 'live', subsidiaryIds: null } as const;
    const reasons = dispute.kind === 'added' ? takeBackReasons : creditReasons;
    return renderPage(request, reply, 'desk/charge-queries/charge-query.njk', {
      title: disputedText(dispute),
      back: { text: 'Charge queries', href: path },
      errors,
      action: hrefOf(dispute),
      dispute,
      account: { name: dispute.account, href: `${accountsPath}/${dispute.account_id}/charges` },
      reasonText: disputeReasonWords[dispute.reason],
      state: disputeState(dispute, true),
      money: moneyOf(dispute),
      agreed: await agreedAtOrder(ctx, scope, dispute),
      historyHref: `${accountsPath}/${dispute.account_id}/history?kind=prices`,
      facts: await chargeFacts(ctx, scope, dispute.check_id),
      mayAnswer: dispute.outcome === null && mayDo(user, 'manage_agreements'),
      answer: typed(request, 'answer'),
      ownMonth: await ownMonthModel(ctx, by, dispute.account_id),
      longest: LONGEST_WORDS,
      choiceItems: creditChoicesOf(dispute).map((value) => ({
        ...{ value, text: choiceWords(dispute)[value], checked: typed(request, 'choice') === value },
      })),
      price: typed(request, 'price'),
      fee: typed(request, 'fee'),
      reasonItems: reasons.map((value) => ({
        value,
        text: lineReasonWords[value],
        checked: typed(request, 'reason') === value,
      })),
    });
  };

  /** The credit is stored, also where a setting that its credit note needs is missing. */
  const issueNotes = async (user: DeskUser, accountId: string): Promise<keyof typeof notices> => {
    try {
      await issueCreditNotes(ctx, authorityOf(user), accountId);
      return 'answered';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return 'without_note';
    }
  };

  pages.get(`${path}/:dispute_id`, reads, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(`${path}/:dispute_id`, answersIt, async (request: FormRequest, reply, user) => {
    const by = authorityOf(user);
    const credit = choices.find((one) => one === typed(request, 'choice'));
    const given = {
      ...{ answer: typed(request, 'answer'), credit, reason: typed(request, 'reason') },
      ...{ pricePence: typedPrice(typed(request, 'price')), feePence: typedPrice(typed(request, 'fee')) },
    };
    const answer = (tx: Ctx) => answerDispute(tx, by, user.accounts, idIn(request), given);
    const errors = await refusedFields(async () => {
      const { account_id } = await readDispute(ctx, by, user.accounts, idIn(request));
      const scope = { ...by, accountId: account_id, environment: 'live', subsidiaryIds: null } as const;
      if (credit === undefined || credit === 'none') await answer(ctx);
      else if ((await giveAlone(ctx, scope, answer)) !== 'done')
        throw new Refusal('invalid_fields', { choice: [secondPerson] });
    }, words);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    const { account_id: accountId } = await readDispute(ctx, by, user.accounts, idIn(request));
    const done = credit === 'none' ? 'answered' : await issueNotes(user, accountId);
    return reply.redirect(`${path}?done=${done}`, 303);
  });
}
