// Creates and changes accounts, their users and keys, for the command line and the portals.
import { type Ctx, type Environment, inTransaction } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { everyKeyScope, type KeyScope } from '../access/key-scopes.ts';
import { type Asker, type ClientRole, demand, roles } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { forgetDraftsOfUser } from '../drafts/draft-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { startWithTemplate } from '../report-types/availability-actions.ts';
import type { TemplateId } from '../report-types/templates.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import { accessEndProblems } from './access-end-rules.ts';
import { settingsOfNewAccounts } from './account-settings.ts';
import { storeAccountChange } from './account-settings-actions.ts';
import {
  type AccountChange,
  type AccountRow,
  findAccount,
  findAccounts,
  findSubsidiaries,
  findUserByExternalId,
  findUsers,
  holdAccount,
  holdUser,
  insertAccount,
  insertUser,
  type UserRow,
  updateUser,
} from './account-store.ts';
import { hashKey, keyInAuthorization, keyText } from './api-key-rules.ts';
import {
  type ApiKeyListed,
  insertApiKey,
  listApiKeyRows,
  markApiKeysExposed,
  revokeApiKeyRow,
} from './api-key-store.ts';
import { recordChange } from './authority-events.ts';
import { findStateNow } from './old-row-queries.ts';
import { letCreatorSee, storeEventsOfAllAccountScreeners } from './sign-in-actions.ts';
import { endWithPassword, isEmailInUse } from './sign-in-store.ts';
import { personProblems } from './user-rules.ts';

export type { AccountRow, ApiKeyListed, UserRow };

export function createAccount(
  ctx: Ctx,
  by: Asker,
  given: {
    readonly name: string;
    readonly template?: TemplateId | undefined;
    readonly isDemo?: boolean;
    readonly isStandard?: boolean;
  },
): Promise<{ readonly id: string; readonly key: AccountKey }> {
  demand(by, 'manage_accounts');
  const { name, template = 'uk_standard', isDemo = false, isStandard = false } = given;
  if (name.trim() === '') throw new Refusal('invalid_fields', { name: ["can't be blank"] });
  return inTransaction(ctx, async (tx) => {
    const id = tx.newId();
    const row = { id, name: name.trim(), createdAt: tx.now(), isDemo, isStandard };
    await insertAccount(tx.db, tx.integrity, { ...row, settings: settingsOfNewAccounts });
    const key = await tx.keys.createFor(tx.db, id);
    await startWithTemplate(tx, id, template);
    const detail = { template, now: await findStateNow(tx.db, id) };
    await storeAccountEvent(tx, id, by, { type: 'account.created', resourceId: id, detail });
    await storeEventsOfAllAccountScreeners(tx, by, id);
    if (!isStandard) await letCreatorSee(tx, by, id);
    return { id, key };
  });
}

export async function listAccounts(ctx: Pick<Ctx, 'db'>, by: Asker): Promise<AccountRow[]> {
  demand(by, 'read_accounts');
  return (await findAccounts(ctx.db)).filter(({ is_standard: isStandard }) => !isStandard);
}

/** Whether anything but the demo is here: a house standard counts, before the first client. */
export const hasMoreThanDemo = async (ctx: Pick<Ctx, 'db'>): Promise<boolean> =>
  (await findAccounts(ctx.db)).some(({ is_demo: isDemo }) => !isDemo);

