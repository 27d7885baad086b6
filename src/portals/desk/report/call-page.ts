// The page on which a screener logs a telephone call with the candidate or a source of a report. Nobody is written to.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { logCall } from '../../../features/cases/call-actions.ts';
import { callOutcomes, callPartners, type TypedCall } from '../../../features/cases/call-rules.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { text } from '../../shared/sign-in/sign-in-steps.ts';
import { reportHead } from '../sent-out/report-head.ts';
import { typedText } from './order-notes.ts';
import { type ReportRequest, reportPath } from './report-request.ts';

const path = `${reportPath}/call`;
const options = { permission: 'write_notes' } as const;

const choices = (texts: Readonly<Record<string, string>>, chosen: string) =>
  Object.entries(texts).map(([value, label]) => ({ value, text: label, checked: value === chosen }));

function show(
  request: ReportRequest,
  reply: FastifyReply,
  opened: OpenedReport,
  { typed, errors }: { readonly typed: TypedCall; readonly errors?: FieldMessages },
) {
  const head = reportHead(opened);
  const { mobile, telephone } = opened.check.order.facts;
  return renderPage(request, reply, 'desk/report/call.njk', {
    title: 'Log a call',
    ...head,
    ...{ typed, errors },
    numbers: [mobile, telephone].filter(Boolean),
    partners: choices(callPartners, typed.with),
    outcomes: choices(callOutcomes, typed.cameOf),
  });
}

export function callPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, options, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    if (opened.key === undefined) throw new Refusal('state_does_not_allow');
    return show(request, reply, opened, { typed: { with: '', person: '', number: '', cameOf: '', note: '' } });
  });

  pages.post(path, options, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const field = (name: string) => text(request.body?.[name]).trim();
    const typed: TypedCall = {
      ...{ with: field('call_with'), person: field('call_person'), number: field('call_number') },
      ...{ cameOf: field('came_of'), note: typedText(request.body?.call_note) },
    };
    try {
      await logCall(ctx, user, opened.report.id, typed);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), opened, { typed, errors: error.fields });
    }
    return reply.redirect(`/desk/reports/${opened.report.id}?done=called#report-notes`, 303);
  });
}
