// Seals and opens the secrets of webhooks under their account's key.
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { isUnreadable } from '../../platform/encryption/sealed-value.ts';
import type { WebhookInterface } from './webhook.ts';
import {
  type Headers,
  type SignatureInput,
  type SigningKey,
  secretBytes,
  secretText,
  signaturesV1,
  signaturesV2,
  signingKey,
  xSignatureOf,
} from './webhook-signatures.ts';

const purpose = 'webhooks.secret';
const authorisationPurpose = 'webhooks.authorisation_hash';

/** `text` is shown to the owner, once. */
export function newWebhookSecret(
  key: AccountKey,
  webhookId: string,
): { readonly text: string; readonly sealed: Buffer } {
  const text = secretText(newSecretBytes(secretBytes));
  return { text, sealed: key.seal(purpose, webhookId, text) };
}

/** What was opened is kept as long as the account's key is, and no longer: opening is a tenth of the work of a delivery. */
const opened = new WeakMap<AccountKey, Map<string, SigningKey>>();

function openWebhookSecret(key: AccountKey, webhookId: string, sealed: Buffer): SigningKey {
  const own = opened.get(key) ?? new Map<string, SigningKey>();
  const place = webhookId + sealed.toString('latin1');
  const known = own.get(place);
  if (known !== undefined) return known;
  const secret = signingKey(key.open(purpose, webhookId, sealed).toString('utf8'));
  opened.set(key, own.set(place, secret));
  return secret;
}

/** @param hash by `authorisationTokenHash`: what goes out with every delivery of a v1 webhook */
export function sealAuthorisationHash(key: AccountKey, webhookId: string, hash: string): Buffer {
  return key.seal(authorisationPurpose, webhookId, hash);
}

export function openAuthorisationHash(key: AccountKey, webhookId: string, sealed: Buffer): string {
  return key.open(authorisationPurpose, webhookId, sealed).toString('utf8');
}

export interface SealedSecrets {
  readonly webhookId: string;
  readonly sealedSecret: Buffer;
  readonly sealedPreviousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
}

/** All that a notification of a webhook is signed with. */
export interface SealedSigning extends SealedSecrets {
  readonly interface: WebhookInterface;
  /** v1: the SHA-1 of the authorisationToken; null for none. */
  readonly sealedAuthorisationHash: Buffer | null;
}

/** Those that sign at a time: the previous one too, until the overlap of a rotation ends. */
export function signingSecrets(
  accountKey: AccountKey,
  { webhookId, sealedSecret, sealedPreviousSecret, previousSecretUntil }: SealedSecrets,
  at: Date,
): { readonly key: SigningKey; readonly previousKey?: SigningKey } {
  const overlaps = sealedPreviousSecret !== null && previousSecretUntil !== null && at < previousSecretUntil;
  const previousKey = overlaps ? openIfWhole(accountKey, webhookId, sealedPreviousSecret) : undefined;
  return {
    key: openWebhookSecret(accountKey, webhookId, sealedSecret),
    ...(previousKey === undefined ? {} : { previousKey }),
  };
}

/** A secret that was replaced because it does not open must not hold up what the new one signs. */
function openIfWhole(key: AccountKey, webhookId: string, sealed: Buffer): SigningKey | undefined {
  try {
    return openWebhookSecret(key, webhookId, sealed);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

export interface ComingSignature {
  readonly xSignature: string;
  readonly from: Date;
}

/** What X-Signature of a body is by the new secret, and from when on it is made with that; null unless a rotation overlaps. */
export function comingSignature(
  accountKey: AccountKey,
  webhook: SealedSecrets,
  { at, body }: Pick<SignatureInput, 'at' | 'body'>,
): ComingSignature | null {
  const { key, previousKey } = signingSecrets(accountKey, webhook, at);
  const { previousSecretUntil: from } = webhook;
  return previousKey === undefined || from === null ? null : { xSignature: xSignatureOf(key, body), from };
}

/** That the secret of a webhook, or what else is sealed to sign with, does not open: it was damaged, or moved. */
export const secretUnreadable = 'secret_unreadable';

/** The headers that prove a notification to its endpoint, as the interface of its webhook has them; or why there are none. */
export function signaturesFor(
  accountKey: AccountKey,
  webhook: SealedSigning,
  message: Pick<SignatureInput, 'id' | 'at' | 'body'>,
): Headers | typeof secretUnreadable {
  try {
    return signatures(accountKey, webhook, message);
  } catch (error) {
    if (isUnreadable(error)) return secretUnreadable;
    throw error;
  }
}

function signatures(
  accountKey: AccountKey,
  webhook: SealedSigning,
  message: Pick<SignatureInput, 'id' | 'at' | 'body'>,
): Headers {
  const input = { ...message, ...signingSecrets(accountKey, webhook, message.at) };
  if (webhook.interface === 'v2') return signaturesV2(input);
  const { webhookId, sealedAuthorisationHash: sealed } = webhook;
  return signaturesV1(input, sealed === null ? null : openAuthorisationHash(accountKey, webhookId, sealed));
}
