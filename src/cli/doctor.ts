// `probity doctor`: checks everything that a start needs, and says what to do about each problem.

import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { verifyRows } from '../features/accounts/row-check-jobs.ts';
import { lackingSettings } from '../features/invoices/issue-actions.ts';
import { endpointCount } from '../features/webhooks/resend-actions.ts';
import { differencesOfPlace } from '../features/webhooks/worker-heartbeat.ts';
import { endsSoon } from '../features/working-days/closing-day-rules.ts';
import { bankHolidaysSource } from '../lib/bank-holidays.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { connect, masterKeySources, now } from '../main.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { missingMigrations } from '../platform/db/migrations.ts';
import { findServerFacts, tooOld, versionText } from '../platform/db/server-facts.ts';
import { openMasterKeys } from '../platform/encryption/account-keys.ts';
import { openIntegrity } from '../platform/encryption/integrity.ts';
import { createLog } from '../platform/log.ts';
import { isLoopback } from '../platform/loopback.ts';
import { entriesLeadingInside } from '../platform/outgoing-http/allow-list.ts';
import { ownAddresses } from '../platform/outgoing-http/own-addresses.ts';
import { readStoragePlace } from '../platform/storage-place.ts';
import { runs } from './command.ts';
import {
  checkConnection,
  checkDemo,
  checkOwner,
  checkRole,
  checkSecretFiles,
  checkUser,
  remoteHostOf,
} from './doctor-exposure.ts';
import { checkForwarding } from './doctor-forwarding.ts';
import { checkCertificate, checkDisk, checkEnds, checkFolder } from './doctor-machine.ts';
import { checkBucket, checkMail, checkNames, checkProxy, checkScanner } from './doctor-outside.ts';
import { explainError } from './explain-error.ts';
import { type Finding, failed, type Note, ok, printFindings, runCheck, warning } from './finding.ts';
import { lackingDatabase } from './installation.ts';

async function checkServer(database: Database): Promise<Finding> {
  const facts = await findServerFacts(database);
  const refusal = tooOld(facts);
  if (refusal !== undefined) return failed(refusal);
  if (facts.isStandby) return failed('The server is a standby. Set DATABASE_URL to the primary.');
  return ok(`${versionText(facts)} answers`);
}

async function checkSchema(database: Database): Promise<Finding> {
  const missing = await missingMigrations(database);
  if (missing.length === 0) return ok('has every migration');
  return ok(`${missing.length} migrations are missing; the next start or \`probity migrate\` runs them`);
}

async function checkMasterKeys(database: Database, settings: Settings): Promise<Finding> {
  if ((await missingMigrations(database)).length > 0) return ok('nothing is encrypted yet');
  await openMasterKeys(database, masterKeySources(settings));
  return ok('every account key can be unwrapped');
}

async function checkGuardedRows(database: Database, settings: Settings): Promise<Finding> {
  if ((await missingMigrations(database)).length > 0) return ok('there are none yet');
  const masterKeys = await openMasterKeys(database, masterKeySources(settings));
  const integrity = await openIntegrity(database, masterKeys);
  const foreign = await verifyRows(database, integrity);
  if (foreign.length === 0) return ok('none was inserted or changed by hand');
  const named = foreign.slice(0, 10).map(({ table, key }) => `${table} ${key}`);
  return failed(
    `${foreign.length} were inserted, changed or put back in the database by hand: ${named.join(', ')}. Find out who did it. \`probity audit verify\` lists all.`,
  );
}

async function checkWebhooks(database: Database): Promise<Finding> {
  if ((await missingMigrations(database)).length > 0) return ok('there is none yet');
  const { enabled, failing } = await endpointCount({ db: database });
  if (failing === 0) return ok(`${enabled} enabled, none of them failing`);
  return warning(
    `${failing} of ${enabled} ${failing === 1 ? 'does' : 'do'} not acknowledge notifications. \`probity deliveries list\` shows their answers.`,
  );
}

/** More than network delay, less than what would make signature timestamps invalid. */
const clockToleranceMs = 2000;

async function checkClock(database: Database, { databaseUrl }: Settings): Promise<Finding> {
  const here = now().toISOString();
  if (databaseUrl === undefined || remoteHostOf(databaseUrl) === undefined)
    return ok(`${here}, not compared: the database runs on this machine. See that it is synchronised (timedatectl).`);
  const { now: theirs } = await findServerFacts(database);
  const differenceMs = Math.abs(theirs.getTime() - now().getTime());
  if (differenceMs < clockToleranceMs) return ok(`${here}, the same as the database's`);
  return failed(
    `This clock and the database's differ by ${differenceMs / 1000} s. Synchronise both with a time server.`,
  );
}

function checkAllowed({ webhookAllow }: Settings): Finding {
  const inside = entriesLeadingInside(webhookAllow, ownAddresses());
  if (inside.length === 0) return ok('only public networks');
  return warning(
    `${inside.join(', ')} of PROBITY_WEBHOOK_ALLOW: this machine, or a network that is not public, where anybody who registers a webhook can call programs. Remove what no receiver of yours needs.`,
  );
}

function checkLinks({ baseUrl, host }: Settings): Finding {
  const isLocal = new URL(baseUrl).hostname === 'localhost';
  if (!isLocal || isLoopback(host)) return ok(`lead to ${baseUrl}`);
  return warning(`Links lead to ${baseUrl}, which only this machine can open. Set PROBITY_BASE_URL.`);
}

