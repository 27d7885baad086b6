// Single sign-on: users of an account sign in at its OpenID provider, which vouches for their email address.
import type { CustomFetch } from 'openid-client';
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { findGuardedRows, isValidRow } from '../../platform/db/guarded-rows.ts';
import { isUnreadable } from '../../platform/encryption/sealed-value.ts';
import type { Origins } from '../../platform/origins.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { findStateNow } from './old-row-queries.ts';
import { storeSignInEvent } from './sign-in-actions.ts';
import { findPortalUserByEmail, type PortalUserRow } from './sign-in-store.ts';
import {
  deleteSingleSignOn,
  findSingleSignOn,
  findSingleSignOnOf,
  findSubject,
  insertSubject,
  replaceSingleSignOn,
  type SingleSignOnRow,
} from './single-sign-on-store.ts';
import { areAccountsAsLeft } from './user-row-actions.ts';

const ANSWER_BYTES = 256 * 1024;
const MINUTES = 10;
const SECRET = 'single_sign_on.client_secret';

export const SINGLE_SIGN_ON_CALLBACK = '/sign-in/organisation/callback';

/** Where providers send users back to, as they are told it. */
export const redirectAddress = ({ clientUrl }: Pick<Origins, 'clientUrl'>): string =>
  `${clientUrl}${SINGLE_SIGN_ON_CALLBACK}`;

/** The library is loaded at the first use. */
const library = () => import('openid-client');

export interface SingleSignOnArguments {
  /** The https address below which the provider publishes `.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The domains of the email addresses that it may vouch for. */
  readonly domains: readonly string[];
}

/** Refuses with `invalid_fields` (issuer, clientId, clientSecret, domains). */
export async function setSingleSignOn(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { issuer, clientId, clientSecret, domains: given }: SingleSignOnArguments,
): Promise<void> {
  demand(by, 'manage_accounts');
  const domains = given.map((domain) => domain.trim().toLowerCase());
  const problems = new Problems();
  if (!issuer.startsWith('https://') || !URL.canParse(issuer)) problems.add('issuer', 'is not an https address');
  if (clientId === '') problems.add('clientId', "can't be blank");
  if (clientSecret === '') problems.add('clientSecret', "can't be blank");
  if (domains.length === 0 || domains.some((domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain))) {
    problems.add('domains', 'must be domains, such as client.example');
  }
  const other = await findSingleSignOnOf(ctx.db, domains);
  if (other !== undefined && other.account_id !== accountId) problems.add('domains', 'has already been taken');
  problems.refuse('invalid_fields');
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    const sealed = key.seal(SECRET, accountId, clientSecret);
    const row = { account_id: accountId, issuer, client_id: clientId, sealed_client_secret: sealed, domains };
    await replaceSingleSignOn(tx.db, tx.integrity, row, tx.now());
    await storeAccountEvent(tx, accountId, by, {
      type: 'account.changed',
      resourceId: accountId,
      detail: { single_sign_on: true, now: await findStateNow(tx.db, accountId) },
    });
  });
}

/** Refuses with `not_found`. */
export function removeSingleSignOn(ctx: Ctx, by: Asker, accountId: string): Promise<void> {
  demand(by, 'manage_accounts');
  return inTransaction(ctx, async (tx) => {
    if ((await deleteSingleSignOn(tx.db, accountId)) === 0) throw new Refusal('not_found');
    await storeAccountEvent(tx, accountId, by, {
      type: 'account.changed',
      resourceId: accountId,
      detail: { single_sign_on: false, now: await findStateNow(tx.db, accountId) },
    });
  });
}

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

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

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
    if (answer.outcome === 'failed') throw new Error(`the provider of single sign-on: ${answer.reason}`);
    return new Response(answer.bodyText, { status: answer.status, headers: { 'content-type': 'application/json' } });
  };

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
}

const place = (browser: string) => ['single sign-on', browser];

/** The address of the provider to go to; undefined if no account has single sign-on for this address's domain. */
export async function beginSingleSignOn(
  ctx: Ctx,
  { email, browser, next }: { readonly email: string; readonly browser: string; readonly next: string },
): Promise<URL | undefined> {
  const row = await findSingleSignOnOf(ctx.db, [domainOf(email)]);
  if (row === undefined || !(await isOwnProvider(ctx, row.account_id))) return undefined;
  const client = await library();
  const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()];
  const until = ctx.now().getTime() + MINUTES * 60_000;
  const left: Left = { accountId: row.account_id, verifier, nonce, until, next };
  return client.buildAuthorizationUrl(await providerOf(ctx, row), {
    redirect_uri: redirectAddress(ctx.settings),
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: email,
    nonce,
    state: ctx.keys.operator.seal(place(browser), JSON.stringify(left)),
  });
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

/**
 * Whom the provider vouches for: an invited user of the account, with a verified address in its domains. Undefined if it
 * vouches for nobody such. @param url the whole address of the callback
 */
export async function finishSingleSignOn(
  ctx: Ctx,
  url: URL,
  browser: string,
  useOnce: (value: string) => Promise<boolean>,
): Promise<{ readonly userId: string; readonly next: string } | undefined> {
  const state = url.searchParams.get('state') ?? '';
  const left = leftIn(ctx, state, browser);
  const row = left && (await findSingleSignOn(ctx.db, left.accountId));
  if (left === undefined || row === undefined || !(await isOwnProvider(ctx, row.account_id))) return undefined;
  if (!(await useOnce(left.nonce))) return undefined;
  const { authorizationCodeGrant } = await library();
  const checks = { pkceCodeVerifier: left.verifier, expectedState: state, expectedNonce: left.nonce };
  const tokens = await authorizationCodeGrant(await providerOf(ctx, row), url, checks).catch((error: unknown) => {
    ctx.log.warn('single sign-on failed', { accountId: row.account_id, error });
    return undefined;
  });
  const claims = tokens?.claims();
  const email = claims?.email;
  if (typeof email !== 'string' || claims?.email_verified !== true || !row.domains.includes(domainOf(email)))
    return undefined;
  const user = await findPortalUserByEmail(ctx.db, email.toLowerCase());
  if (user?.kind !== 'client' || user.account_id !== row.account_id) return undefined;
  return (await isSamePerson(ctx, user, row.issuer, claims.sub)) ? { userId: user.id, next: left.next } : undefined;
}
