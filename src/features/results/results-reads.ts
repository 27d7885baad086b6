// Records who read which results through the API.
import type { Caller, Ctx } from '../../context.ts';
import { recordLook } from '../events/look-actions.ts';
import { verifySoon } from './outcome-check-actions.ts';

/** The results in an answer: a check's, or one of its reports'. */
export interface ResultsRead {
  readonly checkId: string;
  readonly applicantId: string | null;
  readonly reportId?: string;
}

/**
 * Call it before the answer is sent. The PDF of a check's results, which people keep and pass on, is recorded at once
 * instead (results-document-actions).
 */
export function recordResultsReads(
  ctx: Pick<Ctx, 'alarms' | 'batches' | 'db' | 'integrity' | 'log' | 'newId' | 'now'>,
  caller: Caller,
  reads: readonly ResultsRead[],
): void {
  for (const { checkId, applicantId, reportId } of reads) {
    verifySoon(ctx, caller, checkId);
    recordLook(ctx, caller, {
      type: 'check.results_read',
      resourceId: checkId,
      checkId,
      ...(applicantId === null ? {} : { applicantId }),
      ...(reportId === undefined ? {} : { reportId }),
    });
  }
}
