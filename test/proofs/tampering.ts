// Proves that no outcome, key, credential or grant changes unseen: edits them as somebody who administers the database
// could, and looks whether each edit is found, named and without effect.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../src/config.ts';
import type { Ctx } from '../../src/context.ts';
import { createApiKey, revokeApiKey } from '../../src/features/accounts/account-actions.ts';
import { verifyRows } from '../../src/features/accounts/row-check-jobs.ts';
import { makeRecoveryCodes, storeFactor } from '../../src/features/accounts/second-factor-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { insertSignInLink } from '../../src/features/accounts/sign-in-link-store.ts';
import { startSession } from '../../src/features/accounts/sign-in-store.ts';
import { setSingleSignOn } from '../../src/features/accounts/single-sign-on-set-up-actions.ts';
import { advanceCheck } from '../../src/features/checks/sandbox-actions.ts';
import { type SignedHeads, verifyAudit } from '../../src/features/events/audit-actions.ts';
import { appendHead } from '../../src/features/events/audit-head-store.ts';
import { findWatermarks } from '../../src/features/events/audit-store.ts';
import { verifyAllOutcomes } from '../../src/features/results/outcome-check-actions.ts';
import { recordTraining } from '../../src/features/training/training-actions.ts';
import { openProbity } from '../../src/main.ts';
import { type Db, openDatabase, rawSql, sql } from '../../src/platform/db/database.ts';
import { guardedTables } from '../../src/platform/db/guarded-rows.ts';
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
import { type Edit, findEdits } from './tampering-edits.ts';
import { type Given, type Held, newlyGiven, readEverywhere, useEverything } from './tampering-effects.ts';
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
  readonly held: Held;
  readonly checkIds: readonly string[];
  /** What everything gives as long as nobody changed anything. */
  readonly given: Given;
}

const password = 'a long enough password';
const checks = 2;

/** The network, on which the provider publishes its configuration. */
const withProvider = (ctx: Ctx, issuer: string): Ctx => ({
  ...ctx,
  outgoing: {
    ...ctx.outgoing,
    call: () =>
      Promise.resolve({
        outcome: 'answered',
        status: 200,
        bodyText: JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
        }),
      } as never),
  },
});

/** As the sign-in library stores it. */
async function openSession({ db, integrity, now, newId }: Ctx, userId: string): Promise<string> {
  const token = newId();
  const at = now();
  await db.run(sql`
    insert into sign_in_sessions (user_id, token, expires_at, created_at, updated_at)
    values (${userId}, ${token}, ${new Date(at.getTime() + 3_600_000)}, ${at}, ${at})`);
  const session = { network: '192.0.2.1', device: 'Firefox', secondFactor: 'passkey', confirmedAt: at };
  await startSession(db, integrity, token, session);
  return token;
}

async function revokedKey(ctx: Ctx, { accountId, userId }: TestAccount): Promise<string> {
  const { id, key } = await createApiKey(ctx, 'system', accountId, { userId, environment: 'test' });
  await revokeApiKey(ctx, 'system', accountId, id);
  return key;
}

const readChecks = async (ctx: Ctx, account: TestAccount, checkIds: readonly string[]): Promise<Given> => {
  const all: [string, string | undefined][] = [];
  for (const id of checkIds) {
    for (const [name, answer] of await readEverywhere(ctx, account, id)) all.push([`${name} of ${id}`, answer]);
  }
  return new Map(all);
};

/** People with every kind of credential, and checks that are over. */
async function makeWorld(ctx: Ctx): Promise<World> {
  const { db, integrity } = ctx;
  const account = await makeAccount(ctx);
  const email = 'screener@desk.test';
  const accounts = [account.accountId];
  const deskUserId = await createDeskUser(ctx, 'system', { name: 'Screener', email, role: 'screener', accounts });
  const training = { areas: ['identity'], completedOn: '2020-01-31', validUntil: '', how: 'Taught by the lead' };
  await recordTraining(ctx, 'system', deskUserId, training);
  await createSignIn(ctx, 'system', { email, password });
  await createSignIn(ctx, 'system', { email: `${account.accountId}@administrator.test`, password });
  const userIds = [deskUserId, account.userId];
  const [sessions, links]: [string[], string[]] = [[], []];
  for (const userId of userIds) {
    const at = ctx.now();
    const key = { credentialId: ctx.newId(), publicKey: Buffer.from('key'), counter: 0 };
    await storeFactor(ctx, { userId, kind: 'passkey', name: 'Key', ...key });
    await makeRecoveryCodes(ctx, userId);
    sessions.push(await openSession(ctx, userId));
    const token = ctx.newId();
    links.push(token);
    const tokenHash = createHash('sha256').update(token).digest();
    const link = { tokenHash, userId, purpose: 'invitation' } as const;
    await insertSignInLink(db, integrity, { ...link, createdAt: at, expiresAt: new Date(at.getTime() + 3_600_000) });
  }
  const provider = { issuer: 'https://id.test', clientId: 'probity', clientSecret: 'secret', domains: ['client.test'] };
  await setSingleSignOn(withProvider(ctx, provider.issuer), 'system', account.accountId, provider);
  const caller = account.caller('test');
  const checkIds: string[] = [];
  for (let placed = 0; placed < checks; placed += 1) {
    const { check } = await placeWaiting(ctx, caller, { reports: ['identity'] });
    for (let step = 0; step < 2; step += 1) await advanceCheck(ctx, caller, check.id);
    checkIds.push(check.id);
  }
  const held = { keys: [account.keys.test, await revokedKey(ctx, account)], userIds, sessions, links };
  const key = loadSigningKey(ctx.settings.dataDir, 'audit-key');
  const heads = { file: ctx.settings.auditHeadFile, publicKeys: key.publicKeys };
  const used = await useEverything(ctx, account, held);
  const given = new Map([...used, ...(await readChecks(ctx, account, checkIds))]);
  const refused = [...given].filter(([, answer]) => answer === undefined).map(([name]) => name);
  if (refused.join() !== 'key 1') throw new Error(`refused before anybody changed anything: ${refused.join()}`);
  await sealEverything(db, integrity);
  await appendHead(ctx.settings.auditHeadFile, key.privateKey, (await findWatermarks(db))[0]!, ctx.now());
  return { ctx, account, heads, held, checkIds, given };
}

