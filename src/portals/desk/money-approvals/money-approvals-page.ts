// What waits for a second person before a client's money is given away: the list, and each with its decision.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { issueCreditNotes } from '../../../features/invoices/issue-actions.ts';
import type { MoneyAct } from '../../../features/money-approvals/money-act.ts';
import {
  decideOnMoney,
  listMoneyRequests,
  longestMoneyNote,
  type MoneyRequest,
  readMoneyRequest,
} from '../../../features/money-approvals/money-approval-actions.ts';
import type { MoneyDecision } from '../../../features/money-approvals/money-request-store.ts';
import { writeOffWords } from '../../../features/payments/payment-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { creditReasonWords, takeBackReasonWords } from '../../../messages/en-credits.ts';
import { moneyActWords, moneyDecisionWords } from '../../shared/charges/money-approval-words.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountsPath, type DeskUser, type FormRequest, noticeIn, typed } from '../accounts/account-request.ts';
import { moneyApprovalsPath } from './money-approvals-path.ts';

const notices = {
  asked:
    'Nothing is done yet: it waits for a second person, because with it you would have given away more of this account in this month than one person may.',
  approved: 'It is approved and done.',
  approved_without_note:
    'It is approved and done. Its credit note is issued with the next invoices, once what they need is set.',
  sent_back: 'It is sent back.',
  withdrawn: 'It is withdrawn.',
};

const decisions = Object.keys(moneyDecisionWords) as readonly MoneyDecision[];

const words: FormWords = {
  note: { input: 'note', begins: 'The note', empty: 'Write why you send it back' },
};

/** Why it is given away; empty where none was asked. */
function reasonText({ kind, given }: MoneyAct): string {
  if (kind === 'discount' || kind === 'pay_back' || given.reason === undefined) return '';
  if (kind === 'write_off') return writeOffWords[given.reason];
  return kind === 'take_back' ? takeBackReasonWords[given.reason] : creditReasonWords[given.reason];
}

const rowOf = (one: MoneyRequest) => ({
  href: `${moneyApprovalsPath}/${one.id}`,
  ...{ account: one.account, accountHref: `${accountsPath}/${one.account_id}/charges` },
  ...{ what: moneyActWords[one.kind], about: one.about, reason: reasonText(one.act) },
  amount: inPounds(one.amount_pence),
  ...{ askedBy: one.asked_by_name, askedAt: one.asked_at },
  ...{ decision: one.decision && moneyDecisionWords[one.decision], note: one.note },
  ...{ decidedBy: one.decided_by_name, decidedAt: one.decided_at },
});

export function moneyApprovalsPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const reads = { permission: 'read_charges' } as const;
  const idIn = ({ params }: FormRequest) => params.request_id?.toLowerCase();

  pages.get(moneyApprovalsPath, reads, async (request: FormRequest, reply, user) => {
    const all = await listMoneyRequests(ctx, authorityOf(user), user.accounts);
    return renderPage(request, reply, 'desk/money-approvals/money-approvals.njk', {
      title: 'Money to approve',
      back: { text: 'Invoices of all accounts', href: `${accountsPath}/invoices` },
      done: noticeIn(request, notices),
      amount: ctx.settings.moneyApprovalPounds && inPounds(ctx.settings.moneyApprovalPounds * 100),
      waiting: all.filter(({ decision }) => decision === null).map(rowOf),
      decided: all.filter(({ decision }) => decision !== null).map(rowOf),
    });
  });

  async function show(request: FormRequest, reply: FastifyReply, user: DeskUser, errors?: FieldMessages) {
    const one = await readMoneyRequest(ctx, authorityOf(user), user.accounts, idIn(request));
    const isOwn = one.asked_by === authorityOf(user).actor;
    const may = one.decision === null && mayDo(user, 'manage_agreements');
    return renderPage(request, reply, 'desk/money-approvals/money-approval.njk', {
      title: `${moneyActWords[one.kind]}, ${inPounds(one.amount_pence)}`,
      back: { text: 'Money to approve', href: moneyApprovalsPath },
      errors,
      row: rowOf(one),
      alone: one.alonePence === 0 ? 'Nothing' : inPounds(one.alonePence),
      ...{ mayDecide: may && !isOwn, mayWithdraw: may && isOwn },
      ...{ note: typed(request, 'note'), longest: longestMoneyNote },
    });
  }

  pages.get(`${moneyApprovalsPath}/:request_id`, reads, (request: FormRequest, reply, user) =>
    show(request, reply, user),
  );

  /** What is credited stays credited where a setting that its credit note needs is missing. */
  async function issueNotes(user: DeskUser, accountId: string): Promise<keyof typeof notices> {
    try {
      await issueCreditNotes(ctx, authorityOf(user), accountId);
      return 'approved';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return 'approved_without_note';
    }
  }

  /** What stands in the way of doing it is said beside the note. */
  const atNote = (errors: FieldMessages): FieldMessages => ({ note: Object.values(errors).flat() });

  pages.post(
    `${moneyApprovalsPath}/:request_id`,
    { permission: 'manage_agreements' },
    async (request: FormRequest, reply, user) => {
      const decision = decisions.find((one) => one === typed(request, 'decision'));
      if (decision === undefined) throw new Refusal('not_found');
      let accountId = '';
      const errors = await refusedFields(async () => {
        const given = { decision, note: typed(request, 'note') };
        accountId = await decideOnMoney(ctx, authorityOf(user), user.accounts, idIn(request), given);
      }, words);
      if (errors !== undefined) return show(request, reply.status(422), user, atNote(errors));
      const done = decision === 'approved' ? await issueNotes(user, accountId) : decision;
      return reply.redirect(`${moneyApprovalsPath}?done=${done}`, 303);
    },
  );
}
