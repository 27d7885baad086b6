// The rules of a valid chain of events: each link's hash covers its event and the previous link; pure.
import { createHash, hash } from 'node:crypto';
import type { EventColumns } from './event-row-rules.ts';

export type AuditProblemKind =
  // Problems within the chain.
  | 'link_missing'
  | 'link_duplicated'
  | 'link_broken'
  | 'out_of_order'
  // Differences between the chain and the events.
  | 'event_missing'
  | 'event_changed'
  | 'event_inserted'
  // An event without a valid MAC: the program did not write it.
  | 'event_not_ours'
  // Differences at the end of the chain.
  | 'watermark_wrong'
  | 'tail_missing'
  // Differences from heads that were signed earlier.
  | 'head_file_missing'
  | 'head_unreadable'
  | 'head_not_ours'
  | 'head_out_of_order'
  | 'head_differs';

export interface AuditProblem {
  readonly kind: AuditProblemKind;
  /** The position in the chain; null if the problem has none. */
  readonly seq: number | null;
  readonly eventId?: string;
}

/** The last link of the chain. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: Buffer;
}

/** An event with its MAC. */
export interface SignedEvent {
  readonly event: EventColumns;
  readonly mac: Buffer | null;
}

/** A link with its event. */
export interface ChainLink extends AuditHead {
  readonly digest: Buffer;
  readonly eventId: string;
  /** The event's whole content in canonical form; null if the event does not exist. */
  readonly content: string | null;
  /** The transaction that wrote the event. */
  readonly xid: string | null;
  /** Null if the event does not exist. */
  readonly event: EventColumns | null;
  readonly mac: Buffer | null;
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

/** The link that seals an event after the chain's end. */
export function linkAfter(end: AuditHead, content: string): AuditHead & { readonly digest: Buffer } {
  const [seq, digest] = [end.seq + 1, digestOf(content)];
  return { seq, digest, hash: linkHash(end.hash, seq, digest) };
}

/** The state of a walk along the chain; `last` is the last link. */
export interface ChainEnd extends AuditHead {
  readonly last: ChainLink | undefined;
}

export const chainStart: ChainEnd = { seq: 0, hash: Buffer.alloc(32), last: undefined };

/** Events are sealed in the order of (xid, id), so each comes once; the text of UUIDs sorts like their bytes. */
function follows(link: ChainLink, previous: ChainLink | undefined): boolean {
  if (previous === undefined || link.xid === null || previous.xid === null) return true;
  const [xid, before] = [BigInt(link.xid), BigInt(previous.xid)];
  return xid > before || (xid === before && link.eventId > previous.eventId);
}

function kindsOf(end: ChainEnd, link: ChainLink, isOurs: (event: SignedEvent) => boolean): AuditProblemKind[] {
  if (link.seq === end.seq) return ['link_duplicated'];
  const kinds: AuditProblemKind[] = [];
  if (link.seq !== end.seq + 1) kinds.push('link_missing');
  else if (!linkHash(end.hash, link.seq, link.digest).equals(link.hash)) kinds.push('link_broken');
  if (link.content === null) kinds.push('event_missing');
  else if (!digestOf(link.content).equals(link.digest)) kinds.push('event_changed');
  else if (link.event !== null && !isOurs({ event: link.event, mac: link.mac })) kinds.push('event_not_ours');
  if (!follows(link, end.last)) kinds.push('out_of_order');
  return kinds;
}

/** The problems of the link after `end`. The next link is compared with this one as stored. */
export function problemsOfLink(
  end: ChainEnd,
  link: ChainLink,
  isOurs: (event: SignedEvent) => boolean,
): AuditProblem[] {
  return kindsOf(end, link, isOurs).map((kind) => ({ kind, seq: link.seq, eventId: link.eventId }));
}

/** The sealer's record of the position where it continues. */
export interface Watermark extends AuditHead {
  readonly xid: string;
  readonly eventId: string;
}

/** There must be one watermark, and it must name the last link and its event. */
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

/** The bytes that the head's signature covers. */
export function signedText(head: AuditHead, at: string): Buffer {
  return Buffer.from(`probity audit head\n${head.seq}\n${head.hash.toString('hex')}\n${at}\n`);
}
