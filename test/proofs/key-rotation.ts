// Proves that keys rotate online: two processes read and write while master keys and account keys are replaced.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/platform/db/database.ts';
import { sealedId } from '../../src/platform/encryption/account-key.ts';
import { findKeysOfOtherMasters } from '../../src/platform/encryption/account-key-store.ts';
import { type AccountKeys, createAccountKeys, rewrapAccountKeys } from '../../src/platform/encryption/account-keys.ts';
import { type MasterKeys, parseMasterKeys } from '../../src/platform/encryption/master-keys.ts';
import { newKey } from '../../src/platform/encryption/sealed-value.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeBareAccounts } from '../support/events.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'key-rotation';
export const promise = 'Every value stays readable while keys rotate (promise 22)';
export const expected = '0 read errors';
export const size = 1_000_000;
export const unit = 'values';

const accountCount = 20;

interface Value {
  readonly accountId: string;
  readonly id: string;
  readonly text: string;
  /** The applicant's key, if it encrypts the value. */
  readonly wrapped?: Buffer;
  readonly sealed: Buffer;
}

/** Encrypts every other value with an applicant's key of its own. */
async function sealValue(keys: AccountKeys, accountId: string, n: number): Promise<Value> {
  const key = await keys.forAccount(accountId);
  const value = { accountId, id: sealedId('live', randomUUID()), text: `value ${n}` };
  if (n % 2 === 0) return { ...value, sealed: key.seal('answers', value.id, value.text) };
  const { key: applicant, wrapped } = key.wrapDataKey(value.id);
  return { ...value, wrapped, sealed: applicant.seal('facts', value.text) };
}

async function opens(keys: AccountKeys, value: Value): Promise<boolean> {
  try {
    const key = await keys.forAccount(value.accountId);
    if (value.wrapped === undefined) return String(key.open('answers', value.id, value.sealed)) === value.text;
    return key.unwrapDataKey(value.wrapped, value.id).open('facts', value.sealed) === value.text;
  } catch {
    return false;
  }
}

interface Run {
  readonly database: Database;
  readonly accounts: readonly string[];
  readonly values: Value[];
  /** A clock that the run moves. */
  time: number;
  reads: number;
  errors: number;
}

function startProcess(run: Run, masterKeys: MasterKeys): AccountKeys {
  return createAccountKeys({ db: run.database, masterKeys, now: () => new Date(run.time) });
}

async function write(run: Run, writer: AccountKeys, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    run.values.push(await sealValue(writer, run.accounts[n % accountCount]!, n));
  }
}

/** The reader decrypts every value, including those that the writer adds meanwhile. */
async function read(run: Run, reader: AccountKeys): Promise<void> {
  for (let n = 0; n < run.values.length; n += 1) {
    run.reads += 1;
    if (!(await opens(reader, run.values[n]!))) run.errors += 1;
    if (n % 1000 === 0) await new Promise(setImmediate);
  }
}

/** Each process writes values, and reads those of both. */
async function workOn(run: Run, one: AccountKeys, other: AccountKeys): Promise<void> {
  const some = Math.ceil(run.values.length / 50);
  await Promise.all([read(run, one), read(run, other), write(run, one, some), write(run, other, some)]);
}

/** Every process loads the new key, then it becomes the current one, then the old one is removed. */
async function rotateMasterKey(run: Run, old: string, fresh: string): Promise<number> {
  const [knowing, using] = [parseMasterKeys(`${old},${fresh}`), parseMasterKeys(`${fresh},${old}`)];
  const [late, early] = [startProcess(run, knowing), startProcess(run, using)];
  const rewrapping = { db: run.database, masterKeys: using, now: () => new Date(run.time) };
  const [count] = await Promise.all([rewrapAccountKeys(rewrapping), workOn(run, late, early)]);
  return count;
}

/** Adds a version of every account's key while the two processes have caches of different age. */
async function rotateAccountKeys(run: Run, master: MasterKeys): Promise<void> {
  const one = startProcess(run, master);
  await workOn(run, one, one);
  run.time += 25_000;
  const other = startProcess(run, master);
  for (const accountId of run.accounts) await one.createFor(run.database, accountId);
  for (let step = 0; step < 10; step += 1) {
    run.time += 20_000;
    const start = run.values.length;
    for (const writer of [one, other]) await write(run, writer, accountCount);
    for (const value of run.values.slice(start)) {
      for (const reader of [one, other]) {
        run.reads += 1;
        if (!(await opens(reader, value))) run.errors += 1;
      }
    }
  }
  await workOn(run, one, other);
}

/** @param plant changes the database before the last reading, to show that the proof can fail */
export async function run(options: {
  readonly size: number;
  readonly plant?: (database: Database) => Promise<void>;
}): Promise<ProofResult> {
  const { database, drop } = await openTestDatabase(4);
  try {
    const [old, fresh] = [newKey().toString('base64'), newKey().toString('base64')];
    const accounts = await makeBareAccounts(database, accountCount);
    const state: Run = { database, accounts, values: [], time: 1_750_000_000_000, reads: 0, errors: 0 };
    const first = startProcess(state, parseMasterKeys(old));
    for (const accountId of accounts) await first.createFor(database, accountId);
    await write(state, first, options.size);

    const rewrapped = await rotateMasterKey(state, old, fresh);
    const master = parseMasterKeys(fresh);
    const left = await findKeysOfOtherMasters(database, master.currentId, 1);
    await rotateAccountKeys(state, master);
    await options.plant?.(database);
    await read(state, startProcess(state, master));

    const versions = new Set(state.values.map(({ wrapped, sealed }) => (wrapped ?? sealed).readUInt16BE(1)));
    return {
      figure: `${inThousands(state.errors)} errors in ${inThousands(state.reads)} reads of ${inThousands(state.values.length)} values`,
      ok: state.errors === 0 && rewrapped === accountCount && left.length === 0 && versions.size === 2,
      lines: [`${rewrapped} account keys re-wrapped, each then given a second version`],
    };
  } finally {
    await drop();
  }
}
