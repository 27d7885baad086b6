// Makes the demo account of a first start, and the file with its keys and addresses.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { createApiKey, hasMoreThanDemo, listAccounts, listUsers } from '../features/accounts/account-actions.ts';
import { createSignIn } from '../features/accounts/sign-in-actions.ts';
import type { Opened } from '../main.ts';
import { holdBy, openProcessLock } from '../platform/db/process-lock.ts';
import { newSecretBytes } from '../platform/encryption/random.ts';
import { runs, withProbity } from './command.ts';
import { emails, makeFirstAccount } from './demo-accounts.ts';
import { demoFile, isDemoPlace } from './demo-place.ts';

/** 96 random bits in letters that a person can type. */
const newPassword = () => newSecretBytes(12).toString('base64url');

/** The content of `var/demo.json`, which scripts may rely on. */
export interface Demo {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly userId: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly readOnlyKey: string;
  readonly client: { readonly email: string; readonly password: string };
  /** Sees two of the account's three subsidiaries. */
  readonly regional: { readonly email: string; readonly password: string };
  readonly desk: { readonly email: string; readonly password: string };
  /** Approves what the desk's first user proposes. */
  readonly reviewer: { readonly email: string; readonly password: string };
}

const placeOf = ({ baseUrl, dataDir }: Settings) => ({ baseUrl, caFile: join(dataDir, 'tls', 'authority.pem') });

function readDemo(settings: Settings): Demo | undefined {
  try {
    return JSON.parse(readFileSync(demoFile(settings), 'utf8')) as Demo;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, readable by the owner only. */
function writeDemo(settings: Settings, demo: Demo): void {
  const file = demoFile(settings);
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Makes the demo if the database holds no account yet, and renews the keys if its file is lost. Undefined if the
 * database holds other accounts. @param stopped resolves when the caller stops serving: until then other processes do
 * not change the file
 */
export async function makeDemo(ctx: Ctx, stopped?: Promise<void>): Promise<Demo | undefined> {
  const { settings } = ctx;
  // If several processes start at once, one of them makes the demo.
  const lock = openProcessLock(join(settings.dataDir, 'demo.lock'));
  const place = openProcessLock(join(settings.dataDir, 'demo-place.lock'));
  try {
    await holdBy(lock, 'exclusive', performance.now() + 30_000);
    const isFree = place.tryHold('exclusive');
    const accounts = await listAccounts(ctx, 'system');
    const kept = readDemo(settings);
    const account = accounts.find((one) => one.is_demo);
    if (account === undefined && (await hasMoreThanDemo(ctx))) return undefined;
    if (account !== undefined && kept !== undefined) {
      // The address may differ from the last start's.
      const demo = isFree ? { ...kept, ...placeOf(settings) } : kept;
      if (demo.baseUrl !== kept.baseUrl) writeDemo(settings, demo);
      return demo;
    }
    const demo = await inTransaction(ctx, async (tx) =>
      issueCredentials(tx, account?.id ?? (await makeFirstAccount(tx))),
    );
    writeDemo(settings, demo);
    return demo;
  } finally {
    lock.close();
    if (stopped === undefined) place.close();
    else void stopped.then(() => place.close());
  }
}

/** Makes new keys and passwords: earlier keys stay valid, earlier passwords do not. */
async function issueCredentials(tx: Ctx, accountId: string): Promise<Demo> {
  const users = new Map((await listUsers(tx, 'system', accountId)).map(({ email, id }) => [email, id]));
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
    regional: await signIn(emails.regional),
    desk: await signIn(emails.desk),
    reviewer: await signIn(emails.reviewer),
  };
}

interface DemoOptions {
  readonly history: boolean;
  readonly reset?: true;
}

async function demo(settings: Settings, { history, reset }: DemoOptions): Promise<number> {
  if (!isDemoPlace(settings)) {
    throw new Error(
      'The demo is for the embedded database and a loopback address: DATABASE_URL or PROBITY_HOST is set.',
    );
  }
  if (reset === true) await (await import('./demo-reset.ts')).deleteDemo(settings);
  const make = async ({ ctx }: Opened) => {
    const made = await makeDemo(ctx);
    if (made !== undefined && history) await (await import('./demo-history.ts')).makeHistory(ctx);
    return made !== undefined;
  };
  const isThere = await withProbity(settings, make, { mayMake: true });
  process.stdout.write(
    isThere ? `${demoFile(settings)} has its keys and passwords.\n` : 'There are accounts already; no demo was made.\n',
  );
  return isThere ? 0 : 1;
}

export function describe(command: Command): void {
  command
    .description(
      'Make the demo, as the first start on an empty embedded database does, and print the name of the file with its keys and passwords. If that file was lost, make new ones.',
    )
    .option('--reset', 'delete the demo first, with all changes to it; refused if there are other accounts')
    .option('--no-history', 'make one account without candidates')
    .action(runs(demo));
}
