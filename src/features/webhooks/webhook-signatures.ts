// What proves to a receiver that a notification is ours: the headers of both interfaces, and their secrets; pure.
import { createHmac, createSecretKey } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
export const secretBytes = 24;

/** The text that a webhook's owner is given, once. @param bytes 24 random ones */
export function secretText(bytes: Buffer): string {
  return SECRET_PREFIX + bytes.toString('base64');
}

/** ours: the interface leaves v2 open. @param token the whole secret text, its prefix included */
function xSignatureV2(token: string, body: Buffer): string {
  return createHmac('sha1', token).update(body).digest('hex');
}

/** Of the Standard Webhooks specification: the key is what the text after the prefix decodes to. */
function standardSignature(secret: string, signed: Buffer): string {
  // As a key object: given the bytes themselves, making the HMAC takes six times as long.
  const key = createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

export interface SignatureInput {
  /** The delivery's id: the same at every resend. */
  readonly id: string;
  /** When this attempt starts: receivers refuse an old one. */
  readonly at: Date;
  readonly body: Buffer;
  readonly secret: string;
  /** While a rotation overlaps. */
  readonly previousSecret?: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

function standardHeaders({ id, at, body, secret, previousSecret }: SignatureInput): Headers {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((each) => standardSignature(each, signed)).join(' '),
  };
}

export function signaturesV2(input: SignatureInput): Headers {
  // X-Signature has room for one: receivers move to the new secret within the overlap, and it follows at the end.
  const token = input.previousSecret ?? input.secret;
  return { ...standardHeaders(input), 'x-signature': xSignatureV2(token, input.body) };
}

/** @param tokenHash null where the webhook has no authorisationToken: then there is no X-Signature */
export function signaturesV1(input: SignatureInput, tokenHash: string | null): Headers {
  return { ...standardHeaders(input), ...(tokenHash === null ? {} : { 'x-signature': tokenHash }) };
}
