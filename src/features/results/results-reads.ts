// Puts on record who read which results through the API: gathered in memory, written within a second, so that a read waits for nothing.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { eventOf, type NewEvent, storeEventsOfMany } from '../events/event-actions.ts';

/** Results that an answer carries: those of a check, or of one of its reports. */
export interface ResultsRead {
  readonly checkId: string;
  readonly applicantId: string | null;
  readonly reportId?: string;
}

export interface ResultsReads {
  /** Before the answer goes out. Refuses with `service_unavailable` while too much waits for the database. */
  record(caller: Caller, reads: readonly ResultsRead[]): void;
  /** Writes what waits; what the database does not take waits on. Once a second, and at the stop. */
  write(): Promise<void>;
}

interface Waiting {
  readonly event: NewEvent;
  count: number;
}

/** So many are written without waiting for the second to end. */
const WRITE_AT = 2000;
/** Beyond this nothing is read that could not be put on record. */
const WAITING_AT_MOST = 20_000;

/**
 * The same reader's looks at the same results within a second are one event with their number. What is lost when the
 * process is killed (kill -9) is the last second's: the document of a check's results, which people keep and hand on, is
 * therefore recorded before it is sent (results-document-actions).
 */
export function createResultsReads(ctx: Pick<Ctx, 'db' | 'now' | 'newId' | 'log'>): ResultsReads {
  let waiting = new Map<string, Waiting>();
  /** Taken from `waiting`, and not yet in the database. */
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
