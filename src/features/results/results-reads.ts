// Records who read which results through the API, within a second and without making the reader wait.
import { type Caller, type Ctx, ownerOf } from '../../context.ts';
import { eventOf, recordSoon } from '../events/event-actions.ts';
import { verifySoon } from './outcome-check-actions.ts';

/** The results in an answer: a check's, or one of its reports'. */
export interface ResultsRead {
  readonly checkId: string;
  readonly applicantId: string | null;
  readonly reportId?: string;
}

/**
 * Call it before the answer is sent. Several readings of the same results by one reader within a second become one
 * event with their number. If the process is killed (kill -9), the last second's readings are lost; therefore the PDF
 * of a check's results, which people keep and pass on, is recorded before it is sent (results-document-actions).
 * Refuses with `service_unavailable` while too many readings wait for the database, because the reading could not be
 * recorded.
 */
export function recordResultsReads(
  ctx: Pick<Ctx, 'alarms' | 'batches' | 'db' | 'integrity' | 'newId' | 'now'>,
  caller: Caller,
  reads: readonly ResultsRead[],
): void {
  for (const { checkId, applicantId, reportId } of reads) {
    verifySoon(ctx, caller, checkId);
    recordSoon(ctx, `${caller.keyId ?? ''} ${ownerOf(caller)} ${checkId} ${reportId ?? ''}`, () =>
      eventOf(ctx, caller, {
        type: 'check.results_read',
        resourceId: checkId,
        checkId,
        ...(applicantId === null ? {} : { applicantId }),
        ...(reportId === undefined ? {} : { reportId }),
      }),
    );
  }
}
