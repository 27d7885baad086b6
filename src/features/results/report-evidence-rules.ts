// Decides which files a report can rest on; pure.
import type { Attachment } from '../attachments/attachment.ts';
import type { Check } from '../checks/check.ts';
import { reportTypeById, requiresOf } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { askedBy } from '../requirements/requirement-rules.ts';

/** The candidate's documents serve every report whose type asks for documents. */
export function servesReport(
  file: Pick<Attachment, 'reportId' | 'uploadedBy'>,
  report: Pick<Report, 'id' | 'reportTypeId'>,
  { activityYears }: Pick<Check, 'activityYears'>,
): boolean {
  if (file.reportId !== null) return file.reportId === report.id;
  const type = reportTypeById(report.reportTypeId);
  const asksForDocuments = askedBy(requiresOf(type === undefined ? [] : [type], activityYears)).some(
    ({ id }) => id === 'evidence' || id === 'identity_documents',
  );
  return file.uploadedBy === 'candidate' && asksForDocuments;
}
