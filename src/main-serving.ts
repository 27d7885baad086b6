// Starts the API and the portals; a large module, loaded while the database starts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiRequestOf } from './api/shared/request-log.ts';
import { everyErrorType as v1Errors } from './api/v1/errors.ts';
import { registerV1, v1Document, v1Surface } from './api/v1/index.ts';
import { testFormat as v1TestFormat } from './api/v1/notification-format.ts';
import { v1Base } from './api/v1/v1-path.ts';
import { v2Bases } from './api/v2/bases.ts';
import { renderError as renderV2Error, everyErrorType as v2Errors } from './api/v2/errors.ts';
import { registerV2, v2Document, v2Surfaces } from './api/v2/index.ts';
import { testFormat as v2TestFormat } from './api/v2/notification-format.ts';
import { metricsPlace, type Settings } from './config.ts';
import type { Ctx } from './context.ts';
import { markKeysExposed } from './features/accounts/account-actions.ts';
import { type Authentication, createAuthentication } from './features/accounts/authentication.ts';
import { createKeyLimiter } from './features/accounts/rate-limit-actions.ts';
import { networkOf } from './features/accounts/sign-in-rules.ts';
import { createSignInSessions, signInSecret } from './features/accounts/sign-in-sessions.ts';
import { recordApiRequest } from './features/api-requests/api-request-actions.ts';
import { type RefusedRequest, recordRefusal } from './features/security-events/refusal-events.ts';
import { Refusal } from './lib/refusal.ts';
import { newId, now, type Opened, outgoingOptions } from './main.ts';
import { listenForNotifications } from './platform/db/notifications.ts';
import { startPlainHttpListener } from './platform/http/plain-http.ts';
import { addPublicFiles } from './platform/http/public-files.ts';
import type { Surface } from './platform/http/rendered-error.ts';
import { routeOf } from './platform/http/request-record.ts';
import { serveByOrigin } from './platform/http/serve-by-origin.ts';
import { followCertificateFiles, hasOwnAuthority, servedCertificate } from './platform/http/served-certificate.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { Log, LogFields } from './platform/log.ts';
import { startMetricsListener } from './platform/metrics-listener.ts';
import { repeat } from './platform/periodic.ts';
import { refusalWhileAway } from './platform/refusal-while-away.ts';
import { registerCandidatePortal } from './portals/candidate/candidate-portal.ts';
import { clientPortal } from './portals/client/client-portal.ts';
import { deskPortal } from './portals/desk/desk-portal.ts';
import { docsPortal } from './portals/docs/docs-portal.ts';
import { registerRefereePortal } from './portals/referee/referee-portal.ts';
import { createStepUp } from './portals/shared/account/step-up.ts';
import { renderPortalError } from './portals/shared/error-pages.ts';
import { createKeepForm } from './portals/shared/kept-form/kept-forms.ts';
import { ASSET_PREFIX } from './portals/shared/portal-assets.ts';
import { addErrorContext } from './portals/shared/portal-context.ts';
import { cookieNames } from './portals/shared/portal-cookies.ts';
import { addAssets, portalPlugin } from './portals/shared/portal-plugin.ts';
import { sharedPages } from './portals/shared/shared-pages.ts';
import { createShell } from './portals/shared/shell.ts';
import { listedProviders, startProviders } from './providers/built-in.ts';
import { signedCallback } from './providers/signed-http/signed-callback.ts';

export interface Running {
  /** Loads the rest of the portals, which blocks the process for half a second. */
  warm(): void;
  stop(): Promise<void>;
}

/** Runs while the database starts. */
export const prepareServing = (settings: Settings) => servedCertificate(settings, now);

/** What a surface has found out about the sender before it refused them. */
function knownOf(fields: LogFields = {}): Pick<RefusedRequest, 'accountId' | 'environment' | 'keyId' | 'userId'> {
  const { accountId, environment, keyId, userId } = fields;
  return { accountId, environment, keyId, userId } as ReturnType<typeof knownOf>;
}

