// The routes of a report's evidence: attached, downloaded, shown, and assigned to a report of the order.
import type { Ctx } from '../../../context.ts';
import { assignAttachment } from '../../../features/attachments/attachment-actions.ts';
import { openReport } from '../../../features/cases/screening-actions.ts';
import { fieldsAfterFile } from '../../shared/files/file-forms.ts';
import { attachSentFile, sendOrderFile, sendOrderImage } from '../../shared/files/order-files.ts';
import { framePolicy } from '../../shared/page-headers.ts';
import { HTML, renderHtml } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { keepOutcome, openForWork, shownOf } from './report-drafts.ts';
import { type ReportRequest, reportPath } from './report-request.ts';
import type { Show } from './report-view.ts';

const path = `${reportPath}/files`;

/** The frame that draws documents holds nothing of anybody: the page around sends it the file. */
function framePage(pages: Pages<'desk'>): void {
  pages.get('/desk/evidence-frame', { permission: 'read_reports' }, async (_request, reply) =>
    reply
      .type(HTML)
      .header('content-security-policy', framePolicy)
      .send(renderHtml('desk/report/evidence-frame.njk', { title: 'Document' }, '')),
  );
}

/** The outcome that was typed is sent with the file where the page has its form: it stays as the draft. */
async function keepWithFile(
  ctx: Ctx,
  request: ReportRequest,
  {
    user,
    reportId,
    isAttached,
  }: { readonly user: UserOf<'desk'>; readonly reportId: string; readonly isAttached: boolean },
): Promise<void> {
  const typed = await fieldsAfterFile(request);
  const description = isAttached ? '' : String(request.body?.description ?? '');
  await keepOutcome(ctx, user, await openForWork(ctx, user, reportId), { ...typed, description });
}

export function filePages(pages: Pages<'desk'>, ctx: Ctx, show: Show): void {
  framePage(pages);

  pages.post(path, { permission: 'attach_files' }, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const { report, check, caller } = opened;
    const evidence = { reportId: report.id };
    const keep = (isAttached: boolean) => keepWithFile(ctx, request, { user, reportId: report.id, isAttached });
    const errors = await attachSentFile(ctx, caller, check.orderId, request, evidence).catch(async (error) => {
      await keep(false);
      throw error;
    });
    await keep(errors === undefined);
    if (errors === undefined) return reply.redirect(`/desk/reports/${report.id}?done=attached#evidence`, 303);
    const now = await openForWork(ctx, user, report.id);
    return show(request, reply.status(422), { ...(await shownOf(ctx, user, now)), errors });
  });

  for (const [url, send] of [
    [`${path}/:file_token`, sendOrderFile],
    [`${path}/:file_token/image`, sendOrderImage],
  ] as const) {
    pages.get(url, { permission: 'read_reports' }, async (request: ReportRequest, reply, user) => {
      const { caller, check } = await openReport(ctx, user, request.params.reportId);
      const file = { orderId: check.orderId, fileToken: request.params.file_token!, isAtDesk: true };
      return send(ctx, caller, file, reply);
    });
  }

  pages.post(
    `${path}/:file_token/report`,
    { permission: 'attach_files' },
    async (request: ReportRequest, reply, user) => {
      const { caller, check, report } = await openReport(ctx, user, request.params.reportId);
      const reportId = String(request.body?.report_id ?? '') || null;
      await assignAttachment(ctx, caller, { checkId: check.id, fileToken: request.params.file_token!, reportId });
      return reply.redirect(`/desk/reports/${report.id}?done=assigned#evidence`, 303);
    },
  );
}
