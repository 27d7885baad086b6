// Seals and opens the secrets of webhooks under their account's key.
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { secretBytes, secretText } from './webhook-signatures.ts';

const purpose = 'webhooks.secret';

/** `text` is shown to the owner, once. */
export function newWebhookSecret(
  key: AccountKey,
  webhookId: string,
): { readonly text: string; readonly sealed: Buffer } {
  const text = secretText(newSecretBytes(secretBytes));
  return { text, sealed: key.seal(purpose, webhookId, text) };
}

export function openWebhookSecret(key: AccountKey, webhookId: string, sealed: Buffer): string {
  return key.open(purpose, webhookId, sealed).toString('utf8');
}
