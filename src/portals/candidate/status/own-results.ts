// The candidate's own results, where the client shows them: what their page lists, and the document.

import type { Ctx } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { showsOwnResults } from '../../../features/checks/candidate-result-mail-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readOwnResultsDocument } from '../../../features/results/results-document-actions.ts';
import { sayText } from '../../../messages/say.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { resultTag } from '../../shared/status-tags.ts';
import { type FormPages, type FormRequest, formBase, requireSubmitted } from '../candidate-form-request.ts';

const saidTag = (tag: ReturnType<typeof resultTag>) => tag && { ...tag, text: sayText(tag.text) };

/** Undefined where they are not shown. The look is recorded, as everybody's is. */
export async function ownResultsIn(ctx: Ctx, request: FormRequest, { caller }: OpenForm, check: Check) {
  if (!(await showsOwnResults(ctx, caller, check))) return undefined;
  const { id: checkId, applicantId, status } = check;
  recordLook(ctx, caller, { type: 'check.results_read', resourceId: checkId, checkId, applicantId, status });
  const complete = check.reports.filter((report) => report.status === 'complete');
  return {
    href: `${formBase(request)}/results/file`,
    rows: complete.map((report) => ({
      label: sayText(reportTypeById(report.reportTypeId)?.label ?? report.name),
      tag: saidTag(resultTag(report)),
      completedAt: report.completedAt,
    })),
  };
}

export function ownResultsPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/results/file', requireSubmitted, async (_request, reply, form) => {
    const { orderId, content } = await readOwnResultsDocument(ctx, form.caller, form.link.checkId);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${orderNumber(orderId)}-results.pdf"`)
      .header('cache-control', 'no-store')
      .send(content);
  });
}
