// The addresses of the pages of references, and what their requests carry.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import type { Reference } from '../../../features/references/reference.ts';
import { readReference } from '../../../features/references/reference-actions.ts';
import type { UserOf } from '../../shared/shell.ts';
import { reportPath } from '../report/report-request.ts';

export const referencesPath = `${reportPath}/references`;

export const reportHref = (reportId: string): string => `/desk/reports/${reportId}`;

export type ReferenceRequestOf = FastifyRequest<{
  Params: { reportId: string; referenceId?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** The report and its reference that the address names. Refuses with `not_found`. */
export async function openReferencePage(
  ctx: Ctx,
  user: UserOf<'desk'>,
  { params }: ReferenceRequestOf,
): Promise<{ readonly opened: OpenedReport; readonly reference: Reference }> {
  const opened = await openReport(ctx, user, params.reportId);
  const reference = await readReference(ctx, opened.caller, opened.report.id, params.referenceId ?? '');
  return { opened, reference };
}
