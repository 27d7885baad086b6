// `probity doctor`: checks everything that a start needs, and says what to do about each problem.

import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { verifyRows } from '../features/accounts/row-check-jobs.ts';
import { endpointCount } from '../features/webhooks/resend-actions.ts';
import { bankHolidaysSource } from '../lib/bank-holidays.ts';
import { addMonths } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { connect, mailOptions, now, outgoingOptions } from '../main.ts';
import { findPausedSending } from '../platform/backup/paused-sending.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { missingMigrations } from '../platform/db/migrations.ts';
import { findServerFacts, tooOld, versionText } from '../platform/db/server-facts.ts';
import { createEmailDomains } from '../platform/email-domains.ts';
import { missingMasterKeys } from '../platform/encryption/account-keys.ts';
import { openIntegrity } from '../platform/encryption/integrity.ts';
import { loadMasterKeys } from '../platform/encryption/master-keys.ts';
import { type ClamdAddress, createVirusScanner } from '../platform/files/virus-scanner.ts';
import { readServerCertificate } from '../platform/http/server-certificate.ts';
import { createLog } from '../platform/log.ts';
import { isLoopback } from '../platform/loopback.ts';
import { createMail } from '../platform/mail.ts';
import { everyOrigin } from '../platform/origins.ts';
import { entriesLeadingInside } from '../platform/outgoing-http/allow-list.ts';
import { createOutgoing } from '../platform/outgoing-http/outgoing.ts';
import type { OutgoingProxy } from '../platform/outgoing-http/outgoing-proxy.ts';
import { ownAddresses } from '../platform/outgoing-http/own-addresses.ts';
import { runs } from './command.ts';
import { isDemoPlace } from './demo-place.ts';
import { checkConnection, checkDemo, checkRole, checkSecretFiles, checkUser } from './doctor-exposure.ts';
import { checkForwarding } from './doctor-forwarding.ts';
import { explainError } from './explain-error.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import { tableOf } from './output.ts';

/** The folder, or its nearest existing parent. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function checkFolder({ dataDir }: Settings): Finding {
  const folder = nearest(dataDir);
  const paused = findPausedSending(dataDir);
  if (paused !== undefined) return warning(`Sending is paused. To resume, remove ${paused} and start again.`);
  if (isWritable(folder)) return ok(folder === dataDir ? `${dataDir} is writable` : `${dataDir} will be made`);
  return failed(`${folder} is not writable. Give this user the folder, or set PROBITY_DATA_DIR to one it owns.`);
}

function checkDisk({ dataDir }: Settings): Finding {
  const folder = nearest(dataDir);
  const { bavail, bsize } = statfsSync(folder);
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2);
  const found = `${megabytes.toLocaleString('en-GB')} MB free on the disk of ${folder}`;
  if (megabytes < 200) return failed(`${found}. Free some: at least 1 GB.`);
  return megabytes < 1024 ? warning(`${found}. Free some: at least 1 GB.`) : ok(found);
}

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
  const keys = loadMasterKeys({ setting: settings.masterKeys, dataDir: settings.dataDir });
  const missing = await missingMasterKeys(database, keys);
  if (missing.length === 0) return ok('every account key can be unwrapped');
  return failed(
    `The database needs missing master keys: ${missing.join(', ')}. Add them to PROBITY_MASTER_KEYS, or restore the data folder's master.key.`,
  );
}

async function checkGuardedRows(database: Database, settings: Settings): Promise<Finding> {
  if ((await missingMigrations(database)).length > 0) return ok('there are none yet');
  const masterKeys = loadMasterKeys({ setting: settings.masterKeys, dataDir: settings.dataDir });
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
    `${failing} of ${enabled} do not acknowledge notifications. \`probity deliveries list\` shows their answers.`,
  );
}

/** More than network delay, less than what would make signature timestamps invalid. */
const clockToleranceMs = 2000;

async function checkClock(database: Database): Promise<Finding> {
  const { now: theirs } = await findServerFacts(database);
  const differenceMs = Math.abs(theirs.getTime() - now().getTime());
  if (differenceMs < clockToleranceMs) return ok(`${now().toISOString()}, the same as the database's`);
  return failed(
    `This clock and the database's differ by ${differenceMs / 1000} s. Synchronise both with a time server.`,
  );
}