/** Refuses a network that asks too often for what needs no proof; health checks are not counted. */
function limitAnonymous(app: FastifyInstance, ctx: Ctx): void {
  const limiter = createKeyLimiter(ctx.settings.anonymousRateLimitPerMinute);
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config;
    const isOpen = access === 'anyone' || access === 'candidate' || access === 'referee';
    if (isOpen && !request.url.startsWith('/health/')) {
      limiter.take(networkOf(request.ip), ctx.now().getTime());
    }
    done();
  });
}

/** It sends a key, or accepts no page. */
function isFromProgram({ headers }: FastifyRequest): boolean {
  const { authorization, accept, 'ocp-apim-subscription-key': subscription } = headers;
  if (authorization !== undefined || subscription !== undefined) return true;
  return accept !== undefined && !/html|\*\/\*/i.test(accept);
}

/** Programs read results with a key, people with a session: each gets errors in their own format. */
const renderResultsError: Surface['renderError'] = (error, requestId, request) =>
  request?.headers.authorization === undefined
    ? renderPortalError(error, requestId, request)
    : renderV2Error(error, requestId);

/** Below none of the bases a program has mistyped one: a page would break its parser. */
const renderOtherError: Surface['renderError'] = (error, requestId, request) =>
  request !== undefined && request.routeOptions.url === undefined && isFromProgram(request)
    ? renderV2Error(error, requestId)
    : renderPortalError(error, requestId, request);

const surfacesOf = (settings: Settings): Surface[] => [
  v1Surface(settings),
  ...v2Surfaces,
  { prefix: '/results', renderError: renderResultsError },
  { prefix: '/providers', renderError: renderV2Error },
];

const strictTransportOf = ({ baseUrl, strictTransport }: Settings) =>
  new URL(baseUrl).hostname === 'localhost' ? 'off' : strictTransport;

/** Nobody is told to come back sooner than that. */
const LEAST_WAIT_SECONDS = 60;

/**
 * Answers everything with 503 and when to try again, without the database, which somebody is working on. @param until UK time
 * of the planned end, after which it still answers so, until it is stopped
 */
export async function serveMaintenance(settings: Settings, log: Log, until: Date): Promise<Pick<Running, 'stop'>> {
  const { host } = settings;
  const onExposedKey = async () => undefined;
  const shared = { host, log, newId, renderError: renderOtherError, surfaces: surfacesOf(settings), onExposedKey };
  const server = createHttpServer({
    ...shared,
    port: settings.port,
    certificate: await servedCertificate(settings, now),
    trustedProxies: settings.trustedProxies,
    strictTransportSecurity: strictTransportOf(settings),
    readiness: { maintenance: () => Promise.reject(new Error('maintenance')) },
  });
  const notice = { words: '', welsh: '', from: new Date(0), to: until };
  addErrorContext(server.app, { settings, now, maintenance: () => notice });
  addAssets(server.app);
  server.app.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/health/') || url.startsWith(ASSET_PREFIX)) return;
    const seconds = Math.ceil((until.getTime() - now().getTime()) / 1000);
    throw new Refusal('service_unavailable', {}, Math.max(LEAST_WAIT_SECONDS, seconds));
  });
  await server.listen();
  const plain = await startPlainHttpListener({ ...shared, port: settings.httpPort });
  return { stop: async () => void (await Promise.all([server.stop(), plain.stop()])) };
}

