// The composition root with main-serving and main-working, the only files that know every part. Only this file has the
// real clock and random ids.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { metricsPlace, type Settings } from './config.ts';
import type { Ctx } from './context.ts';
import { openMaintenance } from './features/maintenance/maintenance-actions.ts';
import { alertAboutTampering } from './features/security-alerts/alert-actions.ts';
import type { DeliverySteps } from './features/webhooks/delivery-worker.ts';
import { openCalendar } from './features/working-days/closing-day-actions.ts';
import { createAlarms } from './platform/alarms.ts';
import { lastBackupAt } from './platform/backup/last-backup.ts';
import { usuallyAnswersWithinMs } from './platform/db/connection-pool.ts';
import { createCountedBatches } from './platform/db/counted-batches.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { accountRole, keepsAccountsApart } from './platform/db/grants.ts';
import { migrate, migrateAs } from './platform/db/migrations.ts';
import { createEmailDomains } from './platform/email-domains.ts';
import { createAccountKeys, openMasterKeys } from './platform/encryption/account-keys.ts';
import { createIds } from './platform/encryption/ids.ts';
import { openIntegrity } from './platform/encryption/integrity.ts';
import type { MasterKeySources, MasterKeys } from './platform/encryption/master-keys.ts';
import { openFileStore, openVirusScanner } from './platform/files/configured-files.ts';
import { freeBytesOf } from './platform/files/disk-room.ts';
import { readJobQueue } from './platform/job-store.ts';
import { jobs } from './platform/jobs.ts';
import { lastVerificationAt } from './platform/last-verification.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMail, type MailOptions } from './platform/mail.ts';
import type { Asked, Metrics } from './platform/metrics.ts';
import { createOutgoing, type OutgoingOptions } from './platform/outgoing-http/outgoing.ts';
import { repeat } from './platform/periodic.ts';
import { createTexts } from './platform/texts.ts';

export const newId = createIds(Date.now);
export const now = () => new Date();

export interface Opened {
  readonly ctx: Ctx;
  readonly database: Database;
  readonly connection: pg.PoolConfig;
  readonly masterKeys: MasterKeys;
  /** Made at first use, because some commands need none. */
  metrics(): Promise<Metrics>;
  readonly log: Log;
  /** Replaces functions of the delivery worker, for planted faults. */
  readonly deliverySteps?: Partial<DeliverySteps>;
  /** Lets the embedded database stop fast; an operator's server needs none. Never rejects. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export interface Connected {
  readonly connection: pg.PoolConfig;
  /** The owner of the tables; undefined where the program's own role owns them. */
  readonly owner?: pg.PoolConfig;
  /** Of the embedded database only. */
  readonly superuser?: pg.PoolConfig;
  stop(): Promise<void>;
}

export async function connect(settings: Settings, log: Log): Promise<Connected> {
  if (settings.databaseUrl !== undefined) {
    const { databaseUrl, databaseOwnerUrl } = settings;
    return {
      connection: { connectionString: databaseUrl },
      ...(databaseOwnerUrl === undefined ? {} : { owner: { connectionString: databaseOwnerUrl } }),
      stop: async () => undefined,
    };
  }
  const { startEmbeddedPostgres } = await import('./platform/db/embedded-postgres.ts');
  return startEmbeddedPostgres({ dataDir: join(settings.dataDir, 'postgres'), log, runAs: settings.runAs });
}

/** Migrates as the owner of the tables. */
export function migrateDatabase(server: Connected, database: Database, log: Log): Promise<{ applied: string[] }> {
  const { owner: connection } = server;
  if (connection === undefined) return migrate(database, log);
  return migrateAs(() => openDatabase({ connection, poolSize: 2, onIdleError: () => undefined }), database, log);
}

export const masterKeySources = ({ masterKeys, dataDir }: Settings): MasterKeySources => ({
  setting: masterKeys,
  dataDir,
});

export const mailOptions = ({ mailUrl, mailFrom, mailStartTls }: Settings): MailOptions => ({
  url: mailUrl,
  from: mailFrom,
  mayBeClear: mailStartTls === 'optional',
});

export function outgoingOptions(settings: Settings): OutgoingOptions {
  return {
    allow: settings.webhookAllow,
    ourPorts: [settings.port, settings.httpPort, metricsPlace(settings).port],
    ...(settings.webhookCa === undefined ? {} : { ca: readFileSync(settings.webhookCa, 'utf8') }),
    ...(settings.dnsServers.length === 0 ? {} : { resolver: { servers: settings.dnsServers } }),
    proxy: settings.outgoingProxy,
  };
}

