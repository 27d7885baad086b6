// Proves that the audit trail cannot be rewritten: tampers with it in every way that a superuser has, and verifies
// each time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditReport, type SignedHeads, verifyAudit } from '../../src/features/events/audit-actions.ts';
import { appendHead } from '../../src/features/events/audit-head-store.ts';
import { findWatermarks } from '../../src/features/events/audit-store.ts';
import { type Database, type Db, sql } from '../../src/platform/db/database.ts';
import { loadSigningKey } from '../../src/platform/encryption/signing-key.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeBareAccounts, sealEverything, storeSomeEvents } from '../support/events.ts';
import { testIntegrity } from '../support/integrity.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { findTampers, type Tamper } from './audit-tampers.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'audit';
export const promise = 'No change of sealed events goes undetected: edited, removed, moved or added (promise 23)';
export const expected = 'every manipulation found, and none reported without one';
export const size = 10_000;
export const unit = 'tampers';

const chainLength = 60;

/** A chain sealed in several rounds, each with its signed head. */
async function makeTrail(database: Database, folder: string, random: Random): Promise<SignedHeads> {
  const key = loadSigningKey(folder, 'audit-key');
  const file = join(folder, 'heads.jsonl');
  const accounts = await makeBareAccounts(database, 3);
  for (let stored = 0; stored < chainLength; ) {
    const count = 1 + random.below(12);
    await storeSomeEvents(database, accounts, count, random);
    stored += count;
    if (random.below(2) > 0 && stored < chainLength) continue;
    await sealEverything(database);
    const [head] = await findWatermarks(database);
    await appendHead(file, key.privateKey, head!, new Date(0));
  }
  return { file, publicKeys: key.publicKeys };
}

class RolledBack extends Error {}

/** Tampers as a superuser without triggers and foreign keys, verifies, and rolls back. */
async function tamperAndVerify(
  database: Database,
  tamper: Tamper,
  random: Random,
  heads: SignedHeads | undefined,
): Promise<AuditReport> {
  let report: AuditReport | undefined;
  const attempt = database.transaction(async (db: Db) => {
    await db.run(sql`set transaction isolation level repeatable read`);
    await db.run(sql`set local session_replication_role = replica`);
    await tamper.apply(db, random);
    report = await verifyAudit(db, testIntegrity, heads);
    throw new RolledBack();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return report!;
}

/** @param seed the seed of a run to repeat */
export async function run(options: { readonly size: number; readonly seed?: number }): Promise<ProofResult> {
  const random = seededRandom(options.seed ?? Date.now() % 2 ** 32);
  const folder = mkdtempSync(join(tmpdir(), 'probity-audit-'));
  const { database, drop } = await openTestDatabase(2);
  try {
    const heads = await makeTrail(database, folder, random);
    const tampers = await findTampers(database);
    const missed = new Map<string, number>();
    const tries = new Map<string, number>();
    const before = await verifyAudit(database, testIntegrity, heads);
    for (let done = 0; done < options.size; done += 1) {
      const tamper = tampers[done % tampers.length]!;
      const report = await tamperAndVerify(database, tamper, random, tamper.needsHeads ? heads : undefined);
      tries.set(tamper.name, (tries.get(tamper.name) ?? 0) + 1);
      if (report.ok) missed.set(tamper.name, (missed.get(tamper.name) ?? 0) + 1);
    }
    const after = await verifyAudit(database, testIntegrity, heads);
    const found = options.size - [...missed.values()].reduce((sum, count) => sum + count, 0);
    const untouched = before.ok && after.ok && after.events === before.events;
    return {
      figure: `${inThousands(found)} of ${inThousands(options.size)} found; untouched the trail is ${untouched ? 'whole' : 'NOT whole'}`,
      ok: found === options.size && untouched,
      lines: [
        `${tampers.length} kinds, a chain of ${before.events} events with ${before.heads} signed heads, seed ${random.seed}`,
        ...[...missed].map(([kind, count]) => `missed: ${kind}, ${count} of ${tries.get(kind)}`),
      ],
    };
  } finally {
    await drop();
    rmSync(folder, { recursive: true });
  }
}