/** The first address of ours whose host the certificate is not for, with the setting that names it. */
function uncovered(settings: Settings, isFor: (host: string) => boolean) {
  const [found] = [...everyOrigin(settings)].filter(([origin]) => !isFor(new URL(origin).hostname));
  return found && { hostname: new URL(found[0]).hostname, setting: `PROBITY_${found[1][0]!.toUpperCase()}_URL` };
}

async function checkCertificate(settings: Settings): Promise<Finding> {
  const { tlsCertificate, tlsKey, trustedProxies } = settings;
  if (trustedProxies.length > 0) return ok('a proxy terminates TLS');
  if (tlsCertificate === undefined || tlsKey === undefined) {
    const other = uncovered(settings, (host) => /(?:^|\.)localhost$/.test(host));
    if (other === undefined) return ok('a local one, for localhost only');
    return failed(
      `${other.setting} names ${other.hostname}, but the certificate is for localhost. Set PROBITY_TLS_CERTIFICATE.`,
    );
  }
  const { expiresAt } = await readServerCertificate(tlsCertificate, tlsKey, now());
  const days = Math.floor((expiresAt.getTime() - now().getTime()) / 86_400_000);
  const found = `valid until ${expiresAt.toISOString()}`;
  const certificate = new X509Certificate(readFileSync(tlsCertificate));
  const other = uncovered(settings, (host) => certificate.checkHost(host) !== undefined);
  if (other !== undefined) {
    return failed(`The certificate is not for ${other.hostname}, the host of ${other.setting}. Use one that is.`);
  }
  return days < 21
    ? warning(`${found}: ${days} days. Renew it; the program reads the new file without a restart.`)
    : ok(found);
}

async function checkMail(settings: Settings): Promise<Finding> {
  if (settings.mailUrl === undefined) {
    if (isDemoPlace(settings))
      return warning("No server is set: the inbox shows the demo's mails. Set PROBITY_MAIL_URL.");
    return failed('No server is set. Set PROBITY_MAIL_URL: without it the program does not start.');
  }
  const mail = createMail(mailOptions(settings));
  const { host } = new URL(settings.mailUrl);
  try {
    await mail.check();
    return ok(`${host} accepts the sign-in`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const refusal = code === 'EAUTH' ? 'does not accept the sign-in' : 'cannot be reached';
    if (code === 'ETLS') {
      return failed(
        `${host} offers no encryption that can be verified (${message}): no mail would be sent. Let it offer STARTTLS with a valid certificate, or set PROBITY_MAIL_STARTTLS=optional.`,
      );
    }
    return failed(`${host} ${refusal} (${code ?? message}). Check PROBITY_MAIL_URL.`);
  } finally {
    mail.close();
  }
}

async function checkNames({ emailDomainCheck, dnsServers }: Settings): Promise<Finding> {
  if (emailDomainCheck === 'off') return ok('not asked');
  const servers = dnsServers.length === 0 ? {} : { servers: dnsServers };
  const registration = await createEmailDomains({ now, ...servers }).registrationOf('somebody@example.com');
  if (registration === 'registered') return ok('domains can be looked up');
  return warning(
    'No name server says whether a domain is registered: email addresses are accepted unchecked. Set PROBITY_DNS_SERVERS.',
  );
}

function checkAllowed({ webhookAllow }: Settings): Finding {
  const inside = entriesLeadingInside(webhookAllow, ownAddresses());
  if (inside.length === 0) return ok('only public networks');
  return warning(
    `${inside.join(', ')} of PROBITY_WEBHOOK_ALLOW: this machine, or a network that is not public, where anybody who registers a webhook can call programs. Remove what no receiver of yours needs.`,
  );
}

async function checkProxy(settings: Settings, { host, port }: OutgoingProxy): Promise<Finding> {
  const outgoing = createOutgoing(outgoingOptions(settings));
  try {
    if (await outgoing.reachesProxy()) return ok(`${host}:${port} takes connections`);
    return failed(`${host}:${port} cannot be reached: no webhook would be sent. Check PROBITY_OUTGOING_PROXY.`);
  } finally {
    outgoing.close();
  }
}

/** Scans an empty file. */
async function checkScanner(clamd: ClamdAddress): Promise<Finding> {
  const scanner = createVirusScanner(clamd, { idleMs: 10_000 });
  try {
    await scanner.threatIn(Readable.from([]));
    return ok('clamd scans files');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(
      `clamd does not answer (${code ?? message}): no file would be accepted. Start it, or check PROBITY_CLAMD.`,
    );
  }
}

function checkLinks({ baseUrl, host }: Settings): Finding {
  const isLocal = new URL(baseUrl).hostname === 'localhost';
  if (!isLocal || isLoopback(host)) return ok(`lead to ${baseUrl}`);
  return warning(`Links lead to ${baseUrl}, which only this machine can open. Set PROBITY_BASE_URL.`);
}

/** Due dates count working days, so the operator is warned half a year before the data ends. */
function checkBankHolidays(): Finding {
  const { endsOn } = bankHolidaysSource;
  const found = `known until ${endsOn}`;
  if (addMonths(ukDateOf(now()), 6) <= endsOn) return ok(found);
  return warning(`${found}: later ones are counted as working days. Update the program.`);
}

/** Runs one check; an error that it throws becomes a finding. */
async function runCheck(settings: Settings, check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return failed(explainError(error, settings).trimEnd());
  }
}

