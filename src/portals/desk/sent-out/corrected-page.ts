// Corrected answers of suppliers that came after the result of their report: their list, and that a result stays.
import type { Ctx } from '../../../context.ts';
import { openReport } from '../../../features/cases/screening-actions.ts';
import { openCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { findCorrectedAfterResult } from '../../../features/lists/sent-out-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { keepResult } from '../../../features/suppliers/answer-correction-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ReportRequest, reportPath } from '../report/report-request.ts';
import { correctedPath, sentOutPath } from './sent-out-address.ts';

export function correctedPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(correctedPath, { permission: 'send_out' }, async (request: FormRequest, reply, user) => {
    const environment = request.query.environment === 'test' ? 'test' : 'live';
    const found = await findCorrectedAfterResult(ctx.db, user, { environment, now: ctx.now() });
    const names = await openCandidateNames(ctx, user, found, { list: 'corrected_answers' });
    return renderPage(request, reply, 'desk/sent-out/corrected.njk', {
      title: 'Corrected after the result',
      environment,
      listHref: environment === 'test' ? `${sentOutPath}?environment=test` : sentOutPath,
      rows: found.map((row) => ({
        ...{ href: `/desk/reports/${row.report_id}`, orderId: row.order_id, candidate: names.get(row.check_id) ?? '' },
        ...{ supplier: row.supplier_name, accountName: row.account_name, correctedOn: row.corrected_on },
        label: reportTypeById(row.report_type_id)?.label ?? 'Report',
      })),
    });
  });

  pages.post(
    `${reportPath}/result-stays`,
    { permission: 'record_outcomes', stepUp: 'outcomes' },
    async (request: ReportRequest, reply, user) => {
      const { caller, check, report } = await openReport(ctx, user, request.params.reportId);
      const target = { checkId: check.id, reportId: report.id };
      try {
        await keepResult(ctx, caller, target, typed(request, 'seen'));
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
        return reply.redirect(`/desk/reports/${report.id}?done=corrected_again`, 303);
      }
      return reply.redirect(`/desk/reports/${report.id}?done=result_stays`, 303);
    },
  );
}
