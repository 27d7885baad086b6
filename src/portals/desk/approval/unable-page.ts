// The page on which a screener closes a report that nobody could confirm, with the reason.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  closeUnverified,
  type OpenedReport,
  openReport,
  type Unverified,
} from '../../../features/cases/screening-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type UnableReason, unableReasons } from '../../../features/report-types/unable-to-verify.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { colleagueOn, colleagueProblems } from '../report/report-claim.ts';

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
  readonly notes: string;
  readonly claimed_by: string;
}

function readTyped(fields: Readonly<Record<string, unknown>> | null): Typed {
  const text = (name: keyof Typed) => String(fields?.[name] ?? '').trim();
  return {
    reason: text('reason'),
    requests_sent: text('requests_sent'),
    notes: text('notes').replaceAll('\r\n', '\n'),
    claimed_by: text('claimed_by'),
  };
}

function problemsOf({ reason, requests_sent, notes }: Typed): FieldMessages {
  const isReason = Object.hasOwn(unableReasons, reason);
  const isNumber = requests_sent === '' ? reason !== 'no_reply' : /^\d{1,3}$/.test(requests_sent);
  return {
    ...(isReason ? {} : { reason: ['Select why it could not be verified'] }),
    ...(isNumber ? {} : { requests_sent: ['Enter how many requests were sent'] }),
    ...(notes.length <= LONGEST_NOTES ? {} : { notes: [`Notes must be ${LONGEST_NOTES} characters or fewer`] }),
  };
}

const unverified = ({ reason, requests_sent, notes }: Typed): Unverified => ({
  reason: reason as UnableReason,
  requestsSent: requests_sent === '' ? null : Number(requests_sent),
  notes,
});

const modelOf = (user: UserOf<'desk'>, opened: OpenedReport, typed: Typed, errors?: FieldMessages) => {
  const { report, check } = opened;
  return {
    title: 'Close as unable to verify?',
    environment: check.tenant.environment,
    reportId: report.id,
    label: reportTypeById(report.reportTypeId)!.label,
    order: orderNumber(check.orderId),
    reasons: Object.entries(unableReasons).map(([value, text]) => ({ value, text, checked: value === typed.reason })),
    typed,
    colleague: colleagueOn(user, opened),
    errors,
  };
};

export function unablePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'record_outcomes' }, async (request: UnableRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const { status } = opened.report;
    if (status !== 'awaiting_data' && status !== 'paused') throw new Refusal('state_does_not_allow');
    return renderPage(request, reply, 'desk/approval/unable.njk', modelOf(user, opened, readTyped(request.query)));
  });

  pages.post(
    path,
    { permission: 'record_outcomes', stepUp: 'outcomes' },
    async (request: UnableRequest, reply, user) => {
      const typed = readTyped(request.body);
      const { reportId } = request.params;
      const opened = await openReport(ctx, user, reportId);
      const errors = { ...problemsOf(typed), ...colleagueProblems(user, opened, { ...typed }) };
      if (Object.keys(errors).length > 0)
        return renderPage(request, reply.status(422), 'desk/approval/unable.njk', modelOf(user, opened, typed, errors));
      const check = await closeUnverified(ctx, user, reportId, unverified(typed));
      const { status } = check.reports.find(({ id }) => id === reportId.toLowerCase())!;
      const moved = status === 'complete' ? 'complete' : 'await_approval';
      return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?moved=${moved}`, 303);
    },
  );
}
