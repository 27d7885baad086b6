// Reads which reports of a check rest on something: an answer of a source, a referee or a supplier, or a file.
import type { Ctx } from '../../context.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import type { Check } from '../checks/check.ts';
import { sandboxProvider } from '../reports/report.ts';
import { findAnsweredReports } from './report-evidence-queries.ts';
import { servesReport } from './report-evidence-rules.ts';

/** Their ids. Test reports are rehearsed as though their source had answered. */
export async function readEvidencedReports(ctx: Ctx, check: Check): Promise<ReadonlySet<string>> {
  const answered = await findAnsweredReports(ctx.db, check.tenant, check.id);
  const files = await listAttachments(ctx, { ...check.tenant, subsidiaryIds: null }, check.orderId);
  const evidenced = check.reports.filter(
    (report) =>
      report.provider === sandboxProvider ||
      answered.has(report.id) ||
      files.some((file) => servesReport(file, report, check)),
  );
  return new Set(evidenced.map(({ id }) => id));
}
