// Records who read which results through the API: buffers the readings in memory and writes them within a second, so
// that reads do not wait.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { eventOf, type NewEvent, storeEventsOfMany } from '../events/event-actions.ts';

/** The results in an answer: a check's, or one of its reports'. */
export interface ResultsRead {
  readonly checkId: string;
  readonly applicantId: string | null;
  readonly reportId?: string;
}

export interface ResultsReads {
  /**
   * Call it before the answer is sent. Refuses with `service_unavailable` while too many readings wait for the
   * database.
   */
  record(caller: Caller, reads: readonly ResultsRead[]): void;
  /**
   * Writes the buffered readings, and keeps those that fail for the next time. Called every second, and at the stop.
   */
  write(): Promise<void>;
}

interface Waiting {
  readonly event: NewEvent;
  count: number;
}

/** Write at once when so many are buffered. */
const WRITE_AT = 2000;
/** With more than this buffered, results cannot be read, because the reading could not be recorded. */
const WAITING_AT_MOST = 20_000;

/**
 * Several readings of the same results by one reader within a second become one event with their number. If the
 * process is killed (kill -9), the last second's readings are lost; therefore the PDF of a check's results, which
 * people keep and pass on, is recorded before it is sent (results-document-actions).
 */
export function createResultsReads(ctx: Pick<Ctx, 'db' | 'now' | 'newId' | 'log'>): ResultsReads {
  let waiting = new Map<string, Waiting>();
  /** The number taken from `waiting` and not yet stored. */
  let underWay = 0;

  const eventFor = (caller: Caller, { checkId, applicantId, reportId }: ResultsRead) =>
    eventOf(ctx, caller, {
      type: 'check.results_read',
      resourceId: checkId,
      checkId,
      ...(applicantId === null ? {} : { applicantId }),
      ...(reportId === undefined ? {} : { reportId }),
    });

  const write = async () => {
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    underWay += batch.size;
    try {
      const events = [...batch.values()].map(({ event, count }) => ({ ...event, detail: { count } }));
      await storeEventsOfMany(ctx, events);
    } catch (error) {
      for (const [key, { event, count }] of batch) {
        waiting.set(key, { event, count: count + (waiting.get(key)?.count ?? 0) });
      }
      throw error;
    } finally {
      underWay -= batch.size;
    }
  };

  return {
    record(caller, reads) {
      for (const read of reads) {
        const key = `${caller.actor} ${read.checkId} ${read.reportId ?? ''}`;
        const known = waiting.get(key);
        if (known !== undefined) {
          known.count += 1;
          continue;
        }
        if (waiting.size + underWay >= WAITING_AT_MOST) throw new Refusal('service_unavailable', {}, 1);
        waiting.set(key, { event: eventFor(caller, read), count: 1 });
        if (waiting.size >= WRITE_AT && underWay === 0) {
          write().catch((error: unknown) => ctx.log.warn('reads not recorded yet', { error }));
        }
      }
    },
    write,
  };
}
