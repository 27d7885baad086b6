// Single sign-on: users of an account sign in at its OpenID provider, which vouches for their email address.
import type { CustomFetch } from 'openid-client';
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { findGuardedRows, isValidRow } from '../../platform/db/guarded-rows.ts';
import { isUnreadable } from '../../platform/encryption/sealed-value.ts';
import type { Origins } from '../../platform/origins.ts';
import { demand } from '../access/permissions.ts';
import { storeSignInEvent } from './sign-in-actions.ts';
import { findPortalUserByEmail, type PortalUserRow } from './sign-in-store.ts';
import {
  findSingleSignOn,
  findSingleSignOnOf,
  findSubject,
  insertSubject,
  noteSignIn,
  type SingleSignOnRow,
} from './single-sign-on-store.ts';
import { areAccountsAsLeft } from './user-row-actions.ts';

const ANSWER_BYTES = 256 * 1024;
const MINUTES = 10;
/** What the sealed secret is. */
export const SECRET = 'single_sign_on.client_secret';

export const SINGLE_SIGN_ON_CALLBACK = '/sign-in/organisation/callback';

/** Where providers send users back to, as they are told it. */
export const redirectAddress = ({ clientUrl }: Pick<Origins, 'clientUrl'>): string =>
  `${clientUrl}${SINGLE_SIGN_ON_CALLBACK}`;

/** The library is loaded at the first use. */
const library = () => import('openid-client');

/** False, with an alarm, if the row was inserted or changed by hand: such a provider vouches for nobody. */
export async function isOwnProvider(
  { db, integrity, alarms }: Pick<Ctx, 'db' | 'integrity' | 'alarms'>,
  accountId: string,
): Promise<boolean> {
  const rows = await findGuardedRows(db, [{ table: 'single_sign_on', key: accountId }]);
  if (rows.length === 0 || !rows.every((row) => isValidRow(integrity, row))) {
    alarms.raise('row_not_ours', { accountId, reason: 'single_sign_on' });
    return false;
  }
  return areAccountsAsLeft({ db, integrity, alarms }, [accountId]);
}

/** In lower case. */
const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * Whether nothing but the provider lets this user in: all of its domains where passwords have ended, except the one
 * administrator who keeps theirs, with a second factor. Nobody's password counts while the row is not ours.
 */
export async function demandsProvider(ctx: Ctx, user: PortalUserRow): Promise<boolean> {
  const row = user.kind === 'client' ? await findSingleSignOn(ctx.db, user.account_id) : undefined;
  if (row === undefined) return false;
  if (!(await isOwnProvider(ctx, row.account_id))) return true;
  if (row.recovery_user_id === null || !row.domains.includes(domainOf(user.email))) return false;
  return row.recovery_user_id !== user.id || !user.has_second_factor;
}

class Unanswered extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(`the provider of single sign-on: ${reason}`);
    this.reason = reason;
  }
}

/** Calls the provider as we call every outside address: checked, pinned, and without redirects. */
const fetchOutside =
  (ctx: Ctx): CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await ctx.outgoing.call({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: Buffer.from(body === undefined || body === null ? '' : String(body)),
      wholeBytes: ANSWER_BYTES,
    });
    if (answer.outcome === 'failed') throw new Unanswered(answer.reason);
    return new Response(answer.bodyText, { status: answer.status, headers: { 'content-type': 'application/json' } });
  };

/**
 * Reads what the provider publishes.
 * @returns why it cannot be used; undefined if it can
 */
export async function providerFault(ctx: Ctx, issuer: string): Promise<string | undefined> {
  const { customFetch, discovery } = await library();
  try {
    const found = (
      await discovery(new URL(issuer), 'unused', undefined, undefined, { [customFetch]: fetchOutside(ctx) })
    ).serverMetadata();
    const lacking = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
      (name) => !found[name]?.startsWith('https://'),
    );
    return lacking.length === 0 ? undefined : `publishes no https address as ${lacking.join(', ')}`;
  } catch (error) {
    ctx.log.warn('single sign-on: no configuration', { error });
    // The library wraps what happened on the way.
    const cause = error instanceof Error && error.cause instanceof Unanswered ? error.cause : undefined;
    const reason = cause === undefined ? ' of its own name' : `: ${cause.reason.replaceAll('_', ' ')}`;
    return `publishes no OpenID configuration${reason}`;
  }
}

