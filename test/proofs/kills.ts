// Proves that a kill at any moment loses nothing acknowledged and leaves nothing partial: kills the program and its
// database under load, restarts them, and reads everything back through the API.
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyAudit } from '../../src/features/events/audit-actions.ts';
import { type Database, sql } from '../../src/platform/db/database.ts';
import { openIntegrity } from '../../src/platform/encryption/integrity.ts';
import { loadMasterKeys } from '../../src/platform/encryption/master-keys.ts';
import { patienceMs, upTo, within } from '../support/limited-loops.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Program, type ProgramFolder, programFolder } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { type ReceivedRequest, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { askAgain, checkAcknowledged, countApplicants, seenSoFar } from './kills/acknowledged-data.ts';
import { keepOrdering, type Load, OddAnswer, openApi, refusingUnavailable, Unavailable } from './kills/client.ts';
import { compareEventSets } from './kills/event-set.ts';
import { type Answers, answerSlowly, deliveryIdOf, findUnrecorded, repetitionsOf } from './kills/in-flight.ts';
import { emptyLedger, type Findings, type Ledger } from './kills/ledger.ts';
import type { PlantedOptions } from './planted-faults/planting.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'kills';
export const promise =
  'A kill -9 of program and database loses nothing acknowledged and leaves nothing partial (promises 1 and 2)';
export const expected =
  'the receiver’s set is the set of events; 0 lost, 0 half there; delivered again: the same id and bytes, and only what was in flight at a kill, its answer not yet recorded';
export const size = 200;
export const unit = 'kills';
export const guaranteed = { kills: 1000, 'status changes': 100_000 };

const clients = 12;

interface Stage {
  readonly folder: ProgramFolder;
  readonly receiver: WebhookReceiver;
  readonly mails: MailServer;
  readonly env: NodeJS.ProcessEnv;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly found: Findings;
  /** The maximum duration of the load before a kill. */
  readonly loadAtMostMs: number;
  /** The pause of a client after each order. */
  readonly restMs?: number;
  readonly answers: Answers;
  /** Answers are recorded in batches within this time; until then the delivery is in flight. */
  readonly recordedWithinMs: number;
  /** The number of kills that each delivery met between its arrival and its record. */
  readonly inFlight: Map<string, number>;
  /** Deliveries that should have been recorded before a kill, but were not. */
  readonly late: string[];
}

/** The state at a kill. */
interface AtKill {
  readonly creates: number;
  readonly leased: number;
  /** By `Date.now()`. */
  readonly killedAt: number;
}

/** Records the notifications that the killed program had sent but not recorded: they may arrive once more. */
async function noteInFlight(stage: Stage, database: Database, sent: readonly ReceivedRequest[], killedAt: number) {
  for (const request of await findUnrecorded(database, sent)) {
    const id = deliveryIdOf(request);
    stage.inFlight.set(id, (stage.inFlight.get(id) ?? 0) + 1);
    const answeredAt = stage.answers.at(request) ?? killedAt;
    if (answeredAt < killedAt - stage.recordedWithinMs) stage.late.push(`${id} was not recorded in time`);
  }
}

/** Waits until deliveries of this load have begun, and then for a random time. */
async function waitIntoLoad({ receiver, random, loadAtMostMs }: Stage, isOver: () => boolean): Promise<void> {
  const before = receiver.requests.length;
  for (let tries = 0; tries < 1000 && receiver.requests.length === before && !isOver(); tries += 1) await sleep(10);
  await sleep(random.below(loadAtMostMs));
}

/** Kills the program after a random time, as soon as a create is unanswered and a delivery is leased. */
async function loadAndKill(stage: Stage, program: Program): Promise<AtKill> {
  const api = refusingUnavailable(openApi(program, clients));
  const load: Load = { api, ledger: stage.ledger, random: stage.random, creates: 0, restMs: stage.restMs };
  let odd: Error | undefined;
  let killed = false;
  const keepOn = async () => {
    for await (const _ of within(patienceMs, 'the kill', 100)) {
      try {
        await keepOrdering(load);
      } catch (error) {
        if (killed || !(error instanceof Unavailable)) throw error;
      }
    }
  };
  const working = Array.from({ length: clients }, () =>
    keepOn().catch((error: Error) => {
      if (!killed || error instanceof OddAnswer) odd ??= error;
    }),
  );
  await waitIntoLoad(stage, () => odd !== undefined);
  for (let tries = 0; tries < 1000 && odd === undefined; tries += 1) {
    if (load.creates > 0 && stage.answers.open() > 0) break;
    await sleep(stage.random.below(30));
  }
  // No other code of this process runs between here and the kill, so the counts are those at the kill.
  const at = { creates: load.creates, leased: stage.answers.open(), killedAt: Date.now() };
  killed = true;
  await program.kill();
  await Promise.all(working);
  await api.close();
  if (odd !== undefined) throw odd;
  // Data that was already sent has been read by then.
  await sleep(100);
  return at;
}