/** Serves the API and the portals. @param first runs concurrently and must end before the first answer */
export async function serve(opened: Opened, first?: Promise<unknown>): Promise<Running> {
  const { ctx, database, connection, log } = opened;
  const { settings } = ctx;
  const authentication = createAuthentication(ctx);
  const onExposedKey = (values: readonly string[]) => markKeysExposed(ctx, values);
  const shared = {
    host: settings.host,
    log,
    newId,
    renderError: renderOtherError,
    surfaces: surfacesOf(settings),
    onExposedKey,
  };
  const server = createHttpServer({
    ...shared,
    port: settings.port,
    certificate: await servedCertificate(settings, now),
    trustedProxies: settings.trustedProxies,
    strictTransportSecurity: strictTransportOf(settings),
    refusalOf: refusalWhileAway,
    onRefusal: (request, refusal) =>
      recordRefusal(ctx, { address: request.ip, route: routeOf(request), ...knownOf(request.logFields) }, refusal),
    readiness: { database: database.answers },
    observe(seen, answered) {
      // The library of the metrics is loaded after the first answer.
      void opened.metrics().then(({ observeRequest }) => observeRequest(seen));
      if (answered !== undefined) recordApiRequest(ctx, (at) => apiRequestOf(seen, answered, at));
    },
    beforeUnmatched: (request) => portals.recognise(request),
  });
  serveByOrigin(server.app, settings);
  limitAnonymous(server.app, ctx);
  addPublicFiles(server.app, { securityContact: settings.securityContact, now });
  const limiter = createKeyLimiter(settings.rateLimitPerMinute);
  registerV1(server.app, { ctx, authentication, limiter });
  registerV2(server.app, { ctx, authentication, limiter });
  signedCallback(server.app, ctx, await startProviders(ctx, outgoingOptions(settings)));
  const portals = registerPortals(server.app, opened, authentication);
  const following = await followCertificateFiles(settings, now, log, server);
  await first;
  const { host, port } = await server.listen();
  // Plain HTTP is served here only; behind a proxy that terminates TLS, the proxy handles it.
  const plain = await startPlainHttpListener({ ...shared, port: settings.httpPort });
  const metricsListener = await startMetricsListener({ ...metricsPlace(settings), metrics: opened.metrics, log });
  const channels = { api_keys: () => authentication.forget() };
  const listening = listenForNotifications({ connection, log, channels });
  const uses = repeat(1000, log, 'record_key_uses', () => authentication.recordUses());
  log.info('listening', { host, port });
  return {
    warm: portals.warm,
    async stop() {
      following();
      await Promise.all([server, plain, metricsListener, listening, uses].map((part) => part.stop()));
      await Promise.allSettled([authentication.recordUses(), ctx.batches.write()]);
    },
  };
}

function registerPortals(
  app: FastifyInstance,
  { ctx, database, masterKeys, log }: Opened,
  authentication: Authentication,
) {
  const { baseUrl } = ctx.settings;
  const secret = signInSecret(masterKeys);
  const options = {
    pool: database.pool,
    secret,
    baseUrl,
    cookieName: cookieNames.user,
    idleSeconds: ctx.settings.sessionIdleMinutes * 60,
    sessionSeconds: ctx.settings.sessionHours * 3600,
  };
  const sessions = createSignInSessions(ctx, options);
  const keepForm = createKeepForm(ctx);
  const stepUp = createStepUp(ctx, sessions, keepForm);
  const shell = createShell(sessions, stepUp, keepForm, ctx.settings);
  void app.register(async (scope) => {
    await portalPlugin(scope, { ctx, keepForm });
    const testFormats = { v1: v1TestFormat(ctx.settings.clientUrl), v2: v2TestFormat(baseUrl) };
    const apiErrors = { v1: v1Errors, v2: v2Errors };
    const apiBases = { v1: v1Base, v2: v2Bases };
    const providers = listedProviders(ctx.settings);
    deskPortal(scope, ctx, shell, { providers, testFormats, apiErrors, apiBases });
    clientPortal(scope, { ctx, authentication, sessions, shell, providers, testFormats, apiErrors, apiBases });
    sharedPages(scope, { ctx, sessions, shell, stepUp });
    registerCandidatePortal(scope, { ctx });
    registerRefereePortal(scope, { ctx });
    docsPortal(scope, {
      interfaces: [
        { version: 'v2', path: '/docs', document: () => v2Document(baseUrl) },
        { version: 'v1', path: '/docs/v1', document: () => v1Document(baseUrl) },
      ],
      hasOwnAuthority: hasOwnAuthority(ctx.settings),
    });
  });
  return {
    warm: () => void sessions.warm().catch((error) => log.warn('sign-in not loaded', { error })),
    recognise: shell.recognise,
  };
}
