// The page on which a reviewer decides every outcome of an order that awaits approval, each as on the page of its report.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, inTransaction } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { LONGEST_REVIEW_TEXT } from '../../../features/cases/approval-rules.ts';
import { findOwnOrder, sendBack } from '../../../features/cases/screening-actions.ts';
import { mayWorkOn } from '../../../features/cases/screening-rules.ts';
import { readDraft } from '../../../features/drafts/draft-actions.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import { errorChoices } from '../../../features/error-types/error-type-rules.ts';
import type { OrderReport } from '../../../features/lists/order-report-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { listHref } from '../../shared/list-search.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { orderHref, orderPath } from '../orders/order-address.ts';
import { confirmationProblems, outcomeProblems, readOutcome, recordOutcome } from '../report/outcome-decision.ts';
import { outcomeRowsOf, outcomeWords } from '../report/outcome-view.ts';
import { colleagueOn } from '../report/report-claim.ts';
import {
  isStale,
  type OpenedForWork,
  openForWork,
  outcomeDraft,
  seenIn,
  seenText,
  startingForm,
} from '../report/report-drafts.ts';
import { allowed, typeOf } from '../report/report-moves.ts';
import { confirmedOutcome } from '../report/unconfirmed.ts';
import { approvalPanel, mayBeSentBack } from './approval-panels.ts';

type User = UserOf<'desk'>;

type ApprovalsRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const path = `${orderPath}/approvals`;

const awaiting = (work: readonly OrderReport[]) => work.filter(({ status }) => status === 'awaiting_approval');

/** Where several outcomes of an order are decided at once; undefined unless the reader may decide two. */
export function approvalsLink(user: User, work: readonly OrderReport[]) {
  const mine = awaiting(work).filter((one) => mayDo(user, 'approve_outcomes') && mayWorkOn(user, one));
  if (mine.length < 2) return undefined;
  return {
    text: `Review ${mine.length} proposed outcomes on one page`,
    href: `${orderHref(mine[0]!.check_id)}/approvals`,
  };
}

interface Typed {
  readonly decision: string;
  readonly reason: string;
  readonly text: string;
  readonly seen: string;
}

function typedOf({ body }: ApprovalsRequest, reportId: string): Typed {
  const field = (name: string) => String(body?.[`${name}_${reportId}`] ?? '').trim();
  return {
    decision: field('decision'),
    reason: field('reason'),
    text: field('text').replaceAll('\r\n', '\n'),
    seen: field('seen'),
  };
}

/** Why the reader cannot decide it here; undefined if they can. */
async function obstacleOf(ctx: Ctx, user: User, opened: OpenedForWork): Promise<string | undefined> {
  if (opened.proposer === 'self') return 'You proposed this outcome: another person decides it.';
  const colleague = colleagueOn(user, opened);
  if (colleague !== undefined) return `${colleague.name} has claimed it: decide it on its own page.`;
  const draft = outcomeDraft(user, opened);
  if (draft !== undefined && (await readDraft(ctx, draft)) !== undefined)
    return 'You have typed something else in its form: decide it on its own page.';
  return undefined;
}

const onItsPage = 'Something must be confirmed or changed before it is approved: open the report';
const wasDecided = 'Somebody decided or changed it in the meantime';

/** What is wrong; undefined if it is done. */
type Outcome = Readonly<Record<string, readonly string[]>> | undefined;

/** Exactly as “Approve” on the page of the report, where nothing is left to confirm. */
async function approve(ctx: Ctx, user: User, opened: OpenedForWork, { seen }: Typed): Promise<Outcome> {
  const { id } = opened.report;
  const shown = seenIn({ seen });
  if (shown === undefined || isStale(opened, shown)) return { [`decision_${id}`]: [wasDecided] };
  const form = startingForm(opened);
  const read = readOutcome(opened, form);
  const decided = await confirmedOutcome(ctx, opened, read.outcome, {});
  const { rulesReason } = form;
  const problems = {
    ...(await outcomeProblems(ctx, opened, read)),
    ...(await confirmationProblems(ctx, user, opened, { decided, body: {}, rulesReason })),
  };
  if (Object.keys(problems).length > 0) return { [`decision_${id}`]: [onItsPage] };
  await inTransaction(ctx, async (tx) => {
    const done = await recordOutcome(tx, user, opened, { move: 'complete', decided, seen: shown, rulesReason });
    // It says other than what was proposed, such as what was taken over from a reference since: a change, and no approval.
    if (done !== 'complete') throw new Refusal('invalid_fields', { outcome: [onItsPage] });
  });
  return undefined;
}

async function decide(ctx: Ctx, user: User, opened: OpenedForWork, typed: Typed): Promise<Outcome> {
  const { id } = opened.report;
  try {
    if (typed.decision === 'approve') return await approve(ctx, user, opened, typed);
    if (isStale(opened, seenIn({ seen: typed.seen }))) return { [`decision_${id}`]: [wasDecided] };
    await sendBack(ctx, user, id, { code: typed.reason, text: typed.text });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.reason === 'state_does_not_allow') return { [`decision_${id}`]: [wasDecided] };
    if (error.reason === 'not_permitted') return { [`decision_${id}`]: ['You may not decide this outcome'] };
    if (error.reason !== 'invalid_fields') throw error;
    const { code, text, ...others } = error.fields;
    const words = `Write what must be put right, in at most ${LONGEST_REVIEW_TEXT} characters`;
    return {
      ...(code && { [`reason_${id}`]: ['Select a reason'] }),
      ...(text && { [`text_${id}`]: [words] }),
      ...(Object.keys(others).length > 0 && { [`decision_${id}`]: [onItsPage] }),
    };
  }
}