/** Closing days and notices that another process adds count here within that time. */
const READ_CALENDAR_EVERY_MS = 5000;

/** For an answer to a scrape: longer than the queue is ever read. */
const readWithinMs = 2000;

/** Undefined where that takes too long or fails. */
const inTime = <Value>(reading: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([reading.catch(() => undefined), sleep(readWithinMs, undefined, { ref: false })]);

function askedByMetrics(ctx: Ctx, database: Database): Asked {
  const { alarms, settings, virusScanner } = ctx;
  const { dataDir, databaseUrl } = settings;
  return {
    countConnections: database.connections,
    alarms,
    readQueue: () => inTime(readJobQueue(database)),
    readOperations: () => inTime(import('./main-operations.ts').then(({ readOperations }) => readOperations(ctx))),
    isScannerThere:
      virusScanner && (async () => (await inTime(virusScanner.threatIn(Readable.from([])).then(() => true))) === true),
    lastVerificationAt: () => lastVerificationAt(dataDir),
    freeBytes: () => freeBytesOf(dataDir),
    lastBackupAt: databaseUrl === undefined ? () => lastBackupAt(dataDir) : undefined,
  };
}

/** Everything that actions need: the migrated database, keys, files, mail and the outside world. */
export async function openProbity(
  settings: Settings,
  log: Log = createLog(settings.logLevel),
  loadMeanwhile: () => void = () => undefined,
): Promise<Opened> {
  const connecting = connect(settings, log);
  // Spawn the database's process first, which takes no second turn of the event loop, because loading blocks this process.
  await Promise.race([connecting, nextTurn()]);
  loadMeanwhile();
  const server = await connecting;
  const database = openDatabase({
    connection: server.connection,
    poolSize: settings.databasePoolSize,
    answersWithinMs: usuallyAnswersWithinMs,
    onIdleError: (error) => log.warn('database connection lost', { error }),
  });
  try {
    await migrateDatabase(server, database, log);
    if (await keepsAccountsApart(database)) database.serveAccountsAs(accountRole);
    const masterKeys = await openMasterKeys(database, masterKeySources(settings));
    const mail = createMail(mailOptions(settings));
    const outgoing = createOutgoing(outgoingOptions(settings));
    const batches = createCountedBatches({ db: database, log });
    const writing = repeat(500, log, 'write_batches', batches.write);
    const calendar = await openCalendar(database);
    const maintenance = await openMaintenance(database, now);
    const following = [
      repeat(READ_CALENDAR_EVERY_MS, log, 'read_working_days', calendar.readCalendar),
      repeat(READ_CALENDAR_EVERY_MS, log, 'read_maintenance', maintenance.readMaintenance),
    ];
    const alarms = createAlarms(
      log,
      alertAboutTampering(() => ctx),
    );
    const ctx: Ctx = {
      db: database,
      now,
      newId,
      log,
      alarms,
      settings,
      keys: createAccountKeys({ db: database, masterKeys, now }),
      integrity: await openIntegrity(database, masterKeys),
      mail,
      texts: createTexts({ url: settings.textUrl, from: settings.textFrom, outgoing }),
      files: await openFileStore(settings, join(settings.dataDir, 'files')),
      virusScanner: await openVirusScanner(settings),
      jobs,
      batches,
      outgoing,
      ...calendar,
      ...maintenance,
      emailDomains: createEmailDomains({
        now,
        ...(settings.dnsServers.length === 0 ? {} : { servers: settings.dnsServers }),
      }),
    };
    let metrics: Promise<Metrics> | undefined;
    return {
      ctx,
      database,
      connection: server.connection,
      masterKeys,
      metrics() {
        metrics ??= import('./platform/metrics.ts').then((loaded) =>
          loaded.createMetrics(askedByMetrics(ctx, database)),
        );
        return metrics;
      },
      log,
      async checkpoint() {
        if (settings.databaseUrl === undefined) await database.checkpoint().catch(() => undefined);
      },
      async close() {
        await Promise.all([writing, ...following].map((part) => part.stop()));
        await batches.write().catch((error: unknown) => log.error('batches not written', { error }));
        outgoing.close();
        mail.close();
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await database.close();
    await server.stop();
    throw error;
  }
}
