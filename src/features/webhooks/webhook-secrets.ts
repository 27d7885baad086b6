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

/** Opened secrets are cached as long as the account's key: opening one takes a tenth of the time of a delivery. */
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

/** @param hash by `authorisationTokenHash`; it is sent with every delivery of a v1 webhook */
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

/** Everything that a webhook's notifications are signed with. */
export interface SealedSigning extends SealedSecrets {
  readonly interface: WebhookInterface;
  /** v1: the SHA-1 of the authorisationToken; null for none. */
  readonly sealedAuthorisationHash: Buffer | null;
}

/** The secrets that sign at a time: until the overlap of a rotation ends, the previous one too. */
export function signingSecrets(
  accountKey: AccountKey,
  { webhookId, sealedSecret, sealedPreviousSecret, previousSecretUntil }: SealedSecrets,
  at: Date,
): { readonly key: SigningKey; readonly previousKey?: SigningKey } {
  const overlaps = sealedPreviousSecret !== null && previousSecretUntil !== null && at < previousSecretUntil;
  const previousKey = overlaps ? openUnlessDamaged(accountKey, webhookId, sealedPreviousSecret) : undefined;
  return {
    key: openWebhookSecret(accountKey, webhookId, sealedSecret),
    ...(previousKey === undefined ? {} : { previousKey }),
  };
}

/** Undefined if the previous secret is damaged, which may be why it was replaced: the new one signs alone. */
function openUnlessDamaged(key: AccountKey, webhookId: string, sealed: Buffer): SigningKey | undefined {
  try {
    return openWebhookSecret(key, webhookId, sealed);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

export interface NextSignature {
  readonly xSignature: string;
  readonly from: Date;
}

/** X-Signature by the new secret, and from when on it is used; null unless a rotation overlaps. */
export function nextSignature(
  accountKey: AccountKey,
  webhook: SealedSecrets,
  { at, body }: Pick<SignatureInput, 'at' | 'body'>,
): NextSignature | null {
  const { key, previousKey } = signingSecrets(accountKey, webhook, at);
  const { previousSecretUntil: from } = webhook;
  return previousKey === undefined || from === null ? null : { xSignature: xSignatureOf(key, body), from };
}

/** The reason of an attempt whose sealed secret or authorisation hash could not be opened: it is damaged, or was moved. */
export const secretUnreadable = 'secret_unreadable';

/** The signature headers of a notification, by the interface of its webhook; or why it cannot be signed. */
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
