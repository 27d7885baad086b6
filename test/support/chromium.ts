// The Chromium of tests: unpacked once for all test files. A process of a run launches it once, and its test files share
// it, each with contexts of its own.
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

import { endsAfterLastFile } from './last-file.ts';
import { within } from './limited-loops.ts';

const require = createRequire(import.meta.url);
const packageFolder = dirname(dirname(require.resolve('@sparticuz/chromium')));

/**
 * The package unpacks to fixed names in the temporary folder, even partially, so each unpacking gets a folder of its
 * own.
 */
async function unpackInto(folder: string, finalFolder: string): Promise<void> {
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: packageFolder,
    // Sets a variable of the package's usual platform, so that it unpacks libraries that a minimal machine lacks.
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  // One font only, so that pages look the same on every machine. Absolute paths, because the base of relative ones is
  // undefined.
  const at = (name: string) => join(finalFolder, name);
  const fonts = `<fontconfig><dir>${at('fonts')}</dir><cachedir>${at('font-cache')}</cachedir></fontconfig>`;
  writeFileSync(join(folder, 'fonts.conf'), `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">${fonts}`);
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/** Longer than unpacking takes; unpacking twice would waste time but do no harm. */
const LOCK_LAPSES_MS = 30_000;

/** True for the one process that must unpack. */
function takeLock(lock: string): boolean {
  const age = Date.now() - (lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > LOCK_LAPSES_MS) rmSync(lock, { force: true });
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The folder with Chromium, its libraries and its font; the first test file unpacks it in 2 s. */
async function chromiumFolder(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `probity-chromium-${version}-${process.getuid?.() ?? 0}`);
  const lock = `${folder}.lock`;
  for await (const _ of within(300_000, folder, 50)) {
    if (existsSync(folder)) {
      if (isOurs(folder)) break;
      throw new Error(`${folder} belongs to somebody else`);
    }
    if (!takeLock(lock)) continue;
    const staging = `${folder}.${randomBytes(6).toString('hex')}`;
    try {
      mkdirSync(staging, { mode: 0o700 });
      await unpackInto(staging, folder);
      if (!existsSync(folder)) renameSync(staging, folder);
    } finally {
      rmSync(staging, { recursive: true, force: true });
      rmSync(lock, { force: true });
    }
  }
  return folder;
}

/** Chromium reads the last list only, so it repeats what Playwright switches off and our pages might meet. */
const switchedOff = [
  // A new frame for each document takes half of the time to open it.
  'RenderDocument',
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable'],
  ...['HttpsUpgrades', 'MediaRouter', 'OptimizationHints', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
];

async function launchOnce(trustedKeys: string) {
  const folder = await chromiumFolder();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [
      `--ignore-certificate-errors-spki-list=${trustedKeys}`,
      // Starting a process for each new page takes a quarter of the time to open it.
      '--renderer-process-limit=1',
      // A process for a graphics card that is not there takes longer than it draws.
      '--disable-gpu',
      '--in-process-gpu',
      `--disable-features=${switchedOff.join(',')}`,
      // No page lives long enough to make up for optimising its scripts, but many share their compiled ones. Without
      // Maglev axe takes a quarter less.
      '--js-flags=--no-opt --no-maglev --no-flush-bytecode',
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  });
}

/** On a busy machine Chromium sometimes ends with a segmentation fault while it starts: it is started again, once. */
const launch = (trustedKeys: string) => launchOnce(trustedKeys).catch(() => launchOnce(trustedKeys));

type OpenContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/**
 * Opens contexts that are kept when they are closed, without what was in them, and opened again for the same options:
 * a new one has a process of its own, which takes three times as long.
 */
function contextsOf(newContext: OpenContext): OpenContext {
  const closed = new Map<string, BrowserContext[]>();
  return async (options = {}) => {
    const alike = closed.get(JSON.stringify(options)) ?? [];
    closed.set(JSON.stringify(options), alike);
    const kept = alike.pop();
    if (kept !== undefined) return kept;
    const context = await newContext(options);
    // Keeps the process when all other pages are closed.
    const blank = await context.newPage();
    const session = await context.newCDPSession(blank);
    context.close = async () => {
      if (alike.includes(context)) return;
      for (const event of ['weberror', 'console', 'response'] as const) context.removeAllListeners(event);
      await Promise.all(context.pages().map((page) => page !== blank && page.close()));
      await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
      // All that our pages store besides cookies: to clear every kind takes longer than a new context.
      await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'local_storage' });
      if (!alike.includes(context)) alike.push(context);
    };
    return context;
  };
}

interface Chromium {
  readonly newContext: OpenContext;
  readonly close: () => Promise<void>;
}

async function launchedFor(trustedKeys: string): Promise<Chromium> {
  const browser = await launch(trustedKeys);
  return { newContext: contextsOf((options) => browser.newContext(options)), close: () => browser.close() };
}

/** By the keys that they trust. */
const launched = new Map<string, Promise<Chromium>>();

async function sharedFor(trustedKeys: string): Promise<{ chromium: Chromium; isShared: boolean }> {
  const known = launched.get(trustedKeys);
  if (known !== undefined) return { chromium: await known, isShared: true };
  const started = launchedFor(trustedKeys);
  const isShared = endsAfterLastFile(async () => (await started).close());
  if (isShared) launched.set(trustedKeys, started);
  return { chromium: await started, isShared };
}

export interface Browser {
  readonly newContext: OpenContext;
  /** Fails the test, or the file, that launched it: the process of the browser belongs to none. */
  fail(error: Error): void;
  /** Closes its contexts, and the process if no other file can need it. */
  close(): Promise<void>;
}

/** @param certificates PEM of the servers' certificates, the only ones that are trusted without an authority */
export async function launchBrowser(...certificates: readonly string[]): Promise<Browser> {
  const keys = certificates.map((certificate) => {
    const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(publicKey).digest('base64');
  });
  const inTest = AsyncLocalStorage.snapshot();
  const { chromium, isShared } = await sharedFor(keys.toSorted().join(','));
  const opened = new Set<BrowserContext>();
  return {
    async newContext(options) {
      const context = await chromium.newContext(options);
      opened.add(context);
      return context;
    },
    fail: (error) =>
      void inTest(() =>
        setImmediate(() => {
          throw error;
        }),
      ),
    async close() {
      await Promise.all([...opened].map((context) => context.close()));
      if (!isShared) await chromium.close();
    },
  };
}
