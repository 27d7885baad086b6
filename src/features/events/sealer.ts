// Seals stored events into the chain, in one process at a time, and signs the chain's head for a file outside the
// database.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { loadSigningKey, type SigningKey } from '../../platform/encryption/signing-key.ts';
import type { Destination } from '../../platform/forwarding/destination.ts';
import { eventCheck, type SignedHeads } from './audit-actions.ts';
import { appendHead } from './audit-head-store.ts';
import { nameOfHead, signHead } from './audit-heads.ts';
import type { AuditHead } from './audit-rules.ts';
import { findWatermarks, type Position, sealBatch, tryHoldSealing } from './audit-store.ts';
import { createHeadForwarder } from './head-forwarder.ts';

const batchSize = 2000;
/** The pause between batches: an event is sealed within a second, idle or busy. */
const restMs = 250;
const takeOverMs = 1000;
const headEveryMs = 10_000;

function auditKey(settings: Ctx['settings']): SigningKey {
  return loadSigningKey(settings.dataDir, 'audit-key');
}

/** The heads with which `verifyAudit` compares the chain. */
export function signedHeads(settings: Ctx['settings']): SignedHeads {
  return { file: settings.auditHeadFile, publicKeys: auditKey(settings).publicKeys };
}

/** Seals all final events and returns how many; 0 also while another process seals. */
export async function sealOnce(db: Db, integrity: Integrity): Promise<number> {
  const isOurs = eventCheck(integrity);
  let after: Position | undefined;
  for (let total = 0; ; ) {
    const batch = await sealBatch(db, { limit: batchSize, after, isOurs });
    total += batch?.sealed ?? 0;
    after = batch?.end;
    if (batch === undefined || batch.read < batchSize) return total;
  }
}

type SealerCtx = Pick<Ctx, 'log' | 'now' | 'settings' | 'integrity' | 'alarms'>;

/** Appends the chain's newest head to the file and sends it elsewhere, at most every ten seconds. */
function headExport(ctx: SealerCtx, key: SigningKey, destinations: readonly Destination[]) {
  const { log, now, settings } = ctx;
  const elsewhere = createHeadForwarder(log, destinations);
  let newest: AuditHead | undefined;
  let rest: NodeJS.Timeout | undefined;
  const write = async () => {
    const head = newest;
    if (head === undefined || head.seq === 0) return;
    newest = undefined;
    const at = now();
    const line = signHead(key.privateKey, head, at);
    elsewhere.offer({ kind: 'audit_head', id: nameOfHead(line), type: 'audit_head', at, severity: 'notice', line });
    try {
      await appendHead(settings.auditHeadFile, key.privateKey, head, at);
    } catch (error) {
      // Sealing continues without it; the next head covers the same links.
      newest = head;
      log.error('audit head not written', { error, setting: 'PROBITY_AUDIT_HEAD_FILE' });
    }
  };
  return {
    moved(head: AuditHead | undefined) {
      newest = head ?? newest;
    },
    async writeIfDue() {
      // An empty chain has no head: the first event's is written at once, not ten seconds later.
      if (rest !== undefined || newest === undefined || newest.seq === 0) return;
      rest = setTimeout(() => {
        rest = undefined;
      }, headEveryMs);
      rest.unref();
      await write();
    },
    async finish() {
      await write();
      await elsewhere.finish();
    },
    drop: elsewhere.drop,
  };
}

function reportPlanted({ alarms }: SealerCtx, events: readonly string[]): void {
  const [first] = events;
  if (first !== undefined) alarms.raise('event_not_ours', { count: events.length, resourceId: first });
}

/**
 * Seals until `stop`, which seals a last batch and signs the head. Any number of processes may run a sealer: one
 * seals, and when its session ends for any reason, another takes over. Uses one connection of the pool.
 * @param destinations keep the signed heads out of reach of the data folder's owner
 */
export function startSealer(
  ctx: SealerCtx,
  database: Database,
  destinations: readonly Destination[] = [],
): { stop(): Promise<void> } {
  const key = auditKey(ctx.settings);
  const isOurs = eventCheck(ctx.integrity);
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  const seal = async (session: Db) => {
    while (!(await tryHoldSealing(session))) {
      await rest(takeOverMs);
      if (signal.aborted) return;
    }
    const heads = headExport(ctx, key, destinations);
    try {
      await sealUntilStopped(session, heads);
    } finally {
      heads.drop();
    }
  };

  const sealUntilStopped = async (session: Db, heads: ReturnType<typeof headExport>) => {
    const [watermark] = await findWatermarks(session);
    heads.moved(watermark);
    let after: Position | undefined;
    for (;;) {
      // Read the signal before the batch, so that the last batch contains everything committed before the stop.
      const last = signal.aborted;
      const batch = await sealBatch(session, { limit: batchSize, after, isOurs });
      after = batch?.end ?? after;
      heads.moved(batch?.head);
      if (batch !== undefined) reportPlanted(ctx, batch.refused);
      if (last) break;
      await heads.writeIfDue();
      if ((batch?.read ?? 0) < batchSize) await rest(restMs);
    }
    await heads.finish();
  };

  const run = async () => {
    while (!signal.aborted) {
      try {
        await database.session(seal);
      } catch (error) {
        ctx.log.warn('sealer interrupted', { error });
        await rest(takeOverMs);
      }
    }
  };
  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