const decisions = ['approve', 'send_back'] as const;

const labelOf = ({ report_type_id: id }: OrderReport) => reportTypeById(id)!.label;

export function orderApprovalsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  async function rowOf(user: User, opened: OpenedForWork, typed: Typed | undefined) {
    const { report } = opened;
    const obstacle = await obstacleOf(ctx, user, opened);
    const isOfAnother = typed !== undefined && isStale(opened, seenIn({ seen: typed.seen }));
    const mayApprove = allowed(user, opened, ['complete']).length > 0;
    return {
      id: report.id,
      href: `/desk/reports/${report.id}`,
      label: typeOf(report).label,
      panel: await approvalPanel.model(ctx, opened, user),
      rows: outcomeRowsOf(startingForm(opened), opened),
      known: outcomeWords(opened),
      obstacle,
      mayApprove,
      maySendBack: mayBeSentBack(user, opened),
      seen: seenText(opened.state),
      // What was chosen of another outcome than the one that stands here is chosen anew.
      typed: { reason: '', text: '', ...typed, decision: isOfAnother ? '' : (typed?.decision ?? '') },
    };
  }

  async function show(
    request: ApprovalsRequest,
    reply: FastifyReply,
    user: User,
    sent?: {
      readonly errors: Readonly<Record<string, readonly string[]>>;
      readonly gone: readonly string[];
      readonly done: number;
    },
  ) {
    const work = await findOwnOrder(ctx, user, request.params.check_id);
    const left = awaiting(work);
    const [first] = work;
    const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
    let candidateName = '';
    for (const { report_id: id } of left) {
      const opened = await openForWork(ctx, user, id);
      const { first_name, last_name } = opened.check.order.facts;
      candidateName = fullName(first_name, last_name);
      rows.push(await rowOf(user, opened, sent && typedOf(request, id)));
    }
    return renderPage(request, reply, 'desk/approval/order-approvals.njk', {
      title: 'Proposed outcomes',
      environment: first!.environment,
      back: { text: `Order ${orderNumber(first!.order_id)}`, href: orderHref(first!.check_id) },
      action: `${orderHref(first!.check_id)}/approvals`,
      ...{ orderId: first!.order_id, accountName: first!.account_name, candidateName, rows },
      mayDecide: rows.some((row) => row.obstacle === undefined && (row.mayApprove || row.maySendBack)),
      reasons: Object.entries(errorChoices(await listErrorTypes(ctx, authorityOf(user)))).map(([value, text]) => ({
        value,
        text,
      })),
      longest: LONGEST_REVIEW_TEXT,
      ...{ errors: sent?.errors, gone: sent?.gone ?? [], done: sent?.done ?? 0 },
    });
  }

  pages.get(path, { permission: 'approve_outcomes' }, (request: ApprovalsRequest, reply, user) =>
    show(request, reply, user),
  );

  // One after the other, each in a transaction of its own: what is refused of one leaves the others done.
  pages.post(
    path,
    { permission: 'approve_outcomes', stepUp: 'outcomes' },
    async (request: ApprovalsRequest, reply, user) => {
      const work = await findOwnOrder(ctx, user, request.params.check_id);
      const counts = { approve: 0, send_back: 0 };
      const errors: Record<string, readonly string[]> = {};
      const gone: string[] = [];
      for (const one of work) {
        const typed = typedOf(request, one.report_id);
        const decision = decisions.find((candidate) => candidate === typed.decision);
        if (decision === undefined) continue;
        if (one.status !== 'awaiting_approval') {
          gone.push(labelOf(one));
          continue;
        }
        const opened = await openForWork(ctx, user, one.report_id);
        const obstacle = await obstacleOf(ctx, user, opened);
        const refused =
          obstacle === undefined
            ? await decide(ctx, user, opened, typed)
            : { [`decision_${one.report_id}`]: [obstacle] };
        if (refused === undefined) counts[decision] += 1;
        else Object.assign(errors, refused);
      }
      const done = counts.approve + counts.send_back;
      if (done === 0 && Object.keys(errors).length === 0 && gone.length === 0)
        errors.decisions = ['Choose for at least one report what becomes of it'];
      if (Object.keys(errors).length > 0 || gone.length > 0)
        return show(request, reply.status(422), user, { errors, gone, done });
      const counted = [
        ['done', 'reviewed'],
        ['approved', String(counts.approve)],
        ['sent_back', String(counts.send_back)],
      ] as const;
      return reply.redirect(
        listHref(
          orderHref(work[0]!.check_id),
          counted.map(([name, value]) => [name, value]),
        ),
        303,
      );
    },
  );
}
