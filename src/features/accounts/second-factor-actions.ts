// Second factors of users: authenticator apps, recovery codes, and what both share with passkeys.
import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type Ctx, inTransaction } from '../../context.ts';
import { qrPicture } from '../../lib/qr-picture.ts';
import { Refusal } from '../../lib/refusal.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { isUnreadable } from '../../platform/encryption/sealed-value.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { SecurityEventName } from '../security-events/security-event-types.ts';
import { demandOver } from './people-rules.ts';
import {
  countRecoveryCodes,
  deleteAllFactors,
  deleteFactor,
  type FactorRow,
  findFactors,
  findSecretsOfOtherMasters,
  insertFactor,
  type NewFactor,
  replaceRecoveryCodes,
  replaceSealedSecret,
  useFactor,
  useRecoveryCode,
} from './second-factor-store.ts';
import { storeSignInEvent } from './sign-in-actions.ts';
import { inviteToSignIn } from './sign-in-link-actions.ts';
import type { SecondFactor } from './sign-in-rules.ts';
import { recordUserSecurityEvent } from './sign-in-security-events.ts';
import { deleteCredentials, findPortalUser, findPortalUserByEmail, type PortalUserRow } from './sign-in-store.ts';

const STEP_SECONDS = 30;
const RECOVERY_CODES = 10;

/** What every authenticator app understands: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: string, email: string) =>
  new TOTP({ issuer: 'Probity', label: email, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

const placeOfSecret = (userId: string) => ['authenticator app', userId];

interface Person {
  readonly userId: string;
  readonly email: string;
}

export interface NewApp {
  /** For typing it where the picture cannot be read, in groups of four. */
  readonly typed: string;
  readonly picture: string;
  /** Goes into the form and comes back with the code. */
  readonly sealedSecret: string;
}

/** @param again the sealed secret of a form that comes back with a wrong code */
export function newApp(ctx: Ctx, { userId, email }: Person, again?: string): NewApp {
  const kept = again === undefined ? undefined : openSecret(ctx, userId, again);
  const secret = kept ?? new Secret({ size: 20 }).base32;
  const sealedSecret = kept === undefined ? ctx.keys.operator.seal(placeOfSecret(userId), secret) : again!;
  return {
    typed: secret.match(/.{1,4}/g)!.join(' '),
    picture: qrPicture(totpOf(secret, email).toString()),
    sealedSecret,
  };
}

/** Undefined if the text is none of ours, as a form may send anything. */
function openSecret(ctx: Ctx, userId: string, sealed: string): string | undefined {
  try {
    return ctx.keys.operator.open(placeOfSecret(userId), sealed);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** The time step of the code, which may be one step early or late; undefined if the code is wrong. */
function stepOf(ctx: Ctx, secret: string | undefined, code: string): number | undefined {
  if (secret === undefined) return undefined;
  const timestamp = ctx.now().getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

/** Adds an app that showed the right code. Returns false for a wrong one. */
export async function addApp(ctx: Ctx, userId: string, sealedSecret: string, typed: string): Promise<boolean> {
  const counter = stepOf(ctx, openSecret(ctx, userId, sealedSecret), typed.replace(/\s/g, ''));
  if (counter === undefined) return false;
  await storeFactor(ctx, { kind: 'totp', userId, name: 'Authenticator app', sealedSecret, counter });
  return true;
}

/** Stores a factor of the user, with its event. Refuses with `already_taken`. */
export function storeFactor(
  ctx: Ctx,
  factor: Pick<NewFactor, 'kind' | 'userId' | 'name' | 'counter'> & Partial<NewFactor>,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const whole = {
      sealedSecret: null,
      credentialId: null,
      publicKey: null,
      ...factor,
      id: tx.newId(),
      createdAt: tx.now(),
    };
    if ((await insertFactor(tx.db, tx.integrity, whole)) === 0) throw new Refusal('already_taken');
    const user = await findPortalUser(tx.db, factor.userId);
    if (user !== undefined) await recordFactors(tx, user, 'factor.added');
  });
}

/** Stores which factors and recovery codes the user has now, by which an older one that is put back is found. */
async function recordFactors(tx: Ctx, user: PortalUserRow, type?: SecurityEventName): Promise<void> {
  await storeSignInEvent(tx, { actor: `user:${user.id}` }, user, 'factors_changed');
  if (type !== undefined) await recordUserSecurityEvent(tx, type, user);
}

export const listFactors = (ctx: Ctx, userId: string): Promise<FactorRow[]> => findFactors(ctx.db, userId);

export const recoveryCodesLeft = (ctx: Ctx, userId: string): Promise<number> => countRecoveryCodes(ctx.db, userId);

/** Refuses with `not_found`, and with `state_does_not_allow` for the last one where a second factor is demanded. */
export function removeFactor(ctx: Ctx, userId: string, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if ((await deleteFactor(tx.db, userId, id)) === 0) throw new Refusal('not_found');
    const user = await findPortalUser(tx.db, userId);
    if (user === undefined || (user.demands_second_factor && !user.has_second_factor)) {
      throw new Refusal('state_does_not_allow');
    }
    await recordFactors(tx, user, 'factor.removed');
  });
}

