// A portal server for tests: real database, real TLS, its own clock and mail, one account with users.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Secret, TOTP } from 'otpauth';
import { Agent, request } from 'undici';
import { testFormat as testFormatV1 } from '../../src/api/v1/notification-format.ts';
import { v1Base } from '../../src/api/v1/v1-path.ts';
import { v2Bases } from '../../src/api/v2/bases.ts';
import { testFormat } from '../../src/api/v2/notification-format.ts';
import { readSettings } from '../../src/config.ts';
import type { Caller, Ctx, Environment, OrderScope } from '../../src/context.ts';
import { createAccount, createUser } from '../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../src/features/accounts/account-settings-actions.ts';
import { createAuthentication } from '../../src/features/accounts/authentication.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { createSignInSessions, type SignInSessions } from '../../src/features/accounts/sign-in-sessions.ts';
import { createApplicant } from '../../src/features/applicants/applicant-actions.ts';
import type { Check } from '../../src/features/checks/check.ts';
import { createCheck } from '../../src/features/checks/check-placing-actions.ts';
import { completeForm } from '../../src/features/checks/check-progress-actions.ts';
import type { CriminalDetails } from '../../src/features/checks/check-rules.ts';
import { type ApplicantFacts, noFacts } from '../../src/features/facts/facts.ts';
import { openMaintenance } from '../../src/features/maintenance/maintenance-actions.ts';
import { namedType } from '../../src/features/report-types/report-type-rules.ts';
import { openCalendar } from '../../src/features/working-days/closing-day-actions.ts';
import { createAlarms } from '../../src/platform/alarms.ts';
import { createCountedBatches } from '../../src/platform/db/counted-batches.ts';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { accountRole, keepsAccountsApart } from '../../src/platform/db/grants.ts';
import { createAccountKeys } from '../../src/platform/encryption/account-keys.ts';
import { loadMasterKeys } from '../../src/platform/encryption/master-keys.ts';
import { openLocalFileStore } from '../../src/platform/files/local-file-store.ts';
import { ensureLocalCertificate } from '../../src/platform/http/local-certificate.ts';
import { createHttpServer } from '../../src/platform/http/server.ts';
import { jobs } from '../../src/platform/jobs.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import { createMail } from '../../src/platform/mail.ts';
import { repeat } from '../../src/platform/periodic.ts';
import { refusalWhileAway } from '../../src/platform/refusal-while-away.ts';
import { createTexts } from '../../src/platform/texts.ts';
import { registerCandidatePortal } from '../../src/portals/candidate/candidate-portal.ts';
import { clientPortal } from '../../src/portals/client/client-portal.ts';
import { deskPortal } from '../../src/portals/desk/desk-portal.ts';
import { registerRefereePortal } from '../../src/portals/referee/referee-portal.ts';
import { createStepUp } from '../../src/portals/shared/account/step-up.ts';
import { renderPortalError } from '../../src/portals/shared/error-pages.ts';
import { createKeepForm } from '../../src/portals/shared/kept-form/kept-forms.ts';
import { cookieNames } from '../../src/portals/shared/portal-cookies.ts';
import { portalPlugin } from '../../src/portals/shared/portal-plugin.ts';
import { sharedPages } from '../../src/portals/shared/shared-pages.ts';
import { createShell } from '../../src/portals/shared/shell.ts';
import { testDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { requireValidMarkup } from '../support/html.ts';
import { testIntegrity } from '../support/integrity.ts';
import { patienceMs } from '../support/limited-loops.ts';
import { copyPreparedCertificate } from '../support/prepared-certificate.ts';

export const password = 'correct horse battery staple';
export const deskEmail = 'desk@probity.test';
export const clientEmail = 'client@acme.test';

export interface PortalUnderTest {
  readonly ctx: Ctx;
  /** May do what the program may not. */
  readonly superuser: Database;
  readonly url: string;
  /** PEM, for a browser or a client to trust. */
  readonly certificate: string;
  readonly authority: string;
  readonly accountId: string;
  readonly deskUserId: string;
  readonly sessions: SignInSessions;
  caller(environment: Environment): Caller & OrderScope;
  /**
   * Places a check whose candidate has submitted the form. @param reports such as `identity` or
   * `criminal_history:basic`
   */
  placeCheck(
    environment: Environment,
    facts: Partial<ApplicantFacts>,
    reports: readonly string[],
    job?: Partial<CriminalDetails>,
  ): Promise<Check>;
}

/** A visitor with cookies and without JavaScript. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Posts the form for `path` on the page `from`, with its hidden fields. */
  submit(from: string, path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** Posts a body as it is. */
  send(path: string, contentType: string, body: string | Buffer): Promise<Answer>;
  readonly cookies: Map<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Bytes of the body as transferred. */
  readonly length: number;
}

export const hiddenFields = (html: string, action: string): Record<string, string> => {
  // A page in sections has a form for each.
  const isTo = (part: string) => [`action="${action}"`, `action="${action}?section=`].some((one) => part.includes(one));
  const forms = html.split('<form').filter(isTo);
  const form = forms.find((part) => !part.includes('method="get"')) ?? forms[0] ?? '';
  const [, id] = /^[^>]* id="([^"]+)"/.exec(form) ?? [];
  const hidden = /<input type="hidden" name="([^"]+)" value="([^"]*)"(?: form="([^"]*)")?/g;
  const inForm = [...form.split('</form')[0]!.matchAll(hidden)].filter(([, , , of]) => of === undefined);
  const elsewhere = id === undefined ? [] : [...html.matchAll(hidden)].filter(([, , , of]) => of === id);
  return Object.fromEntries([...inForm, ...elsewhere].map(([, name, value]) => [name!, value!]));
};

