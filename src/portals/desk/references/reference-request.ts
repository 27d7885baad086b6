// The addresses of the pages of references, and what their requests carry.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import type { Reference } from '../../../features/references/reference.ts';
import { readReference } from '../../../features/references/reference-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import type { UserOf } from '../../shared/shell.ts';
import { reportPath } from '../report/report-request.ts';

export const referencesPath = `${reportPath}/references`;

export const referencePath = `${referencesPath}/:referenceId`;

export const reportHref = (reportId: string): string => `/desk/reports/${reportId}`;

export type ReferenceRequestOf = FastifyRequest<{
  Params: { reportId: string; referenceId?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

export interface OpenedReference {
  readonly opened: OpenedReport;
  readonly reference: Reference;
}

/** Of the reference, for the report that reads it. */
export const pageOf = ({ opened, reference }: OpenedReference): string =>
  `${reportHref(opened.report.id)}/references/${reference.id}`;

/**
 * The report of the address with the reference, which it asked itself or reads of another report of its order. Refuses with
 * `not_found`.
 */
export async function openReadReference(
  ctx: Ctx,
  user: UserOf<'desk'>,
  { params }: ReferenceRequestOf,
): Promise<OpenedReference> {
  const opened = await openReport(ctx, user, params.reportId);
  const reference = await readReference(ctx, opened.caller, opened.report.id, params.referenceId ?? '');
  return { opened, reference };
}

/** The reference with the report that asked. Refuses with `not_found`. */
export async function openReferencePage(
  ctx: Ctx,
  user: UserOf<'desk'>,
  request: ReferenceRequestOf,
): Promise<OpenedReference> {
  const found = await openReadReference(ctx, user, request);
  if (isOfOther(found.reference)) throw new Refusal('not_found');
  return found;
}

/** Whether another report of the order asked. */
export const isOfOther = ({ reportId, readerId }: Reference): boolean => reportId !== readerId;
