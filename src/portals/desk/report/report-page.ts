// The page of a report at the desk, the form of its outcome, and the moves that its state allows.
import { type Ctx, timeFor } from '../../../context.ts';
import { type OpenedReport, openReport, screenReport } from '../../../features/cases/screening-actions.ts';
import { closingMoves } from '../../../features/cases/screening-rules.ts';
import { withIdentityCheck } from '../../../features/checks/identity-rules.ts';
import { withTakenOver } from '../../../features/references/reference-actions.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { dateOf } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { formOfReport, outcomeOf, readOutcomeForm } from './outcome-form.ts';
import { filePages } from './report-files.ts';
import { identityPages } from './report-identity.ts';
import { type ReportRequest, reportPath } from './report-request.ts';
import { closeModel, moves, outcomeMoves, reportModel, type Show, typeOf } from './report-view.ts';

/** Those that matter before the outcome is decided. */
const typingErrors = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('properties[')));

/** An open report begins with how the identity was checked, and with what was taken over from references. */
async function openForWork(ctx: Ctx, user: UserOf<'desk'>, reportId: string): Promise<OpenedReport> {
  const opened = await openReport(ctx, user, reportId);
  const { report, check, caller } = opened;
  if (!isOpen(report.status)) return opened;
  return {
    ...opened,
    report: await withTakenOver(ctx, caller, withIdentityCheck(report, check.order.identity_evidence)),
  };
}

function closePages(pages: Pages<'desk'>, ctx: Ctx): void {
  const path = `${reportPath}/close`;
  pages.get(path, { permission: 'close_reports' }, async (request: ReportRequest, reply, user) => {
    const move = closingMoves.find((candidate) => candidate === request.query.move);
    if (move === undefined) throw new Refusal('not_found');
    const opened = await openReport(ctx, user, request.params.reportId);
    return renderPage(request, reply, 'desk/report/close.njk', closeModel(user, opened, move));
  });

  pages.post(path, { permission: 'close_reports' }, async (request: ReportRequest, reply, user) => {
    const move = closingMoves.find((candidate) => candidate === request.body?.move);
    if (move === undefined) throw new Refusal('not_found');
    const { reportId } = request.params;
    await screenReport(ctx, user, reportId, { move });
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?moved=${move}`, 303);
  });
}

export function reportPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const show: Show = async (request, reply, shown) => {
    const asked = { file: request.query.file, description: String(request.body?.description ?? '') };
    const model = await reportModel(ctx, shown, asked);
    return renderPage(request, reply, 'desk/report/report.njk', model);
  };

  pages.get(reportPath, { permission: 'read_reports' }, async (request: ReportRequest, reply, user) => {
    const opened = await openForWork(ctx, user, request.params.reportId);
    const wasMoved = moves.find((move) => move === request.query.moved);
    const done = String(request.query.done ?? '');
    return show(request, reply, { user, opened, form: formOfReport(opened.report), wasMoved, done });
  });

  identityPages(pages, ctx);
  filePages(pages, ctx, show);
  closePages(pages, ctx);

  pages.post(
    reportPath,
    { permission: 'record_outcomes', stepUp: 'outcomes' },
    async (request: ReportRequest, reply, user) => {
      const body = request.body ?? {};
      const move = moves.find((candidate) => candidate === body.move && !closingMoves.includes(candidate));
      const form = readOutcomeForm(body);
      const opened = await openForWork(ctx, user, request.params.reportId);
      const { report, check, caller } = opened;
      const person = { facts: check.order.facts, today: dateOf(timeFor(ctx, caller)) };
      const isOutcome = move === undefined || outcomeMoves.includes(move);
      const read = isOutcome ? outcomeOf(form, report, typeOf(report), person) : undefined;
      const errors = move === undefined ? typingErrors(read!.problems.fields) : (read?.problems.fields ?? {});
      if (Object.keys(errors).length > 0) return show(request, reply.status(422), { user, opened, form, errors });
      if (move === undefined) return show(request, reply, { user, opened, form });
      const given = { move, ...(read && { outcome: read.outcome }) };
      const moved = (await screenReport(ctx, user, report.id, given)).reports.find(({ id }) => id === report.id)!;
      // What must be approved awaits approval instead of being complete.
      const awaits = report.status === 'awaiting_approval' ? 'change' : 'await_approval';
      const done = move === 'complete' && moved.status === 'awaiting_approval' ? awaits : move;
      return reply.redirect(`/desk/reports/${report.id}?moved=${done}`, 303);
    },
  );
}
