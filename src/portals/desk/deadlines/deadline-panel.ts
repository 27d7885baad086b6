// The time that the candidate has to submit the form, on the page of a report, with the page that extends it.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { openReport } from '../../../features/cases/screening-actions.ts';
import { formDeadlinePages, formDeadlinesIn } from '../../shared/deadlines/form-deadlines.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ReportPanel } from '../report/report-panels.ts';

const pageOf = (reportId: string) => `/desk/reports/${reportId}`;

export const formDeadlinePanel: ReportPanel = {
  place: 'facts',
  template: 'desk/deadlines/deadline-panel.njk',
  model: (ctx, { check, report }, user) => formDeadlinesIn(ctx, user, check, pageOf(report.id), undefined),
};

type ReportRequest = FastifyRequest<{
  Params: { reportId: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

export function deadlinePages(pages: Pages<'desk'>, ctx: Ctx): void {
  formDeadlinePages(pages, ctx, pageOf(':reportId'), async (request: ReportRequest, user) => {
    const { check, report, caller } = await openReport(ctx, user, request.params.reportId);
    return { check, caller, page: pageOf(report.id) };
  });
}
