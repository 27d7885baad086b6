// What makes a chain of events whole: how a link follows from its event and from the link before it; pure.
import { createHash, hash } from 'node:crypto';

export type AuditProblemKind =
  // In the chain itself.
  | 'link_missing'
  | 'link_duplicated'
  | 'link_broken'
  | 'out_of_order'
  // Between the chain and the events.
  | 'event_missing'
  | 'event_changed'
  | 'event_inserted'
  // At its end.
  | 'watermark_wrong'
  | 'tail_missing'
  // Against the heads that were signed earlier.
  | 'head_file_missing'
  | 'head_unreadable'
  | 'head_not_ours'
  | 'head_out_of_order'
  | 'head_differs';

export interface AuditProblem {
  readonly kind: AuditProblemKind;
  /** The place in the chain; null where the problem has none. */
  readonly seq: number | null;
  readonly eventId?: string;
}

/** Up to where the chain reaches: its last link. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: Buffer;
}

/** A link with the event that it names. */
export interface ChainLink extends AuditHead {
  readonly digest: Buffer;
  readonly eventId: string;
  /** The event's whole content in its canonical form; null where there is no such event. */
  readonly content: string | null;
  /** The transaction that wrote the event. */
  readonly xid: string | null;
}

function digestOf(content: string): Buffer {
  return hash('sha256', content, 'buffer');
}

/** SHA-256 of the previous hash, the number as 8 bytes and the digest. */
function linkHash(previous: Buffer, seq: number, digest: Buffer): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(seq));
  return createHash('sha256').update(previous).update(number).update(digest).digest();
}

/** Where the chain has come to; `last` is its last link. */
export interface ChainEnd extends AuditHead {
  readonly last: ChainLink | undefined;
}

export const chainStart: ChainEnd = { seq: 0, hash: Buffer.alloc(32), last: undefined };

/** Events are sealed in the order of (xid, id), so none can come twice; a UUID's text sorts as its bytes do. */
function follows(link: ChainLink, previous: ChainLink | undefined): boolean {
  if (previous === undefined || link.xid === null || previous.xid === null) return true;
  const [xid, before] = [BigInt(link.xid), BigInt(previous.xid)];
  return xid > before || (xid === before && link.eventId > previous.eventId);
}

function kindsOf(end: ChainEnd, link: ChainLink): AuditProblemKind[] {
  if (link.seq === end.seq) return ['link_duplicated'];
  const kinds: AuditProblemKind[] = [];
  if (link.seq !== end.seq + 1) kinds.push('link_missing');
  else if (!linkHash(end.hash, link.seq, link.digest).equals(link.hash)) kinds.push('link_broken');
  if (link.content === null) kinds.push('event_missing');
  else if (!digestOf(link.content).equals(link.digest)) kinds.push('event_changed');
  if (!follows(link, end.last)) kinds.push('out_of_order');
  return kinds;
}

/** What is wrong with the link that comes after `end`. Later links are held against this one as it is stored. */
export function problemsOfLink(end: ChainEnd, link: ChainLink): AuditProblem[] {
  return kindsOf(end, link).map((kind) => ({ kind, seq: link.seq, eventId: link.eventId }));
}

/** What the sealer has noted: where it goes on. */
export interface Watermark extends AuditHead {
  readonly xid: string;
  readonly eventId: string;
}

/** There is one watermark, and it names the last link and its event. */
export function problemsOfWatermark(watermarks: readonly Watermark[], end: ChainEnd): AuditProblem[] {
  const [watermark] = watermarks;
  const right =
    watermark !== undefined &&
    watermarks.length === 1 &&
    watermark.seq === end.seq &&
    watermark.hash.equals(end.hash) &&
    watermark.xid === (end.last === undefined ? '0' : end.last.xid) &&
    (end.last === undefined || watermark.eventId === end.last.eventId);
  return right ? [] : [{ kind: 'watermark_wrong', seq: watermark?.seq ?? null }];
}

/** The bytes that a head's signature is over. */
export function signedText(head: AuditHead, at: string): Buffer {
  return Buffer.from(`probity audit head\n${head.seq}\n${head.hash.toString('hex')}\n${at}\n`);
}
