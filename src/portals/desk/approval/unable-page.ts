// The page on which a screener closes a report that nobody could confirm, with the reason.
import type { FastifyRequest } from 'fastify';
import { type Ctx, inTransaction } from '../../../context.ts';
import { isFeeCredited } from '../../../features/cases/application-actions.ts';
import { readOutstanding } from '../../../features/cases/outstanding-actions.ts';
import { closeUnverified, type Unverified } from '../../../features/cases/screening-actions.ts';
import { isUnasked, readLogged } from '../../../features/cases/unable-actions.ts';
import { discardDraft } from '../../../features/drafts/draft-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { asksPeople, type UnableReason, unableReasonsOf } from '../../../features/report-types/unable-to-verify.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { formOfReport, outcomeOf } from '../report/outcome-form.ts';
import { outcomeRowsOf } from '../report/outcome-view.ts';
import { colleagueOn, colleagueProblems } from '../report/report-claim.ts';
import { openForWork, outcomeDraft, shownOf } from '../report/report-drafts.ts';
import { typeOf } from '../report/report-moves.ts';
import { askedProblems } from '../report/unconfirmed.ts';

const path = '/desk/reports/:reportId/unable-to-verify';
const LONGEST_NOTES = 10_000;

type UnableRequest = FastifyRequest<{
  Params: { reportId: string };
  /** What another page suggests. */
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

interface Typed {
  readonly reason: string;
  readonly requests_sent: string;
  readonly calls_made: string;
  readonly notes: string;
  readonly claimed_by: string;
}

function readTyped(fields: Readonly<Record<string, unknown>> | null): Typed {
  const text = (name: keyof Typed) => String(fields?.[name] ?? '').trim();
  return {
    reason: text('reason'),
    requests_sent: text('requests_sent'),
    calls_made: text('calls_made'),
    notes: text('notes').replaceAll('\r\n', '\n'),
    claimed_by: text('claimed_by'),
  };
}

const isCount = (typed: string) => /^\d{1,3}$/.test(typed);

function problemsOf({ reason, requests_sent, calls_made, notes }: Typed, { opened }: Work): FieldMessages {
  const isReason = Object.hasOwn(unableReasonsOf(typeOf(opened.report)), reason);
  // Who was only called was sent nothing.
  const isNumber = requests_sent === '' ? reason !== 'no_reply' || Number(calls_made) > 0 : isCount(requests_sent);
  return {
    ...(isReason ? {} : { reason: ['Select why it could not be verified'] }),
    ...(isNumber ? {} : { requests_sent: ['Enter how many requests were sent'] }),
    ...(calls_made === '' || isCount(calls_made) ? {} : { calls_made: ['Enter how many calls were made'] }),
    ...(notes.length <= LONGEST_NOTES ? {} : { notes: [`Notes must be ${LONGEST_NOTES} characters or fewer`] }),
  };
}

const unverified = ({ reason, requests_sent, calls_made, notes }: Typed): Unverified => ({
  reason: reason as UnableReason,
  requestsSent: requests_sent === '' ? null : Number(requests_sent),
  callsMade: calls_made === '' ? null : Number(calls_made),
  notes,
});

/** What the form of the outcome holds, which its screener may have typed and not sent. */
async function workOf(ctx: Ctx, user: UserOf<'desk'>, reportId: string) {
  const opened = await openForWork(ctx, user, reportId);
  const { report, person } = opened;
  const { form } = await shownOf(ctx, user, opened);
  const { outcome, problems } = outcomeOf({ ...form, verdict: 'unidentified' }, report, typeOf(report), person);
  // A report that could not be verified has no result of an examination.
  const { sub_result: _, ...mistakes } = problems.fields;
  const unasked = await askedProblems(ctx, opened, outcome);
  const isWhole = Object.keys({ ...mistakes, ...unasked }).length === 0;
  return { opened, form, examined: outcome.findings, isWhole };
}
type Work = Awaited<ReturnType<typeof workOf>>;

async function unaskedProblems(ctx: Ctx, { reason }: Typed, { opened }: Work): Promise<FieldMessages> {
  if (!(await isUnasked(ctx, opened, reason))) return {};
  const said = 'Nobody was asked: ask for a reference, log a call or send it out first, or choose another reason';
  return { reason: [said] };
}

const brokenDraft = ['What is typed in the outcome of the report has a mistake: put it right there first'];

async function modelOf(
  ctx: Ctx,
  user: UserOf<'desk'>,
  { opened, examined }: Work,
  typed: Typed,
  errors?: FieldMessages,
) {
  const { report, check } = opened;
  const { breakdown, properties } = examined;
  const stays = { ...report, result: null, subResult: null, trafficLight: null, findings: { ...examined, notes: '' } };
  return {
    title: 'Close as unable to verify?',
    hasExamined: Object.keys(breakdown).length + Object.keys(properties).length > 0,
    examined: outcomeRowsOf(formOfReport(stays), opened),
    withdraws: (await readOutstanding(ctx, opened, examined)).withdraws,
    creditsFee: await isFeeCredited(ctx, opened.caller, report.id),
    environment: check.tenant.environment,
    reportId: report.id,
    label: reportTypeById(report.reportTypeId)!.label,
    order: orderNumber(check.orderId),
    reasons: Object.entries(unableReasonsOf(typeOf(report))).map(([value, text]) => ({
      ...{ value, text },
      checked: value === typed.reason,
    })),
    // A query may be without a reply in every report; calls are made to those who are asked.
    hasCalls: asksPeople(typeOf(report)) || typed.calls_made !== '',
    typed,
    colleague: colleagueOn(user, opened),
    errors,
  };
}

/** The numbers that are logged, where another page suggests none; empty for nobody. */
async function withLogged(ctx: Ctx, { opened }: Work, typed: Typed): Promise<Typed> {
  const { sent, calls } = await readLogged(ctx, opened);
  const shown = (count: number) => (count > 0 ? String(count) : '');
  return {
    ...typed,
    requests_sent: typed.requests_sent || shown(sent),
    calls_made: typed.calls_made || shown(calls),
  };
}

export function unablePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'record_outcomes' }, async (request: UnableRequest, reply, user) => {
    const work = await workOf(ctx, user, request.params.reportId);
    if (!allowsAction(work.opened.report.status, 'close_unverified')) throw new Refusal('state_does_not_allow');
    const typed = await withLogged(ctx, work, readTyped(request.query));
    return renderPage(
      request,
      reply,
      'desk/approval/unable.njk',
      await modelOf(ctx, user, work, { ...typed, notes: typed.notes || work.form.notes }),
    );
  });

  pages.post(
    path,
    { permission: 'record_outcomes', stepUp: 'outcomes' },
    async (request: UnableRequest, reply, user) => {
      const typed = readTyped(request.body);
      const { reportId } = request.params;
      const work = await workOf(ctx, user, reportId);
      const errors = {
        ...problemsOf(typed, work),
        ...colleagueProblems(user, work.opened, { ...typed }),
        ...(await unaskedProblems(ctx, typed, work)),
        ...(work.isWhole ? {} : { reason: brokenDraft }),
      };
      if (Object.keys(errors).length > 0) {
        const model = await modelOf(ctx, user, work, typed, errors);
        return renderPage(request, reply.status(422), 'desk/approval/unable.njk', model);
      }
      const check = await inTransaction(ctx, async (tx) => {
        const draft = outcomeDraft(user, work.opened);
        if (draft !== undefined) await discardDraft(tx, draft);
        return closeUnverified(tx, user, reportId, { ...unverified(typed), examined: work.examined });
      });
      const { status } = check.reports.find(({ id }) => id === reportId.toLowerCase())!;
      const moved = status === 'complete' ? 'complete' : 'await_approval';
      return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?moved=${moved}`, 303);
    },
  );
}
