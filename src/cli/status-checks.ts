// What `probity status` looks at: work in the background that is late, failed or missing, and what it means for the operator.
import type { Settings } from '../config.ts';
import { TRIAL_MONTHS } from '../features/housekeeping/calendar-actions.ts';
import { findOperatorFigures, type OperatorFigures } from '../features/housekeeping/operator-queries.ts';
import { findReturned } from '../features/retention/erasure-list-actions.ts';
import type { ReturnedPerson } from '../features/retention/erasure-list-queries.ts';
import { deliveryMetrics, endpointCount, listFailed } from '../features/webhooks/resend-actions.ts';
import { addMonths } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { now } from '../main.ts';
import { findLastBackup } from '../platform/backup/last-backup.ts';
import { findRestoreTrial } from '../platform/backup/last-restore-trial.ts';
import { findPausedSending } from '../platform/backup/paused-sending.ts';
import type { Db } from '../platform/db/database.ts';
import { openIntegrity } from '../platform/encryption/integrity.ts';
import { findMasterKeys } from '../platform/encryption/master-keys.ts';
import { findLastSchedule, type JobQueue, readJobQueue } from '../platform/job-store.ts';
import { lastVerificationAt } from '../platform/last-verification.ts';
import { listsInForce } from '../providers/sanctions/import-actions.ts';
import { checkEnds } from './doctor-machine.ts';
import { type Finding, failed, type Note, ok, warning } from './finding.ts';

const dayMs = 24 * 3_600_000;
/** Jobs are scheduled every minute. */
const scheduledWithinMs = 3 * 60_000;
/** As the alarms in docs/metrics.md. */
const lateSeconds = 60;
/** Daily, with two hours to spare. */
const backupWithinMs = 26 * 3_600_000;

const agoMs = (at: Date) => now().getTime() - at.getTime();

/** Such as `3 h`: the greatest whole unit. */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`;
}

const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`;

/** A process that has just started begins with the next full minute. */
function checkWork(scheduledAt: Date | undefined, { newestWorkerAt }: OperatorFigures, dataDir: string): Finding {
  const paused = findPausedSending(dataDir);
  if (paused !== undefined) {
    return warning(`Sending is paused: no job runs. To resume, remove ${paused} and start again.`);
  }
  if (scheduledAt !== undefined && agoMs(scheduledAt) < scheduledWithinMs) {
    return ok(`a process began scheduled jobs ${lasting(agoMs(scheduledAt))} ago`);
  }
  if (newestWorkerAt !== null && agoMs(newestWorkerAt) < scheduledWithinMs) {
    return ok(`a process started ${lasting(agoMs(newestWorkerAt))} ago`);
  }
  const since = scheduledAt === undefined ? 'yet' : `since ${scheduledAt.toISOString()}`;
  return failed(
    `No process began scheduled jobs ${since}: no mail, notification or reminder is sent. Start \`probity serve\`, or \`probity worker\` beside \`serve --no-work\`.`,
  );
}

function checkQueue({ counts, oldestDueSeconds }: JobQueue): Finding {
  const waiting = counts.filter(({ state }) => state === 'due').reduce((total, { count }) => total + count, 0);
  if (oldestDueSeconds <= lateSeconds) return ok(`${waiting.toLocaleString('en-GB')} wait, none of them late`);
  return failed(
    `The oldest waits ${lasting(oldestDueSeconds * 1000)}. If a process runs (above), see its log for jobs that take long, and start another \`probity worker\`.`,
  );
}

function checkFailedJobs({ counts }: JobQueue): Finding {
  const those = (state: string) =>
    counts.filter((one) => one.state === state).map(({ job, count }) => `${count.toLocaleString('en-GB')} ${job}`);
  const [givenUp, retrying] = [those('given_up'), those('retrying')];
  if (givenUp.length > 0) {
    return failed(
      `Given up: ${givenUp.join(', ')}. \`probity jobs list --given-up\` says why; once that is mended, \`probity jobs retry --given-up\`.`,
    );
  }
  if (retrying.length === 0) return ok('none');
  return warning(`Tried again later: ${retrying.join(', ')}. \`probity jobs list\` says why.`);
}

/** Only what was given up can be sent again by a command: an address that does not exist leaves no job. */
function checkEmails({ failedEmails }: OperatorFigures, { counts }: JobQueue): Finding {
  if (failedEmails === 0) return ok('none of the last 7 days failed');
  const isGivenUp = counts.some(({ job, state }) => job === 'send_email' && state === 'given_up');
  const retry = isGivenUp ? ' `probity jobs retry --given-up --job send_email` sends again what was given up.' : '';
  return warning(
    `${counted(failedEmails, 'mail', 'mails')} of the last 7 days reached nobody: the address does not exist, or the mail server refused it for 22 hours. The desk’s page Mails says whose, why, and what to do.${retry}`,
  );
}

async function checkNotifications(db: Db): Promise<Finding> {
  const { oldestDueSeconds } = await deliveryMetrics({ db });
  if (oldestDueSeconds > lateSeconds) {
    return failed(
      `The oldest that could be sent waits ${lasting(oldestDueSeconds * 1000)}. See that \`serve\` or \`worker\` runs.`,
    );
  }
  const { failing, enabled } = await endpointCount({ db });
  const since = new Date(now().getTime() - dayMs);
  const lost = (await listFailed({ db }, { kinds: ['exhausted'], from: since })).length;
  if (failing === 0 && lost === 0) return ok(`${counted(enabled, 'webhook', 'webhooks')}, all of them acknowledge`);
  return warning(
    `${failing} of ${counted(enabled, 'webhook', 'webhooks')} ${failing === 1 ? 'does' : 'do'} not acknowledge, and ${counted(lost, 'notification', 'notifications')} of the last 24 hours ${lost === 1 ? 'was' : 'were'} given up. \`probity deliveries list\` shows the answers.`,
  );
}

