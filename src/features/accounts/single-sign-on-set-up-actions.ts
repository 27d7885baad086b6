// Sets up the single sign-on of an account, by an administrator of the client, the desk or the command line.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { servingNobody } from '../../platform/db/served-account.ts';
import { type Asker, askerMay, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { findUsers, holdAccount } from './account-store.ts';
import { recordChange } from './authority-events.ts';
import { findStateNow } from './old-row-queries.ts';
import { signUsersOut } from './session-end-actions.ts';
import { isOwnProvider, providerFault, SECRET } from './single-sign-on-actions.ts';
import {
  claimDomains,
  deleteSingleSignOn,
  findForeignDomains,
  findSingleSignOn,
  findSingleSignOnOf,
  hasPassword,
  replaceSingleSignOn,
  type SingleSignOnRow,
} from './single-sign-on-store.ts';

export interface SingleSignOnArguments {
  /** The https address below which the provider publishes `.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined or empty for the one that is kept, while issuer and client id stay. */
  readonly clientSecret?: string | undefined;
  /** The domains of the email addresses that it may vouch for. */
  readonly domains: readonly string[];
  /** Undefined for none, empty for none. */
  readonly secretEndsOn?: string | undefined;
}

/** Without its secret, which nobody reads again. */
export interface SingleSignOn {
  readonly issuer: string;
  readonly clientId: string;
  readonly domains: readonly string[];
  readonly secretEndsOn: IsoDate | null;
  /** When somebody last signed in by it; null since it was changed. */
  readonly triedAt: Date | null;
  /** Set where passwords have ended: who keeps theirs. `canSignIn`: they are active and have a second factor. */
  readonly recovery: { readonly name: string; readonly canSignIn: boolean } | null;
}

/** Undefined where the account has none. */
export async function readSingleSignOn(ctx: Ctx, by: Asker, accountId: string): Promise<SingleSignOn | undefined> {
  demand(by, 'read_accounts', 'change_own_settings');
  const row = await findSingleSignOn(ctx.db, accountId);
  if (row === undefined) return undefined;
  const { recovery_user_id: id } = row;
  const user = id === null ? undefined : (await findUsers(ctx.db, accountId)).find((one) => one.id === id);
  return {
    issuer: row.issuer,
    clientId: row.client_id,
    domains: row.domains,
    secretEndsOn: row.secret_ends_on,
    triedAt: row.tried_at,
    recovery:
      id === null
        ? null
        : {
            name: user?.name ?? 'A user who was removed',
            canSignIn: user !== undefined && user.disabled_at === null && user.has_second_factor,
          },
  };
}

/** Part of the change's transaction. */
async function recordSet(
  tx: Ctx,
  by: Asker,
  accountId: string,
  change: 'set' | 'passwords_ended' | 'passwords_allowed' | 'removed',
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await storeAccountEvent(tx, accountId, by, {
    type: 'account.changed',
    resourceId: accountId,
    detail: {
      single_sign_on: change !== 'removed',
      sign_in_change: change,
      ...detail,
      now: await findStateNow(tx.db, accountId),
    },
  });
  await recordChange(tx, by, accountId, 'single_sign_on.changed', { change });
}

/** A domain belongs to one account at a time: the account that has it removes it before another takes it. */
const TAKEN = 'must be of this account alone: another account has one of them for its single sign-on';

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join(' ') === other.toSorted().join(' ');

const isProviderOf = (row: SingleSignOnRow | undefined, issuer: string, clientId: string): boolean =>
  row?.issuer === issuer && row.client_id === clientId;

/** Nobody else changes it until the end of the transaction. */
async function lockSingleSignOn(tx: Ctx, accountId: string): Promise<SingleSignOnRow | undefined> {
  await holdAccount(tx.db, accountId);
  return findSingleSignOn(tx.db, accountId);
}

interface Checked extends SingleSignOnArguments {
  readonly isSameProvider: boolean;
}

/** What can be told without asking the provider. */
function formProblems(ctx: Ctx, { issuer, clientId, domains, isSameProvider, ...given }: Checked): Problems {
  const problems = new Problems();
  if (!issuer.startsWith('https://') || !URL.canParse(issuer)) problems.add('issuer', 'is not an https address');
  if (clientId === '') problems.add('clientId', "can't be blank");
  if (!given.clientSecret && !isSameProvider) problems.add('clientSecret', "can't be blank");
  if (domains.length === 0 || domains.some((domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)))
    problems.add('domains', 'must be domains, such as client.example');
  const ends = given.secretEndsOn ? parseDate(given.secretEndsOn) : null;
  if (ends === undefined) problems.add('secretEndsOn', 'is not a day, such as 2030-01-31');
  else if (ends !== null && ends < ukDateOf(ctx.now())) problems.add('secretEndsOn', 'is over');
  return problems;
}

/**
 * Sets it up, or changes it: then nobody has tried it yet, and passwords let people in again. Refuses with `invalid_fields`
 * (issuer, clientId, clientSecret, domains, secretEndsOn). An administrator of the client adds only domains that users of
 * the account have and nobody of another account or of the desk has: another domain would send the people of others to
 * their provider.
 */
export async function setSingleSignOn(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: SingleSignOnArguments,
): Promise<void> {
  demand(by, 'manage_accounts', 'change_own_settings');
  const [issuer, clientId] = [given.issuer.trim(), given.clientId.trim()];
  const domains = [...new Set(given.domains.map((domain) => domain.trim().toLowerCase()))];
  const before = await findSingleSignOn(ctx.db, accountId);
  const isSameProvider = isProviderOf(before, issuer, clientId);
  const problems = formProblems(ctx, { ...given, issuer, clientId, domains, isSameProvider });
  problems.refuse('invalid_fields');
  const added = domains.filter((domain) => !before?.domains.includes(domain));
  // Policies would hide the rows of other accounts from an administrator of the client.
  const [other, foreign] = await servingNobody(() =>
    Promise.all([
      findSingleSignOnOf(ctx.db, added),
      askerMay(by, 'manage_accounts') ? [] : findForeignDomains(ctx.db, accountId, added),
    ]),
  );
  if (other !== undefined && other.account_id !== accountId) problems.add('domains', TAKEN);
  if (foreign.length > 0)
    problems.add('domains', `must be those of your users' addresses and of nobody else's: not ${foreign.join(', ')}`);
  const fault = await providerFault(ctx, issuer);
  if (fault !== undefined) problems.add('issuer', fault);
  problems.refuse('invalid_fields');
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    const kept = await lockSingleSignOn(tx, accountId);
    const isOfProvider = isProviderOf(kept, issuer, clientId);
    // Somebody else may have changed it while the provider answered.
    if (!given.clientSecret && !isOfProvider) throw new Refusal('invalid_fields', { clientSecret: ["can't be blank"] });
    const isSame = isOfProvider && !given.clientSecret && isSameList(domains, kept!.domains);
    const row: SingleSignOnRow = {
      account_id: accountId,
      issuer,
      client_id: clientId,
      sealed_client_secret: given.clientSecret
        ? key.seal(SECRET, accountId, given.clientSecret)
        : kept!.sealed_client_secret,
      domains,
      secret_ends_on: (given.secretEndsOn || null) as IsoDate | null,
      tried_at: isSame ? kept!.tried_at : null,
      recovery_user_id: isSame ? kept!.recovery_user_id : null,
    };
    await replaceSingleSignOn(tx.db, tx.integrity, row, tx.now());
    if (!(await claimDomains(tx.db, accountId, domains))) throw new Refusal('invalid_fields', { domains: [TAKEN] });
    const ends = row.secret_ends_on === null ? {} : { secret_ends_on: row.secret_ends_on };
    const detail = { issuer, domains: domains.join(' '), secret_replaced: Boolean(given.clientSecret), ...ends };
    await recordSet(tx, by, accountId, 'set', detail);
  });
}

