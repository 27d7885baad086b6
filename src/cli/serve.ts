// `probity serve`: starts, says so in one line, and stops cleanly when told to.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { type Opened, openProbity, preloadServing, serve } from '../main.ts';
import { createLog } from '../platform/log.ts';
import { beginWork } from './begin-work.ts';
import { runs, stopSignal } from './command.ts';
import type { Demo } from './demo.ts';
import { demoFile, isDemoPlace } from './demo-place.ts';

export interface ServeOptions {
  /** Makes the demo account where there is none; only on the embedded database and a loopback address. */
  readonly demo: boolean;
  /** Fills the demo with candidates, once it answers. */
  readonly history: boolean;
  /** Works through jobs and deliveries too. */
  readonly work: boolean;
  /** How the program is opened; `openProbity` unless given. */
  readonly open?: typeof openProbity;
  /** Called once it answers. */
  readonly ready: (opened: Opened, url: string, demo: Demo | undefined) => Promise<void> | void;
  /** Called once nothing is served or worked on any more. */
  readonly stopped?: (opened: Opened) => Promise<void>;
}

/** Without the demo there is nobody to show an inbox to. */
export function refuseWithoutMail(settings: Settings): void {
  if (settings.mailUrl !== undefined) return;
  throw new Error(
    'PROBITY_MAIL_URL is not set: without the demo, candidates can only be reached by mail. Set it, such as smtps://user:password@mail.example.com.',
  );
}

const workAfterMs = 500;
const settledAfterMs = 2000;
/** By when somebody may have read what was printed and signs in: loading it holds everything up for half a second. */
const warmAfterMs = 5000;

async function fillDemo({ ctx }: Opened, stopping: Promise<void>): Promise<void> {
  try {
    await (await import('./demo-history.ts')).makeHistory(ctx, stopping);
  } catch (error) {
    ctx.log.warn('demo not filled; the next start tries again', { error });
  }
}

/** Serves until it is told to stop, by SIGTERM or SIGINT. */
export async function serveUntilStopped(settings: Settings, options: ServeOptions): Promise<void> {
  const isDemo = options.demo && isDemoPlace(settings);
  if (!isDemo) refuseWithoutMail(settings);
  const stopping = stopSignal();
  const { open = openProbity } = options;
  const opened = await open(settings, createLog(settings.logLevel), () => preloadServing(settings));
  try {
    const making = isDemo ? import('./demo.ts').then(({ makeDemo }) => makeDemo(opened.ctx, stopping)) : undefined;
    // Told of by whoever waits for it.
    making?.catch(() => undefined);
    const running = await serve(opened, making);
    await options.ready(opened, running.url, await making);
    // First the answers, then the work: loading it holds everything up for a third of a second.
    await Promise.race([sleep(workAfterMs, undefined, { ref: false }), stopping]);
    const working = options.work ? await beginWork(opened, stopping) : undefined;
    const filling = isDemo && options.history ? fillDemo(opened, stopping) : undefined;
    // A first start leaves hundreds of files to be brought to disk: better now than while somebody waits for the stop.
    const settling = setTimeout(() => void opened.checkpoint(), settledAfterMs).unref();
    const warming = setTimeout(() => running.warm(), warmAfterMs).unref();
    await stopping;
    clearTimeout(settling);
    clearTimeout(warming);
    await Promise.all([running.stop(), working?.stop(), filling, opened.checkpoint()]);
    await options.stopped?.(opened);
  } finally {
    await opened.close();
  }
}

/** What a person reads who has just started it; scripts wait for its first line. */
export function sayReady(settings: Settings, url: string, demo: Demo | undefined): void {
  process.stdout.write(`ready ${url}\n`);
  if (demo === undefined) return;
  const signIn = ({ email, password }: Demo['client']) => `as ${email}, password ${password}`;
  process.stdout.write(`
There is a demo account to try everything with. Its keys and passwords are in ${demoFile(settings)}; the test key is
  ${demo.testKey}

Three things to try:
  1. Follow "A check in five minutes" in README.md with that key.
  2. Sign in:
     ${url}/portal  ${signIn(demo.client)}
     ${url}/desk    ${signIn(demo.desk)}
  3. Read the reference at ${url}/docs.

Your browser warns that it does not know who issued the certificate: it is a local one, so continue.
`);
}

/** Commander's names: `--no-demo` is `demo: false`. */
async function serveAsTold(
  settings: Settings,
  options: Pick<ServeOptions, 'demo' | 'history' | 'work'>,
): Promise<void> {
  await serveUntilStopped(settings, {
    ...options,
    ready: (_, url, demo) => sayReady(settings, url, demo),
  });
}

export function describe(command: Command): void {
  command
    .description('Serve the API and the portals, and do the work behind them.')
    .option('--no-demo', 'make no demo account on the first start')
    .option('--no-history', 'make the demo one account without candidates')
    .option('--no-work', 'leave the work to `probity worker`')
    .action(runs(serveAsTold));
}
