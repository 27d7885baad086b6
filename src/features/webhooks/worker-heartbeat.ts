// Sends a worker's heartbeat, and reaps the workers whose heartbeat has stopped, long before their leases would end.
import { setTimeout } from 'node:timers/promises';
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

/** Some heartbeats long: a process that is busy misses one. */
const LISTENED_MS = 5000;

const parts = ['files', 'evidenceKey'] as const;

/**
 * What of a process's place is not that of the others that run; a part that nobody knows yet is no difference. A restored
 * database knows processes of the machine that was backed up: one without a heartbeat in the meantime does not run.
 */
export async function differencesOfPlace(db: Ctx['db'], own: StoragePlace): Promise<readonly (typeof parts)[number][]> {
  const differs = (one: StoragePlace, part: (typeof parts)[number]) => one[part] !== null && one[part] !== own[part];
  const others = (await findWorkerPlaces(db)).filter((one) => parts.some((part) => differs(one, part)));
  if (others.length === 0) return [];
  await setTimeout(LISTENED_MS);
  const heartbeats = new Map(others.map((one) => [one.id, one.heartbeats]));
  const running = (await findWorkerPlaces(db)).filter(
    ({ id, heartbeats: now }) => heartbeats.has(id) && heartbeats.get(id) !== now,
  );
  return parts.filter((part) => running.some((one) => differs(one, part)));
}
