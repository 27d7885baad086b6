// Proves that personal data does not leak: sends canaries through everything that the program does, and searches its
// database files and WAL, uploads, logs, metrics and notifications for them.
import { request } from 'undici';
import { upTo } from '../support/limited-loops.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Program, type ProgramFolder, programFolder } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { apiOf, newPerson, type World, walkSandbox, walkThrough } from './canaries/journey.ts';
import { createMint, type Mint } from './canaries/mint.ts';
import { type CanaryHit, findCanaries, findCanariesInRows, findCanariesInTexts } from './canaries/search.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'canaries';
export const promise = 'Personal data is never in clear text where it should not be (promise 21)';
export const expected = '0 hits in clear';
export const size = 1000;
export const unit = 'canaries';

export interface Stage {
  readonly folder: ProgramFolder;
  readonly mint: Mint;
  readonly random: Random;
  readonly mails: MailServer;
  readonly receiver: WebhookReceiver;
  /** Logs of ended processes, and answers of /metrics. */
  readonly texts: Map<string, string>;
  readonly shown: string[];
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const folder = programFolder();
  const random = seededRandom(Date.now() % 2 ** 32);
  const mails = await startMailServer();
  const receiver = await startWebhookReceiver();
  return {
    folder,
    random,
    mint: createMint(random),
    mails,
    receiver,
    texts: new Map(),
    shown: [],
    async close() {
      await Promise.all([mails.close(), receiver.close()]);
      folder.remove();
    },
  };
}

function start({ folder, mails, receiver }: Stage): Promise<Program> {
  return folder.start({
    PROBITY_LOG_LEVEL: 'debug',
    PROBITY_MAIL_URL: mails.url,
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_RATE_LIMIT: '10000000',
    PROBITY_ANONYMOUS_RATE_LIMIT: '10000000',
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
    PROBITY_WEBHOOK_CA: receiver.caFile,
  });
}

/** Searches everything that the program has written so far. */
export async function searchEverything(stage: Stage): Promise<CanaryHit[]> {
  const canaries = stage.mint.all;
  const notifications = stage.receiver.requests.map(({ rawHead, body }) => `${rawHead}\n${body.toString('latin1')}`);
  const texts = [...stage.texts, ['notifications', notifications.join('\n')] as const];
  return [...(await findCanaries([stage.folder.dataDir], canaries)), ...findCanariesInTexts(texts, canaries)];
}

/** Searches rows too, because the files compress long values. */
async function searchRows(stage: Stage): Promise<CanaryHit[]> {
  const { database, close } = await openProgramDatabase(stage.folder.dataDir);
  try {
    return await findCanariesInRows(database, stage.mint.all);
  } finally {
    await close();
  }
}

/** Runs journeys until there are enough canaries, then stops the program. Returns what the search found. */
async function runAndStop(stage: Stage, canaries: number): Promise<CanaryHit[]> {
  const program = await start(stage);
  const world: World = { program, mails: stage.mails, mint: stage.mint, shown: stage.shown };
  const api = apiOf(world);
  try {
    await api.send('POST', '/vftapi/v2/webhooks', { url: stage.receiver.url });
    await walkSandbox(world);
    for (const _ of upTo(canaries, `${canaries} canaries`)) {
      if (stage.mint.all.length >= canaries) break;
      await walkThrough(world);
    }
    stage.texts.set('metrics', await (await request(program.metricsUrl)).body.text());
    const inRows = await searchRows(stage);
    const code = await program.stop();
    if (code !== 0) throw new Error(`the program ended with ${code}: ${program.log()}`);
    stage.texts.set('log', program.log());
    return [...inRows, ...(await searchEverything(stage))];
  } finally {
    await api.close();
    await program.kill();
  }
}

/** Kills the program during requests: data in memory must not have reached a file either. */
async function runAndKill(stage: Stage): Promise<CanaryHit[]> {
  const program = await start(stage);
  const api = apiOf({ program, mails: stage.mails, mint: stage.mint, shown: [] });
  const underWay = Array.from({ length: 12 }, () =>
    api.send('POST', '/vftapi/v2/applicants', newPerson(stage.mint)).catch(() => undefined),
  );
  await Promise.race(underWay);
  await program.kill();
  await Promise.all(underWay);
  await api.close();
  stage.texts.set('log of the killed', program.log());
  return searchEverything(stage);
}

/** Canaries that were never shown: a search for data that the program never stored would prove nothing. */
const neverShown = ({ mint, shown }: Stage, kept: readonly string[]): string[] => {
  const seen = new Set(findCanariesInTexts([['shown', shown.join('\n')]], mint.all).map(({ canary }) => canary));
  return kept.filter((canary) => !seen.has(canary));
};

export async function prove(stage: Stage, canaries: number): Promise<ProofResult> {
  const stopped = await runAndStop(stage, canaries);
  const walked = stage.mint.all.length;
  const missing = neverShown(stage, stage.mint.kept);
  const killed = await runAndKill(stage);
  const hits = [...stopped, ...killed];
  return {
    figure: `${inThousands(hits.length)} hits of ${inThousands(stage.mint.all.length)} canaries`,
    ok: hits.length === 0 && missing.length === 0 && stage.receiver.requests.length > 0,
    lines: [
      `${inThousands(walked)} walked, ${inThousands(stage.mint.all.length - walked)} in flight at a kill; ${missing.length} of those to be kept were never shown; ${stage.receiver.requests.length} notifications, ${stage.mails.mails.length} mails; seed ${stage.random.seed}`,
      ...missing.slice(0, 10).map((canary) => `never shown: ${canary}`),
      ...hits.slice(0, 20).map(({ canary, form, where, offset }) => `${canary} as ${form} in ${where} at ${offset}`),
    ],
  };
}

export async function run({ size: canaries }: { readonly size: number }): Promise<ProofResult> {
  const stage = await openStage();
  try {
    return await prove(stage, canaries);
  } finally {
    await stage.close();
  }
}