class RolledBack extends Error {}

/**
 * For a superuser without triggers and foreign keys. Set for the connection: setting it for a transaction makes the
 * server plan every statement again.
 */
const unguarded = '-c session_replication_role=replica';

/** Runs `attempt`, and takes everything back. */
async function takenBack<T>(db: Db, attempt: (tx: Db) => Promise<T>): Promise<T> {
  let result: T;
  const whole = db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read`);
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

async function tryEdit({ ctx, account, held, given }: World, edit: Edit, random: Random): Promise<Verdict> {
  return takenBack(ctx.db, async (db) => {
    const changed = await edit.apply(db, random);
    const inside = { ...ctx, db };
    if (changed.kind === 'row') {
      const found = (await verifyRows(db, ctx.integrity)).some(
        ({ table, key }) => table === changed.table && key === changed.key,
      );
      const used = await useEverything(inside, account, held);
      return { found, effective: newlyGiven(given, used) !== undefined };
    }
    const problems = await verifyAllOutcomes(db, ctx.integrity);
    const found = problems.some(({ checkId, fields }) => checkId === changed.checkId && fields.length > 0);
    const read = await readChecks(inside, account, [changed.checkId]);
    return { found, effective: newlyGiven(given, read) !== undefined };
  });
}

/** Everything that they hold, and the results of one of the checks. */
async function tryAll({ account, held, checkIds, given }: World, ctx: Ctx, random: Random): Promise<boolean> {
  const used = await useEverything(ctx, account, held);
  const read = await readChecks(ctx, account, [random.pick(checkIds)]);
  return newlyGiven(given, new Map([...used, ...read])) !== undefined;
}

async function tryTamper(world: World, tamper: Tamper, random: Random): Promise<Verdict> {
  const { ctx, heads } = world;
  return takenBack(ctx.db, async (db) => {
    await tamper.apply(db, random);
    const found = !(await verifyAudit(db, ctx.integrity, heads)).ok;
    return { found, effective: await tryAll(world, { ...ctx, db }, random) };
  });
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

async function tryHeads(world: World, edit: (file: string, random: Random) => void, random: Random): Promise<Verdict> {
  const { ctx, heads } = world;
  const before = readFileSync(heads.file, 'utf8');
  edit(heads.file, random);
  const { ok } = await verifyAudit(ctx.db, ctx.integrity, heads);
  const effective = await takenBack(ctx.db, (db) => tryAll(world, { ...ctx, db }, random));
  writeFileSync(heads.file, before);
  return { found: !ok, effective };
}

/** The row as it was is put back, with its old MAC, after a change that took something away. */
async function tryReplay({ ctx, account, held }: World, replay: Replay): Promise<Verdict> {
  return takenBack(ctx.db, async (db) => {
    const key = await replay.keyOf({ ...ctx, db }, account);
    const at = sql`${rawSql(`t.${guardedTables[replay.table].key}`)} = ${key}::uuid`;
    const table = rawSql(`${replay.table} t`);
    const before = await db.rows<{ row: unknown }>(sql`select to_jsonb(t) as row from ${table} where ${at}`);
    await replay.change({ ...ctx, db }, account, key);
    const given = await useEverything({ ...ctx, db }, account, held);
    await db.run(sql`delete from ${table} where ${at}`);
    for (const { row } of before) {
      await db.run(sql`
        insert into ${rawSql(replay.table)}
        select * from jsonb_populate_record(null::${rawSql(replay.table)}, ${JSON.stringify(row)}::jsonb)`);
    }
    const found = (await verifyRows(db, ctx.integrity)).some((old) => old.table === replay.table && old.key === key);
    const after = await useEverything({ ...ctx, db }, account, held);
    return { found, effective: newlyGiven(given, after) !== undefined };
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
  const rows = await verifyRows(ctx.db, ctx.integrity);
  const outcomes = await verifyAllOutcomes(ctx.db, ctx.integrity);
  return (await verifyAudit(ctx.db, ctx.integrity, heads)).ok && rows.length === 0 && outcomes.length === 0;
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

export interface TamperingOptions {
  readonly size: number;
  /** The seed of a run to repeat. */
  readonly seed?: number;
  /** Replaces the comparison of MACs, to show that the proof can fail. */
  readonly plant?: (integrity: Integrity) => Integrity;
}

/** A world that attacks leave as it was. */
export async function openTampering() {
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
  const attacker = openDatabase({
    connection: { ...connection, options: unguarded },
    poolSize: 2,
    onIdleError: () => undefined,
  });
  const close = async () => {
    await attacker.close();
    await opened.close();
    await drop();
    rmSync(folder, { recursive: true });
  };
  const world = await makeWorld(opened.ctx).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    attack({ size: edits, seed = Date.now() % 2 ** 32, plant = (same) => same }: TamperingOptions) {
      const ctx = { ...world.ctx, db: attacker, integrity: plant(world.ctx.integrity) };
      return attack({ ...world, ctx }, edits, seededRandom(seed));
    },
    close,
  };
}

export async function run(options: TamperingOptions): Promise<ProofResult> {
  const tampering = await openTampering();
  return tampering.attack(options).finally(tampering.close);
}
