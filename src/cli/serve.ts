// `probity serve`: starts the service, prints that it is ready, and stops cleanly on a signal.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Settings } from '../config.ts';
import type { Ctx } from '../context.ts';
import { ukMoment } from '../lib/uk-times.ts';
import { type Opened, openProbity } from '../main.ts';
import { findPausedSending } from '../platform/backup/paused-sending.ts';
import { createLog } from '../platform/log.ts';
import { beginWork } from './begin-work.ts';
import { runs, stopSignal } from './command.ts';
import type { Demo } from './demo.ts';
import { demoFile, isDemoPlace, operatorOfDemo } from './demo-place.ts';

export interface ServeOptions {
  /** Make the demo account if there is none; only on the embedded database and a loopback address. */
  readonly demo: boolean;
  /** Fill the demo with candidates once the service is ready. */
  readonly history: boolean;
  /** Also run jobs and deliveries. */
  readonly work: boolean;
  /** How to open the program; by default `openProbity`. */
  readonly open?: typeof openProbity;
  /** Called once the service answers. */
  readonly ready: (opened: Opened, demo: Demo | undefined) => Promise<void> | void;
  /** Called once serving and work have stopped. */
  readonly stopped?: (opened: Opened) => Promise<void>;
}

/** Only the demo has users who could read the inbox page instead of mails. */
export function refuseWithoutMail(settings: Settings): void {
  if (settings.mailUrl !== undefined) return;
  throw new Error(
    'PROBITY_MAIL_URL is not set: without the demo, candidates can only be reached by mail. Set it, such as smtps://user:password@mail.example.com.',
  );
}

const workAfterMs = 500;
const settledAfterMs = 2000;
/**
 * When to load the sign-in code, which blocks the process for half a second: after the reader had time to read the
 * output, before they sign in.
 */
const warmAfterMs = 5000;

/** Also where sending is paused: the person is nobody's to see again. */
export async function eraseListed({ ctx }: Opened): Promise<void> {
  const { eraseListedAgain } = await import('../features/retention/erasure-list-actions.ts');
  await eraseListedAgain(ctx);
}

async function fillDemo({ ctx }: Opened, stopping: Promise<void>): Promise<void> {
  try {
    await (await import('./demo-history.ts')).makeHistory(ctx, stopping);
  } catch (error) {
    ctx.log.warn('demo not filled; the next start tries again', { error });
  }
}

/** Makes the demo if it is wanted here. Only then it is known whether this is one: its operator is named in the settings that are in use. */
async function beginDemo({ ctx }: Opened, settings: Settings, stopping: Promise<void>): Promise<Demo | undefined> {
  const { makeDemo } = await import('./demo.ts');
  const demo = await makeDemo(ctx, stopping);
  if (demo !== undefined) Object.assign(settings, operatorOfDemo(settings));
  return demo;
}

/** Serves until SIGTERM or SIGINT. */
export async function serveUntilStopped(given: Settings, options: ServeOptions): Promise<void> {
  const isDemo = options.demo && isDemoPlace(given);
  const settings = { ...given };
  if (!isDemo) refuseWithoutMail(settings);
  const stopping = stopSignal();
  const { open = openProbity } = options;
  const loadServing = () => import('../main-serving.ts');
  const opened = await open(settings, createLog(settings.logLevel), () => {
    // A failure is reported where the promise is awaited.
    loadServing()
      .then(({ prepareServing }) => prepareServing(settings))
      .catch(() => undefined);
  });
  try {
    const { serve } = await loadServing();
    await eraseListed(opened);
    const making = isDemo ? beginDemo(opened, settings, stopping) : undefined;
    // The failure is reported where the promise is awaited.
    making?.catch(() => undefined);
    const running = await serve(opened, making);
    await options.ready(opened, await making);
    // Load the work after the service answers: loading it blocks the process for a third of a second.
    await Promise.race([sleep(workAfterMs, undefined, { ref: false }), stopping]);
    const works = options.work && findPausedSending(settings.dataDir) === undefined;
    const working = works ? await beginWork(opened, stopping) : undefined;
    const filling = isDemo && options.history ? fillDemo(opened, stopping) : undefined;
    // A first start leaves hundreds of unwritten files: a checkpoint now saves waiting for them at the stop.
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

/** Prints the ready message for people; scripts wait for its first line. */
export function printReady(settings: Settings, demo: Demo | undefined): void {
  const { baseUrl: url } = settings;
  process.stdout.write(`ready ${url}\n`);
  const paused = findPausedSending(settings.dataDir);
  if (paused !== undefined) process.stdout.write(`Sending is paused; to resume, remove ${paused} and start again.\n`);
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
     ${url}/desk    ${signIn(demo.reviewer)},
       who approves what the first one proposes: Consider needs two people
  3. Read the reference at ${url}/docs.

Your browser warns that it does not know who issued the certificate: it is a local one, so continue.
`);
}

/** Nobody manages the desk before the first command has made an administrator; undefined if somebody does. */
export async function adviceOnAdministrator(ctx: Ctx): Promise<string | undefined> {
  const { hasDeskAdministrator } = await import('../features/accounts/desk-administrator-actions.ts');
  if (await hasDeskAdministrator(ctx)) return undefined;
  return 'No administrator of the desk can sign in. Make one: npx probity desk-users create --name NAME --email EMAIL --role administrator --all-accounts --sign-in\n';
}

/** Answers everybody that the service is back by then, until SIGTERM or SIGINT. */
async function serveNotice(settings: Settings, until: Date): Promise<void> {
  const stopping = stopSignal();
  const { serveMaintenance } = await import('../main-serving.ts');
  const running = await serveMaintenance(settings, createLog(settings.logLevel), until);
  process.stdout.write(`maintenance ${settings.baseUrl} until ${until.toISOString()}\n`);
  await stopping;
  await running.stop();
}

function maintenanceEnd(text: string): Date {
  const until = ukMoment(text);
  if (until === undefined) throw new InvalidArgumentError('Give a day and a time in the UK, such as 2026-12-01T22:00.');
  return until;
}

/** Options by Commander's names: `--no-demo` is `demo: false`. */
async function serveWithOptions(
  settings: Settings,
  options: Pick<ServeOptions, 'demo' | 'history' | 'work'> & { readonly maintenanceUntil?: Date },
): Promise<void> {
  if (options.maintenanceUntil !== undefined) return serveNotice(settings, options.maintenanceUntil);
  await serveUntilStopped(settings, {
    ...options,
    async ready({ ctx }, demo) {
      printReady(settings, demo);
      // A hint: a database that is away for a moment must not end the service.
      if (demo !== undefined) return;
      process.stdout.write((await adviceOnAdministrator(ctx).catch(() => undefined)) ?? '');
    },
  });
}

export function describe(command: Command): void {
  command
    .description('Serve the API and the portals, and run jobs and deliveries.')
    .option('--no-demo', 'make no demo account on the first start')
    .option('--no-history', 'make the demo one account without candidates')
    .option(
      '--maintenance-until <time>',
      'serve nothing but that the service is back by then, without the database; UK time, such as 2026-12-01T22:00',
      maintenanceEnd,
    )
    .option('--no-work', 'leave jobs and deliveries to `probity worker`')
    .action(runs(serveWithOptions));
}
