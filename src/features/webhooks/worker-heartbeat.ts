// Sends a worker's heartbeat, and reaps the workers whose heartbeat has stopped, long before their leases would end.
import type { Ctx } from '../../context.ts';
import type { StoragePlace } from '../../platform/storage-place.ts';
import {
  findWorkerPlaces,
  type KnownWorker,
  reapWorkers,
  removeWorker,
  sendHeartbeat,
} from './worker-heartbeat-store.ts';

/** At a heartbeat a second. A worker that is only delayed, for example by a restart of the database, misses fewer. */
const EXPIRES_AFTER_MISSED = 20;

interface WatchedWorker extends KnownWorker {
  /** How many of our heartbeats have passed since its last one. */
  readonly missed: number;
}

export interface WorkerHeartbeat {
  /** Sends one heartbeat and reads the heartbeats of the other workers. */
  beat(): Promise<void>;
  /** Reaps workers that missed too many heartbeats. Separate from `beat`: while it takes its time, our heartbeat goes on. */
  reapExpired(): Promise<void>;
  end(): Promise<void>;
}

export interface Beating {
  readonly worker: string;
  /** Where its process stores files, for the doctor of another machine. */
  readonly place?: StoragePlace | undefined;
}

const nowhere: StoragePlace = { files: null, evidenceKey: null };

/** @param onReaped called when leases have ended */
export function createWorkerHeartbeat(
  ctx: Pick<Ctx, 'db' | 'log'>,
  { worker, place = nowhere }: Beating,
  onReaped: () => void,
): WorkerHeartbeat {
  let watched: ReadonlyMap<string, WatchedWorker> = new Map();
  return {
    async beat() {
      const before = watched;
      // If the database does not answer, no worker can send a heartbeat: the count starts again.
      watched = new Map();
      const others = await sendHeartbeat(ctx.db, worker, place);
      const counted = others.map((other): WatchedWorker => {
        const last = before.get(other.id);
        return { ...other, missed: last?.heartbeats === other.heartbeats ? last.missed + 1 : 0 };
      });
      watched = new Map(counted.map((other) => [other.id, other]));
    },
    async reapExpired() {
      const expired = [...watched.values()].filter(({ missed }) => missed >= EXPIRES_AFTER_MISSED);
      if (expired.length === 0) return;
      const count = await reapWorkers(ctx.db, expired);
      if (count === 0) return;
      ctx.log.warn('leases of expired workers ended', { count });
      onReaped();
    },
    end: () => removeWorker(ctx.db, worker),
  };
}

/** What of a process's place is not that of the others; a part that nobody knows yet is no difference. */
export async function differencesOfPlace(
  db: Ctx['db'],
  own: StoragePlace,
): Promise<readonly ('files' | 'evidenceKey')[]> {
  const others = await findWorkerPlaces(db);
  const differs = (part: 'files' | 'evidenceKey') =>
    others.some((one) => one[part] !== null && one[part] !== own[part]);
  return (['files', 'evidenceKey'] as const).filter(differs);
}
