// Above the outcome of a complete report: an answer that it asks for was corrected after its result was given.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { openReport } from '../../../features/cases/screening-actions.ts';
import { readOutdatedResults, upholdResult } from '../../../features/fact-corrections/outdated-result-actions.ts';
import { upholdingReasons } from '../../../features/fact-corrections/outdated-result-rules.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { typed } from '../../shared/form-fields.ts';
import { correctedWords } from '../../shared/requirement-titles.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { type ReportRequest, reportPath } from '../report/report-request.ts';
import { statedHref } from './stated-pages.ts';

export const outdatedPanel: ReportPanel = {
  place: 'outcome',
  template: 'desk/stated/outdated-panel.njk',
  async model(ctx, { check, report, caller }, user) {
    if (report.status !== 'complete') return undefined;
    const found = (await readOutdatedResults(ctx, caller, check)).find(({ reportId }) => reportId === report.id);
    if (found === undefined) return undefined;
    return {
      corrected: correctedWords(found.requirements),
      correctedAt: found.correctedAt,
      seen: found.correctedAt.toISOString(),
      statedHref: statedHref(check.id),
      action: mayDo(user, 'record_outcomes') ? `/desk/reports/${report.id}/result-holds` : undefined,
      reasons: Object.entries(upholdingReasons).map(([value, text]) => ({ value, text })),
    };
  },
};

export function outdatedPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.post(
    `${reportPath}/result-holds`,
    { permission: 'record_outcomes', stepUp: 'outcomes' },
    async (request: ReportRequest, reply, user) => {
      const { caller, check, report } = await openReport(ctx, user, request.params.reportId);
      const target = { checkId: check.id, reportId: report.id };
      const said = { because: typed(request, 'because'), seen: typed(request, 'seen') };
      try {
        await upholdResult(ctx, caller, target, said);
      } catch (error) {
        if (!(error instanceof Refusal) || error.fields.seen === undefined) throw error;
        return reply.redirect(`/desk/reports/${report.id}?done=corrected_again`, 303);
      }
      return reply.redirect(`/desk/reports/${report.id}?done=upheld`, 303);
    },
  );
}