async function providerOf(ctx: Ctx, row: SingleSignOnRow) {
  const { ClientSecretBasic, customFetch, discovery, enableNonRepudiationChecks } = await library();
  const key = await ctx.keys.forAccount(row.account_id);
  const secret = key.open(SECRET, row.account_id, row.sealed_client_secret).toString('utf8');
  // The signature of an identity token counts, although it comes over TLS from the provider itself.
  const options = { [customFetch]: fetchOutside(ctx), execute: [enableNonRepudiationChecks] };
  return discovery(new URL(row.issuer), row.client_id, undefined, ClientSecretBasic(secret), options);
}

/** What comes back from the provider in `state`, sealed for the browser that left. */
interface Left {
  readonly accountId: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly until: number;
  readonly next: string;
  /** Set where they must prove again who they are: when they left, in ms. */
  readonly freshSince?: number | undefined;
  /** The administrator who tries it, and stays signed in as they are. */
  readonly trialOf?: string | undefined;
}

const place = (browser: string) => ['single sign-on', browser];

interface Leaving {
  readonly email: string;
  readonly browser: string;
  readonly next: string;
  /** They prove again who they are: the provider asks also whom it knows. */
  readonly isFresh?: boolean;
}

/** The address of the provider to go to. */
async function addressAt(
  ctx: Ctx,
  row: SingleSignOnRow,
  { email, browser, next, isFresh = false }: Leaving,
  trialOf?: string,
): Promise<URL> {
  const client = await library();
  const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()];
  const now = ctx.now().getTime();
  const until = now + MINUTES * 60_000;
  const freshSince = isFresh ? now : undefined;
  const left: Left = { accountId: row.account_id, verifier, nonce, until, next, trialOf, freshSince };
  return client.buildAuthorizationUrl(await providerOf(ctx, row), {
    redirect_uri: redirectAddress(ctx.settings),
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: email,
    nonce,
    ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
    state: ctx.keys.operator.seal(place(browser), JSON.stringify(left)),
  });
}

/** The address of the provider to go to; undefined if no account has single sign-on for this address's domain. */
export async function beginSingleSignOn(ctx: Ctx, leaving: Leaving): Promise<URL | undefined> {
  const row = await findSingleSignOnOf(ctx.db, [domainOf(leaving.email)]);
  if (row === undefined || !(await isOwnProvider(ctx, row.account_id))) return undefined;
  return addressAt(ctx, row, leaving);
}

/** As `beginSingleSignOn`, for an administrator who tries the provider of their account. */
export async function beginTrial(
  ctx: Ctx,
  caller: Caller,
  leaving: Leaving & { readonly userId: string },
): Promise<URL | undefined> {
  demand(caller, 'change_own_settings');
  const row = await findSingleSignOn(ctx.db, caller.accountId);
  if (row === undefined || !(await isOwnProvider(ctx, row.account_id))) return undefined;
  // As they will prove again who they are: a provider that only lets them in has not been tried.
  return addressAt(ctx, row, { ...leaving, isFresh: true }, leaving.userId);
}

function leftIn(ctx: Ctx, state: string, browser: string): Left | undefined {
  try {
    const left = JSON.parse(ctx.keys.operator.open(place(browser), state)) as Left;
    return left.until > ctx.now().getTime() ? left : undefined;
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/**
 * Whether this is the person who signed in there at first: an address may be given to another person later. Who is reset
 * or invited again is known anew.
 */
function isSamePerson(
  ctx: Ctx,
  user: Extract<PortalUserRow, { kind: 'client' }>,
  issuer: string,
  subject: string,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const known = await findSubject(tx.db, user.id, issuer);
    if (known !== undefined) return known === subject;
    await insertSubject(tx.db, tx.integrity, { id: tx.newId(), userId: user.id, issuer, subject, at: tx.now() });
    await storeSignInEvent(tx, { actor: `user:${user.id}` }, user, 'sign_in_created');
    return true;
  });
}