/** Reports whose cancellation was notified. */
const reportsTold = ({ requests }: WebhookReceiver): Set<string> =>
  new Set(
    requests.map(
      ({ body }) => (JSON.parse(body.toString()) as { payload: { object: { id: string } } }).payload.object.id,
    ),
  );

/** What has not arrived yet: notifications of cancellations, mails to candidates. */
function missingOutside({ receiver, mails, ledger }: Stage): string[] {
  const reports = reportsTold(receiver);
  const invited = new Set(mails.mails.flatMap((mail) => mail.to));
  return [
    ...[...ledger.cancelled.keys()].filter((id) => !reports.has(id)).map((id) => `notification of report ${id}`),
    ...[...ledger.checks.values()].filter(({ email }) => !invited.has(email)).map(({ email }) => `mail to ${email}`),
  ];
}

async function awaitOutside(stage: Stage, withinMs: number): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  while (missingOutside(stage).length > 0 && performance.now() < deadline) await sleep(200);
  return missingOutside(stage);
}

/** Problems in the chain of events, once the sealer has caught up. */
async function auditProblems(database: Database, dataDir: string): Promise<string[]> {
  const integrity = await openIntegrity(database, loadMasterKeys({ dataDir }));
  let found = await verifyAudit(database, integrity);
  for (let tries = 0; tries < 100 && found.problems.length === 0 && found.unsealed > 0; tries += 1) {
    await sleep(100);
    found = await verifyAudit(database, integrity);
  }
  const { problems, unsealed } = found;
  if (problems.length > 0) return problems.map(({ kind }) => `audit trail: ${kind}`);
  return unsealed === 0 ? [] : [`audit trail: ${unsealed} events are not sealed`];
}

/**
 * Moves the times of what a dead process held by a minute: leases of deliveries, locks of jobs, claims of idempotency
 * keys.
 */
