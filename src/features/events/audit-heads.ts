// A signed head of the chain as one line of JSON, and as a name that says the same; pure.
import { type KeyObject, sign, verify } from 'node:crypto';
import { type AuditHead, signedText } from './audit-rules.ts';

export interface SignedHead extends AuditHead {
  /** When it was signed. */
  readonly at: string;
  readonly signature: Buffer;
}

const lineOf = ({ seq, hash, at, signature }: SignedHead): string =>
  JSON.stringify({ seq, hash: hash.toString('hex'), at, signature: signature.toString('base64') });

export function signHead(privateKey: KeyObject, head: AuditHead, now: Date): string {
  const at = now.toISOString();
  return lineOf({ ...head, at, signature: sign(null, signedText(head, at), privateKey) });
}

export function parseHead(line: string): SignedHead | undefined {
  try {
    const { seq, hash, at, signature } = JSON.parse(line) as Record<string, unknown>;
    if (!Number.isSafeInteger(seq) || (seq as number) < 1) return undefined;
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
    if (typeof at !== 'string' || typeof signature !== 'string') return undefined;
    return { seq: seq as number, hash: Buffer.from(hash, 'hex'), at, signature: Buffer.from(signature, 'base64') };
  } catch {
    return undefined;
  }
}

export type ReadHead = AuditHead | 'head_unreadable' | 'head_not_ours';

/**
 * Reads heads in their order. Once a key has signed one, those before it sign no more: who stole one gains nothing by it.
 * @param publicKeys the newest first
 */
export function headReader(publicKeys: readonly KeyObject[]): (line: string) => ReadHead {
  let mayStillSign = publicKeys;
  return (line) => {
    const head = parseHead(line);
    if (head === undefined) return 'head_unreadable';
    const text = signedText(head, head.at);
    const signer = mayStillSign.findIndex((key) => verify(null, text, key, head.signature));
    if (signer === -1) return 'head_not_ours';
    mayStillSign = mayStillSign.slice(0, signer + 1);
    return head;
  };
}

/** Names sort as the heads do. */
export function nameOfHead(line: string): string {
  const { seq, hash, at, signature } = parseHead(line)!;
  const parts = [String(seq).padStart(16, '0'), hash.toString('hex'), Date.parse(at), signature.toString('base64url')];
  return parts.join('.');
}

/** The line of `nameOfHead`; what is no such name gives a line that cannot be read. */
export function lineOfName(name: string): string {
  const [, seq, hash, at, signature] = /^(\d{16})\.([0-9a-f]{64})\.(\d{1,14})\.([\w-]+)$/.exec(name) ?? [];
  if (signature === undefined) return name;
  return lineOf({
    seq: Number(seq),
    hash: Buffer.from(hash!, 'hex'),
    at: new Date(Number(at)).toISOString(),
    signature: Buffer.from(signature, 'base64url'),
  });
}