export async function readAccount(ctx: Ctx, id: string): Promise<AccountRow> {
  const row = await findAccount(ctx.db, id);
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** Whoever else locks it waits until the transaction ends, and then sees what was done. */
export async function lockAccount(tx: Ctx, id: string): Promise<AccountRow> {
  await holdAccount(tx.db, id);
  return readAccount(tx, id);
}

/**
 * @param change the settings to change; others stay. `bareResultsLinks`: results links open without a key for 15
 * minutes. `secondFactorDemanded`: its users need one from their next page on.
 */
export function changeAccount(ctx: Ctx, by: Asker, accountId: string, change: AccountChange): Promise<void> {
  demand(by, 'manage_accounts');
  if (change.name?.trim() === '') throw new Refusal('invalid_fields', { name: ["can't be blank"] });
  return inTransaction(ctx, (tx) => storeAccountChange(tx, by, accountId, { ...change, name: change.name?.trim() }));
}

/** Nobody signs in to the house standard, nor to an account whose sign-in has ended: it is opened again first. */
async function refuseGone(tx: Ctx, accountId: string): Promise<void> {
  const { is_standard: isStandard, closing } = await readAccount(tx, accountId);
  if (isStandard || closing?.signInEndedAt) throw new Refusal('state_does_not_allow');
}

export interface UserArguments {
  readonly name: string;
  readonly email: string;
  readonly role: ClientRole;
  readonly externalId?: string | null;
  /** The first is that of what they add; null for the whole account. */
  readonly subsidiaryIds?: readonly string[] | null;
  readonly accessUntil?: IsoDate | null;
}

export function createUser(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: UserArguments,
): Promise<{ readonly id: string }> {
  demand(by, 'manage_users');
  const problems = personProblems(given);
  if (!Object.hasOwn(roles.client, given.role)) problems.add('role', 'is not included in the list');
  const today = ukDateOf(ctx.now());
  accessEndProblems(given.accessUntil ?? null, { today, isLast: false }, problems);
  problems.refuse('invalid_fields');
  const subsidiaryIds = distinct(given.subsidiaryIds ?? null);
  const sees = { subsidiary_ids: subsidiaryIds, access_until: given.accessUntil ?? null };
  return inTransaction(ctx, async (tx) => {
    await refuseGone(tx, accountId);
    await checkSubsidiaries(tx, accountId, subsidiaryIds);
    if (await isEmailInUse(tx.db, given.email.toLowerCase())) {
      throw new Refusal('invalid_fields', { email: ['has already been taken'] });
    }
    const id = tx.newId();
    const inserted = await insertUser(tx.db, tx.integrity, {
      accountId,
      id,
      name: given.name.trim(),
      email: given.email.toLowerCase(),
      role: given.role,
      externalId: given.externalId?.trim() || null,
      subsidiaryIds,
      accessUntil: given.accessUntil ?? null,
      createdAt: tx.now(),
    });
    if (!inserted) throw new Refusal('invalid_fields', { externalId: ['has already been taken'] });
    await storeAccountEvent(tx, accountId, by, {
      type: 'user.created',
      resourceId: id,
      detail: { role: given.role, ...sees, now: await findStateNow(tx.db, id) },
    });
    return { id };
  });
}

export async function listUsers(ctx: Ctx, by: Asker, accountId: string): Promise<UserRow[]> {
  demand(by, 'manage_users', 'manage_keys', 'read_accounts');
  return findUsers(ctx.db, accountId);
}

export interface UserChange {
  readonly id: string;
  readonly name?: string;
  readonly role?: ClientRole;
  /** As `UserArguments`. */
  readonly subsidiaryIds?: readonly string[] | null;
  readonly disabled?: boolean;
  /** The last day of their access; null for no end. */
  readonly accessUntil?: IsoDate | null;
  readonly externalId?: string;
  /** The invitation was withdrawn, and the user never signed in: see `withdrawInvitation`. */
  readonly withdrawn?: true;
}

const distinct = (ids: readonly string[] | null) => ids && [...new Set(ids)];

async function checkSubsidiaries(tx: Ctx, accountId: string, ids: readonly string[] | null): Promise<void> {
  if (ids === null) return;
  if (ids.length === 0) throw new Refusal('invalid_fields', { subsidiary: ["can't be blank"] });
  const subsidiaries = await findSubsidiaries(tx.db, accountId);
  if (!ids.every((id) => subsidiaries.some((one) => one.id === id)))
    throw new Refusal('invalid_fields', { subsidiary: ['is not included in the list'] });
}

async function checkChange(tx: Ctx, accountId: string, { id, name, subsidiaryIds = null, externalId }: UserChange) {
  if (name === '') throw new Refusal('invalid_fields', { name: ["can't be blank"] });
  const namesake = externalId ? await findUserByExternalId(tx.db, accountId, externalId) : undefined;
  if (namesake !== undefined && namesake.id !== id) {
    throw new Refusal('invalid_fields', { externalId: ['has already been taken'] });
  }
  await checkSubsidiaries(tx, accountId, subsidiaryIds);
}

/** Changes what is given; what is undefined stays. Keys of subsidiaries that the user does not see any more are revoked. */
export function changeUser(ctx: Ctx, by: Asker, accountId: string, given: UserChange): Promise<void> {
  demand(by, 'manage_users');
  const { id, role, disabled, accessUntil } = given;
  const subsidiaryIds = given.subsidiaryIds === undefined ? undefined : distinct(given.subsidiaryIds);
  const change = { ...given, subsidiaryIds, name: given.name?.trim(), externalId: given.externalId?.trim() };
  return inTransaction(ctx, async (tx) => {
    await checkChange(tx, accountId, change as UserChange);
    if (disabled === false) await refuseGone(tx, accountId);
    const disabledAt = disabled === undefined ? undefined : disabled ? tx.now() : null;
    const before = (await findUsers(tx.db, accountId)).find((one) => one.id === id)?.role;
    const changed = await updateUser(tx.db, accountId, { ...change, disabledAt }, tx.integrity);
    if (changed === 0) throw new Refusal('not_found');
    if (subsidiaryIds)
      await revokeKeysOf(
        tx,
        by,
        accountId,
        id,
        (key) => key.subsidiary_id !== null && !isInScope({ subsidiaryIds }, key.subsidiary_id),
      );
    const ended = disabled === true ? await endAccess(tx, by, accountId, id) : [];
    const detail = {
      ...{ before: role === undefined ? undefined : before, role: role ?? null },
      disabled: disabled ?? null,
      ...(ended.length > 0 && { ended }),
      external_id: change.externalId !== undefined,
      ...(change.name !== undefined && { renamed: true }),
      ...(change.withdrawn && { withdrawn: true }),
      ...(subsidiaryIds !== undefined && { subsidiary_ids: subsidiaryIds }),
      ...(accessUntil !== undefined && { access_until: accessUntil }),
      now: await findStateNow(tx.db, id),
    };
    await storeAccountEvent(tx, accountId, by, { type: 'user.changed', resourceId: id, detail });
    const allowed = {
      ...(role !== undefined && { before, role }),
      ...(subsidiaryIds !== undefined && { subsidiary_ids: subsidiaryIds }),
      ...(accessUntil !== undefined && { access_until: accessUntil }),
    };
    if (Object.keys(allowed).length > 0)
      await recordChange(tx, by, accountId, 'role.changed', { user_id: id, ...allowed });
    if (disabled === undefined) return;
    await recordChange(tx, by, accountId, disabled ? 'user.disabled' : 'user.enabled', { user_id: id });
  });
}

async function revokeKeysOf(
  tx: Ctx,
  by: Asker,
  accountId: string,
  userId: string,
  isChosen: (key: ApiKeyListed) => boolean,
): Promise<void> {
  const keys = (await listApiKeyRows(tx.db, accountId)).filter((key) => key.user_id === userId);
  for (const key of keys.filter(isChosen)) {
    if (key.revoked_at === null) await revokeKey(tx, by, accountId, key.id);
  }
}

/** What lets a user in ends for good, so that it does not let them in again when they are enabled again. */
async function endAccess(tx: Ctx, by: Asker, accountId: string, id: string): Promise<readonly string[]> {
  await forgetDraftsOfUser(tx, id);
  await revokeKeysOf(tx, by, accountId, id, () => true);
  return endWithPassword(tx.db, id);
}

export interface KeyArguments {
  readonly userId: string;
  readonly environment: Environment;
  /** All by default. */
  readonly scopes?: readonly KeyScope[] | undefined;
  /** Set for a key that sees the data of one subsidiary only, one of its user's; else it sees what its user does. */
  readonly subsidiaryId?: string | null;
  readonly label?: string;
  readonly expiresAt?: Date | null;
}

/** Returns the key's text, which cannot be read again: only its hash is stored. */
export function createApiKey(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: KeyArguments,
): Promise<{ readonly id: string; readonly key: string }> {
  demand(by, 'manage_keys');
  const scopes = given.scopes ?? everyKeyScope;
  if (scopes.length === 0 || scopes.some((scope) => !everyKeyScope.includes(scope))) {
    throw new Refusal('invalid_fields', { scopes: [`must be some of ${everyKeyScope.join(', ')}`] });
  }
  const key = keyText(given.environment, newSecretBytes(20));
  return inTransaction(ctx, async (tx) => {
    await refuseGone(tx, accountId);
    await holdUser(tx.db, accountId, given.userId);
    const owner = (await findUsers(tx.db, accountId)).find((user) => user.id === given.userId);
    if (owner === undefined) throw new Refusal('invalid_fields', { user: ['is not a user of this account'] });
    if (owner.disabled_at !== null) throw new Refusal('invalid_fields', { user: ['is disabled'] });
    const subsidiaryId = given.subsidiaryId ?? null;
    if (subsidiaryId !== null && !isInScope({ subsidiaryIds: owner.subsidiary_ids }, subsidiaryId)) {
      throw new Refusal('invalid_fields', { subsidiary: ['is not the subsidiary of the user'] });
    }
    const id = tx.newId();
    await insertApiKey(tx.db, tx.integrity, {
      ...{ accountId, environment: given.environment, id, userId: given.userId, scopes, subsidiaryId },
      label: given.label ?? '',
      prefix: key.slice(0, 9),
      hash: hashKey(key),
      createdAt: tx.now(),
      expiresAt: given.expiresAt ?? null,
    });
    const detail = { environment: given.environment, user_id: given.userId, scopes, subsidiary_id: subsidiaryId };
    await storeAccountEvent(tx, accountId, by, { type: 'api_key.created', resourceId: id, detail });
    await recordChange(tx, by, accountId, 'key.created', { key_id: id, ...detail });
    return { id, key };
  });
}

export async function listApiKeys(ctx: Ctx, by: Asker, accountId: string): Promise<ApiKeyListed[]> {
  demand(by, 'manage_keys', 'read_accounts');
  return listApiKeyRows(ctx.db, accountId);
}

export function revokeApiKey(ctx: Ctx, by: Asker, accountId: string, id: string): Promise<void> {
  demand(by, 'manage_keys');
  return inTransaction(ctx, (tx) => revokeKey(tx, by, accountId, id));
}

async function revokeKey(tx: Ctx, by: Asker, accountId: string, id: string): Promise<void> {
  const revoked = await revokeApiKeyRow(tx.db, accountId, id, tx.now(), tx.integrity);
  if (revoked === 0) throw new Refusal('not_found');
  await storeAccountEvent(tx, accountId, by, { type: 'api_key.revoked', resourceId: id });
  await recordChange(tx, by, accountId, 'key.revoked', { key_id: id });
}

/** Marks known keys in a request over plain HTTP as exposed, once, because others may have read them. */
export function markKeysExposed(ctx: Ctx, headerValues: readonly string[]): Promise<void> {
  const keys = headerValues.flatMap((value) => keyInAuthorization(value) ?? []);
  if (keys.length === 0) return Promise.resolve();
  return inTransaction(ctx, async (tx) => {
    for (const { accountId, id } of await markApiKeysExposed(tx.db, keys.map(hashKey), tx.now())) {
      await storeAccountEvent(tx, accountId, 'system', { type: 'api_key.exposed', resourceId: id });
      await recordSecurityEvent(tx, { type: 'key.exposed', accountId, keyId: id });
    }
  });
}
