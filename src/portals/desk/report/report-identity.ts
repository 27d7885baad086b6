// The pages on which a screener confirms the identity of a candidate.
import { type Ctx, todayFor } from '../../../context.ts';
import { confirmSeenIdentity, type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { inviteForFingerprints } from '../../../features/checks/identity-actions.ts';
import {
  confirmingModel,
  confirmStatus,
  type IdentityRequest,
  isConfirmed,
  isInvited,
} from '../../shared/identity/identity.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type ReportRequest, reportPath } from './report-request.ts';

const path = `${reportPath}/identity`;

export function identityPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const confirming = (
    user: UserOf<'desk'>,
    { check, report, caller }: OpenedReport,
    { query, body }: Pick<IdentityRequest, 'query' | 'body'>,
  ) => {
    const asked = confirmingModel({
      check,
      page: `/desk/reports/${report.id}`,
      reader: 'desk',
      user,
      today: todayFor(ctx, caller),
      query,
      body,
    });
    return (
      asked && {
        ...asked,
        filesHref: `${asked.page}#evidence`,
        confirmingTells: asked.isReplaced ? 'It is recorded with your name.' : 'The client is notified.',
      }
    );
  };

  pages.get(path, { permission: 'confirm_identity' }, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const model = confirming(user, opened, { query: request.query });
    if (model === undefined) return reply.redirect(`/desk/reports/${opened.report.id}`, 303);
    return renderPage(request, reply, 'shared/identity/confirm.njk', model);
  });

  pages.post(path, { permission: 'confirm_identity' }, async (request: ReportRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const model = confirming(user, opened, { body: request.body ?? {} });
    if (model !== undefined && !isConfirmed(model, request.body) && !isInvited(model, request.body)) {
      return renderPage(request, reply.status(confirmStatus(request.body)), 'shared/identity/confirm.njk', model);
    }
    if (model !== undefined && isInvited(model, request.body)) {
      await inviteForFingerprints(ctx, opened.caller, opened.check.id, model.seen);
      return reply.redirect(`/desk/reports/${opened.report.id}`, 303);
    }
    await confirmSeenIdentity(ctx, user, opened.report.id, model?.seen);
    return reply.redirect(`/desk/reports/${opened.report.id}?done=confirmed`, 303);
  });
}