async function shiftTimesByMinute(database: Database): Promise<void> {
  await database.run(sql`update webhook_deliveries set leased_until = leased_until - interval '1 minute'
    where leased_until is not null`);
  await database.run(sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`);
  await database.run(
    sql`update idempotency_keys set claimed_at = claimed_at - interval '1 minute' where status is null`,
  );
}

async function registerWebhook(program: Program, url: string): Promise<void> {
  const api = openApi(program, 1);
  const hook = await api.call('POST', '/webhooks', `url=${encodeURIComponent(url)}&environments[]=live`);
  if (hook.status !== 201)
    throw new OddAnswer(`register webhook answered ${hook.status}: ${JSON.stringify(hook.json)}`);
  await api.close();
}

export interface KillOptions extends PlantedOptions {
  readonly size: number;
  /** Moves times in the database instead of waiting until leases and claims expire. */
  readonly isShortened?: boolean;
}

interface Tally {
  counted: number;
  kills: number;
  creates: number;
  leased: number;
}

/** Kills the program until enough kills count; returns the restarted program. */
async function killRepeatedly(stage: Stage, options: KillOptions, tally: Tally, running: { program: Program }) {
  let sentBefore = 0;
  for (const _ of upTo(2 * options.size + 6, 'enough kills that count')) {
    if (tally.counted >= options.size) break;
    const seen = seenSoFar(stage.ledger);
    const at = await loadAndKill(stage, running.program);
    tally.kills += 1;
    if (at.creates > 0 && at.leased > 0) tally.counted += 1;
    tally.creates += at.creates;
    tally.leased += at.leased;
    const sent = stage.receiver.requests.slice(sentBefore);
    sentBefore += sent.length;
    // Without shifted times the program recovers by itself: what was in flight stays leased to the dead process for a
    // while.
    if (!options.isShortened) running.program = await stage.folder.start(stage.env);
    const { database, close } = await openProgramDatabase(stage.folder.dataDir);
    await noteInFlight(stage, database, sent, at.killedAt);
    if (options.isShortened) {
      await shiftTimesByMinute(database);
      running.program = await stage.folder.start(stage.env);
    }
    await close();
    const api = openApi(running.program, clients);
    await checkAcknowledged(api, stage.ledger, seen, stage.found);
    await api.close();
  }
}

async function compareFinalState(stage: Stage, { isShortened }: KillOptions, program: Program) {
  // After a loss the proof has failed: do not wait for its consequences.
  const waitMs = stage.found.lost.length > 0 ? 0 : isShortened ? 30_000 : 120_000;
  const missing = await awaitOutside(stage, waitMs);
  stage.found.lost.push(...missing);
  const api = openApi(program, clients);
  const asked = await askAgain(api, stage.ledger, stage.found);
  stage.found.lost.push(
    ...(await awaitOutside(stage, Math.min(waitMs, 30_000))).filter((one) => !missing.includes(one)),
  );
  await countApplicants(api, stage.ledger, stage.found);
  await api.close();
  const { database, close } = await openProgramDatabase(stage.folder.dataDir);
  stage.found.half.push(...(await auditProblems(database, stage.folder.dataDir)));
  const changes = await awaitEventSet(stage, database, waitMs);
  await close();
  return { asked, changes };
}

/** Waits for the notifications in flight at the last kill, which arrive after their leases have expired. */
async function awaitEventSet({ receiver, found }: Stage, database: Database, withinMs: number): Promise<number> {
  const compare = async () => {
    const missing: Findings = { lost: [], half: [] };
    return { missing, changes: await compareEventSets(database, receiver, missing) };
  };
  const deadline = performance.now() + withinMs;
  let now = await compare();
  while (now.missing.lost.length > 0 && performance.now() < deadline) {
    await sleep(200);
    now = await compare();
  }
  found.lost.push(...now.missing.lost);
  found.half.push(...now.missing.half);
  return now.changes;
}

async function killAndLook(stage: Stage, options: KillOptions): Promise<ProofResult> {
  const { ledger, found, receiver, mails } = stage;
  const running = { program: await stage.folder.start(stage.env) };
  const tally: Tally = { counted: 0, kills: 0, creates: 0, leased: 0 };
  try {
    await registerWebhook(running.program, `${receiver.url}/hook`);
    await killRepeatedly(stage, options, tally, running);
    const { asked, changes } = await compareFinalState(stage, options, running.program);
    const { repeated, count, altered } = repetitionsOf(receiver.requests);
    const again = [...repeated].filter(([id, times]) => times > (stage.inFlight.get(id) ?? 0));
    const inFlight = [...stage.inFlight.values()].reduce((sum, kills) => sum + kills, 0);
    const wrong = [...again.map(([id]) => `${id} came again, and was recorded`), ...stage.late];
    const counts = {
      kills: tally.counted,
      'status changes': changes,
      lost: found.lost.length,
      'half there': found.half.length,
      'delivered again': count,
      'with other bytes': altered,
    };
    return {
      figure: countsInWords(counts),
      counts,
      ok: found.lost.length + found.half.length + altered + wrong.length === 0,
      lines: [
        `${inThousands(ledger.applicants.size)} applicants, ${inThousands(ledger.checks.size)} checks and ${inThousands(ledger.cancelled.size)} cancellations, ${inThousands(mails.mails.length)} mails; seed ${stage.random.seed}`,
        `at the kills ${tally.creates} creates were unanswered, ${tally.leased} deliveries in the middle of their call, ${inFlight} not recorded; ${asked} creates asked for again under their key; ${tally.kills - tally.counted} kills not counted`,
        ...[...found.lost, ...found.half, ...wrong].slice(0, 20),
      ],
    };
  } finally {
    await running.program.kill();
  }
}

export async function run(options: KillOptions): Promise<ProofResult> {
  const folder = programFolder({ program: options.program });
  const receiver = await startWebhookReceiver();
  const answers = answerSlowly(receiver, 60);
  const mails = await startMailServer();
  const env = {
    PROBITY_MAIL_URL: mails.url,
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_RATE_LIMIT: '10000000',
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
    PROBITY_WEBHOOK_CA: receiver.caFile,
  };
  const found: Findings = { lost: [], half: [] };
  const random = seededRandom(Date.now() % 2 ** 32);
  // Other tests may keep the machine busy.
  const times = options.isShortened
    ? { loadAtMostMs: 500, recordedWithinMs: 5000, restMs: 100 }
    : { loadAtMostMs: 2000, recordedWithinMs: 1000 };
  const stage = {
    ...times,
    folder,
    receiver,
    mails,
    env,
    random,
    ledger: emptyLedger(),
    found,
    answers,
    inFlight: new Map(),
    late: [],
  };
  try {
    return await killAndLook(stage, options);
  } finally {
    await mails.close();
    await receiver.close();
    folder.remove();
  }
}