async function checkDatabase(settings: Settings, note: (name: string, finding: Finding) => void): Promise<void> {
  if (settings.databaseUrl === undefined && !existsSync(settings.dataDir)) {
    note('database', ok('the embedded one; the first start makes it'));
    return;
  }
  const log = createLog('silent');
  let server: Awaited<ReturnType<typeof connect>>;
  try {
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
    note('clock', await runCheck(settings, () => checkClock(database)));
    const isReady = (await missingMigrations(database)).length === 0;
    if (settings.databaseUrl !== undefined) note('role', await runCheck(settings, () => checkRole(database, settings)));
    if (isReady && settings.securityEventsTo.length > 0) {
      note('forwarding', await runCheck(settings, () => checkForwarding(database, settings)));
    }
    if (isReady) note('demo', await runCheck(settings, () => checkDemo(database, settings)));
  } finally {
    await database.close();
    await server.stop();
  }
}

async function examine(settings: Settings, { json }: { json?: true }): Promise<number> {
  const findings: ({ readonly name: string } & Finding)[] = [];
  const note = (name: string, finding: Finding) => void findings.push({ name, ...finding });
  note('data folder', await runCheck(settings, () => checkFolder(settings)));
  note('disk', await runCheck(settings, () => checkDisk(settings)));
  note('user', checkUser());
  note('private files', await runCheck(settings, () => checkSecretFiles(settings)));
  const { databaseUrl } = settings;
  if (databaseUrl !== undefined) note('connection', await runCheck(settings, () => checkConnection(databaseUrl)));
  await checkDatabase(settings, note);
  note('certificate', await runCheck(settings, () => checkCertificate(settings)));
  note('links', await runCheck(settings, () => checkLinks(settings)));
  note('mail', await runCheck(settings, () => checkMail(settings)));
  note('name resolution', await runCheck(settings, () => checkNames(settings)));
  note('bank holidays', await runCheck(settings, checkBankHolidays));
  if (settings.webhookAllow.length > 0)
    note('open to webhooks', await runCheck(settings, () => checkAllowed(settings)));
  const { outgoingProxy } = settings;
  if (outgoingProxy !== undefined) note('proxy', await runCheck(settings, () => checkProxy(settings, outgoingProxy)));
  const { clamd } = settings;
  if (clamd !== undefined) note('virus scanner', await runCheck(settings, () => checkScanner(clamd)));
  const rows = findings.map(({ name, state, message }) => ({ state, name, message }));
  process.stdout.write(json === true ? `${JSON.stringify(rows, null, 2)}\n` : tableOf(rows));
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}

export function describe(command: Command): void {
  command
    .description(
      'Check the data folder, the disk, who can read its secrets, the database, its role and connection, the keys, failing webhooks, the clock, the certificate, the mail server, name resolution and the bank holidays; if they are set, also the networks in PROBITY_WEBHOOK_ALLOW, the outgoing proxy, the virus scanner and security events that wait to be sent on; and say what to do about each problem. Changes nothing. Exit code 1 if something would not work.',
    )
    .option('--json', 'print JSON')
    .action(runs(examine));
}
