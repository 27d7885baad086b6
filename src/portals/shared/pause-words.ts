// Why and until when a report is paused, in words for the desk and the client.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { delayReasonWords, isDelayReason } from '../../messages/en-delays.ts';
import { lower } from './fact-labels.ts';

/** `until 4 March 2026: waits for the source`; empty if neither is known. */
export function pauseWords({
  until,
  because,
}: {
  readonly until: IsoDate | null | undefined;
  readonly because: unknown;
}): string {
  const why = isDelayReason(because) ? lower(delayReasonWords[because]) : undefined;
  const end = until ? `until ${formatLongDate(until)}` : undefined;
  return [end, why].filter((part) => part !== undefined).join(': ');
}
