// What proves to a receiver that a notification is ours: the headers of both interfaces, and their secrets; pure.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
export const secretBytes = 24;

/** The text that a webhook's owner is given, once. @param bytes 24 random ones */
export function secretText(bytes: Buffer): string {
  return SECRET_PREFIX + bytes.toString('base64');
}

/** A secret made ready to sign with, once for many deliveries: an HMAC of the text itself takes twice as long. */
export interface SigningKey {
  /** Of the Standard Webhooks specification: what the text after the prefix decodes to. */
  readonly standard: KeyObject;
  /** ours: the whole secret text, its prefix included; the interface leaves v2 open. */
  readonly token: KeyObject;
}

/** @param secret as its owner was given it */
export function signingKey(secret: string): SigningKey {
  return {
    standard: createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64'),
    token: createSecretKey(secret, 'utf8'),
  };
}

export interface SignatureInput {
  /** The delivery's id: the same at every resend. */
  readonly id: string;
  /** When this attempt starts: receivers refuse an old one. */
  readonly at: Date;
  readonly body: Buffer;
  readonly key: SigningKey;
  /** While a rotation overlaps. */
  readonly previousKey?: SigningKey | undefined;
}

export type Headers = Readonly<Record<string, string>>;

function standardHeaders({ id, at, body, key, previousKey }: SignatureInput): Headers {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = ({ standard }: SigningKey) =>
    `v1,${createHmac('sha256', standard).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': previousKey === undefined ? signature(key) : `${signature(key)} ${signature(previousKey)}`,
  };
}

/** Of interface v2 (decisions, Delivery authentication). */
export const xSignatureOf = ({ token }: SigningKey, body: Buffer): string =>
  createHmac('sha1', token).update(body).digest('hex');

export function signaturesV2(input: SignatureInput): Headers {
  // X-Signature has room for one: receivers move to the new secret within the overlap, and it follows at the end.
  return { ...standardHeaders(input), 'x-signature': xSignatureOf(input.previousKey ?? input.key, input.body) };
}

/** @param tokenHash null where the webhook has no authorisationToken: then there is no X-Signature */
export function signaturesV1(input: SignatureInput, tokenHash: string | null): Headers {
  return { ...standardHeaders(input), ...(tokenHash === null ? {} : { 'x-signature': tokenHash }) };
}
