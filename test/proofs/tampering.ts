// Proves that no outcome, key, credential or grant changes unseen: edits them as somebody who administers the database
// could, and looks whether each edit is found, named and without effect.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../src/config.ts';
import type { Ctx } from '../../src/context.ts';
import { createAuthentication } from '../../src/features/accounts/authentication.ts';
import { findOldRows } from '../../src/features/accounts/old-row-queries.ts';
import { makeRecoveryCodes, storeFactor } from '../../src/features/accounts/second-factor-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { insertSignInLink } from '../../src/features/accounts/sign-in-link-store.ts';
import { findOpenSession, startSession } from '../../src/features/accounts/sign-in-store.ts';
import { isOwnProvider, setSingleSignOn } from '../../src/features/accounts/single-sign-on-actions.ts';
import { areOwnRows, hasOnlyOwnRows } from '../../src/features/accounts/user-row-actions.ts';
import { advanceCheck } from '../../src/features/checks/sandbox-actions.ts';
import { type SignedHeads, verifyAudit } from '../../src/features/events/audit-actions.ts';
import { appendHead } from '../../src/features/events/audit-head-store.ts';
import { findWatermarks } from '../../src/features/events/audit-store.ts';
import { refuseChangedOutcomes, verifyAllOutcomes } from '../../src/features/results/outcome-check-actions.ts';
import { openProbity } from '../../src/main.ts';
import { type Db, rawSql, sql } from '../../src/platform/db/database.ts';
import { findForeignRows, guardedTables } from '../../src/platform/db/guarded-rows.ts';
import type { Integrity } from '../../src/platform/encryption/integrity.ts';
import { loadSigningKey } from '../../src/platform/encryption/signing-key.ts';
import { createLog } from '../../src/platform/log.ts';
import { placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { makeAccount, type TestAccount } from '../support/accounts.ts';
import { openTestDatabase } from '../support/database.ts';
import { sealEverything } from '../support/events.ts';
import { urlOf } from '../support/probity.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { findTampers, type Tamper } from './audit-tampers.ts';
import { inThousands, type ProofResult } from './proof.ts';
import { type Changed, type Edit, findEdits } from './tampering-edits.ts';
import { type Replay, replays } from './tampering-replays.ts';

export const name = 'tampering';
export const promise =
  'No outcome, event, key, credential or grant changes unseen, and no such change has an effect (promise 25)';
export const expected = 'every edit found and named, none effective';
export const size = 10_000;
export const unit = 'edits';

interface World {
  readonly ctx: Ctx;
  readonly account: TestAccount;
  readonly heads: SignedHeads;
}

const password = 'a long enough password';
const checks = 4;

/** As the sign-in library stores it. */
async function openSession({ db, integrity, now, newId }: Ctx, userId: string): Promise<void> {
  const token = newId();
  const at = now();
  await db.run(sql`
    insert into sign_in_sessions (user_id, token, expires_at, created_at, updated_at)
    values (${userId}, ${token}, ${new Date(at.getTime() + 3_600_000)}, ${at}, ${at})`);
  const session = { network: '192.0.2.1', device: 'Firefox', secondFactor: 'passkey', confirmedAt: at };
  await startSession(db, integrity, token, session);
}

/** People with every kind of credential, and checks that are over. */
async function makeWorld(ctx: Ctx): Promise<World> {
  const { db, integrity } = ctx;
  const account = await makeAccount(ctx);
  const email = 'screener@desk.test';
  const accounts = [account.accountId];
  const deskUserId = await createDeskUser(ctx, 'system', { name: 'Screener', email, role: 'screener', accounts });
  await createSignIn(ctx, 'system', { email, password });
  await createSignIn(ctx, 'system', { email: `${account.accountId}@administrator.test`, password });
  for (const userId of [deskUserId, account.userId]) {
    const at = ctx.now();
    const key = { credentialId: ctx.newId(), publicKey: Buffer.from('key'), counter: 0 };
    await storeFactor(ctx, { userId, kind: 'passkey', name: 'Key', ...key });
    await makeRecoveryCodes(ctx, userId);
    await openSession(ctx, userId);
    const link = { tokenHash: Buffer.from(userId), userId, purpose: 'invitation' } as const;
    await insertSignInLink(db, integrity, { ...link, createdAt: at, expiresAt: new Date(at.getTime() + 3_600_000) });
  }
  const provider = { issuer: 'https://id.test', clientId: 'probity', clientSecret: 'secret', domains: ['client.test'] };
  await setSingleSignOn(ctx, 'system', account.accountId, provider);
  const caller = account.caller('test');
  for (let placed = 0; placed < checks; placed += 1) {
    const { check } = await placeWaiting(ctx, caller, { reports: ['identity'] });
    for (let step = 0; step < 2; step += 1) await advanceCheck(ctx, caller, check.id);
  }
  const key = loadSigningKey(ctx.settings.dataDir, 'audit-key');
  await sealEverything(db, integrity);
  await appendHead(ctx.settings.auditHeadFile, key.privateKey, (await findWatermarks(db))[0]!, ctx.now());
  return { ctx, account, heads: { file: ctx.settings.auditHeadFile, publicKey: key.publicKey } };
}

class RolledBack extends Error {}

/** Runs `attempt` as a superuser without triggers and foreign keys, and takes everything back. */
async function takenBack<T>(db: Db, attempt: (tx: Db) => Promise<T>): Promise<T> {
  let result: T;
  const whole = db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read`);
    await tx.run(sql`set local session_replication_role = replica`);
    result = await attempt(tx);
    throw new RolledBack();
  });
  await whole.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return result!;
}

interface Verdict {
  readonly found: boolean;
  readonly effective: boolean;
}

const isRefused = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => false,
    () => true,
  );

/** The keys of the account that the edit may have touched still say nothing to anybody. */
async function isRowEffective(ctx: Ctx, account: TestAccount, { table, key }: Changed & { kind: 'row' }) {
  if (table === 'single_sign_on') return isOwnProvider(ctx, key);
  if (table === 'sign_in_sessions') {
    const session = await ctx.db.row<{ token: string }>(sql`select token from sign_in_sessions where id = ${key}`);
    const rows = await findOpenSession(ctx.db, session!.token, 0);
    return rows[0] !== undefined && areOwnRows(ctx, rows[0].id, rows);
  }
  if (table !== 'api_keys' && table !== 'users') return hasOnlyOwnRows(ctx, key);
  const authentication = createAuthentication(ctx);
  const texts = [...Object.values(account.keys), ...Object.values(account.readOnlyKeys)];
  const callers = await Promise.allSettled(
    texts.map((text) => authentication.callerOf(text, undefined, { address: '192.0.2.1' })),
  );
  return callers.some(
    (one) => one.status === 'fulfilled' && (table === 'api_keys' ? one.value.keyId : one.value.keyUserId) === key,
  );
}

async function tryEdit({ ctx, account }: World, edit: Edit, random: Random): Promise<Verdict> {
  return takenBack(ctx.db, async (db) => {
    const changed = await edit.apply(db, random);
    const inside = { ...ctx, db };
    if (changed.kind === 'row') {
      const foreign = await findForeignRows(db, ctx.integrity, 10);
      const found = foreign.some(({ table, key }) => table === changed.table && key === changed.key);
      return { found, effective: await isRowEffective(inside, account, changed) };
    }
    const problems = await verifyAllOutcomes(db, ctx.integrity);
    const found = problems.some(({ checkId, fields }) => checkId === changed.checkId && fields.length > 0);
    const given = refuseChangedOutcomes(inside, account.caller('test'), changed.checkId);
    return { found, effective: !(await isRefused(given)) };
  });
}

async function tryTamper({ ctx, heads }: World, tamper: Tamper, random: Random): Promise<Verdict> {
  const found = await takenBack(ctx.db, async (db) => {
    await tamper.apply(db, random);
    return !(await verifyAudit(db, ctx.integrity, heads)).ok;
  });
  return { found, effective: false };
}

/** Ways to change the file of signed heads, which has one line a head. */
const headEdits: Readonly<Record<string, (file: string, random: Random) => void>> = {
  'change a signed head': (file, random) => {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/"seq":\d+/, `"seq":${1 + random.below(5)}`));
  },
  'plant a head': (file) => appendFileSync(file, '{"seq":1,"hash":"00","at":"","signature":""}\n'),
  'remove the heads': (file) => writeFileSync(file, ''),
};

async function tryHeads({ ctx, heads }: World, edit: (file: string, random: Random) => void, random: Random) {
  const before = readFileSync(heads.file, 'utf8');
  edit(heads.file, random);
  const { ok } = await verifyAudit(ctx.db, ctx.integrity, heads);
  writeFileSync(heads.file, before);
  return { found: !ok, effective: false };
}

/** The row as it was is put back, with its old MAC, after a change that took something away. */
async function tryReplay({ ctx, account }: World, replay: Replay): Promise<Verdict> {
  return takenBack(ctx.db, async (db) => {
    const key = await replay.keyOf({ ...ctx, db }, account);
    const at = sql`${rawSql(`t.${guardedTables[replay.table].key}`)} = ${key}::uuid`;
    const table = rawSql(`${replay.table} t`);
    const before = await db.rows<{ row: unknown }>(sql`select to_jsonb(t) as row from ${table} where ${at}`);
    await replay.change({ ...ctx, db }, account, key);
    await db.run(sql`delete from ${table} where ${at}`);
    for (const { row } of before) {
      await db.run(sql`
        insert into ${rawSql(replay.table)}
        select * from jsonb_populate_record(null::${rawSql(replay.table)}, ${JSON.stringify(row)}::jsonb)`);
    }
    const found = (await findOldRows(db, 100)).some((old) => old.table === replay.table && old.key === key);
    return { found, effective: !found };
  });
}

interface Attempt {
  readonly name: string;
  try(random: Random): Promise<Verdict>;
}

async function attemptsOn(world: World): Promise<Attempt[]> {
  const edits = await findEdits(world.ctx.db);
  const tampers = await findTampers(world.ctx.db);
  return [
    ...edits.map((edit) => ({ name: edit.name, try: (random: Random) => tryEdit(world, edit, random) })),
    ...tampers.map((one) => ({ name: one.name, try: (random: Random) => tryTamper(world, one, random) })),
    ...replays.map((replay) => ({ name: `put back ${replay.name}`, try: () => tryReplay(world, replay) })),
    ...Object.entries(headEdits).map(([label, edit]) => ({
      name: label,
      try: (random: Random) => tryHeads(world, edit, random),
    })),
  ];
}

async function isUntouched({ ctx, heads }: World): Promise<boolean> {
  const foreign = await ctx.db.transaction((tx) => findForeignRows(tx, ctx.integrity, 1));
  const outcomes = await verifyAllOutcomes(ctx.db, ctx.integrity);
  if ((await findOldRows(ctx.db, 1)).length > 0) return false;
  return (await verifyAudit(ctx.db, ctx.integrity, heads)).ok && foreign.length === 0 && outcomes.length === 0;
}

async function attack(world: World, size: number, random: Random): Promise<ProofResult> {
  const attempts = await attemptsOn(world);
  const missed = new Map<string, number>();
  const effective = new Map<string, number>();
  const count = (into: Map<string, number>, kind: string) => into.set(kind, (into.get(kind) ?? 0) + 1);
  const before = await isUntouched(world);
  for (let done = 0; done < size; done += 1) {
    const attempt = attempts[done % attempts.length]!;
    const verdict = await attempt.try(random);
    if (!verdict.found) count(missed, attempt.name);
    if (verdict.effective) count(effective, attempt.name);
  }
  const untouched = before && (await isUntouched(world));
  const sum = (of: Map<string, number>) => [...of.values()].reduce((total, one) => total + one, 0);
  return {
    figure: `${inThousands(size - sum(missed))} of ${inThousands(size)} found and named, ${inThousands(sum(effective))} effective; untouched ${untouched ? 'everything is valid' : 'NOT everything is valid'}`,
    ok: sum(missed) === 0 && sum(effective) === 0 && untouched,
    lines: [
      `${attempts.length} kinds, seed ${random.seed}`,
      ...[...missed].map(([kind, times]) => `missed: ${kind}, ${times}`),
      ...[...effective].map(([kind, times]) => `effective: ${kind}, ${times}`),
    ],
  };
}

/**
 * @param seed the seed of a run to repeat. @param plant replaces the comparison of MACs, to show that the proof can fail
 */
export async function run(options: {
  readonly size: number;
  readonly seed?: number;
  readonly plant?: (integrity: Integrity) => Integrity;
}): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-tampering-'));
  const { connection, drop } = await openTestDatabase(2);
  const { settings, problems } = readSettings({
    PROBITY_DATA_DIR: folder,
    DATABASE_URL: urlOf(connection),
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_LOG_LEVEL: 'silent',
  });
  if (problems !== undefined) throw new Error(problems.join('; '));
  const opened = await openProbity(settings, createLog('silent'));
  try {
    const world = await makeWorld(opened.ctx);
    const integrity = options.plant?.(opened.ctx.integrity) ?? opened.ctx.integrity;
    const random = seededRandom(options.seed ?? Date.now() % 2 ** 32);
    return await attack({ ...world, ctx: { ...opened.ctx, integrity } }, options.size, random);
  } finally {
    await opened.close();
    await drop();
    rmSync(folder, { recursive: true });
  }
}