const plain = (bytes: Buffer, encoding: unknown): Buffer => {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
};

/**
 * @param atTheEnd by default after the file's tests
 * @param isHtmlJudged whether each page must be valid
 */
export function visitor(
  portal: Pick<PortalUnderTest, 'url' | 'authority'>,
  atTheEnd: (close: () => Promise<void>) => void = after,
  isHtmlJudged = true,
): Visitor {
  const dispatcher = new Agent({
    connect: { ca: readFileSync(portal.authority), timeout: patienceMs },
    keepAliveTimeout: 1,
  });
  atTheEnd(() => dispatcher.close());
  const cookies = new Map<string, string>();
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(`${portal.url}${path}`, {
      method,
      dispatcher,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const text = plain(bytes, answer.headers['content-encoding']).toString('utf8');
    // What a mail program shows has rules of its own, and no access to ours.
    const isMail = String(answer.headers['content-security-policy']).includes('sandbox');
    const isPage = String(answer.headers['content-type']).startsWith('text/html') && !isMail;
    if (isPage && isHtmlJudged) await requireValidMarkup(text, path);
    return { status: answer.statusCode, headers: answer.headers, body: text, length: bytes.length };
  };
  const post: Visitor['post'] = (path, fields, headers = {}) =>
    send(
      'POST',
      path,
      { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      new URLSearchParams(fields).toString(),
    );
  return {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers),
    post,
    send: (path, contentType, body) =>
      send('POST', path, { 'content-type': contentType, 'sec-fetch-site': 'same-origin' }, body),
    async submit(from, path, fields, headers) {
      const { body } = await send('GET', from, {});
      return post(path, { ...hiddenFields(body, path), ...fields }, headers);
    },
  };
}

export async function signedInVisitor(
  portal: Pick<PortalUnderTest, 'url' | 'authority'>,
  email = deskEmail,
  atTheEnd?: (close: () => Promise<void>) => void,
): Promise<Visitor> {
  const person = visitor(portal, atTheEnd);
  const answer = await person.submit('/sign-in', '/sign-in', { email, password });
  if (answer.status !== 303) throw new Error(`sign-in answered ${answer.status}`);
  const next = String(answer.headers.location);
  if (next.startsWith('/sign-in/set-up')) await setUpApp(person, next);
  return person;
}

/** Sets up the second factor that the sign-in demands, by an authenticator app. */
async function setUpApp(person: Visitor, path: string): Promise<void> {
  const page = (await person.get(path)).body;
  // The form of the passkey, with the same address, stands before it.
  const body = page.slice(page.indexOf('An authenticator app'));
  const secret = /class="app-code">([A-Z2-7 ]+)</.exec(body)![1]!.replaceAll(' ', '');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const answer = await person.post('/sign-in/set-up', { ...hiddenFields(body, '/sign-in/set-up'), code });
  if (answer.status !== 200) throw new Error(`the second factor answered ${answer.status}`);
}

let ids = 0;
const newId = () => `00000000-0000-7000-8000-${(++ids).toString(16).padStart(12, '0')}`;

async function startServer(ctx: Ctx, sessions: SignInSessions, dataDir: string) {
  const certificate = await ensureLocalCertificate(join(dataDir, 'tls'), new Date());
  const keepForm = createKeepForm(ctx);
  const stepUp = createStepUp(ctx, sessions, keepForm);
  const shell = createShell(sessions, stepUp, keepForm, ctx.settings);
  const server = createHttpServer({
    host: '127.0.0.1',
    port: ctx.settings.port,
    certificate,
    trustedProxies: [],
    strictTransportSecurity: 'off',
    limits: { drainMs: 0, handshakeMs: patienceMs, headersMs: patienceMs },
    log: ctx.log,
    newId,
    renderError: renderPortalError,
    refusalOf: refusalWhileAway,
    readiness: {},
    beforeUnmatched: shell.recognise,
    onExposedKey: async () => undefined,
  });
  const { baseUrl } = ctx.settings;
  const testFormats = { v1: testFormatV1(baseUrl), v2: testFormat(baseUrl) };
  const apiErrors = { v1: [], v2: [] };
  const apiBases = { v1: v1Base, v2: v2Bases };
  await server.app.register(async (portals) => {
    await portalPlugin(portals, { ctx, keepForm });
    deskPortal(portals, ctx, shell, { providers: [], testFormats, apiErrors, apiBases });
    clientPortal(portals, {
      ctx,
      authentication: createAuthentication(ctx),
      sessions,
      shell,
      providers: [],
      testFormats,
      apiErrors,
      apiBases,
    });
    sharedPages(portals, { ctx, sessions, shell, stepUp });
    registerCandidatePortal(portals, { ctx });
    registerRefereePortal(portals, { ctx });
    portals.get('/broken', async () => {
      throw new TypeError('a fault with a secret in it');
    });
  });
  await server.listen();
  return { certificate, stop: () => server.stop() };
}

async function contextFor(dataDir: string, port: number, log: Log, database: Database) {
  const { settings } = readSettings({
    PROBITY_DATA_DIR: dataDir,
    PROBITY_PORT: String(port),
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
  });
  const masterKeys = loadMasterKeys({ setting: undefined, dataDir });
  const now = () => new Date();
  const ctx = {
    db: database,
    now,
    newId,
    log,
    settings: settings!,
    keys: createAccountKeys({ db: database, masterKeys, now }),
    integrity: testIntegrity,
    alarms: createAlarms(createLog('silent')),
    jobs,
    batches: createCountedBatches({ db: database, log }),
    mail: createMail({ url: undefined, from: '' }),
    texts: createTexts({
      url: undefined,
      from: undefined,
      outgoing: { call: () => Promise.reject(new Error('unused')) },
    }),
    files: await openLocalFileStore(join(dataDir, 'files')),
    ...(await openCalendar(database)),
    ...(await openMaintenance(database, now)),
  } as Partial<Ctx> as Ctx;
  return ctx;
}

export interface PortalUnderTestOptions {
  /** The server's log; by default none. */
  readonly log?: Log;
  /** By default a new database. */
  readonly database?: Database;
}

/** With the rights of the program, and row-level security. */
async function openAsProgram() {
  const { database: superuser, programConnection } = await testDatabase(2);
  // Each connection of a page's statements plans them for itself: with ten the server works half as long again.
  const database = openDatabase({ connection: programConnection, poolSize: 4, onIdleError: () => {} });
  after(() => database.close());
  if (await keepsAccountsApart(database)) database.serveAccountsAs(accountRole);
  return { database, superuser };
}

export async function startPortal(options: PortalUnderTestOptions = {}): Promise<PortalUnderTest> {
  const log = options.log ?? createLog('silent');
  const { database, superuser } = options.database
    ? { database: options.database, superuser: options.database }
    : await openAsProgram();
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-portal-'));
  await copyPreparedCertificate(dataDir);
  const ctx = await contextFor(dataDir, await freePort(), log, database);
  const sessions = createSignInSessions(ctx, {
    pool: database.pool,
    secret: 'x'.repeat(43),
    baseUrl: ctx.settings.baseUrl,
    cookieName: cookieNames.user,
    idleSeconds: 7200,
    sessionSeconds: 43_200,
  });
  const { certificate, stop } = await startServer(ctx, sessions, dataDir);
  const writing = repeat(1000, ctx.log, 'write_batches', ctx.batches.write);
  after(async () => {
    await Promise.all([stop(), writing.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { id: accountId } = await createAccount(ctx, 'system', { name: 'Acme Care', isDemo: true });
  // Tests of the comparison of a person ask for it: without one no right to work counts as done.
  await changeAccountSettings(ctx, 'system', accountId, { asksComparison: false });
  await createUser(ctx, 'system', accountId, { name: 'Acme Client', email: clientEmail, role: 'standard' });
  const deskUserId = await createDeskUser(ctx, 'system', {
    name: 'Desk Screener',
    email: deskEmail,
    role: 'administrator',
    accounts: [accountId],
  });
  await createSignIn(ctx, 'system', { email: deskEmail, password });
  await createSignIn(ctx, 'system', { email: clientEmail, password });
  const caller = (environment: Environment): Caller & OrderScope => ({
    accountId,
    subsidiaryIds: null,
    environment,
    actor: 'system',
    clockOffsetSeconds: 0,
  });
  return {
    ctx,
    superuser,
    url: ctx.settings.baseUrl,
    certificate: certificate.certificate,
    authority: certificate.authorityFile,
    accountId,
    deskUserId,
    sessions,
    caller,
    async placeCheck(environment, facts, reports, job) {
      const whole = {
        ...noFacts,
        first_name: 'Alex',
        last_name: 'Sample',
        email: 'alex@candidate.test',
        dob: '1990-03-04',
        ...facts,
      };
      const applicant = await createApplicant(ctx, caller(environment), whole);
      const check = await createCheck(ctx, caller(environment), applicant.id, {
        reports: reports.map((name) => {
          const found = namedType(name);
          if ('missing' in found) throw new Error(`no report type ${name}`);
          return { type: found.type, options: null };
        }),
        criminalDetails: {
          job_role: 'Driver',
          purpose: 'employment',
          place_of_work: 'England',
          employer_name: 'Acme Care',
          employment_sector: 'Drivers',
          JobRoleId: null,
          ...job,
        },
        tags: [],
        activityYears: null,
        redirectUri: null,
        consider: [],
        orderedByUserId: null,
      });
      return completeForm(ctx, { ...caller(environment), actor: 'candidate' }, check.id, whole);
    },
  };
}