/** Refuses with `not_found`. */
async function setRecovery(tx: Ctx, accountId: string, userId: string | null): Promise<SingleSignOnRow> {
  const row = await lockSingleSignOn(tx, accountId);
  if (row === undefined || !(await isOwnProvider(tx, accountId))) throw new Refusal('not_found');
  await replaceSingleSignOn(tx.db, tx.integrity, { ...row, recovery_user_id: userId }, tx.now());
  return row;
}

/**
 * From now on users of the domains sign in at the provider alone, and their open sessions end. The administrator who asks
 * keeps their password, with a second factor, as the way back. Refuses with `not_found`, and with `invalid_fields`
 * (passwords) before somebody has tried the provider, and who has no password and second factor.
 */
export function endPasswords(ctx: Ctx, caller: Caller, userId: string): Promise<void> {
  demand(caller, 'change_own_settings');
  const { accountId } = caller;
  return inTransaction(ctx, async (tx) => {
    const row = await setRecovery(tx, accountId, userId);
    const users = await findUsers(tx.db, accountId);
    const hasFactor = users.some((user) => user.id === userId && user.has_second_factor);
    const problems = new Problems();
    if (row.tried_at === null) problems.add('passwords', 'end once somebody has tried the provider');
    if (!hasFactor || !(await hasPassword(tx.db, userId)))
      problems.add('passwords', 'end only by who has a password and a second factor');
    problems.refuse('invalid_fields');
    await recordSet(tx, caller, accountId, 'passwords_ended', { user_id: userId });
    const covered = users.filter(({ email }) =>
      row.domains.some((domain) => email.toLowerCase().endsWith(`@${domain}`)),
    );
    await signUsersOut(
      tx,
      caller,
      covered.map(({ id }) => id),
      accountId,
    );
  });
}

/** Passwords let people in again, as after a lock-out. Refuses with `not_found`. */
export function allowPasswords(ctx: Ctx, by: Asker, accountId: string): Promise<void> {
  demand(by, 'manage_accounts', 'change_own_settings');
  return inTransaction(ctx, async (tx) => {
    await setRecovery(tx, accountId, null);
    await recordSet(tx, by, accountId, 'passwords_allowed');
  });
}

/** Refuses with `not_found`. */
export function removeSingleSignOn(ctx: Ctx, by: Asker, accountId: string): Promise<void> {
  demand(by, 'manage_accounts', 'change_own_settings');
  return inTransaction(ctx, async (tx) => {
    if ((await deleteSingleSignOn(tx.db, accountId)) === 0) throw new Refusal('not_found');
    await recordSet(tx, by, accountId, 'removed');
  });
}
