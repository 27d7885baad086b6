// Why and until when a report is paused, in words for the desk and the client.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { delayReasonWords, isDelayReason } from '../../messages/en-delays.ts';
import { lower } from './fact-labels.ts';

interface Pause {
  readonly until: IsoDate | null | undefined;
  readonly because: unknown;
}

/** `Paused until 4 March 2026: waits for the source`, or `Paused: waits for the source`. */
export function pausedWords(pause: Pause): string {
  const words = pauseWords(pause);
  if (words === '') return 'Paused';
  return pause.until ? `Paused ${words}` : `Paused: ${words}`;
}

/** `until 4 March 2026: waits for the source`; empty if neither is known. */
export function pauseWords({ until, because }: Pause): string {
  const why = isDelayReason(because) ? lower(delayReasonWords[because]) : undefined;
  const end = until ? `until ${formatLongDate(until)}` : undefined;
  return [end, why].filter((part) => part !== undefined).join(': ');
}
