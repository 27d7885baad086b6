// Ends the leases of workers that are gone, long before they would end by themselves.
import type { Ctx } from '../../context.ts';
import { endLeasesOf, findUnlockedWorkers } from './dead-worker-store.ts';

/** A session that breaks is followed by another within a second or two: only who is without for all these looks is gone. */
const LOOKS = 4;

/** One look, to be repeated. @param worker who looks @param ended told that something is free again */
export function createReaper(ctx: Pick<Ctx, 'db' | 'log'>, worker: string, ended: () => void): () => Promise<void> {
  let missing: ReadonlyMap<string, number> = new Map();
  return async () => {
    const before = missing;
    // Where the database does not answer nobody is missed, and nobody was.
    missing = new Map();
    const unlocked = await findUnlockedWorkers(ctx.db, worker);
    missing = new Map(unlocked.map((id) => [id, (before.get(id) ?? 0) + 1]));
    const dead = unlocked.filter((id) => missing.get(id)! >= LOOKS);
    if (dead.length === 0) return;
    const count = await endLeasesOf(ctx.db, dead);
    if (count > 0) ctx.log.warn('leases of dead workers ended', { count });
    ended();
  };
}
