// Signs notifications, so that receivers can verify that they are ours: the headers of both interfaces; pure.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
export const secretBytes = 24;

/** The secret as its owner gets it. @param bytes 24 random ones */
export function secretText(bytes: Buffer): string {
  return SECRET_PREFIX + bytes.toString('base64');
}

/** A secret as key objects, which are made once for many deliveries: signing with the text takes twice as long. */
export interface SigningKey {
  /** The Standard Webhooks key: the decoded text after the prefix. */
  readonly standard: KeyObject;
  /** ours, because the interface leaves it open: the whole text of the secret, with its prefix. */
  readonly token: KeyObject;
}

/** @param secret as its owner got it */
export function signingKey(secret: string): SigningKey {
  return {
    standard: createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64'),
    token: createSecretKey(secret, 'utf8'),
  };
}

export interface SignatureInput {
  /** The delivery's id, the same in every resend. */
  readonly id: string;
  /** When this attempt starts: receivers refuse old timestamps. */
  readonly at: Date;
  readonly body: Buffer;
  readonly key: SigningKey;
  /** While a rotation overlaps. */
  readonly previousKey?: SigningKey | undefined;
}

export type Headers = Readonly<Record<string, string>>;

const standardSignature = ({ standard }: SigningKey, id: string, timestamp: string, body: Buffer) =>
  createHmac('sha256', standard).update(`${id}.${timestamp}.`).update(body).digest();

/** The headers of the Standard Webhooks specification alone. */
export function standardHeaders({ id, at, body, key, previousKey }: SignatureInput): Headers {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = (one: SigningKey) => `v1,${standardSignature(one, id, timestamp, body).toString('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': previousKey === undefined ? signature(key) : `${signature(key)} ${signature(previousKey)}`,
  };
}

/** How old a signed request may be, and how far ahead its sender's clock. */
const TOLERANCE_MS = 5 * 60_000;

/** Whether the headers of the Standard Webhooks specification prove that the sender of this body has one of the keys. */
export function isSignedBy(
  keys: readonly SigningKey[],
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
  now: Date,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false;
  const given = signatures
    .split(' ')
    .flatMap((text) => (text.startsWith('v1,') ? [Buffer.from(text.slice(3), 'base64')] : []));
  return keys.some((key) => {
    const expected = standardSignature(key, id, timestamp, body);
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}

/** For interface v2 (decisions, Delivery authentication). */
export const xSignatureOf = ({ token }: SigningKey, body: Buffer): string =>
  createHmac('sha1', token).update(body).digest('hex');

export function signaturesV2(input: SignatureInput): Headers {
  // X-Signature holds one signature. It stays with the old secret until the overlap ends, so that receivers can switch before.
  return { ...standardHeaders(input), 'x-signature': xSignatureOf(input.previousKey ?? input.key, input.body) };
}

/** @param tokenHash null where the webhook has no authorisationToken: then there is no X-Signature */
export function signaturesV1(input: SignatureInput, tokenHash: string | null): Headers {
  return { ...standardHeaders(input), ...(tokenHash === null ? {} : { 'x-signature': tokenHash }) };
}