/** Why a provider let nobody in; the first word names what to put right. */
export type ProviderRefusal =
  | 'state'
  | 'answer'
  | 'email'
  | 'unverified'
  | 'auth_time'
  | 'stale'
  | 'domain'
  | 'nobody'
  | 'somebody_else';

/** Whoever comes back from the provider. `next` is where they wanted to go. */
export type ComeBack =
  | {
      readonly userId: string;
      /** When they last proved there who they are; 1970 where the provider does not say. */
      readonly provedAt: Date;
      readonly next: string;
      readonly isTrial: boolean;
    }
  | { readonly refused: ProviderRefusal; readonly isTrial: boolean };

/** @param url the whole address of the callback */
async function claimsOf(ctx: Ctx, row: SingleSignOnRow, url: URL, left: Left) {
  const { authorizationCodeGrant } = await library();
  const expectedState = url.searchParams.get('state') ?? '';
  const checks = { pkceCodeVerifier: left.verifier, expectedState, expectedNonce: left.nonce };
  const tokens = await authorizationCodeGrant(await providerOf(ctx, row), url, checks).catch((error: unknown) => {
    ctx.log.warn('single sign-on failed', { accountId: row.account_id, error });
    return undefined;
  });
  return tokens?.claims();
}

/** Their clock may be behind ours. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Why they did not prove it again although they had to. Where we send `max_age`, the provider must say when they signed in
 * (OpenID Connect Core 1.0 §2 and §3.1.2.1). @param authTime the claim, in seconds
 */
function provedAtOf(ctx: Ctx, { freshSince }: Left, authTime: unknown): Date | 'auth_time' | 'stale' {
  if (freshSince !== undefined && typeof authTime !== 'number') return 'auth_time';
  const at = typeof authTime === 'number' ? authTime * 1000 : 0;
  if (freshSince !== undefined && at < freshSince - CLOCKS_DIFFER_MS) return 'stale';
  return freshSince === undefined ? new Date(Math.min(at, ctx.now().getTime())) : ctx.now();
}

async function vouchedFor(
  ctx: Ctx,
  row: SingleSignOnRow,
  url: URL,
  left: Left,
): Promise<ProviderRefusal | { readonly userId: string; readonly provedAt: Date }> {
  const claims = await claimsOf(ctx, row, url, left);
  if (claims === undefined) return 'answer';
  const { email, sub } = claims;
  if (typeof email !== 'string') return 'email';
  if (claims.email_verified !== true) return 'unverified';
  const provedAt = provedAtOf(ctx, left, claims.auth_time);
  if (typeof provedAt === 'string') return provedAt;
  if (!row.domains.includes(domainOf(email))) return 'domain';
  const user = await findPortalUserByEmail(ctx.db, email.toLowerCase());
  if (user?.kind !== 'client' || user.account_id !== row.account_id) return 'nobody';
  if (left.trialOf !== undefined && left.trialOf !== user.id) return 'somebody_else';
  return (await isSamePerson(ctx, user, row.issuer, sub)) ? { userId: user.id, provedAt } : 'somebody_else';
}

/**
 * Whom the provider vouches for: an invited user of the account, with a verified address in its domains; in a trial the
 * administrator who began it. @param url the whole address of the callback
 */
export async function finishSingleSignOn(
  ctx: Ctx,
  url: URL,
  browser: string,
  useOnce: (value: string) => Promise<boolean>,
): Promise<ComeBack> {
  const left = leftIn(ctx, url.searchParams.get('state') ?? '', browser);
  const isTrial = left?.trialOf !== undefined;
  const row = left && (await findSingleSignOn(ctx.db, left.accountId));
  if (left === undefined || row === undefined || !(await isOwnProvider(ctx, row.account_id)))
    return { refused: 'state', isTrial };
  if (!(await useOnce(left.nonce))) return { refused: 'state', isTrial };
  const found = await vouchedFor(ctx, row, url, left);
  if (typeof found === 'string') return { refused: found, isTrial };
  await noteSignIn(ctx.db, row.account_id, row, ctx.now());
  return { ...found, next: left.next, isTrial };
}
