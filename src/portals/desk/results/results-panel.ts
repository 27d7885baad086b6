// The results of the whole order on the page of a report, as a PDF and as an evidence bundle.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { openReport } from '../../../features/cases/screening-actions.ts';
import { downloadUri } from '../../../features/checks/check-links.ts';
import { sendEvidenceBundle } from '../../shared/files/evidence-bundle.ts';
import type { Pages } from '../../shared/shell.ts';
import { resultsNames } from '../../shared/status-tags.ts';
import type { OrderPanel } from '../report/report-panel.ts';
import { type ReportRequest, reportPath } from '../report/report-request.ts';

export const resultsPanel: OrderPanel = {
  place: 'below',
  template: 'desk/results/results-panel.njk',
  async model(ctx, { check, report }, user) {
    if (!mayDo(user, 'read_results')) return undefined;
    return {
      kind: resultsNames[check.status],
      pdfHref: `${await downloadUri(ctx, { ...check.tenant, checkId: check.id })}.pdf`,
      bundleHref: `/desk/reports/${report.id}/bundle/file`,
      looksHref: mayDo(user, 'read_audit') ? `/desk/register/${check.id}` : undefined,
    };
  },
};

export function resultsPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission: 'read_results', stepUp: 'exports' } as const;
  pages.get(`${reportPath}/bundle/file`, options, async (request: ReportRequest, reply, user) => {
    const { caller, check } = await openReport(ctx, user, request.params.reportId);
    return sendEvidenceBundle(ctx, caller, check.id, reply);
  });
}