function checkSealing({ oldestUnsealedAt }: OperatorFigures): Finding {
  if (oldestUnsealedAt === null || agoMs(oldestUnsealedAt) < lateSeconds * 1000) return ok('every event is sealed');
  return failed(
    `An event waits ${lasting(agoMs(oldestUnsealedAt))} to be sealed. See that \`serve\` or \`worker\` runs, and that no transaction stays open in the database (pg_stat_activity).`,
  );
}

function checkProviders({ pausedProviders }: OperatorFigures): Finding {
  if (pausedProviders.length === 0) return ok('none is paused');
  return warning(
    `Paused because they failed, and asked again by themselves: ${pausedProviders.join(', ')}. Their reports wait; screeners can answer them.`,
  );
}

async function checkLists(db: Db, { sanctionsLists }: Settings): Promise<Finding | undefined> {
  const lists = await listsInForce({ db });
  const missing = [...sanctionsLists].map(([list]) => list).filter((list) => !lists.some((one) => one.list === list));
  if (missing.length > 0) {
    return failed(
      `Never imported: ${missing.join(', ')}. The log of the worker says why ("sanctions list not imported").`,
    );
  }
  if (lists.length === 0) return undefined;
  return ok(
    lists
      .map(({ list, version, imported_at: at }) => `${list} of ${version}, imported ${lasting(agoMs(at))} ago`)
      .join('; '),
  );
}

function checkBackup({ dataDir }: Settings): Finding {
  const last = findLastBackup(dataDir);
  if (last === undefined)
    return warning('There was none from this data folder. Run `probity backup` daily (docs/backups.md).');
  const found = `the last one is ${lasting(agoMs(new Date(last.at)))} old, in ${last.target}`;
  if (agoMs(new Date(last.at)) < backupWithinMs) return ok(found);
  return warning(`${found}. Run \`probity backup\` daily (docs/backups.md).`);
}

function checkTrial({ dataDir }: Settings): Finding {
  const last = findRestoreTrial(dataDir);
  const advice = 'docs/backups.md says how; `probity restore-trial` records it.';
  if (last === undefined) return warning(`No trial of a restore is recorded. ${advice}`);
  const found = `the last trial was ${lasting(agoMs(new Date(last.at)))} ago, of ${last.source}`;
  const isDue = addMonths(ukDateOf(new Date(last.at)), TRIAL_MONTHS) <= ukDateOf(now());
  return isDue ? warning(`${found}. ${advice}`) : ok(found);
}

const commandFor = ({ account_id: account, environment, applicant_id: id, order_id: order }: ReturnedPerson) =>
  order === null
    ? `the desk’s page of the person ${id}, who has no order`
    : `\`probity applicants erase --order VF${order} --account ${account}${environment === 'test' ? ' --environment test' : ''}\``;

/** Of the list of erasures: undefined if all of it are erased. */
async function checkReturned(db: Db, settings: Settings): Promise<Finding | undefined> {
  const keys = findMasterKeys({ setting: settings.masterKeys, dataDir: settings.dataDir });
  if (keys === undefined) return undefined;
  const returned = await findReturned({ db, settings, integrity: await openIntegrity(db, keys) });
  if (returned.length === 0) return undefined;
  return failed(
    `${counted(returned.length, 'person', 'people')} who had been erased came back with a backup. The next start erases them unless something keeps them; what, and how to erase them by hand, say ${returned.slice(0, 5).map(commandFor).join(', ')}${returned.length > 5 ? ' and so on' : ''}.`,
  );
}

/** Weekly, with a day to spare. */
const verifiedWithinMs = 8 * dayMs;

function checkVerification({ dataDir }: Settings): Finding {
  const last = lastVerificationAt(dataDir);
  const advice = 'Run `probity audit verify` weekly.';
  if (last === undefined) return warning(`The audit trail was never verified here. ${advice}`);
  const found = `the audit trail was valid ${lasting(agoMs(last))} ago`;
  return agoMs(last) < verifiedWithinMs ? ok(found) : warning(`${found}. ${advice}`);
}

/** Of a database that has every migration. */
export async function checkRunning(db: Db, settings: Settings, note: Note): Promise<void> {
  const queue = await readJobQueue(db);
  const figures = await findOperatorFigures(db, new Date(now().getTime() - 7 * dayMs));
  note('work', checkWork(await findLastSchedule(db), figures, settings.dataDir));
  note('jobs', checkQueue(queue));
  note('failed jobs', checkFailedJobs(queue));
  note('mails', checkEmails(figures, queue));
  note('notifications', await checkNotifications(db));
  note('audit trail', checkSealing(figures));
  note('verification', checkVerification(settings));
  note('providers', checkProviders(figures));
  const returned = await checkReturned(db, settings);
  if (returned !== undefined) note('erasures', returned);
  const { quarantinedFiles } = figures;
  note(
    'quarantine',
    ok(quarantinedFiles === 0 ? 'empty' : `${counted(quarantinedFiles, 'file', 'files')}: \`probity files list\``),
  );
  const lists = await checkLists(db, settings);
  if (lists !== undefined) note('sanctions lists', lists);
  const ends = await checkEnds(db, settings);
  if (ends !== undefined) note('ends', ends);
  if (settings.databaseUrl === undefined) note('backup', checkBackup(settings));
  note('restore', checkTrial(settings));
}