const hashCode = (code: string) => createHash('sha256').update(code).digest();

/** 120 random bits in the 32 letters and digits of base 32: with so many, a plain hash is enough. */
const newRecoveryCode = () => new Secret({ buffer: new Uint8Array(newSecretBytes(15)).buffer }).base32.toLowerCase();

const inGroups = (code: string) => code.match(/.{4}/g)!.join('-');

/** New codes in place of all earlier ones; they are shown once. */
export async function makeRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await inTransaction(ctx, async (tx) => {
    await replaceRecoveryCodes(tx.db, tx.integrity, userId, codes.map(hashCode));
    const user = await findPortalUser(tx.db, userId);
    if (user !== undefined) await recordFactors(tx, user, 'recovery_codes.created');
  });
  return codes.map(inGroups);
}

async function isAppCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  for (const { kind, id, sealed_secret: sealed } of await findFactors(ctx.db, userId)) {
    if (kind !== 'totp') continue;
    const step = stepOf(ctx, openSecret(ctx, userId, sealed!), code);
    if (step !== undefined && (await useFactor(ctx.db, id, step, ctx.now())) > 0) return true;
  }
  return false;
}

/** What the typed code proves: the code of an app or a recovery code, each once; undefined if it proves nothing. */
export async function proveByCode(ctx: Ctx, userId: string, typed: string): Promise<SecondFactor | undefined> {
  const code = typed.slice(0, 100).toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return (await isAppCode(ctx, userId, code)) ? 'totp' : undefined;
  return inTransaction(ctx, async (tx) => {
    if ((await useRecoveryCode(tx.db, tx.integrity, userId, hashCode(code), tx.now())) === 0) return undefined;
    const user = await findPortalUser(tx.db, userId);
    if (user !== undefined) await recordFactors(tx, user);
    return 'recovery_code';
  });
}

/**
 * For somebody who lost every factor: removes them and the password, ends the sessions, and invites the person again, so
 * that they prove who they are as at first. Returns what `inviteToSignIn` does.
 */
export function resetSecondFactors(
  ctx: Ctx,
  by: Asker,
  email: string,
  accountId?: string,
): Promise<string | undefined> {
  demand(by, 'manage_users');
  return inTransaction(ctx, async (tx) => {
    const user = await findPortalUserByEmail(tx.db, email.toLowerCase());
    if (user === undefined) throw new Refusal('invalid_fields', { email: ['belongs to no user who may sign in'] });
    demandOver(by, user, accountId);
    await deleteAllFactors(tx.db, user.id);
    const ended = await deleteCredentials(tx.db, user.id);
    await storeSignInEvent(tx, by, user, 'sign_in_reset', ended);
    await recordUserSecurityEvent(tx, 'factor.removed', user, { by: by === 'system' ? by : by.actor });
    return inviteToSignIn(tx, by, email, accountId);
  });
}

/** For changing the master key: seals the secrets of apps again. Returns how many. */
export async function resealFactors(ctx: Ctx, currentMasterKeyId: string): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await findSecretsOfOtherMasters(ctx.db, currentMasterKeyId, 100);
    if (rows.length === 0) return count;
    for (const { id, user_id: userId, sealed_secret: before } of rows) {
      const secret = ctx.keys.operator.open(placeOfSecret(userId), before);
      const after = ctx.keys.operator.seal(placeOfSecret(userId), secret);
      await replaceSealedSecret(ctx.db, id, before, after);
      count += 1;
    }
  }
}
