// The demo tenant of a first start: an account to try everything with, and the file that says how.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { type Ctx, inTransaction } from '../context.ts';
import {
  changeUser,
  createAccount,
  createApiKey,
  createUser,
  listAccounts,
  listUsers,
} from '../features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../features/accounts/sign-in-actions.ts';
import { createGroup, createJobRole, createPackage, setPrices } from '../features/report-types/agreement-actions.ts';
import { holdBy, openProcessLock } from '../platform/db/process-lock.ts';
import { runs, withProbity } from './command.ts';
import { demoFile, isDemoPlace } from './demo-place.ts';
import { newPassword } from './subjects/sign-in.ts';

/** `var/demo.json`: what scripts may rely on. */
export interface Demo {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly userId: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly readOnlyKey: string;
  readonly client: { readonly email: string; readonly password: string };
  readonly desk: { readonly email: string; readonly password: string };
}

const emails = { client: 'client@demo.example', reader: 'reader@demo.example', desk: 'desk@demo.example' };

const placeOf = ({ baseUrl, dataDir }: Settings) => ({ baseUrl, caFile: join(dataDir, 'tls', 'authority.pem') });

function readDemo(settings: Settings): Demo | undefined {
  try {
    return JSON.parse(readFileSync(demoFile(settings), 'utf8')) as Demo;
  } catch {
    return undefined;
  }
}

/** Whole or not at all, and nobody else's to read. */
function writeDemo(settings: Settings, demo: Demo): void {
  const file = demoFile(settings);
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Makes the demo where the database holds no account yet, or its file is lost; undefined where other accounts came first.
 * @param stopped where the caller serves: until then its file says where, and no process beside it changes that
 */
export async function makeDemo(ctx: Ctx, stopped?: Promise<void>): Promise<Demo | undefined> {
  const { settings } = ctx;
  // Of processes that start at the same time, one makes it.
  const lock = openProcessLock(join(settings.dataDir, 'demo.lock'));
  const place = openProcessLock(join(settings.dataDir, 'demo-place.lock'));
  try {
    await holdBy(lock, 'exclusive', performance.now() + 30_000);
    const isFree = place.tryHold('exclusive');
    const accounts = await listAccounts(ctx);
    const kept = readDemo(settings);
    const account = accounts.find((one) => one.is_demo);
    if (account === undefined && accounts.length > 0) return undefined;
    if (account !== undefined && kept !== undefined) {
      // It may be served at another address than last time.
      const demo = isFree ? { ...kept, ...placeOf(settings) } : kept;
      if (demo.baseUrl !== kept.baseUrl) writeDemo(settings, demo);
      return demo;
    }
    const demo = await inTransaction(ctx, async (tx) => letIn(tx, account?.id ?? (await makeAccount(tx))));
    writeDemo(settings, demo);
    return demo;
  } finally {
    lock.close();
    if (stopped === undefined) place.close();
    else void stopped.then(() => place.close());
  }
}

async function makeAccount(tx: Ctx): Promise<string> {
  const { id } = await createAccount(tx, 'system', { name: 'Demo Care Ltd', isDemo: true });
  const user = (name: string, email: string, role: 'administrator' | 'read_only') =>
    createUser(tx, 'system', id, { name, email, role });
  const administrator = await user('Demo Administrator', emails.client, 'administrator');
  // Clients of interface v1 name users in VerifileUserId: the demo's takes the `userId` of its file.
  await changeUser(tx, 'system', id, { id: administrator.id, externalId: administrator.id });
  await user('Demo Reader', emails.reader, 'read_only');
  await createDeskUser(tx, 'system', {
    name: 'Demo Screener',
    email: emails.desk,
    role: 'administrator',
    accounts: [id],
  });
  await agree(tx, id);
  return id;
}

/** Fresh keys and passwords: earlier keys stay valid, earlier passwords do not. */
async function letIn(tx: Ctx, accountId: string): Promise<Demo> {
  const users = new Map((await listUsers(tx, accountId)).map(({ email, id }) => [email, id]));
  const userId = users.get(emails.client)!;
  const key = async (user: string, environment: 'live' | 'test', label: string) =>
    (await createApiKey(tx, 'system', accountId, { userId: user, environment, label })).key;
  const signIn = async (email: string) => {
    const password = newPassword();
    await createSignIn(tx, 'system', { email, password });
    return { email, password };
  };
  return {
    ...placeOf(tx.settings),
    userId,
    liveKey: await key(userId, 'live', 'Demo, live'),
    testKey: await key(userId, 'test', 'Demo, test'),
    readOnlyKey: await key(users.get(emails.reader)!, 'test', 'Demo, read-only'),
    client: await signIn(emails.client),
    desk: await signIn(emails.desk),
  };
}

const newEmployee = [{ name: 'identity' }, { name: 'right_to_work' }, { name: 'criminal_history', variant: 'basic' }];

async function agree(tx: Ctx, accountId: string): Promise<void> {
  await createJobRole(tx, 'system', accountId, {
    roleTitle: 'Care assistant',
    roleCheckType: 'enhanced',
    workingWithVulnerableAdults: true,
  });
  await createJobRole(tx, 'system', accountId, { roleTitle: 'Finance director', roleCheckType: 'standard' });
  await createGroup(tx, 'system', accountId, { name: 'New employee', reports: newEmployee });
  await createPackage(tx, 'system', accountId, {
    name: 'New employee',
    description: 'Identity, right to work and a basic criminal record check.',
    reports: newEmployee,
  });
  await setPrices(tx, 'system', accountId, [
    { name: 'identity', amountPence: 500 },
    { name: 'document', amountPence: 400 },
    { name: 'right_to_work', amountPence: 900 },
    { name: 'criminal_history', variant: 'basic', amountPence: 2850 },
    { name: 'criminal_history', variant: 'standard', amountPence: 2850 },
    { name: 'criminal_history', variant: 'enhanced', amountPence: 5650 },
  ]);
}

async function demo(settings: Settings): Promise<number> {
  if (!isDemoPlace(settings)) {
    throw new Error(
      'The demo is for the embedded database and a loopback address: DATABASE_URL or PROBITY_HOST is set.',
    );
  }
  const isThere = (await withProbity(settings, ({ ctx }) => makeDemo(ctx))) !== undefined;
  process.stdout.write(
    isThere ? `${demoFile(settings)} has its keys and passwords.\n` : 'There are accounts already; no demo was made.\n',
  );
  return isThere ? 0 : 1;
}

export function describe(command: Command): void {
  command
    .description(
      'Make the demo account, as the first start on an empty embedded database does, and name the file with its keys and passwords. Where that file was lost, new ones are made.',
    )
    .action(runs(demo));
}
