// The composition root: the only file that knows every part, and the only one with the real clock and random ids.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { metricsPlace, type Settings } from './config.ts';
import type { Ctx } from './context.ts';
import type { Authentication } from './features/accounts/authentication.ts';
import type { DeliverySteps } from './features/webhooks/delivery-worker.ts';
import { type Database, openDatabase, usuallyAnswersWithinMs } from './platform/db/database.ts';
import { createIds } from './platform/encryption/ids.ts';
import type { MasterKeys } from './platform/encryption/master-keys.ts';
import type { Surface } from './platform/http/rendered-error.ts';
import { followCertificateFiles, servedCertificate } from './platform/http/served-certificate.ts';
import { createLog, type Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { OutgoingOptions } from './platform/outgoing-http/outgoing.ts';

const newId = createIds(Date.now);
export const now = () => new Date();

export interface Opened {
  readonly ctx: Ctx;
  readonly database: Database;
  readonly connection: pg.PoolConfig;
  readonly masterKeys: MasterKeys;
  /** Made by the first that asks: a command that only looks something up needs none. */
  metrics(): Promise<Metrics>;
  readonly log: Log;
  /** Replaces functions of the delivery worker, for planted faults. */
  readonly deliverySteps?: Partial<DeliverySteps>;
  /** So that the embedded database stops quickly; an operator's looks after itself. Never rejects. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export async function connect(
  settings: Settings,
  log: Log,
): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
  if (settings.databaseUrl !== undefined) {
    return { connection: { connectionString: settings.databaseUrl }, stop: async () => undefined };
  }
  const { startEmbeddedPostgres } = await import('./platform/db/embedded-postgres.ts');
  return startEmbeddedPostgres({ dataDir: join(settings.dataDir, 'postgres'), log });
}

export function outgoingOptions(settings: Settings): OutgoingOptions {
  return {
    allow: settings.webhookAllow,
    ourPorts: [settings.port, settings.httpPort, metricsPlace(settings).port],
    ...(settings.webhookCa === undefined ? {} : { ca: readFileSync(settings.webhookCa, 'utf8') }),
    ...(settings.dnsServers.length === 0 ? {} : { resolver: { servers: settings.dnsServers } }),
    proxy: settings.outgoingProxy,
  };
}

const headStartMs = 40;

/** Everything that actions need: the database migrated, keys, files, mail and the outside world. */
export async function openProbity(
  settings: Settings,
  log: Log = createLog(settings.logLevel),
  loadMeanwhile: () => void = () => undefined,
): Promise<Opened> {
  const connecting = connect(settings, log);
  // While the database starts, the program is loaded; but first let it start: loading holds everything else up.
  await Promise.race([connecting, sleep(headStartMs)]);
  loadMeanwhile();
  const loading = Promise.all([
    import('./platform/db/migrations.ts'),
    import('./platform/email-domains.ts'),
    import('./platform/encryption/account-keys.ts'),
    import('./platform/encryption/master-keys.ts'),
    import('./platform/files/configured-files.ts'),
    import('./platform/jobs.ts'),
    import('./platform/mail.ts'),
    import('./platform/outgoing-http/outgoing.ts'),
  ]);
  // Looked at below; until then a failure must not count as unhandled.
  loading.catch(() => undefined);
  const server = await connecting;
  const database = openDatabase({
    connection: server.connection,
    poolSize: settings.databasePoolSize,
    answersWithinMs: usuallyAnswersWithinMs,
    onIdleError: (error) => log.warn('database connection lost', { error }),
  });
  try {
    const [migrations, domains, accountKeys, masterKeys, files, jobs, mails, outgoings] = await loading;
    await migrations.migrate(database, log);
    const master = masterKeys.loadMasterKeys({ setting: settings.masterKeys, dataDir: settings.dataDir });
    const missing = await accountKeys.missingMasterKeys(database, master);
    if (missing.length > 0) {
      throw new Error(
        `The database needs master keys that are not there: ${missing.join(', ')}. Add them to PROBITY_MASTER_KEYS, or bring the data folder's master.key.`,
      );
    }
    const mail = mails.createMail({ url: settings.mailUrl, from: settings.mailFrom });
    const outgoing = outgoings.createOutgoing(outgoingOptions(settings));
    const ctx: Ctx = {
      db: database,
      now,
      newId,
      log,
      settings,
      keys: accountKeys.createAccountKeys({ db: database, masterKeys: master, now }),
      mail,
      files: await files.openFileStore(settings, join(settings.dataDir, 'files')),
      virusScanner: await files.openVirusScanner(settings),
      jobs: jobs.jobs,
      outgoing,
      emailDomains: domains.createEmailDomains({
        now,
        ...(settings.dnsServers.length === 0 ? {} : { servers: settings.dnsServers }),
      }),
    };
    let metrics: Promise<Metrics> | undefined;
    return {
      ctx,
      database,
      connection: server.connection,
      masterKeys: master,
      metrics() {
        metrics ??= import('./platform/metrics.ts').then((loaded) => loaded.createMetrics(database.pool));
        return metrics;
      },
      log,
      async checkpoint() {
        if (settings.databaseUrl === undefined) await database.checkpoint().catch(() => undefined);
      },
      async close() {
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

export interface Running {
  readonly url: string;
  readonly port: number;
  /** Loads the rest of the portals, which holds everything up for half a second. */
  warm(): void;
  stop(): Promise<void>;
}

const loadServing = () =>
  Promise.all([
    import('./platform/http/server.ts'),
    import('./platform/http/plain-http.ts'),
    import('./platform/metrics.ts'),
    import('./platform/refusal-while-away.ts'),
    import('./features/accounts/authentication.ts'),
    import('./features/accounts/rate-limit-actions.ts'),
    import('./api/v1/index.ts'),
    import('./api/v2/index.ts'),
    import('./platform/db/notifications.ts'),
    import('./features/accounts/account-actions.ts'),
    import('./portals/shared/error-pages.ts'),
    import('./platform/periodic.ts'),
    import('./features/results/results-reads.ts'),
  ]);

const loadPortals = () =>
  Promise.all([
    import('./portals/shared/portal-plugin.ts'),
    import('./features/accounts/sign-in-sessions.ts'),
    import('./portals/shared/shell.ts'),
    import('./portals/shared/shared-pages.ts'),
    import('./portals/desk/desk-portal.ts'),
    import('./portals/client/client-portal.ts'),
    import('./portals/candidate/candidate-portal.ts'),
    import('./portals/docs/docs-portal.ts'),
    import('./portals/shared/portal-cookies.ts'),
    import('./api/v1/notification-format.ts'),
    import('./api/v2/notification-format.ts'),
  ]);

const loadWorking = () =>
  Promise.all([
    import('./platform/jobs.ts'),
    import('./features/events/sealer.ts'),
    import('./features/applicants/applicant-list-jobs.ts'),
    import('./features/webhooks/delivery-worker.ts'),
    import('./api/v2/notification-format.ts'),
    import('./platform/periodic.ts'),
    import('./providers/manual/manual-provider.ts'),
    import('./providers/sandbox/sandbox-provider.ts'),
    import('./features/emails/email-jobs.ts'),
    import('./features/reports/report-jobs.ts'),
    import('./features/results/results-document-jobs.ts'),
    import('./features/housekeeping/housekeeping-jobs.ts'),
    import('./api/v1/notification-format.ts'),
    import('./features/webhooks/alert-jobs.ts'),
  ]);

/** Loads and makes what serving needs while the database starts. */
export function preloadServing(settings: Settings): void {
  // What fails here is told of by whoever needs it.
  for (const load of [loadServing, loadPortals, () => servedCertificate(settings, now)]) load().catch(() => undefined);
}

/** Serves the API and the portals. @param first what must be done before anybody is answered, beside all that */
export async function serve(opened: Opened, first?: Promise<unknown>): Promise<Running> {
  const { ctx, database, connection, log } = opened;
  const { settings } = ctx;
  const metrics = await opened.metrics();
  const [{ createHttpServer }, { startPlainHttpListener }, { startMetricsListener }, { refusalWhileAway }, ...loaded] =
    await loadServing();
  const [auth, limits, v1, v2, notifications, accounts, { renderPortalError }, { repeat }, reading] = loaded;
  const authentication = auth.createAuthentication(ctx);
  const [{ renderError: renderApiError }] = v2.v2Surfaces as [Surface];
  // Programs read results with a key, people with a session: each is answered in their own words.
  const renderResultsError: Surface['renderError'] = (error, requestId, request) =>
    request?.headers.authorization === undefined
      ? renderPortalError(error, requestId, request)
      : renderApiError(error, requestId, request);
  const onExposedKey = (values: readonly string[]) => accounts.markKeysExposed(ctx, values);
  const shared = {
    host: settings.host,
    log,
    newId,
    renderError: renderPortalError,
    surfaces: [v1.v1Surface(settings), ...v2.v2Surfaces, { prefix: '/results', renderError: renderResultsError }],
    onExposedKey,
  };
  const server = createHttpServer({
    ...shared,
    port: settings.port,
    certificate: await servedCertificate(settings, now),
    trustedProxies: settings.trustedProxies,
    strictTransportSecurity: new URL(settings.baseUrl).hostname !== 'localhost',
    refusalOf: refusalWhileAway,
    readiness: { database: database.answers },
    observe: metrics.observeRequest,
    beforeUnmatched: (request) => portals.recognise(request),
  });
  const limiter = limits.createKeyLimiter(settings.rateLimitPerMinute);
  const reads = reading.createResultsReads(ctx);
  v1.registerV1(server.app, { ctx, authentication, limiter, reads });
  v2.registerV2(server.app, { ctx, authentication, limiter, reads });
  const portals = await registerPortals(server.app, opened, authentication);
  const following = await followCertificateFiles(settings, now, log, server);
  await first;
  const { host, port } = await server.listen();
  // The one place for plain HTTP; behind a proxy that ends TLS, its port is the proxy's business.
  const plain = await startPlainHttpListener({ ...shared, port: settings.httpPort });
  const metricsListener = await startMetricsListener({ ...metricsPlace(settings), metrics, log });
  const channels = { api_keys: () => authentication.forget() };
  const listening = notifications.listenForNotifications({ connection, log, channels });
  const uses = repeat(1000, log, 'record_key_uses', () => authentication.recordUses());
  const recording = repeat(1000, log, 'record_reads', reads.write);
  log.info('listening', { host, port });
  return {
    url: settings.baseUrl,
    port,
    warm: portals.warm,
    async stop() {
      following();
      await Promise.all([server, plain, metricsListener, listening, uses, recording].map((part) => part.stop()));
      await Promise.allSettled([authentication.recordUses(), reads.write()]);
    },
  };
}

async function registerPortals(
  app: FastifyInstance,
  { ctx, database, masterKeys, log }: Opened,
  authentication: Authentication,
) {
  const [plugin, sessions, { createShell }, shared, desk, client, candidate, docs, { cookieNames }, v1, v2] =
    await loadPortals();
  const { baseUrl } = ctx.settings;
  const secret = sessions.signInSecret(masterKeys);
  const options = { pool: database.pool, secret, baseUrl, cookieName: cookieNames.user };
  const signedIn = sessions.createSignInSessions(ctx, options);
  const shell = createShell(signedIn);
  void app.register(async (scope) => {
    await plugin.portalPlugin(scope, { baseUrl });
    desk.deskPortal(scope, ctx, shell);
    const testFormats = { v1: v1.testFormat(baseUrl), v2: v2.testFormat(baseUrl) };
    client.clientPortal(scope, { ctx, authentication, sessions: signedIn, shell, testFormats });
    shared.sharedPages(scope, { ctx, sessions: signedIn, shell });
    candidate.registerCandidatePortal(scope, { ctx });
    docs.docsPortal(scope, {
      interfaces: [
        { version: 'v2', path: '/docs', document: async () => (await import('./api/v2/index.ts')).v2Document(baseUrl) },
        {
          version: 'v1',
          path: '/docs/v1',
          document: async () => (await import('./api/v1/index.ts')).v1Document(baseUrl),
        },
      ],
      hasOwnAuthority: ctx.settings.tlsCertificate === undefined && ctx.settings.trustedProxies.length === 0,
    });
  });
  return {
    warm: () => void signedIn.warm().catch((error) => log.warn('sign-in not loaded', { error })),
    recognise: shell.recognise,
  };
}

/** Works through jobs, and what else happens without being asked for. */
export async function work(opened: Opened): Promise<{ stop(): Promise<void> }> {
  const { ctx, database, connection, deliverySteps: steps, metrics, log } = opened;
  const [{ startJobRunner }, sealer, lists, { startDeliveryWorker }, { notificationFormat }, { repeat }, ...loaded] =
    await loadWorking();
  const [{ manualProvider }, { sandboxProvider }, emails, reports, results, housekeeping, v1, alerts] = loaded;
  const providers = new Map([manualProvider, sandboxProvider].map((provider) => [provider.name, provider]));
  const runner = await startJobRunner({
    connectionPool: database.pool,
    handlers: {
      send_email: emails.sendEmailJob(ctx),
      request_report: reports.requestReportJob(ctx, providers),
      make_report_document: results.resultsDocumentJob(ctx),
      ...housekeeping.housekeepingJobs(ctx),
      ...alerts.alertJobs(ctx),
    },
    crontab: [housekeeping.housekeepingCrontab, alerts.alertCrontab].join('\n'),
    concurrency: 4,
    log,
    now,
    observe: (await metrics()).observeJob,
  });
  const delivering = startDeliveryWorker(ctx, {
    formats: { v1: v1.notificationFormat(ctx.settings.baseUrl), v2: notificationFormat(ctx.settings.baseUrl) },
    connection,
    observer: (await metrics()).deliveries,
    steps,
  });
  const sealing = sealer.startSealer(ctx, database);
  const folding = repeat(2000, log, 'fold_applicant_lists', () => lists.foldApplicantLists(database));
  return {
    async stop() {
      await Promise.all([runner.stop(), delivering.stop(), sealing.stop(), folding.stop()]);
    },
  };
}
