// The addresses of the pages of a verification sheet, and the report of the order on which verifications are recorded.
import type { FastifyRequest } from 'fastify';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import type { Report } from '../../../features/reports/report.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { readsHistory } from '../../../features/verifications/history-report-rules.ts';
import type { UserOf } from '../../shared/shell.ts';
import { reportPath } from '../report/report-request.ts';

export const sheetPath = `${reportPath}/verification-sheet`;

export const sheetHref = (reportId: string): string => `/desk/reports/${reportId}/verification-sheet`;

export type SheetRequest = FastifyRequest<{
  Params: { reportId: string; verificationId?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** The report on whose page verifications are recorded: this one, or another open one that reads the history. */
export const recordingReport = ({ reports }: Check, report: Report): Report | undefined =>
  [report, ...reports].find((one) => readsHistory(one) && allowsAction(one.status, 'verify_periods'));

export const mayVerify = (user: UserOf<'desk'>, { isRestricted }: Check): boolean =>
  mayDo(user, 'ask_references') && !isRestricted;