/** Who the service is, for candidates and on invoices. */
function checkOperator(settings: Settings): Finding {
  const lacking = [
    ...lackingSettings(settings, false),
    ...(settings.contactEmail === undefined ? ['PROBITY_CONTACT_EMAIL'] : []),
    ...(settings.paymentDetails.length === 0 ? ['PROBITY_PAYMENT_DETAILS'] : []),
  ];
  if (lacking.length === 0) return ok(`${settings.operatorName}, ${settings.contactEmail}`);
  return warning(
    `Set ${lacking.join(', ')}: pages and mails name your company, people know whom to ask, and invoices can be issued and say how to pay.`,
  );
}

/** Due dates count working days, so the operator is warned half a year before the data ends. */
function checkBankHolidays(): Finding {
  const { endsOn } = bankHolidaysSource;
  const found = `known until ${endsOn}`;
  if (!endsSoon(ukDateOf(now()))) return ok(found);
  return warning(`${found}: later ones are counted as working days. Update the program.`);
}

const differing = {
  files: (dataDir: string) =>
    `stores files elsewhere than here (${dataDir}/files): share that folder, or set PROBITY_S3_URL for every process`,
  evidenceKey: (dataDir: string) =>
    `signs evidence bundles with another key than ${dataDir}/evidence-key.pem: copy one key, with its .pub.pem file, to every machine`,
};

/** Of a server that other machines may use as well. */
async function checkPlaces(database: Database, settings: Settings): Promise<Finding> {
  const found = await differencesOfPlace(database, readStoragePlace(settings, { mayMake: false }));
  if (found.length === 0) return ok('no process of this database stores files or signs otherwise than here');
  return failed(`A process of this database ${found.map((part) => differing[part](settings.dataDir)).join('; it ')}.`);
}

async function checkDatabase(settings: Settings, note: Note): Promise<void> {
  const log = createLog('silent');
  let server: Awaited<ReturnType<typeof connect>>;
  try {
    if (lackingDatabase(settings) !== undefined) {
      note('database', ok('the embedded one; the first start makes it'));
      return;
    }
    server = await connect(settings, log);
  } catch (error) {
    note('database', failed(explainError(error, settings).trimEnd()));
    return;
  }
  const database = openDatabase({ connection: server.connection, poolSize: 2, onIdleError: () => {} });
  try {
    const found = await runCheck(settings, () => checkServer(database));
    note('database', found);
    if (found.state === 'failed') return;
    note('schema', await runCheck(settings, () => checkSchema(database)));
    note('master keys', await runCheck(settings, () => checkMasterKeys(database, settings)));
    note('keys and grants', await runCheck(settings, () => checkGuardedRows(database, settings)));
    note('webhooks', await runCheck(settings, () => checkWebhooks(database)));
    note('clock', await runCheck(settings, () => checkClock(database, settings)));
    const isReady = (await missingMigrations(database)).length === 0;
    if (settings.databaseUrl !== undefined) note('role', await runCheck(settings, () => checkRole(database, settings)));
    if (settings.databaseUrl !== undefined && isReady)
      note('other processes', await runCheck(settings, () => checkPlaces(database, settings)));
    const { owner } = server;
    if (owner !== undefined) note('owner', await runCheck(settings, () => checkOwner(owner, database)));
    if (isReady && settings.securityEventsTo.length > 0) {
      note('forwarding', await runCheck(settings, () => checkForwarding(database, settings)));
    }
    const ends = isReady ? await checkEnds(database, settings) : undefined;
    if (ends !== undefined) note('ends', ends);
    if (isReady) note('demo', await runCheck(settings, () => checkDemo(database, settings)));
  } finally {
    await database.close();
    await server.stop();
  }
}

async function examine(settings: Settings, note: Note): Promise<void> {
  note('data folder', await runCheck(settings, () => checkFolder(settings)));
  note('disk', await runCheck(settings, () => checkDisk(settings)));
  note('user', checkUser());
  note('private files', await runCheck(settings, () => checkSecretFiles(settings)));
  const { databaseUrl } = settings;
  if (databaseUrl !== undefined) note('connection', await runCheck(settings, () => checkConnection(databaseUrl)));
  await checkDatabase(settings, note);
  note('certificate', await runCheck(settings, () => checkCertificate(settings)));
  note('links', await runCheck(settings, () => checkLinks(settings)));
  note('your company', checkOperator(settings));
  note('mail', await runCheck(settings, () => checkMail(settings)));
  note('name resolution', await runCheck(settings, () => checkNames(settings)));
  note('bank holidays', await runCheck(settings, checkBankHolidays));
  if (settings.webhookAllow.length > 0)
    note('open to webhooks', await runCheck(settings, () => checkAllowed(settings)));
  const { outgoingProxy } = settings;
  if (outgoingProxy !== undefined) note('proxy', await runCheck(settings, () => checkProxy(settings, outgoingProxy)));
  const { clamd } = settings;
  if (clamd !== undefined) note('virus scanner', await runCheck(settings, () => checkScanner(clamd)));
  const { s3Bucket } = settings;
  if (s3Bucket !== undefined) note('bucket', await runCheck(settings, () => checkBucket(settings, s3Bucket)));
}

export function describe(command: Command): void {
  command
    .description(
      'Check the data folder, the disk, who can read its secrets, the database, its role and connection, the keys, failing webhooks, the clock, the certificate, the name of your company, the mail server, name resolution and the bank holidays; if they are set, also the networks in PROBITY_WEBHOOK_ALLOW, the outgoing proxy, the virus scanner, the bucket and security events that wait to be sent on; and say what to do about each problem. Changes nothing. Exit code 1 if something would not work.',
    )
    .option('--json', 'print JSON')
    .action(runs((settings, { json }: { json?: true }) => printFindings(json, (note) => examine(settings, note))));
}
